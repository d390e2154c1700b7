package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/order"
	"grognard/rules/view"
)

// WhenTrains lists what keeps Trains from moving now: they move among the activities, or if jumped ones need a hex.
func WhenTrains(c *game.Attempt) []choice.Violation {
	if q := c.Sight.Owed; q != nil && q.Kind == "trains" {
		return nil
	}
	return When(game.Activities)(c)
}

// NextTrains proposes the Formation, and then hexes with roads.
func NextTrains(c *game.Attempt) (picks []view.Pick) {
	p := Of(c.Sight)
	if len(c.Words) == 0 {
		return choice.Numbers(len(p.G.Data.Formations))
	}
	if len(c.Targets) > 0 {
		return nil
	}
	if q := c.Sight.Owed; q != nil {
		return HexPicks(choicesOfTrains(p, c, q.Hex))
	}
	for h := range p.G.Def.Grid.All() {
		if p.G.Ground[p.G.Def.Grid.Index(h)].Road != 0 {
			picks = append(picks, view.Pick{Hex: h})
		}
	}
	return picks
}

// trainsNamed returns a Formation by its ID, and the index of the hex of its Trains, -1 if they are not on the map.
func trainsNamed(p *Position, name string) (*data.Formation, int) {
	f := p.G.Formation(order.GroupID(name))
	if t := p.G.Trains(p.St, f); t != nil && t.OnMap() {
		return f, p.at(t)
	}
	return f, -1
}

// CheckTrains lists what a pick of a Train Movement breaks.
func CheckTrains(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	if pick.Hex == hex.None { // the pick is the Formation
		return checkTrainsOf(p, c, c.Form.Options[0].Words[pick.N-1])
	}
	if len(c.Words) == 0 {
		return Violations(Naming, view.T("bcs.which-formation"))
	}
	f, from := trainsNamed(p, c.Words[0])
	if c.Sight.Owed != nil { // BCS 10.3-23: their player chooses among a few hexes
		if !slices.Contains(choicesOfTrains(p, c, c.Sight.Owed.Hex), pick.Hex) {
			return Violations("10.3-23", view.T("bcs.trains-choice", "hex", pick.Hex))
		}
		return nil
	}
	to := p.G.Def.Grid.Index(pick.Hex)
	if to == from {
		return Violations("10.3-9", view.T("bcs.already-there"))
	}
	if p.against(f.Side).any[to] {
		return Violations("10.3-9", view.T("bcs.enemy-there", "hex", pick.Hex))
	}
	return illegalHex(p, f, to, pick.Hex)
}

// choicesOfTrains lists where the jumped Trains of a Formation can go from a hex.
func choicesOfTrains(p *Position, c *game.Attempt, from hex.Hex) []hex.Hex {
	f, _ := trainsNamed(p, c.Words[0])
	return Displaced(p, f, p.G.Def.Grid.Index(from))
}

// illegalHex: BCS 10.3-9, 10.3-13 to 10.3-15: Trains move only to Legal Hexes, from wherever they are.
func illegalHex(p *Position, f *data.Formation, to int, h hex.Hex) (out []choice.Violation) {
	broken := LegalTrains(p, f, to)
	if len(broken) == 0 {
		return nil
	}
	why := view.T("bcs.trains-illegal", "hex", h)
	out = append(Violations("10.3-9", why), Violation(fromWhere(p, f), why))
	for _, clause := range broken {
		why := view.T("bcs.trains-"+clause, "hex", h)
		out = append(out, Violation(clause, why))
		if clause == "10.3-8" && blockedByFire(p, f, to) {
			out = append(out, Violation("6.1-6", why))
		}
	}
	return out
}

// fromWhere returns the clause about moves of Trains off the map, in a Legal Hex or in another one, as f's are now.
func fromWhere(p *Position, f *data.Formation) string {
	switch t := p.G.Trains(p.St, f); {
	case !t.OnMap():
		return "10.3-14"
	case len(LegalTrains(p, f, p.at(t))) == 0:
		return "10.3-13"
	}
	return "10.3-15"
}

// checkTrainsOf lists what keeps the Trains of the Formation with ID name from moving, wherever they go.
func checkTrainsOf(p *Position, c *game.Attempt, name string) []choice.Violation {
	f, _ := trainsNamed(p, name)
	if q := c.Sight.Owed; q != nil {
		if q.Word != name {
			return Violations(q.Rule, view.T("bcs.other-trains", "formation", q.Word))
		}
		return nil
	}
	switch active := p.G.Active(p.St); {
	case f != active:
		return Violations(Naming, view.T("bcs.not-active", "formation", f.Name))
	case p.G.Trains(p.St, f) == nil:
		return Violations("10.3-9", view.T("bcs.no-trains", "formation", f.Name))
	// Trains in an illegal hex may leave the map. A hex in c.Rest is judged instead, to say what is wrong with it.
	case len(c.Rest) == 0 && (InLegalHex(p, f) || IsOff(p, f)) && !HasLegalHex(p, f):
		return Violations("10.3-9", view.T("bcs.trains-nowhere", "formation", f.Name))
	}
	return nil
}

// HasLegalHex reports whether there is a Legal Hex that a Formation's Trains can go to.
func HasLegalHex(p *Position, f *data.Formation) bool {
	t := p.G.Trains(p.St, f)
	for h := range p.G.Def.Grid.All() {
		at := p.G.Def.Grid.Index(h)
		if p.G.Ground[at].Road != 0 && !p.against(f.Side).any[at] && (!t.OnMap() || at != p.at(t)) &&
			len(LegalTrains(p, f, at)) == 0 {
			return true
		}
	}
	return false
}

// DoneTrains: BCS 10.3-16: Trains go off the map only from an illegal hex.
func DoneTrains(c *game.Attempt) []choice.Violation {
	p := Of(c.Sight)
	switch {
	case len(c.Words) == 0:
		return Violations(Naming, view.T("bcs.which-formation"))
	case len(c.Targets) > 0:
		return nil
	case c.Sight.Owed != nil:
		return Violations(c.Sight.Owed.Rule, view.T("bcs.where-to"))
	}
	switch f, from := trainsNamed(p, c.Words[0]); {
	case from < 0:
		return Violations("10.3-14", view.T("bcs.trains-off-already"))
	case len(LegalTrains(p, f, from)) == 0:
		why := view.T("bcs.trains-may-stay")
		return []choice.Violation{Violation("10.3-13", why), Violation("10.3-16", why)}
	}
	return nil
}
