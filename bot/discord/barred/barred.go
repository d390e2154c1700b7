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

	"grognard/bot/discord/grouped"
	"grognard/bot/discord/wording"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// List is why orders are not possible. The zero List is empty.
type List []reason

// Between two reasons stands nextReason, as each begins with an order in bold. A panel has mostReasons of a line.
const nextReason, mostReasons = ". **", 3

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
	var reasons grouped.Words // by their hexes
	for _, r := range l {
		words := loc.Say("barred.reason", "orders", r.orders, "why", r.why(), "rule", r.denial.Rule)
		reasons.Add(loc.Value(r.hexes), words)
	}
	for _, at := range reasons.Keys {
		all := wording.InWords(strings.Join(reasons.Of[at], ". "))
		lines = append(lines, loc.Say("barred.at", "hexes", wording.InWords(at), "reasons", all))
	}
	return lines
}

// Short returns the first reasons of the first two lines, and if there are more a line that says where to read them.
func Short(loc wording.Localizer, lines []string) (short []string) {
	for _, line := range lines[:min(2, len(lines))] {
		parts := strings.SplitN(line, nextReason, mostReasons+2) // the hexes, their first reasons, and the rest
		if len(parts) == mostReasons+2 {
			line = strings.Join(parts[:mostReasons+1], nextReason) + "."
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
