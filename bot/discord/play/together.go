package play

import (
	"cmp"
	"context"
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/setout"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// movesTogether reports whether one tap can pick several units for an order, which fights or leads them somewhere.
func movesTogether(spec order.Spec) bool { return spec.Fight || spec.Arrives || setout.Whole(spec) }

// bundles returns the entries of a group that pick several units at once, nil once a unit is picked: one of all units
// of a fight with a target, unless they are one stack, and one for each stack; for arrivals one for each hex.
func bundles(ctx context.Context, p Player, f front, c page.Choice, g group) (list []entry) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	before := slices.ContainsFunc(c.Picks, func(q view.Pick) bool { return q.Unit != "" && q.Arg == g.arg })
	if g.kind != "unit" || g.arg > 0 || before || !movesTogether(spec) {
		return nil
	}
	if spec.Arrives {
		return arrivalEntries(ctx, p, c, g)
	}
	if at := g.entries[0].picks[0].Part(spec.Options); at < 0 || spec.Options[at].Name != order.ListUnits {
		return nil // the option takes a single unit: who engages, or spots
	}
	var hexes []hex.Hex
	at := map[hex.Hex][]view.Pick{}
	var all []view.Pick
	for _, e := range g.entries {
		pick := e.picks[0]
		if pick.N != 0 || pick.Hex != hex.None {
			return nil // how often a unit is named, or where it goes, is a choice of its own
		}
		h := f.PlaceOf(pick)
		all, at[h] = append(all, pick), append(at[h], pick)
		if len(at[h]) == 2 && h != hex.None { // a stack
			hexes = append(hexes, h)
		}
	}
	if hasTarget(p, c.Verb) && len(all) > 1 && len(hexes) != 1 {
		list = append(list, entry{picks: byUnit(all)})
	}
	for _, h := range hexes {
		list = append(list, entry{picks: byUnit(at[h]), at: h})
	}
	return list
}

// gathers reports whether units from several places follow one another in an order: those that come in, or advance.
func gathers(spec order.Spec) bool { return spec.Arrives || spec.Verb == "advance" }

// firstPicks returns the first pick of each entry.
func firstPicks(entries []entry) (picks []view.Pick) {
	for _, e := range entries {
		picks = append(picks, e.picks[0])
	}
	return picks
}

// arriving adds to next, what can be picked next, the units with earlier identifiers that can come in or advance with
// those that are chosen: an offer has later identifiers alone. Units can join an advance until its second step, but an
// arrival only before its hex.
func arriving(ctx context.Context, p Player, c page.Choice, next []view.Pick) ([]view.Pick, error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	steps := slices.IndexFunc(c.Picks, func(q view.Pick) bool { return q.Unit == "" })
	if !gathers(spec) || len(c.Picks) == 0 || steps >= 0 && (steps < len(c.Picks)-1 || spec.Arrives) {
		return next, nil
	}
	first, err := p.offer(ctx, c.Verb, nil)
	if err != nil {
		return nil, err
	}
	for _, q := range first.Next {
		if q.Unit == "" || slices.Contains(c.Picks, q) || slices.Contains(next, q) {
			continue
		}
		if _, err := p.offer(ctx, c.Verb, withPicks(p, c, []view.Pick{q}).Picks); err == nil {
			next = append(slices.Clip(next), q)
		}
	}
	return next, nil
}

// byUnit sorts picks by the identifiers of their units, as orders take them; those without a unit come last.
func byUnit(picks []view.Pick) []view.Pick {
	return slices.SortedStableFunc(slices.Values(picks), func(a, b view.Pick) int {
		return cmp.Or(cmp.Compare(kindOf(b), kindOf(a)), cmp.Compare(a.Unit, b.Unit)) // "unit" is the last by letter
	})
}

// entryPicks returns the picks of e that can follow c together, nil for none or if the rules leave a choice among them.
func entryPicks(ctx context.Context, p Player, c page.Choice, e entry) []view.Pick {
	if e.picks[len(e.picks)-1].Unit == "" { // the last pick is the hex at which the units come in
		picks := slices.Concat(c.Picks, e.picks)
		if _, err := p.offer(ctx, c.Verb, picks); err != nil {
			return nil
		}
		return e.picks
	}
	var hexes []hex.Hex
	if e.at != hex.None {
		hexes = append(hexes, e.at)
	}
	whole, err := p.Desk.orders.Whole(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, c.Verb, c.Picks, hexes...)
	if err != nil || len(whole) < len(c.Picks) {
		return nil // what is wrong is said by the offer of the choice
	}
	return whole[len(c.Picks):]
}

// bundleLabel returns an entry of several units in words: 9.20 Minsk: whole stack (3 units). more names the units.
func bundleLabel(p Player, v order.Verb, e entry) (label, more string) {
	var names []string
	st, _ := wording.StackAt(p.View.Board(), e.at)
	fromTop := func(q view.Pick) int {
		return slices.IndexFunc(st.Known, func(c view.Counter) bool { return c.ID == q.Unit })
	}
	for _, pick := range slices.SortedStableFunc(slices.Values(e.picks), func(a, b view.Pick) int {
		return fromTop(a) - fromTop(b)
	}) {
		if c, _, known := p.View.Board().Find(pick.Unit); known {
			names = append(names, distinctly(p, c, c.Name+" "+p.Request.Localizer.Factors(c)))
		}
	}
	words := "pick.whole"
	spec, _ := p.Request.Localizer.Spec(v)
	switch {
	case e.at == hex.None:
		return p.Say("pick.all", "n", len(names)), p.Request.Localizer.Value(names)
	case spec.Arrives:
		words = "pick.all-arrive"
	}
	return p.Say(words, "hex", e.at, "n", len(names)), p.Request.Localizer.Value(names)
}

// entry is a line of a menu: one pick, or several that are picked together.
type entry struct {
	picks []view.Pick
	at    hex.Hex // of several picks: the hex they share, or hex.None; of a formation: that of its HQ
}

// group is the entries of one kind that fill the same option; each group has a menu.
type group struct {
	kind    string // as kindOf returns it
	arg     uint8  // which option of its kind they fill, as in view.Pick
	entries []entry
	joins   bool // its units can join others that are chosen already
}
