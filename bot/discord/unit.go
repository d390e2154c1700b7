package discord

import (
	"slices"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// cardOf finds the unit that a player means, by its identifier, by its name, which units of
// both sides may have, or by the hex in which he sees it. Several are an *order.Problem with
// all of them.
func cardOf(b *view.Board, typed string) (view.Card, error) {
	none := refusal("error.no-unit", "unit", quoted(strings.TrimSpace(typed)))
	var sides []order.Side
	for _, s := range b.Map.Sides {
		sides = append(sides, s.ID)
	}
	spec := order.Spec{Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true}}}
	w, err := order.Read(spec, map[string]string{"unit": typed}, b.Map.Names(sides...))
	if err != nil {
		return view.Card{}, none
	}
	found := w.Order.Units("unit")
	if len(w.Open) > 0 && len(w.Open[0].Terms) == 1 {
		t := w.Open[0].Terms[0]
		if found = seenIn(b, t); len(found) > 1 {
			return view.Card{}, t.Which("", order.Means{Units: found})
		}
	}
	i := slices.IndexFunc(b.Map.Cards, func(c view.Card) bool { return slices.Contains(found, c.ID) })
	if len(found) != 1 || i < 0 {
		return view.Card{}, none
	}
	return b.Map.Cards[i], nil
}

// seenIn is the units that a term means: in its hex, where it names one, those that are seen.
func seenIn(b *view.Board, t order.Term) []order.UnitID {
	if len(t.Hexes) == 0 {
		return t.Units
	}
	var found []order.UnitID
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if slices.Contains(t.Hexes, st.Hex) && (len(t.Units) == 0 || slices.Contains(t.Units, c.ID)) {
				found = append(found, c.ID)
			}
		}
	}
	return found
}

// card is all that there is to know of a unit: what is printed on it, and, as far as
// the viewer may see it, which side is up, where it is and what lies on it. eyes is
// the side that the viewer plays, "" for everybody.
func (loc localizer) card(b *view.Board, c view.Card, eyes order.Side) string {
	title := []string{"**" + c.Name + "**"}
	if c.Formation != "" {
		title = append(title, c.Formation)
	}
	title = append(title, loc.say("card.arm", "side", c.Side, "symbol", inWords(loc.describe("symbol."+c.Symbol, c.Symbol)),
		"size", inWords(loc.describe("size."+c.Size, c.Size))), "`"+string(c.ID)+"`")
	lines := []string{strings.Join(title, " · "), loc.printed(c)}
	up, at, seen := b.Find(c.ID)
	if pile, _ := pileOf(b, c.ID); seen && c.Steps > 1 && pile.Box != dead {
		left := loc.say("card.steps", "n", up.Steps)
		switch {
		case up.Reduced:
			left = loc.say("card.reduced") + " " + left
		case c.TwoSided():
			left = loc.say("card.full") + " " + left
		}
		lines = append(lines, left)
	}
	lines = append(lines, loc.whereabouts(b, c, at, seen, eyes))
	for _, m := range b.Marks {
		for _, on := range up.Marks {
			if on == m.ID {
				lines = append(lines, loc.effects(m))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// printed is the factors on both sides of a counter.
func (loc localizer) printed(c view.Card) string {
	side := func(f view.Counter) string {
		words := loc.factors(f)
		if f.Estimate {
			words += " (" + loc.say("unit.estimate") + ")"
		}
		return words
	}
	parts := []string{loc.say("card.front", "factors", inWords(side(c.Face(false))))}
	if c.TwoSided() {
		parts = append(parts, loc.say("card.back", "factors", inWords(side(c.Face(true)))))
	}
	parts = append(parts, loc.say("card.printed", "n", c.Steps))
	for _, t := range c.Traits {
		parts = append(parts, loc.describe("trait."+t, t))
	}
	return strings.Join(parts, " · ")
}

// whereabouts is where a unit is, as far as the viewer may know: what is his he knows
// to be to come, and of the enemy's he is told no more than what he sees.
func (loc localizer) whereabouts(b *view.Board, c view.Card, at hex.Hex, seen bool, eyes order.Side) string {
	switch {
	case at != hex.None:
		return loc.say("card.at", "hex", at)
	case seen:
		pile, _ := pileOf(b, c.ID)
		return loc.awaited(pile)
	case c.Side != eyes:
		return loc.say("card.unseen")
	case c.Beside != "":
		return loc.describe("pile."+c.Beside, c.Beside)
	}
	return loc.say("card.absent")
}

// dead is the box of the destroyed.
const dead = "dead"

// pileOf finds the pile off the map in which a unit lies.
func pileOf(b *view.Board, id order.UnitID) (view.Pile, bool) {
	for _, p := range b.OffMap {
		if slices.ContainsFunc(p.Known, func(k view.Counter) bool { return k.ID == id }) {
			return p, true
		}
	}
	return view.Pile{}, false
}

// awaited is a place off the map, with the hexes where its units come.
func (loc localizer) awaited(p view.Pile) string {
	words := loc.where(p)
	if p.Entry != "" && len(p.Hexes) > 0 {
		words += loc.say("pile.hexes", "hexes", p.Hexes)
	}
	if p.Waits {
		words += loc.say("pile.waits", "side", p.Side, "hex", p.Letter)
	}
	return words
}

// effects is what a marker does to the unit under it, and by which paragraph.
func (loc localizer) effects(m view.MarkLegend) string {
	var parts []string
	for _, e := range m.Effects {
		if e.Times.Zero() {
			parts = append(parts, loc.describe("effect."+e.Kind+"-none"))
		} else {
			parts = append(parts, loc.describe("effect."+e.Kind)+" ×"+e.Times.String())
		}
	}
	return "**" + m.Name + "**" + string(rule(m.Rule)) + ": " + strings.Join(parts, ", ")
}

// suggestUnits lists the units that what is typed can mean, those of the asker's side
// first, and says of each where it is, if he sees it. Of the dead that is "Destroyed":
// who types it goes through the dead pile.
func (loc localizer) suggestUnits(b *view.Board, eyes order.Side, typed string) []rest.Suggestion {
	return loc.suggestCards(b, eyes, typed, func(hex.Hex) bool { return true })
}

// suggestOnMap lists those of them that the asker sees on the map.
func (loc localizer) suggestOnMap(b *view.Board, eyes order.Side, typed string) []rest.Suggestion {
	return loc.suggestCards(b, eyes, typed, func(at hex.Hex) bool { return at != hex.None })
}

func (loc localizer) suggestCards(b *view.Board, eyes order.Side, typed string, fits func(at hex.Hex) bool) []rest.Suggestion {
	l := newListing(typed)
	for _, c := range b.Map.Cards {
		up, at, seen := b.Find(c.ID)
		if !fits(at) {
			continue
		}
		class := 0 // what is his and stands on the map he can do most with
		switch {
		case c.Side != eyes:
			class = 2
		case at == hex.None:
			class = 1
		}
		if !seen {
			up = c.Face(false)
		}
		label := c.Name + " " + loc.factors(up) + " – " + loc.side(c.Side) + " · " + loc.whereabouts(b, c, at, seen, eyes)
		l.add(class, string(c.ID), label, []string{c.Name, string(c.ID)}, c.Formation, label)
	}
	return l.suggestions()
}
