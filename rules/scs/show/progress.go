package show

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/state"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Progress lists what the side's units on the map have done in a phase of their own: SCS 3.1b, 3.0, 7.2b. Only their
// side is told, because the list reveals units under the tops of stacks.
func Progress(g *game.Game, s *state.Sight) []view.Progress {
	if s.Phase().Side != s.Side {
		return nil
	}
	c := g.Try(s, "end")
	alone, out, texts := law.NewSingleMove(c), make([]view.Progress, 0, len(s.Own)), remainders{}
	for i := range s.Own {
		switch p := &s.Own[i]; {
		case !p.OnMap():
		case s.Phase().Name == data.Combat:
			out = append(out, combatProgress(c, p))
		default:
			out = append(out, moveProgress(c, alone, p, &texts))
		}
	}
	return out
}

// combatProgress says what a unit has done in its combat phase. It is idle beside an enemy if it has not attacked.
func combatProgress(c *game.Attempt, p *state.Piece) view.Progress {
	done := view.Progress{Unit: p.ID}
	if p.Flags.Has(game.Attacked) || p.Flags.Has(game.Overran) {
		done.Text = view.T("units.attacked")
		return done
	}
	if c.Game.Printed(p).Attack > 0 {
		for h := range c.Sight.Def.Grid.Neighbours(p.At.Hex) {
			done.Idle = done.Idle || c.Sight.EnemyAt(h)
		}
	}
	return done
}

// moveProgress says what a unit has done in a phase other than combat. A unit is idle when it can move and has not.
func moveProgress(c *game.Attempt, alone *law.SingleMove, p *state.Piece, texts *remainders) view.Progress {
	done := view.Progress{Unit: p.ID}
	moved := p.Used > 0 || p.Flags.Has(game.Arrived)
	if law.IsMovePhase(c) && alone.CanGo(p) {
		done.Left, done.Text = texts.textFor(c.Game.Fraction(c.Game.Left(p)), moved)
	}
	switch {
	case p.Flags.Has(game.Attacked) || p.Flags.Has(game.Overran):
		done.Text = view.T("units.overran")
	case done.Left == nil && moved:
		done.Text = view.T("units.moved")
	}
	done.Idle = done.Left != nil && p.Used == 0
	return done
}

// remainders holds the texts about points left, so that units with the same number of points share a text.
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
