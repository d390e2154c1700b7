package modules

import (
	"slices"

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
			if len(e.value.Phases) == 0 {
				c.report(e.key.spot, "the phases in which air strikes of side %s fly are missing", e.key.text)
			}
		}
		if _, ok := c.def.Mark("dg"); !ok {
			c.report(f.Air[0].key.spot, "air strikes need a mark dg")
		}
		c.ruled(f.Air[0].key.spot, "air", f.Rules.Air, f.Rules.Strikes, f.Rules.Breakdowns)
	}
	if f.Withdrawal.Side.given() {
		c.def.Withdrawal.Side = c.side(f.Withdrawal.Side, spot{}, "side")
		c.ruled(f.Withdrawal.Side.spot, "withdrawal", f.Rules.Withdrawal, f.Rules.Keepers)
	}
	if f.Accent.given() {
		c.def.Accent = c.side(f.Accent, spot{}, "accent")
		c.ruled(f.Accent.spot, "accent", f.Rules.Accent)
	}
}

// ruled checks that the game names its paragraphs on something.
func (c *compiler) ruled(at spot, what string, rules ...word) {
	for _, r := range rules {
		if !r.given() {
			c.report(at, "%s needs the game's own paragraphs under rules", what)
			return
		}
	}
}

// within checks that phases are a side's own.
func (c *compiler) within(phases list[word], s order.Side) {
	for _, e := range phases {
		if !slices.Contains(c.def.Phases[s], e.value.text) {
			c.report(e.value.spot, "side %s has no phase %s", s, e.value.text)
		}
	}
}

// ratings compiles the counters of air strikes: one for each side that has any.
func (c *compiler) ratings(ratings dict[ratingFile]) {
	rated := map[order.Side]bool{}
	for _, e := range ratings {
		s := c.side(e.key, e.key.spot, "side")
		a, ok := c.def.Air[s]
		if !ok {
			c.report(e.key.spot, "side %s has no air strikes", s)
			continue
		}
		a.Regular = c.needed(e.value.Regular, e.key.spot, "regular", 1, 6)
		a.Breakdown = c.needed(e.value.Breakdown, e.key.spot, "breakdown", 1, 6)
		a.Estimate = c.flag(e.value.Estimate)
		c.def.Air[s], rated[s] = a, true
	}
	for _, s := range c.def.Sides {
		if _, ok := c.def.Air[s.ID]; ok && !rated[s.ID] {
			c.report(spot{}, "the ratings of side %s's air strikes are missing", s.ID)
		}
	}
}

// keepers compiles who comes back from a withdrawal, which needs the units.
func (c *compiler) keepers(w withdrawalFile) {
	switch {
	case !w.Side.given() && len(w.Keep) > 0:
		c.report(w.Keep[0].key.spot, "the side that withdraws is missing")
	case w.Side.given() && len(w.Keep) == 0:
		c.report(w.Side.spot, "who comes back from the withdrawal is missing: keep")
	}
	kept := map[string]bool{}
	for _, e := range w.Keep {
		k := Keeper{Count: c.needed(e.value.Count, e.key.spot, "count", 1, 100), Type: c.text(e.value.Type, e.key.spot, "type")}
		u, ok := c.types[k.Type]
		switch {
		case k.Type == "":
		case !ok:
			c.report(e.value.Type.spot, "%q is no type of unit", k.Type)
		case u.Side != c.def.Withdrawal.Side || !u.Exploit:
			c.report(e.value.Type.spot, "%s does not withdraw: it is no exploit-capable type of side %s", k.Type, c.def.Withdrawal.Side)
		case kept[k.Type]:
			c.report(e.value.Type.spot, "%s stands twice", k.Type)
		case c.def.units(k.Type) < k.Count:
			c.report(e.value.Count.spot, "%d units of the type %s are to come back, and there are %d", k.Count, k.Type, c.def.units(k.Type))
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
func (c *compiler) garrison(u Unit, at spot) {
	if u.Symbol == Garrison && c.def.Rules.Garrisons == "" {
		c.report(at, "garrisons needs the game's own paragraphs under rules")
	}
}

// scheduled checks that the game has what its orders of arrival bring.
func (c *compiler) scheduled(a Arrival, at spot) {
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
