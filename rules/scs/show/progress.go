package show

import (
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// progress lists what the viewer's units on the map have done in a phase of their own: SCS 3.1b, 3.0,
// 7.2b. Only their own side is told, because the list reveals units under the tops of stacks.
func progress(g *game.Game, st *state.State, viewer order.Side) []view.Progress {
	f := st.Phase()
	if f.Side != viewer || viewer == "" {
		return nil
	}
	var out []view.Progress
	var said remainders
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.Side != viewer || !p.OnMap() {
			continue
		}
		if f.Name == data.Combat {
			out = append(out, combatProgress(g, st, p))
		} else {
			out = append(out, moveProgress(g, f, p, &said))
		}
	}
	slices.SortFunc(out, func(a, b view.Progress) int { return strings.Compare(string(a.Unit), string(b.Unit)) })
	return out
}

// combatProgress says what a unit has done in its combat phase. A unit is idle when it stands beside an
// enemy and has not attacked.
func combatProgress(g *game.Game, st *state.State, p *state.Piece) view.Progress {
	done := view.Progress{Unit: p.ID}
	if p.Flags.Has(game.Attacked) || p.Flags.Has(game.Overran) {
		done.Text = view.T("units.attacked")
		return done
	}
	if g.Printed(p).Attack > 0 {
		for h := range g.Def.Grid.Neighbours(p.At.Hex) {
			top := st.Top(h)
			done.Idle = done.Idle || top != nil && top.Side != p.Side
		}
	}
	return done
}

// moveProgress says what a unit has done in a phase other than combat. A unit is idle when it can move and has not.
func moveProgress(g *game.Game, f state.Frame, p *state.Piece, said *remainders) view.Progress {
	done := view.Progress{Unit: p.ID}
	moved := p.Used > 0 || p.Flags.Has(game.Arrived)
	if left := g.Left(p); left > 0 && law.CanStillMove(g, f, p) {
		done.Left, done.Text = said.textFor(g.Fraction(left), moved)
	}
	switch {
	case p.Flags.Has(game.Attacked) || p.Flags.Has(game.Overran):
		done.Text = view.T("units.overran")
	case done.Left == nil && moved:
		done.Text = view.T("units.moved")
	}
	done.Idle = done.Left != nil && !moved
	return done
}

// remainders holds the texts about points left, so that units with the same number share one.
type remainders []remainder

type remainder struct {
	left  *chart.Fraction
	moved bool
	text  view.Text
}

// textFor returns the points that a unit has left, with their text; moved says whether it has moved yet.
func (r *remainders) textFor(left chart.Fraction, moved bool) (*chart.Fraction, view.Text) {
	i := slices.IndexFunc(*r, func(k remainder) bool { return *k.left == left && k.moved == moved })
	if i < 0 {
		i = len(*r)
		text := view.T("units.left", "left", left)
		if moved {
			text = view.T("units.moved-left", "left", left)
		}
		*r = append(*r, remainder{&left, moved, text})
	}
	return (*r)[i].left, (*r)[i].text
}
