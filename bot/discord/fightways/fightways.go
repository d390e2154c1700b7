// Package fightways compares the ways to fight a target, where a series has several: what each is likely to do, and why
// another is not allowed.
//
//	ask := likely.Ask{Offer: offer, Odds: odds} // of the player who looks
//	lines := fightways.Panel(ctx, loc, board, ask, units)
//	lines = append(lines, fightways.Instead(ctx, loc, board, ask, attack)...)
//
// The orders that are compared are those that the catalogue tells apart by a line told-apart.VERB, in a game whose
// Formations are activated one by one.
//
// Limits: the panel gives the chances of three targets for each order. A fight with a choice of further options is
// reckoned with the first of them.
package fightways

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"grognard/bot/discord/likely"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

const (
	mostTargets = 3 // whose chances stand in a line of the panel
	mostUnits   = 4 // that are compared for a target
)

// pair is a unit and its target.
type pair struct {
	unit   order.UnitID
	target hex.Hex
}

// Panel returns a line for each order by which units of the active Formation can fight, with the best chances for each
// target, and lines that say why the first of some units that has an enemy beside it cannot do the others, and who has
// fired his last near an enemy. It returns nil in other series.
func Panel(ctx context.Context, loc wording.Localizer, b *view.Board, a likely.Ask,
	units []order.UnitID) (lines []string) {
	if b.Phase.Group == "" {
		return nil
	}
	var no reasons
	near := within(b, units, 1)
	for _, spec := range kinds(loc, b) {
		legal := pairs(ctx, a, spec.Verb)
		for _, q := range near {
			if spec.Said()[0].Kind == order.Hex && len(legal) > 0 && !slices.ContainsFunc(legal, func(p pair) bool {
				return p.target == q.target
			}) {
				_, denial := try(ctx, a, spec, q)
				no.add(loc.Verb(spec.Verb), denial, q.target)
			}
		}
		if len(legal) > 0 {
			does, _ := loc.Try("told-apart." + string(spec.Verb))
			lines = append(lines, loc.Say("panel.told-apart", "order", wording.InWords(loc.Verb(spec.Verb)), "does",
				wording.InWords(does))+chances(ctx, a, loc, spec, legal))
			continue
		}
		if len(near) > 0 {
			_, denial := try(ctx, a, spec, near[0])
			no.add(loc.Verb(spec.Verb), denial, near[0].target)
		}
		for _, q := range within(b, units, 2) {
			if _, d := try(ctx, a, spec, q); d != nil && (d.Rule == "7.0d-1" || d.Rule == "7.1-4") { // fired its last
				no.add(loc.Verb(spec.Verb), d, q.target)
			}
		}
	}
	return append(lines, no.words(loc)...)
}

// Instead returns a line for each other order by which the unit of a fight could fight its target. Why it cannot do the
// rest is on the panel: here it would push the odds off a phone. It returns nil in other series.
func Instead(ctx context.Context, loc wording.Localizer, b *view.Board, a likely.Ask,
	o order.Order) (lines []string) {
	units := slices.Concat(o.Units("unit"), o.Units("spotter"))
	if b.Phase.Group == "" || len(units) == 0 {
		return nil
	}
	p := pair{units[0], o.Hex("target")}
	for _, spec := range kinds(loc, b) {
		if spec.Verb == o.Verb {
			continue
		}
		if gist, _ := try(ctx, a, spec, p); gist != nil {
			lines = append(lines, loc.Say("fightways.instead", "order", wording.InWords(loc.Verb(spec.Verb)), "chances",
				wording.InWords(likely.InWords(loc, *gist, true))))
		}
	}
	return lines
}

// kinds returns the fights of a game that the catalogue tells apart.
func kinds(loc wording.Localizer, b *view.Board) []order.Spec {
	return slices.DeleteFunc(slices.Clone(b.Map.Orders), func(s order.Spec) bool {
		_, ok := loc.Try("told-apart." + string(s.Verb))
		return !ok || !s.Fight || len(s.Said()) < 2
	})
}

// within returns those of some units with an enemy within so many hexes, each with each of these.
func within(b *view.Board, units []order.UnitID, far int) (list []pair) {
	for _, id := range units {
		u, at, _ := b.Find(id)
		for _, st := range b.Stacks {
			if st.Side != u.Side && b.Map.Grid.Distance(at, st.Hex) <= far {
				list = append(list, pair{id, st.Hex})
			}
		}
	}
	return list
}

// pairs returns all units and targets that an order can bring together.
func pairs(ctx context.Context, a likely.Ask, v order.Verb) (list []pair) {
	first, err := a.Offer(ctx, v, nil)
	if err != nil {
		return nil // what is not allowed at all is tried with a target
	}
	for _, q := range first.Next {
		second, err := a.Offer(ctx, v, []view.Pick{q})
		if err != nil {
			continue
		}
		for _, r := range second.Next {
			p := pair{unit: cmp.Or(q.Unit, r.Unit)}
			if p.target = q.Hex; q.Unit != "" {
				p.target = r.Hex
			}
			if p.unit != "" && p.target != hex.None {
				list = append(list, p)
			}
		}
	}
	return list
}

