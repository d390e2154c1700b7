// Package barred says which fights are not possible and why, each hex and each reason once.
//
//	var list barred.List
//	list.Add(d.order, denials, target)
//	lines := list.InWords(loc)
package barred

import (
	"reflect"
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// List is why orders are not possible. The zero List is empty.
type List []reason

type reason struct {
	denial *view.Denial
	orders []string
	hexes  []hex.Hex
}

// Add adds an order that is not possible against a target, unless the list has that already. why has a denial for each
// unit that was tried: the first that names no unit holds for all and is kept alone; without one all are kept.
func (l *List) Add(name string, why []*view.Denial, target hex.Hex) {
	if slices.ContainsFunc(*l, func(old reason) bool {
		return slices.Contains(old.orders, name) && slices.Contains(old.hexes, target)
	}) {
		return
	}
	if i := slices.IndexFunc(why, func(d *view.Denial) bool { return d.Why.Arg("unit") == nil }); i >= 0 {
		why = why[i : i+1]
	}
	for _, d := range why {
		each := first.OrAdd((*[]reason)(l), func(old reason) bool {
			return old.denial.Rule == d.Rule && old.denial.Why.ID == d.Why.ID &&
				reflect.DeepEqual(old.denial.Why.Arg("unit"), d.Why.Arg("unit"))
		}, reason{denial: d})
		if !slices.Contains(each.orders, name) {
			each.orders = append(each.orders, name)
		}
		if !slices.Contains(each.hexes, target) {
			each.hexes = append(each.hexes, target)
		}
	}
}

// InWords returns one line for each set of hexes, with all reasons that hold for it.
func (l List) InWords(loc wording.Localizer) (lines []string) {
	places, reasons := []string(nil), map[string][]string{} // the sets of hexes, and the reasons of each
	for _, r := range l {
		at := loc.Value(r.hexes)
		if reasons[at] == nil {
			places = append(places, at)
		}
		reasons[at] = append(reasons[at], loc.Say("barred.reason", "orders", r.orders, "why", r.why(), "rule",
			r.denial.Rule))
	}
	for _, at := range places {
		all := wording.InWords(strings.Join(reasons[at], ". "))
		lines = append(lines, loc.Say("barred.at", "hexes", wording.InWords(at), "reasons", all))
	}
	return lines
}

// Short returns the first reasons of the first two lines, and if there are more a line that says where to read them.
func Short(loc wording.Localizer, lines []string) (short []string) {
	const next, most = ". **", 3 // reasons begin with an order in bold; so many of a line are told
	for _, line := range lines[:min(2, len(lines))] {
		if parts := strings.SplitN(line, next, most+2); len(parts) == most+2 { // hexes, reasons, the rest
			line = strings.Join(parts[:most+1], next) + "."
		}
		short = append(short, line)
	}
	if !slices.Equal(short, lines) {
		short = append(short, loc.Say("barred.more"))
	}
	return short
}

// why returns the denial's words, with all hexes of the reason in place of the first, which the denial is about.
func (r reason) why() view.Text {
	why := r.denial.Why
	why.Args = slices.Clone(why.Args)
	for i, arg := range why.Args {
		if arg == r.hexes[0] {
			why.Args[i] = r.hexes
		}
	}
	return why
}
