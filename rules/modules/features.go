package modules

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/order"
)

// features compiles what a game has beyond the series: air strikes, a withdrawal, a
// point for the accent. The series has no paragraph on any of them, so that the game
// must say which of its own are to be cited.
func (c *compiler) features(f *gameFile) {
	if len(f.Air) > 0 {
		c.def.Air = bySide(c, f.Air, func(s order.Side, a airFile) AirForce {
			c.within(a.Phases, s)
			return AirForce{Phases: c.phases(a.Phases), Limit: c.count(a.Breakdowns, 0, 100)}
		})
		for _, e := range f.Air {
			if len(e.Value.Phases) == 0 {
				c.report(e.Key.Spot, "the phases in which air strikes of side %s fly are missing", e.Key.Text)
			}
		}
		if _, ok := c.def.Mark("dg"); !ok {
			c.report(f.Air[0].Key.Spot, "air strikes need a mark dg")
		}
		c.ruled(f.Air[0].Key.Spot, "air", f.Rules.Air, f.Rules.Strikes, f.Rules.Breakdowns)
	}
	if f.Withdrawal.Side.Given() {
		c.def.Withdrawal.Side = c.side(f.Withdrawal.Side, document.Spot{}, "side")
		c.ruled(f.Withdrawal.Side.Spot, "withdrawal", f.Rules.Withdrawal, f.Rules.Keepers)
	}
	if f.Accent.Given() {
		c.def.Accent = c.side(f.Accent, document.Spot{}, "accent")
		c.ruled(f.Accent.Spot, "accent", f.Rules.Accent)
	}
}

// ruled checks that the game names its paragraphs on something.
func (c *compiler) ruled(at document.Spot, what string, rules ...document.Word) {
	for _, r := range rules {
		if !r.Given() {
			c.report(at, "%s needs the game's own paragraphs under rules", what)
			return
		}
	}
}

// within checks that phases are a side's own.
func (c *compiler) within(phases document.List[document.Word], s order.Side) {
	for _, e := range phases {
		if !slices.Contains(c.def.Phases[s], e.Value.Text) {
			c.report(e.Value.Spot, "side %s has no phase %s", s, e.Value.Text)
		}
	}
}

// ratings compiles the counters of air strikes: one for each side that has any.
func (c *compiler) ratings(ratings document.Dict[ratingFile]) {
	rated := map[order.Side]bool{}
	for _, e := range ratings {
		s := c.side(e.Key, e.Key.Spot, "side")
		a, ok := c.def.Air[s]
		if !ok {
			c.report(e.Key.Spot, "side %s has no air strikes", s)
			continue
		}
		a.Regular = c.needed(e.Value.Regular, e.Key.Spot, "regular", 1, 6)
		a.Breakdown = c.needed(e.Value.Breakdown, e.Key.Spot, "breakdown", 1, 6)
		a.Estimate = c.flag(e.Value.Estimate)
		c.def.Air[s], rated[s] = a, true
	}
	for _, s := range c.def.Sides {
		if _, ok := c.def.Air[s.ID]; ok && !rated[s.ID] {
			c.report(document.Spot{}, "the ratings of side %s's air strikes are missing", s.ID)
		}
	}
}

// keepers compiles who comes back from a withdrawal, which needs the units.
func (c *compiler) keepers(w withdrawalFile) {
	switch {
	case !w.Side.Given() && len(w.Keep) > 0:
		c.report(w.Keep[0].Key.Spot, "the side that withdraws is missing")
	case w.Side.Given() && len(w.Keep) == 0:
		c.report(w.Side.Spot, "who comes back from the withdrawal is missing: keep")
	}
	kept := map[string]bool{}
	for _, e := range w.Keep {
		k := Keeper{Count: c.needed(e.Value.Count, e.Key.Spot, "count", 1, 100), Type: c.text(e.Value.Type, e.Key.Spot, "type")}
		u, ok := c.types[k.Type]
		switch {
		case k.Type == "":
		case !ok:
			c.report(e.Value.Type.Spot, "%q is no type of unit", k.Type)
		case u.Side != c.def.Withdrawal.Side || !u.Exploit:
			c.report(e.Value.Type.Spot, "%s does not withdraw: it is no exploit-capable type of side %s", k.Type, c.def.Withdrawal.Side)
		case kept[k.Type]:
			c.report(e.Value.Type.Spot, "%s stands twice", k.Type)
		case c.def.units(k.Type) < k.Count:
			c.report(e.Value.Count.Spot, "%d units of the type %s are to come back, and there are %d", k.Count, k.Type, c.def.units(k.Type))
		}
		k.Full, kept[k.Type] = u.Full, true
		c.def.Withdrawal.Keep = append(c.def.Withdrawal.Keep, k)
	}
}

// units counts the units of a type.
func (d *Definition) units(kind string) (n int) {
	for _, u := range d.Units {
		if u.Type == kind {
			n++
		}
	}
	return n
}

// garrison checks that a game with garrisons says by which paragraph they are made.
func (c *compiler) garrison(u Unit, at document.Spot) {
	if u.Symbol == Garrison && c.def.Rules.Garrisons == "" {
		c.report(at, "garrisons needs the game's own paragraphs under rules")
	}
}

// scheduled checks that the game has what its orders of arrival bring.
func (c *compiler) scheduled(a Arrival, at document.Spot) {
	if _, ok := c.def.Air[a.Side]; a.Air > 0 && !ok {
		c.report(at, "side %s has no air strikes", a.Side)
	}
	if len(a.Withdrawal) > 0 && a.Side != c.def.Withdrawal.Side {
		c.report(at, "side %s has no withdrawal", a.Side)
	}
	if a.Replacements > 0 && c.def.Rules.Replacements == "" {
		c.report(at, "replacements needs the game's own paragraphs under rules")
	}
}
