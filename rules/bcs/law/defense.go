package law

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Defends reports whether Prepared Defense serves a unit. BCS 4.5-1: it serves units at most six hexes from the HQ. BCS
// 1.2d-4, 4.5-8: only prepared ones with their Deployed side up.
func Defends(p *Position, u *state.Piece) bool { return WhyExposed(p, u).ID == "" }

// WhyExposed says why Prepared Defense does not serve a unit, nothing where it does.
func WhyExposed(p *Position, u *state.Piece) view.Text {
	f := p.G.FormationOf(u)
	switch {
	case f == nil:
		return view.T("bcs.exposed-independent")
	case !p.G.IsPrepared(p.St, f):
		return view.T("bcs.exposed", "formation", f.Name)
	case u.Face != data.Deployed:
		return view.T("bcs.exposed-move")
	case !IsPrepared(p.G, u): // by what its counter shows (1.2d-1); its Formation's Prepared Defense is asked above
		return view.T("bcs.exposed-unarmed")
	}
	switch hq := p.HQAt(f); {
	case hq < 0:
		return view.T("bcs.exposed-hq-off")
	case p.G.Def.Grid.Distance(p.G.At(hq), u.At.Hex) > Defended:
		return view.T("bcs.exposed-far", "most", Defended)
	}
	return view.Text{}
}

// WhenPrepare lists what keeps a Formation from Prepared Defense. BCS 4.5-6: not while it is marked MSR Blocked. BCS
// 4.5-7: it must have an Artillery Point, its own or assigned, which is not used up.
func WhenPrepare(c *game.Attempt) []choice.Violation {
	out := When(game.Declare)(c)
	p := Of(c.Sight)
	f := p.G.Active(p.St)
	if f == nil || f.Side != c.Sight.Side {
		return out
	}
	if p.G.IsPrepared(p.St, f) {
		out = append(out, Violation("4.5-7", view.T("bcs.prepared-already")))
	}
	if p.St.Tally(game.Of(game.BlockedOf, f.ID)) > 0 {
		out = append(out, Violation("4.5-6", view.T("bcs.prepare-blocked")))
	}
	if p.G.Arty(p.St, f) == 0 {
		out = append(out, Violation("4.5-7", view.T("bcs.prepare-arty")))
	}
	return out
}

// WhenUnprepare lists what keeps a Formation from giving up its Prepared Defense: for one, that it is not in it.
func WhenUnprepare(c *game.Attempt) []choice.Violation {
	out, p := When(game.Declare)(c), Of(c.Sight)
	if len(out) == 0 && !p.G.IsPrepared(p.St, p.G.Active(p.St)) {
		return Violations("4.5-5", view.T("bcs.not-prepared"))
	}
	return out
}
