package look

import (
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// CardOf finds the unit that a player means, by its identifier, by its name, which units of both sides may have, or by
// the hex in which he sees it. If sides are named, it is a unit of theirs. If several can be meant, the error is an
// *order.Problem with all of them.
func CardOf(b *view.Board, typed string, sides ...order.Side) (view.Card, error) {
	none := ask.Refusal("error.no-unit", "unit", wording.Quoted(strings.TrimSpace(typed)))
	if len(sides) == 0 {
		for _, s := range b.Map.Sides {
			sides = append(sides, s.ID)
		}
	}
	spec := order.Spec{Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true}}}
	w, err := order.Read(spec, map[string]string{"unit": typed}, b.Map.Names(sides...))
	if err != nil {
		return view.Card{}, none
	}
	found := w.Order.Units("unit")
	if len(w.Open) > 0 && len(w.Open[0].Terms) == 1 {
		t := w.Open[0].Terms[0]
		if found = seenIn(b, t, sides); len(found) > 1 {
			return view.Card{}, t.Which("", order.Means{Units: found})
		}
	}
	i := slices.IndexFunc(b.Map.Cards, func(c view.Card) bool { return slices.Contains(found, c.ID) })
	if len(found) != 1 || i < 0 {
		return view.Card{}, none
	}
	return b.Map.Cards[i], nil
}

// formationOf returns the name of the formation that a player means, "" if his words mean none, or mean units. If
// several can be meant, the error is an *order.Problem with all of them.
func formationOf(b *view.Board, typed string) (string, error) {
	var sides []order.Side
	for _, s := range b.Map.Sides {
		sides = append(sides, s.ID)
	}
	spec := order.Spec{Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true}}}
	w, err := order.Read(spec, map[string]string{"unit": typed}, b.Map.Names(sides...))
	if err != nil || len(w.Open) != 1 || len(w.Open[0].Terms) != 1 {
		return "", nil
	}
	switch t := w.Open[0].Terms[0]; {
	case len(t.Hexes)+len(t.Units) > 0 || len(t.Formations) == 0:
		return "", nil
	case len(t.Formations) > 1:
		return "", t.Which("", order.Means{Formations: t.Formations})
	default:
		return t.Formations[0], nil
	}
}

// seenIn returns the units that a term means; if it names a hex, those of some sides that are seen there.
func seenIn(b *view.Board, t order.Term, sides []order.Side) []order.UnitID {
	if len(t.Hexes) == 0 {
		return t.Units
	}
	var found []order.UnitID
	for _, st := range b.Stacks {
		if !slices.Contains(t.Hexes, st.Hex) || !slices.Contains(sides, st.Side) {
			continue
		}
		for _, c := range st.Known {
			if len(t.Units) == 0 || slices.Contains(t.Units, c.ID) {
				found = append(found, c.ID)
			}
		}
	}
	return found
}

// SuggestUnits lists the units that can be meant by what is typed, those of the asker's side first, and says of each
// where it is, if he sees it. A destroyed unit is "Destroyed", so that the dead pile can be searched by typing
// it. It also lists the groups that can be meant.
func SuggestUnits(loc wording.Localizer, b *view.Board, viewer order.Side, typed string) []rest.Suggestion {
	l := listCards(loc, b, viewer, typed, func(view.Card, hex.Hex) bool { return true })
	for _, g := range b.Map.Groups {
		l.Add(1, g.Name, g.Name, []string{g.Name, string(g.ID)})
	}
	return l.Suggestions()
}

// suggestOnMap lists only the units that the asker sees on the map.
func suggestOnMap(loc wording.Localizer, b *view.Board, viewer order.Side, typed string) []rest.Suggestion {
	return listCards(loc, b, viewer, typed, func(_ view.Card, at hex.Hex) bool { return at != hex.None }).Suggestions()
}

// SuggestOwn lists only units of the asker's side.
func SuggestOwn(loc wording.Localizer, b *view.Board, viewer order.Side, typed string) []rest.Suggestion {
	return listCards(loc, b, viewer, typed, func(c view.Card, _ hex.Hex) bool { return c.Side == viewer }).Suggestions()
}

// listCards lists the units that fits accepts. at is where the viewer sees the unit, hex.None if not on the map.
func listCards(loc wording.Localizer, b *view.Board, viewer order.Side, typed string,
	fits func(c view.Card, at hex.Hex) bool) *ask.Listing {
	l := ask.NewListing(typed)
	for _, c := range b.Map.Cards {
		up, at, seen := b.Find(c.ID)
		if !fits(c, at) {
			continue
		}
		class := 0 // the viewer's own units on the map come first
		switch {
		case c.Side != viewer:
			class = 2
		case at == hex.None:
			class = 1
		}
		if !seen {
			up = c.Face(0)
		}
		label := c.Name + " " + loc.Factors(up) + " – " + loc.Side(c.Side) + " · " +
			loc.Whereabouts(b, c, at, seen, viewer)
		l.Add(class, string(c.ID), label, []string{c.Name, string(c.ID)}, c.Formation, label)
	}
	return l
}

// SuggestStacks lists the hexes with a stack.
func SuggestStacks(loc wording.Localizer, b *view.Board, _ order.Side, typed string) []rest.Suggestion {
	l := ask.NewListing(typed)
	for _, st := range b.Stacks {
		at := loc.Hex(st.Hex)
		label := at + " – " + loc.Side(st.Side) + ": " + loc.Stack(st, b.Marks)
		l.Add(0, st.Hex.String(), label, []string{at}, label)
	}
	return l.Suggestions()
}

// suggestThreatened lists the stacks in a game that can say who threatens them.
func suggestThreatened(loc wording.Localizer, b *view.Board, viewer order.Side, typed string) []rest.Suggestion {
	if CheckOverlay(b.Map, ThreatsLayer) != nil {
		return nil
	}
	return SuggestStacks(loc, b, viewer, typed)
}
