package report

import (
	"math/big"
	"slices"
	"time"

	"grognard/bot/luck"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// About is the public information about a game that is not in its film.
type About struct {
	Title, Scenario string
	Sides           []Side    // in the order of play
	Opened, Last    time.Time // when it was opened, and when its last announced command was given
	Over            bool
	Ending          []string // how it ended and why, in words; of a running game how it stands
}

// Side is a side with the names of those who play it; Players is empty if nobody does.
type Side struct {
	ID      order.Side
	Players []string
}

// Words returns the texts of the catalogue's messages. args alternate names and values; a string value stands as it is.
type Words interface {
	Say(id string, args ...any) string
}

// Report is what happened in a game.
type Report struct {
	about         About
	words         Words
	boards        []*view.Board
	turns         []*turn
	fights        []*fight
	tally         luck.Tally
	turningPoints []turning
	pictures      []Picture // in the order of the report
	leftOut       int       // pictures that have no room or could not be drawn
}

// turn is what happened in a turn.
type turn struct {
	number int
	frame  int // the index of the last frame about this turn
	fights int
	points *points                 // at the turn's end; nil if the game has no victory points
	lost   map[order.Side]int      // steps
	luck   map[order.Side]*big.Rat // in steps; positive is good for the side
	staked int                     // fights whose luck in steps can be counted: see fight.isStaked
}

// points is a score: side has n victory points at the end of a turn and has gained this many in it.
type points struct {
	side      order.Side
	n, gained int
}

// fight is a fight on the map.
type fight struct {
	luck.Fight
	frame    int // the index of the frame that tells of it
	kind     view.Text
	means    []view.Text // what the result does, where its code does not say so
	isStaked bool        // it was rolled for in a table of step losses
	engaged  int         // the steps of all units in the fight that everybody knows
	units    []order.UnitID
	lost     map[order.Side]int // steps
	taken    int                // the victory points of the fight's hex, if that was taken after it
}

// Of returns the report of a game. Frames are its film as everybody may see it; there must be at least one.
func Of(about About, frames []view.Public, words Words) *Report {
	boards := make([]*view.Board, len(frames))
	for i, f := range frames {
		boards[i] = f.Board()
	}
	return fromBoards(about, boards, words)
}

// fromBoards returns the report of a game whose film shows these boards.
func fromBoards(about About, boards []*view.Board, words Words) *Report {
	r := &Report{about: about, words: words, boards: boards}
	c := newCounter(r)
	for i := range boards {
		c.frame(i)
	}
	r.addPoints()
	r.turningPoints = findTurningPoints(r.last().Map.Sides, r.turns, r.fights)
	r.addPictures()
	return r
}

// last returns the board of the last frame.
func (r *Report) last() *view.Board { return r.boards[len(r.boards)-1] }

// turnOf returns the turn of a number and makes missing turns up to it. For a number below 1 it returns turn 1.
func (r *Report) turnOf(number int) *turn {
	number = max(number, 1)
	for len(r.turns) < number {
		r.turns = append(r.turns, &turn{number: len(r.turns) + 1, lost: map[order.Side]int{},
			luck: map[order.Side]*big.Rat{}})
	}
	return r.turns[number-1]
}

// addPoints stores in each turn its victory points and how many were gained since the turn before. A turn without a
// frame of its own takes the last frame before it.
func (r *Report) addPoints() {
	before, frame := r.boards[0].Score(), 0
	for _, t := range r.turns {
		t.frame = max(t.frame, frame)
		now := r.boards[t.frame].Score()
		if now != nil && before != nil {
			t.points = &points{side: now.Side, n: now.N, gained: now.N - before.N}
		}
		before, frame = now, t.frame
	}
}

// other returns the opponent of side, "" if there is none.
func (r *Report) other(side order.Side) order.Side {
	for _, n := range r.last().Map.Sides {
		if n.ID != side {
			return n.ID
		}
	}
	return ""
}

// hasLuck reports whether a fight of the game has luck in steps.
func (r *Report) hasLuck() bool {
	return slices.ContainsFunc(r.fights, func(f *fight) bool { return f.isStaked })
}

// worthOf returns the victory points printed in a hex, 0 for none.
func worthOf(m *view.Map, h hex.Hex) int {
	for _, p := range m.Places {
		if p.Hex == h {
			return p.VP
		}
	}
	return 0
}