// try returns what an order of a pair is likely to do, or what is against it; neither if the referee does not know.
func try(ctx context.Context, a likely.Ask, spec order.Spec, p pair) (*view.Gist, *view.Denial) {
	picks := []view.Pick{{Unit: p.unit}, {Hex: p.target}}
	if spec.Said()[0].Kind == order.Hex {
		slices.Reverse(picks)
	}
	denial := (*view.Denial)(nil)
	gist, err := a.Gist(ctx, spec.Verb, picks)
	errors.As(err, &denial)
	return gist, denial
}

// chances returns the best chances of an order for its first targets, behind its line.
func chances(ctx context.Context, a likely.Ask, loc wording.Localizer, spec order.Spec,
	list []pair) (words string) {
	var targets []hex.Hex
	best, tried := map[hex.Hex]view.Gist{}, map[hex.Hex]int{}
	for _, p := range list {
		if !slices.Contains(targets, p.target) {
			targets = append(targets, p.target)
		}
		if slices.Index(targets, p.target) >= mostTargets || tried[p.target] == mostUnits {
			continue
		}
		gist, _ := try(ctx, a, spec, p)
		if gist == nil {
			continue
		}
		if old := best[p.target]; tried[p.target] == 0 || gist.Against+gist.Retreat > old.Against+old.Retreat {
			best[p.target] = *gist
		}
		tried[p.target]++
	}
	risky := slices.ContainsFunc(targets, func(h hex.Hex) bool { return best[h].Acting > 0 })
	for _, h := range targets {
		if tried[h] > 0 {
			words += loc.Say("fightways.target", "hex", h, "chances",
				wording.InWords(likely.InWords(loc, best[h], risky)))
		}
	}
	if words != "" && !risky {
		words += loc.Say("fightways.safe")
	}
	if len(targets) > mostTargets {
		words += loc.Say("fightways.more", "hexes", targets[mostTargets:])
	}
	return words
}

// reasons are those why orders are not allowed, those with the same one together.
type reasons []reason

type reason struct {
	denial *view.Denial
	orders []string
	hexes  []hex.Hex
}

// add adds an order that is not allowed against a target; a nil denial adds nothing.
func (r *reasons) add(name string, d *view.Denial, target hex.Hex) {
	if d == nil {
		return
	}
	i := slices.IndexFunc(*r, func(old reason) bool {
		return old.denial.Rule == d.Rule && old.denial.Why.ID == d.Why.ID
	})
	if i < 0 {
		i, *r = len(*r), append(*r, reason{denial: d})
	}
	each := &(*r)[i]
	if !slices.Contains(each.orders, name) {
		each.orders = append(each.orders, name)
	}
	if !slices.Contains(each.hexes, target) {
		each.hexes = append(each.hexes, target)
	}
}

// words returns a line for each reason.
func (r reasons) words(loc wording.Localizer) (lines []string) {
	for _, each := range r {
		why := each.denial.Why
		why.Args = slices.Clone(why.Args)
		for i, arg := range why.Args {
			if arg == each.hexes[0] { // it is said of all of them
				why.Args[i] = each.hexes
			}
		}
		lines = append(lines, loc.Say("pick.no-fight", "order", each.orders, "hexes", each.hexes, "why", why, "rule",
			each.denial.Rule))
	}
	return lines
}

// Apart returns the options of /odds with each unit alone that the viewer knows in a hex which they name as its units.
func Apart(b *view.Board, side order.Side, options map[string]string) (sets []map[string]string) {
	at, err := hex.Parse(strings.TrimSpace(options["units"]))
	if err != nil {
		return nil
	}
	return oneByOne(b, side, options, func(h hex.Hex) bool { return h == at })
}

// oneByOne returns options with each unit of a side alone that the viewer knows in some hexes.
func oneByOne(b *view.Board, side order.Side, options map[string]string,
	in func(hex.Hex) bool) (sets []map[string]string) {
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if st.Side == side && in(st.Hex) {
				sets = append(sets, with(options, string(c.ID)))
			}
		}
	}
	return sets
}

func with(options map[string]string, units string) map[string]string {
	set := maps.Clone(options)
	set["units"] = units
	return set
}

// Beside returns the options of /odds with units: all who stand beside a target together, by their hexes, and then each
// that the viewer knows alone, as some fights are those of one. Nothing if nobody is there, or the target is no hex.
func Beside(b *view.Board, side order.Side, options map[string]string) (sets []map[string]string) {
	at, err := hex.Parse(options["target"])
	if err != nil {
		return nil
	}
	beside := slices.Collect(b.Map.Grid.Neighbours(at))
	var hexes []string
	for _, st := range b.Stacks {
		if st.Side == side && slices.Contains(beside, st.Hex) {
			hexes = append(hexes, st.Hex.String())
		}
	}
	if len(hexes) == 0 {
		return nil
	}
	return append([]map[string]string{with(options, strings.Join(hexes, ", "))}, oneByOne(b, side, options,
		func(h hex.Hex) bool { return slices.Contains(beside, h) })...)
}
