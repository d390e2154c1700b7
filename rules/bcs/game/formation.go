package game

import (
	"grognard/rules/bcs/data"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Support is one Support of a Formation, with the steps that it has left.
type Support struct {
	*data.Asset
	Name string // as Lost and Shots take it
	Left int    // the steps that it has left
}

// Supports lists the Support that a Formation owns, then what is assigned to it, as far as it has steps left.
func (g *Game) Supports(st *state.State, f *data.Formation) (out []Support) {
	for i := range f.Supports {
		name := SupportName(f, i)
		if left := f.Supports[i].Steps - st.Tally(Lost(name)); left > 0 {
			out = append(out, Support{&f.Supports[i], name, left})
		}
	}
	for i := range g.Data.Assets {
		a := &g.Data.Assets[i]
		if a.Steps == 0 || g.LentTo(st, a.ID) != f.ID {
			continue
		}
		if left := a.Steps - st.Tally(Lost(a.ID)); left > 0 {
			out = append(out, Support{a, a.ID, left})
		}
	}
	return out
}

// LentTo returns the Formation to which an asset is assigned, "" if it is not assigned.
func (g *Game) LentTo(st *state.State, asset string) order.GroupID {
	if n := st.Tally(Lent(asset)); n > 0 && n <= len(g.Data.Formations) {
		return g.Data.Formations[n-1].ID
	}
	return ""
}

// Number returns the place of f among the module's Formations, from 1; 0 unless f points into g.Data.Formations.
func (g *Game) Number(f *data.Formation) int {
	for i := range g.Data.Formations {
		if &g.Data.Formations[i] == f {
			return i + 1
		}
	}
	return 0
}

// Arty returns the Artillery Points that a Formation owns or that are assigned to it. In its own activation a Partial
// SNAFU halves them, rounding down, and those already used are subtracted.
func (g *Game) Arty(st *state.State, f *data.Formation) int {
	n := f.Arty
	for i := range g.Data.Assets {
		if a := &g.Data.Assets[i]; a.Arty > 0 && g.LentTo(st, a.ID) == f.ID {
			n += a.Arty
		}
	}
	if active := g.Active(st); active == nil || active.ID != f.ID {
		return n
	}
	if IsPartial(st, f.ID) {
		n /= 2
	}
	return max(n-st.Tally(Of(ArtyOf, f.ID)), 0)
}

// HQ is the piece of a Formation's HQ, nil for none.
func (g *Game) HQ(st *state.State, f *data.Formation) *state.Piece { return st.Piece(f.HQ) }

// Trains is the piece of a Formation's Trains, nil for none.
func (g *Game) Trains(st *state.State, f *data.Formation) *state.Piece {
	if f.Trains == "" {
		return nil
	}
	return st.Piece(f.Trains)
}

// IsPrepared reports whether a Formation is in Prepared Defense.
func (g *Game) IsPrepared(st *state.State, f *data.Formation) bool {
	hq := g.HQ(st, f)
	return hq != nil && hq.Marks.Has(Prepared)
}

func (g *Game) IsCoordinated(st *state.State, f *data.Formation) bool {
	hq := g.HQ(st, f)
	return hq != nil && hq.Marks.Has(Coordinated)
}

// FormationOf returns the Formation of a piece, nil for an Independent that is assigned to none.
func (g *Game) FormationOf(p *state.Piece) *data.Formation {
	if p.Group == "" {
		return nil
	}
	return g.byName[p.Group]
}

// Active is the Formation whose activation it is, nil for none.
func (g *Game) Active(st *state.State) *data.Formation {
	if len(st.Frames) < 2 { // frame 0 is the phase, 1 the activation, 2 its step
		return nil
	}
	return g.byName[st.Frames[1].Group]
}

// Step returns the name of the step that the activation is in, such as Activities; "" outside of activations.
func Step(frames []state.Frame) string {
	if len(frames) < 3 {
		return ""
	}
	return frames[2].Name
}

func IsSecond(frames []state.Frame) bool { return len(frames) > 1 && frames[1].Name == Another }

// Fires is how many Fire Events a unit has used in the activation.
func Fires(p *state.Piece) int {
	switch {
	case p.Flags.Has(Fired2):
		return 2
	case p.Flags.Has(Fired):
		return 1
	}
	return 0
}

// Allowance returns the movement allowance of a piece in the activation, in 1/Data.Scale of a movement point. A Partial
// SNAFU halves it, rounding down to a whole point.
func (g *Game) Allowance(st *state.State, p *state.Piece) int {
	points := g.Face(p).Move
	if IsPartial(st, p.Group) {
		points /= 2
	}
	return points * g.Data.Scale
}

// IsPartial reports whether a Formation is active after a Partial SNAFU.
func IsPartial(st *state.State, f order.GroupID) bool {
	return st.Acting() == f && st.Tally(Of(SnafuOf, f)) == SnafuPartial
}
