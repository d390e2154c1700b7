package scs

import (
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Withdrawal is the exploit-capable units of a side leaving for good, and how many of
// them come back.
type Withdrawal struct {
	Side order.Side
	Keep []Keeper
}

// Keeper is so many units of a type that come back from a withdrawal. A unit without
// a type, as cases have them, is of the type when its factors are.
type Keeper struct {
	Count int
	Type  string
	Full  Values
}

// optional compiles what a game has beyond the series: a withdrawal, a point for the
// accent. The series has no paragraph on any of them, so that the game
// must say which of its own are to be cited.
func (p *Module) optional(c *modules.Compiler) {
	f := &p.game
	if f.Withdrawal.Side.Given() {
		p.data.Withdrawal.Side = c.Side(f.Withdrawal.Side, document.Spot{}, "side")
		ruled(c, f.Withdrawal.Side.Spot, "withdrawal", f.Rules.Withdrawal, f.Rules.Keepers)
	}
	if f.Accent.Given() {
		p.data.Accent = c.Side(f.Accent, document.Spot{}, "accent")
		ruled(c, f.Accent.Spot, "accent", f.Rules.Accent)
	}
}

// ruled checks that the game names its paragraphs on something.
func ruled(c *modules.Compiler, at document.Spot, what string, rules ...document.Word) {
	for _, r := range rules {
		if !r.Given() {
			c.Report(at, "%s needs the game's own paragraphs under rules", what)
			return
		}
	}
}

// keepers compiles who comes back from a withdrawal, which needs the units.
func (p *Module) keepers(c *modules.Compiler) {
	w := &p.game.Withdrawal
	switch {
	case !w.Side.Given() && len(w.Keep) > 0:
		c.Report(w.Keep[0].Key.Spot, "the side that withdraws is missing")
	case w.Side.Given() && len(w.Keep) == 0:
		c.Report(w.Side.Spot, "who comes back from the withdrawal is missing: keep")
	}
	kept := map[string]bool{}
	for _, e := range w.Keep {
		k := Keeper{Count: c.Needed(e.Value.Count, e.Key.Spot, "count", 1, 100), Type: c.Text(e.Value.Type, e.Key.Spot, "type")}
		kind, ok := c.Type(k.Type)
		u := UnitOf(kind)
		switch {
		case k.Type == "":
		case !ok:
			c.Report(e.Value.Type.Spot, "%q is no type of unit", k.Type)
		case u.Side != p.data.Withdrawal.Side || !u.Exploit:
			c.Report(e.Value.Type.Spot, "%s does not withdraw: it is no exploit-capable type of side %s", k.Type, p.data.Withdrawal.Side)
		case kept[k.Type]:
			c.Report(e.Value.Type.Spot, "%s stands twice", k.Type)
		case units(c.Def, k.Type) < k.Count:
			c.Report(e.Value.Count.Spot, "%d units of the type %s are to come back, and there are %d", k.Count, k.Type, units(c.Def, k.Type))
		}
		k.Full, kept[k.Type] = u.Full, true
		p.data.Withdrawal.Keep = append(p.data.Withdrawal.Keep, k)
	}
}

// units counts the units of a type.
func units(d *modules.Definition, kind string) (n int) {
	for _, u := range d.Units {
		if u.Type == kind {
			n++
		}
	}
	return n
}

// needsParagraph checks that a game with units of a feature says by which paragraph they are made.
func (p *Module) needsParagraph(c *modules.Compiler, u *modules.Unit, at document.Spot) {
	if f, ok := p.madeBy(u); ok && p.data.Paragraphs[f.Rules[0]] == "" {
		c.Report(at, "%s needs the game's own paragraphs under rules", f.Name)
	}
}

// scheduled checks that the game has what its orders of arrival bring.
func (p *Module) scheduled(c *modules.Compiler, side order.Side, s Supplies, at document.Spot) {
	if len(s.Withdrawal) > 0 && side != p.data.Withdrawal.Side {
		c.Report(at, "side %s has no withdrawal", side)
	}
}
