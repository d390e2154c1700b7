package discord

import (
	"cmp"
	"context"
	"slices"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// goTogether says whether units are picked together for an order: those of a hex for a fight, or for an order that
// leads somewhere.
func goTogether(spec order.Spec) bool {
	return spec.Fight || spec.Arrives || slices.ContainsFunc(spec.Options, func(o order.Option) bool {
		return o.Kind == order.Path
	})
}

// together are the entries of a group that pick several units at once, before any unit is picked: all that can, where
// their target is picked already, and the units of each hex.
func (p player) together(ctx context.Context, f front, c choice, g group) (list []entry) {
	spec, _ := p.Spec(c.verb)
	before := slices.ContainsFunc(c.picks, func(q view.Pick) bool { return q.Unit != "" && q.Arg == g.arg })
	if g.kind != "unit" || g.arg > 0 || before || !goTogether(spec) {
		return nil
	}
	if spec.Arrives {
		return p.arriving(ctx, f, c, g)
	}
	var hexes []hex.Hex
	at := map[hex.Hex][]view.Pick{}
	var all []view.Pick
	for _, e := range g.entries {
		pick := e.picks[0]
		if pick.N != 0 || pick.Hex != hex.None {
			return nil // how often a unit is named, or where it goes, is a choice of its own
		}
		h := f.placeOf(pick)
		if all = append(all, pick); len(at[h]) == 1 && h != hex.None {
			hexes = append(hexes, h)
		}
		at[h] = append(at[h], pick)
	}
	if p.targets(c.verb) && len(all) > 1 && len(hexes) != 1 {
		list = append(list, entry{picks: byUnit(all)})
	}
	for _, h := range hexes {
		list = append(list, entry{picks: byUnit(at[h]), at: h})
	}
	return list
}

// byUnit sorts picks of units by identifier, as orders take them.
func byUnit(picks []view.Pick) []view.Pick {
	return slices.SortedFunc(slices.Values(picks), func(a, b view.Pick) int { return cmp.Compare(a.Unit, b.Unit) })
}

// ofEntry are the picks of an entry of several units, as many as can follow a choice together; none where they cannot,
// or where there is a choice between them.
func (p player) ofEntry(ctx context.Context, c choice, e entry) []view.Pick {
	if e.picks[len(e.picks)-1].Unit == "" { // they come in at a hex
		picks := slices.Concat(c.picks, e.picks)
		if _, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, picks); err != nil {
			return nil
		}
		return e.picks
	}
	var hexes []hex.Hex
	if e.at != hex.None {
		hexes = append(hexes, e.at)
	}
	whole, err := p.referee.Whole(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks, hexes...)
	if err != nil || len(whole) < len(c.picks) {
		return nil // what is wrong is said by the offer of the choice
	}
	return whole[len(c.picks):]
}

// bundleLabel is an entry of several units in words: 9.20 Minsk: whole stack (3 units); more names them.
func (p player) bundleLabel(v order.Verb, e entry) (label, more string) {
	var names []string
	for _, pick := range e.picks {
		if pick.Unit != "" {
			names = append(names, p.named(string(pick.Unit)))
		}
	}
	words := "pick.whole"
	spec, _ := p.Spec(v)
	switch {
	case e.at == hex.None:
		return p.Say("pick.all", "n", len(names)), p.Value(names)
	case spec.Arrives:
		words = "pick.all-arrive"
	}
	return p.Say(words, "hex", e.at, "n", len(names)), wording.Clip(p.Value(names), 100)
}
