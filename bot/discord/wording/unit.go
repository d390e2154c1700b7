package wording

import (
	"cmp"
	"slices"
	"strings"

	"grognard/render/emoji"
	"grognard/render/scene"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Card returns all that is known of a unit: what is printed on it, and, as far as the viewer may see it, which side is
// up, where it is and its marks. viewer is the side that he plays, "" for an onlooker.
func (loc Localizer) Card(b *view.Board, c view.Card, viewer order.Side) string {
	title := []string{loc.Emojis.Unit(c.Face(0), "**"+c.Name+"**")}
	up, at, seen := b.Find(c.ID)
	if f := cmp.Or(up.Formation, c.Formation); f != "" { // a unit may be lent to another formation
		title = append(title, f)
	}
	title = append(title, loc.Say("card.arm", "side", c.Side,
		"symbol", InWords(loc.Describe("symbol."+c.Symbol, c.Symbol)),
		"size", InWords(loc.Describe("size."+c.Size, c.Size))), "`"+string(c.ID)+"`")
	lines := []string{strings.Join(title, " · "), printedAs(loc, c)}
	if pile, _ := PileOf(b, c.ID); seen && (c.Steps > 1 || c.TwoSided()) && pile.Box != dead {
		left := loc.Say("card.steps", "n", up.Steps)
		if c.TwoSided() {
			left = loc.Describe("card.up-"+up.Up.Name, up.Up.Name+":") + " " + left
		}
		lines = append(lines, left)
	}
	lines = append(lines, loc.Whereabouts(b, c, at, seen, viewer))
	for _, m := range b.Marks {
		for _, on := range up.Marks {
			if on == m.ID {
				lines = append(lines, loc.Emojis.Sign(emoji.MarkSign(b.Marks, m.ID), effects(loc, m)))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// FormationCard returns all that a viewer knows of a formation: its side, the facts about it as a group, and its units
// by place. hexes are those in which he sees its units.
func (loc Localizer) FormationCard(b *view.Board, name string) (words string, hexes []hex.Hex) {
	var lines []string
	for _, g := range b.Map.Groups {
		if facts := groupFacts(loc, b, g.ID, true); g.Name == name && facts != "" {
			lines = append(lines, facts)
		}
	}
	var side order.Side
	members := func(units []view.Counter) (list []view.Counter) {
		for _, c := range units {
			if c.Formation == name {
				side, list = c.Side, append(list, c)
			}
		}
		return list
	}
	for _, st := range b.Stacks {
		if st.Known = members(st.Known); len(st.Known) > 0 {
			hexes = append(hexes, st.Hex)
			lines = append(lines, "**"+loc.Hex(st.Hex)+"** "+loc.StackUnits(b, st, false))
		}
	}
	for _, p := range b.OffMap {
		if p.Known = members(p.Known); len(p.Known) > 0 {
			p.Count = len(p.Known)
			lines = append(lines, pile(loc, p, b.Marks))
		}
	}
	title := "**" + name + "**"
	if side != "" {
		title += " · " + loc.Side(side)
	}
	return strings.Join(append([]string{title}, lines...), "\n"), hexes
}

// printedAs returns the factors on all sides of a counter. In games without Formations lit factors mean that the unit
// may act once more, and an emoji says so; elsewhere they do not mean that.
func printedAs(loc Localizer, c view.Card) string {
	side := func(f view.Counter) string {
		words := loc.Factors(f)
		if f.Estimate {
			words += " (" + loc.Say("unit.estimate") + ")"
		}
		return words
	}
	var parts []string
	for n := range max(1, len(c.Faces)) {
		f := c.Face(n)
		factors := "**" + side(f) + "**"
		if n > 0 {
			factors = f.Up.Name + " " + factors
		}
		if words, named := loc.Try("card.side-"+f.Up.Name, "factors", InWords(side(f))); named {
			factors = words
		}
		parts = append(parts, factors)
	}
	parts = append(parts, loc.Say("card.printed", "n", c.Steps))
	for _, t := range c.Traits {
		parts = append(parts, loc.Describe("trait."+t, t))
	}
	if _, lit := scene.Foot(c.Face(0).Ratings, ""); lit && loc.at != nil && len(loc.at.Groups) == 0 {
		return loc.Emojis.State(strings.Join(parts, " · "), emoji.MayAgain)
	}
	return strings.Join(parts, " · ")
}

// Whereabouts returns where a unit is, as far as the viewer may know: of his own units he knows which are still to
// arrive, of the enemy's only what he sees. seen is true if he sees the unit, at is then its hex; hex.None off the map.
func (loc Localizer) Whereabouts(b *view.Board, c view.Card, at hex.Hex, seen bool, viewer order.Side) string {
	switch {
	case at != hex.None:
		return loc.Say("card.at", "hex", at)
	case seen:
		pile, _ := PileOf(b, c.ID)
		return pilePlace(loc, pile)
	case c.Side != viewer:
		return loc.Say("card.unseen")
	case c.Beside != "":
		return loc.Describe("pile."+c.Beside, c.Beside)
	}
	return loc.Say("card.absent")
}

// dead is the box of the destroyed units.
const dead = "dead"

// PileOf finds the pile off the map in which a unit lies.
func PileOf(b *view.Board, id order.UnitID) (view.Pile, bool) {
	return first.In(b.OffMap, func(p view.Pile) bool {
		return slices.ContainsFunc(p.Known, func(k view.Counter) bool { return k.ID == id })
	})
}

// pilePlace returns the place of a pile off the map, with the hexes where its units arrive.
func pilePlace(loc Localizer, p view.Pile) string {
	words := loc.Where(p)
	if p.Entry != "" && len(p.Hexes) > 0 {
		words += loc.Say("pile.hexes", "hexes", p.Hexes)
	}
	if p.Waits {
		words += loc.Say("pile.waits", "side", p.Side, "hex", p.Letter)
	}
	return words
}

// effects returns what a marker does to the unit under it, and by which paragraph.
func effects(loc Localizer, m view.MarkLegend) string {
	var parts []string
	for _, e := range m.Effects {
		if e.Times.Zero() {
			parts = append(parts, loc.Describe("effect."+e.Kind+"-none"))
		} else {
			parts = append(parts, loc.Describe("effect."+e.Kind)+" ×"+e.Times.String())
		}
	}
	words := "**" + m.Name + "**" + string(Citation(m.Rule))
	if len(parts) > 0 {
		words += ": " + strings.Join(parts, ", ")
	}
	return words
}
