package withdrawal

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// Terms say which side's exploit-capable units leave for good, and how many of them come back.
type Terms struct {
	Side order.Side
	Keep []Keeper
}

// Keeper is a number of units of a type that come back from a withdrawal. Units in cases have no type,
// so they are recognised by their factors.
type Keeper struct {
	Count int
	Type  string
	Full  data.Values
}

// Of returns what a module says of the withdrawal. It is empty where no side withdraws.
func Of(d *modules.Definition) Terms {
	terms, _ := data.Of(d).Own[name].(Terms)
	return terms
}

// The rule's keys in the files of a module.
type (
	gameFile  struct{ Withdrawal termsFile }
	termsFile struct {
		Side document.Word
		Keep document.List[keeperFile]
	}
	keeperFile  struct{ Count, Type document.Word }
	arrivalFile struct{ Withdrawal document.List[document.Word] }
)

// part compiles the rule's keys in one module.
type part struct {
	m     *data.Module
	game  gameFile
	terms Terms
}

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	p := &part{m: m}
	return data.Part{Shapes: map[string]any{modules.InGame: &p.game, modules.OfArrival: arrivalFile{}},
		Game: p.compile, Units: p.keepers, Arrival: p.arrival}
}

func (p *part) compile(c *modules.Compiler) {
	side := p.game.Withdrawal.Side
	if !side.Given() {
		return
	}
	p.terms.Side = c.Side(side, document.Spot{}, "side")
	p.m.NeedParagraphs(c, side.Spot, name, name, "keepers")
	p.m.Data().Own[name] = p.terms
}

// keepers compiles which units come back. It needs the units to be compiled.
func (p *part) keepers(c *modules.Compiler) {
	c = c.In(modules.InGame)
	w := &p.game.Withdrawal
	switch {
	case !w.Side.Given() && len(w.Keep) > 0:
		c.Report(w.Keep[0].Key.Spot, "the side that withdraws is missing")
	case w.Side.Given() && len(w.Keep) == 0:
		c.Report(w.Side.Spot, "who comes back from the withdrawal is missing: keep")
	}
	listed := map[string]bool{}
	for _, e := range w.Keep {
		k := Keeper{Count: c.Needed(e.Value.Count, e.Key.Spot, "count", 1, 100),
			Type: c.Text(e.Value.Type, e.Key.Spot, "type")}
		kind, ok := c.Type(k.Type)
		u := data.UnitOf(kind)
		switch {
		case k.Type == "":
		case !ok:
			c.Report(e.Value.Type.Spot, "%q is no type of unit", k.Type)
		case u.Side != p.terms.Side || !u.Exploit:
			c.Report(e.Value.Type.Spot, "%s does not withdraw: it is no exploit-capable type of side %s", k.Type,
				p.terms.Side)
		case listed[k.Type]:
			c.Report(e.Value.Type.Spot, "%s stands twice", k.Type)
		case countOfType(c.Def, k.Type) < k.Count:
			c.Report(e.Value.Count.Spot, "%d units of the type %s are to come back, and there are %d", k.Count,
				k.Type, countOfType(c.Def, k.Type))
		}
		k.Full, listed[k.Type] = u.Full, true
		p.terms.Keep = append(p.terms.Keep, k)
	}
	if w.Side.Given() {
		p.m.Data().Own[name] = p.terms
	}
}

// countOfType counts the units of a type.
func countOfType(d *modules.Definition, kind string) (n int) {
	for _, u := range d.Units {
		if u.Type == kind {
			n++
		}
	}
	return n
}

// arrival compiles the faces with which an order of arrival causes the withdrawal.
func (p *part) arrival(c *modules.Compiler, a *modules.Arrival, at document.Spot, shape any, own data.Own) {
	var faces []int
	for _, w := range shape.(*arrivalFile).Withdrawal {
		face := c.Needed(w.Value, w.Key.Spot, "face", 1, 6)
		if slices.Contains(faces, face) {
			c.Report(w.Value.Spot, "the face %d stands twice", face)
		}
		faces = append(faces, face)
	}
	if len(faces) == 0 {
		return
	}
	if a.Side != p.terms.Side {
		c.Report(at, "side %s has no withdrawal", a.Side)
	}
	own[name] = faces
}
