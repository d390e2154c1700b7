// Package law is what is legal and what counts, section by section: zones, Safe Paths, MSRs, radius, stops, who can
// engage whom. It reads a Position and changes none. The notes hide nothing, so a Position is the whole of a state,
// whoever looks at it; but for a module that hides stacks see hidden.go.
//
// It may import data and game. It must not roll, nor know what an order does.
package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
)

// Position is a state of a game with what follows from it. What follows is worked out when it is asked for and kept
// until Reset, which has to be called after each change of the state.
type Position struct {
	G  *game.Game
	St *state.State

	surveyed   bool
	visibility int          // in hexes, 0 for unlimited
	sides      [2]survey    // by the side's place in Def.Sides
	under      []uint8      // by Grid.Index: combat units hidden there, which are in game.Unseen in St; nil for none
	supported  []bool       // by the number of a Formation: it has something in Support
	reaches    []int        // by the number of a Formation: the range of its Stand Off Support
	safe       []pathSearch // by 3 × the number of a Formation + class
	msrs       []cachedMSR  // by the number of a Formation
	queue      []int16      // memory of floods
	before     []int16      // of the last call of road, by Grid.Index: the index of the hex before, plus 1; 0 for none
	nowhere    []bool       // no hex costs more: units pay no tolls
	Ways       route.Field  // see Reach
	waysOf     movers
	home       route.Field           // of units on their way back into the radius
	further    route.Field           // of units on a path that is not whole yet
	traffics   [2][allMovers]traffic // by the place of the side that moves
}

// survey is what the units of a side make of the map, by Grid.Index.
type survey struct {
	zone    []Zone
	fire    []bool  // Engagement Zones
	guarded []bool  // a combat unit stands there
	held    []uint8 // combat units and HQs
	any     []bool  // a piece stands there, Trains too
}

func NewPosition(g *game.Game, st *state.State) *Position {
	p := &Position{}
	p.Reset(g, st)
	return p
}

// Reset makes p the position of a state and forgets what followed from the last one. The memory of p is used again.
func (p *Position) Reset(g *game.Game, st *state.State) {
	p.G, p.St, p.surveyed, p.under = g, st, false, p.under[:0]
	size, n := g.Def.Grid.Size(), len(g.Data.Formations)
	for i := range p.sides {
		s := &p.sides[i]
		s.zone, s.fire, s.held, s.any = room(s.zone, size), room(s.fire, size), room(s.held, size), room(s.any, size)
		s.guarded = room(s.guarded, size)
	}
	p.supported, p.reaches, p.msrs = room(p.supported, n), room(p.reaches, n), room(p.msrs, n)
	p.safe = room(p.safe, 3*n)
	for i := range p.safe {
		p.safe[i].queue = p.safe[i].queue[:0]
	}
	clear(p.msrs)
	for side := range p.traffics {
		for m := range p.traffics[side] {
			p.traffics[side][m].done = false
		}
	}
	p.nowhere = room(p.nowhere, size)
	p.Ways.Forget()
	p.home.Forget()
	p.further.Forget()
}

// room returns a list of length n, in the memory of old if that is large enough. Its values are not cleared.
func room[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}

// side is the place of a side in Def.Sides.
func (p *Position) side(s order.Side) int {
	if p.G.Def.Sides[0].ID == s {
		return 0
	}
	return 1
}

// own returns the survey of a side itself.
func (p *Position) own(s order.Side) *survey {
	p.ensureSurvey()
	return &p.sides[p.side(s)]
}

// against is the survey of a side's enemy.
func (p *Position) against(s order.Side) *survey {
	p.ensureSurvey()
	return &p.sides[1-p.side(s)]
}

// ensureSurvey surveys the map, unless that has been done since the last Reset.
func (p *Position) ensureSurvey() {
	if p.surveyed {
		return
	}
	p.surveyed, p.visibility = true, p.St.Tally(game.Visibility)
	for i := range p.sides {
		s := &p.sides[i]
		clear(s.zone)
		clear(s.fire)
		clear(s.guarded)
		clear(s.held)
		clear(s.any)
	}
	for i := range p.G.Data.Formations {
		p.supported[i], p.reaches[i] = false, 0
		for _, s := range p.G.Supports(p.St, &p.G.Data.Formations[i]) {
			p.supported[i] = true
			if s.StandOff {
				p.reaches[i] = max(p.reaches[i], s.AV.Range)
			}
		}
	}
	for i := range p.St.Pieces {
		if u := &p.St.Pieces[i]; u.OnMap() {
			p.surveyPiece(u)
		}
	}
}

// surveyPiece adds to the survey what one piece does where it stands.
func (p *Position) surveyPiece(u *state.Piece) {
	s, at := &p.sides[p.side(u.Side)], p.G.Def.Grid.Index(u.At.Hex)
	s.any[at] = true
	if p.G.Of(u).Role == data.Trains {
		return
	}
	s.held[at]++
	s.guarded[at] = s.guarded[at] || p.G.IsCombat(u)
	if z := p.projects(u); z > None {
		for _, n := range p.G.Neighbours(at) {
			if n >= 0 && s.zone[n] < z {
				s.zone[n] = z
			}
		}
		p.surveyFire(s, u)
	}
}

// at is the index of a piece's hex.
func (p *Position) at(u *state.Piece) int { return p.G.Def.Grid.Index(u.At.Hex) }

// Known is what a sight of the series knows: everything, except in a module that hides stacks.
type Known struct {
	Position
	state state.State
}

// Look fills s with what a side may know of the state st.
func Look(g *game.Game, s *state.Sight, st *state.State, side order.Side) {
	known, ok := s.Known.(*Known)
	if !ok {
		known = &Known{}
	}
	s.See(st, side)
	st.CopyTo(&known.state)
	known.Reset(g, &known.state)
	s.Known = known
	if g.Data.Hidden {
		known.conceal(side)
	}
}

// AsIfActive returns the sight as it would be among the activities of a Formation of its side, activated now.
func AsIfActive(g *game.Game, s *state.Sight, f *data.Formation) *state.Sight {
	now, ahead, known := s.Known.(*Known), *s, &Known{}
	frames := []state.Frame{{Name: game.Activations, Side: f.Side}, {Name: game.Initial, Side: f.Side, Group: f.ID},
		{Name: game.Activities, Side: f.Side, Group: f.ID}}
	now.state.CopyTo(&known.state)
	ahead.Frames, known.state.Frames, ahead.Known = frames, frames, known
	known.Reset(g, &known.state)
	known.under = slices.Clone(now.under)
	return &ahead
}

// Of is the position that a sight knows.
func Of(s *state.Sight) *Position { return &s.Known.(*Known).Position }

// In returns the position of a state, made in the memory of a sight; the sight then knows this position alone.
func In(s *state.Sight, g *game.Game, st *state.State) *Position {
	known, ok := s.Known.(*Known)
	if !ok {
		known = &Known{}
		s.Known = known
	}
	known.Reset(g, st)
	return &known.Position
}
