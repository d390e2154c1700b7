package state

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// Event is a fact that changes a state. The set is closed; each kind has a name
// and a version in the log (see codec.go) that never change their meaning.
type Event interface {
	apply(*State) error
}

// Moved: units entered the hexes of a path in order and now stand on top of the stack in the last one, the
// first unit topmost. Or they went to a box and lost their marks and flags; their face and their group stay.
type Moved struct {
	Units []order.UnitID `json:"units"`
	Path  []hex.Hex      `json:"path,omitempty"`
	Box   string         `json:"box,omitempty"`
	How   string         `json:"how"`            // a word of the series
	Cost  int            `json:"cost,omitempty"` // movement points spent by each, in 1/Scale
	Rule  string         `json:"rule,omitempty"`
}

// Exchanged: two units of a side changed places. Each takes over everything from the other except its identity
// and its group: the hex or box, the place in the stack, steps, face, marks, flags, movement, arrival.
type Exchanged struct {
	Units [2]order.UnitID `json:"units"`
}

// Spent: units spent movement points without going anywhere.
type Spent struct {
	Units []order.UnitID `json:"units"`
	Cost  int            `json:"cost"` // by each, in 1/Scale
	Rule  string         `json:"rule"`
}

// Stepped: a unit has Left steps left. A unit without steps is moved to a box by another event.
type Stepped struct {
	Unit order.UnitID `json:"unit"`
	Left int          `json:"left"`
	Rule string       `json:"rule"`
}

// Grouped: the stack in a hex is now in this order, top first.
type Grouped struct {
	Hex   hex.Hex        `json:"hex"`
	Units []order.UnitID `json:"units"`
}

// Marked: a lasting marker was put on units or removed.
type Marked struct {
	Units []order.UnitID `json:"units"`
	Mark  string         `json:"mark"`
	On    bool           `json:"on"`
	Rule  string         `json:"rule,omitempty"`
}

// Flipped: units now lie with another side of their counters up.
type Flipped struct {
	Units []order.UnitID `json:"units"`
	Face  uint8          `json:"face"`
	Rule  string         `json:"rule,omitempty"`
}

// Joined: units now belong to a group; "" for none.
type Joined struct {
	Units []order.UnitID `json:"units"`
	Group order.GroupID  `json:"group"`
	Rule  string         `json:"rule,omitempty"`
}

// Flagged: units or a hex got a flag until the frame at Depth ends: the phase at depth 0, or a frame inside it.
// That need not be the innermost frame. With Keep a hex has it for good. With Off they lost it.
type Flagged struct {
	Units []order.UnitID `json:"units,omitempty"`
	Hex   hex.Hex        `json:"hex,omitzero"`
	Flag  string         `json:"flag"`
	Keep  bool           `json:"keep,omitempty"`
	Depth int            `json:"depth,omitempty"`
	Off   bool           `json:"off,omitempty"`
}

// Counted: a tally has a new count.
type Counted struct {
	Tally string `json:"tally"`
	N     int    `json:"n"`
}

// Entered: a frame began at a depth and replaced all frames at that depth or deeper; at Depth 0 a phase
// replaced them all. It clears Lost. A phase, and a frame that is Fresh, also resets movement.
type Entered struct {
	Depth int   `json:"depth"`
	Frame Frame `json:"frame"`
	Turn  int   `json:"turn,omitempty"` // set when a turn begins
	Fresh bool  `json:"fresh,omitempty"`
}

// Left: the innermost frame ended, and with it the flags that last as long as it.
type Left struct{}

// Ended: the game is over, by a rule or, without one, because its players ended it.
type Ended struct {
	Rule string `json:"rule,omitempty"`
}

// Controlled: a side now controls a hex; "" for nobody.
type Controlled struct {
	Hex  hex.Hex    `json:"hex"`
	Side order.Side `json:"side"`
}

// Asked: a side owes a decision, which comes before all pending ones. With Again it is the first pending one, changed.
type Asked struct {
	Question Question `json:"question"`
	Again    bool     `json:"again,omitempty"`
}

// Answered: the first pending decision was made.
type Answered struct {
	ID int `json:"id"`
}

// Rolled: dice were rolled.
type Rolled struct {
	Number uint64 `json:"number"` // of the roll in the game, from 1
	Faces  []int  `json:"faces"`
	For    string `json:"for"` // a word of the series
	Rule   string `json:"rule"`
}

// Noted: a fact for the players that changes nothing.
type Noted struct {
	What  string         `json:"what"`
	Side  order.Side     `json:"side,omitempty"`
	Hex   hex.Hex        `json:"hex,omitzero"`
	Units []order.UnitID `json:"units,omitempty"`
	N     int            `json:"n,omitempty"`
	Rule  string         `json:"rule,omitempty"`
}

// Apply changes the state by an event. An event that does not fit the state, as from a damaged log, is an error.
func (s *State) Apply(e Event) error {
	if err := e.apply(s); err != nil {
		return fmt.Errorf("%T: %w", e, err)
	}
	return nil
}

func (s *State) pieces(ids []order.UnitID) ([]*Piece, error) {
	out := make([]*Piece, len(ids))
	for i, id := range ids {
		out[i] = s.Piece(id)
		if out[i] == nil {
			return nil, fmt.Errorf("no unit %q", id)
		}
	}
	return out, nil
}

// each changes the pieces of units. If one is unknown it changes none of them and returns an error.
func (s *State) each(ids []order.UnitID, change func(*Piece)) error {
	pieces, err := s.pieces(ids)
	for _, p := range pieces {
		change(p)
	}
	return err
}

func (s *State) onMap(hexes ...hex.Hex) error {
	for _, h := range hexes {
		if !s.Def.Grid.Contains(h) {
			return fmt.Errorf("%v is off the map", h)
		}
	}
	return nil
}

func (e Moved) apply(s *State) error {
	pieces, err := s.pieces(e.Units)
	if err != nil {
		return err
	}
	if err := s.onMap(e.Path...); err != nil {
		return err
	}
	to := Place{Box: e.Box}
	if len(e.Path) > 0 {
		to = Place{Hex: e.Path[len(e.Path)-1]}
	} else if e.Box == "" {
		return fmt.Errorf("goes nowhere")
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		p := pieces[i]
		s.lift(p)
		if p.At.Box != "" {
			p.Began = to.Hex // it arrives, so its movement begins here
		}
		p.At, p.Used = to, p.Used+e.Cost
		if to.Box != "" {
			p.Marks, p.Flags, p.Used, p.Began = nil, nil, 0, hex.None
		} else {
			s.Stacks.put(s.Def.Grid.Index(to.Hex), s.index[p.ID])
		}
	}
	return nil
}

func (e Exchanged) apply(s *State) error {
	pieces, err := s.pieces(e.Units[:])
	if err != nil {
		return err
	}
	a, b := pieces[0], pieces[1]
	if a == b || a.Side != b.Side || a.Steps > s.Def.Units[b.ID].Steps || b.Steps > s.Def.Units[a.ID].Steps {
		return fmt.Errorf("%s and %s cannot change places", a.ID, b.ID)
	}
	s.Stacks.exchange(s.index[a.ID], s.index[b.ID])
	a.StandsFor, b.StandsFor = cmp.Or(a.StandsFor, a.ID), cmp.Or(b.StandsFor, b.ID)
	*a, *b = *b, *a
	a.ID, b.ID, a.number, b.number, a.Group, b.Group = b.ID, a.ID, b.number, a.number, b.Group, a.Group
	for _, p := range pieces {
		if p.StandsFor == p.ID {
			p.StandsFor = ""
		}
	}
	return nil
}

// lift takes a piece out of its stack.
func (s *State) lift(p *Piece) {
	if p.OnMap() {
		s.Stacks.lift(s.Def.Grid.Index(p.At.Hex), s.index[p.ID])
	}
}

func (e Spent) apply(s *State) error { return s.each(e.Units, func(p *Piece) { p.Used += e.Cost }) }

func (e Stepped) apply(s *State) error {
	p := s.Piece(e.Unit)
	if p == nil || e.Left < 0 || e.Left > s.Def.Units[e.Unit].Steps {
		return fmt.Errorf("unit %q cannot have %d steps", e.Unit, e.Left)
	}
	p.Lost += max(p.Steps-e.Left, 0)
	p.Steps = e.Left
	return nil
}

func (e Grouped) apply(s *State) error {
	if err := s.onMap(e.Hex); err != nil {
		return err
	}
	pieces, err := s.pieces(e.Units)
	if err != nil {
		return err
	}
	if n := s.Height(e.Hex); len(pieces) != n {
		return fmt.Errorf("%d units where %d stand", len(pieces), n)
	}
	for i, p := range pieces {
		if p.At.Hex != e.Hex || slices.Contains(pieces[:i], p) {
			return fmt.Errorf("unit %q does not stand in %v", p.ID, e.Hex)
		}
	}
	for _, p := range slices.Backward(pieces) {
		s.lift(p)
		s.Stacks.put(s.Def.Grid.Index(e.Hex), s.index[p.ID])
	}
	return nil
}

func (e Marked) apply(s *State) error {
	return s.each(e.Units, func(p *Piece) { p.Marks = p.Marks.with(e.Mark, e.On) })
}

func (e Flipped) apply(s *State) error { return s.each(e.Units, func(p *Piece) { p.Face = e.Face }) }

func (e Joined) apply(s *State) error { return s.each(e.Units, func(p *Piece) { p.Group = e.Group }) }

func (e Flagged) apply(s *State) error {
	pieces, err := s.pieces(e.Units)
	if err != nil {
		return err
	}
	if e.Depth < 0 || e.Depth > 0 && (e.Keep || e.Depth >= len(s.Frames)) {
		return fmt.Errorf("no frame at depth %d ends it", e.Depth)
	}
	for _, p := range pieces {
		if e.Off {
			p.Flags = p.Flags.without(func(x Flag) bool { return x.Word == e.Flag })
		} else {
			p.Flags = p.Flags.with(e.Flag, e.Depth)
		}
	}
	switch {
	case e.Hex == hex.None:
	case e.Off:
		s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), func(m HexMark) bool {
			return m.Hex == e.Hex && (m.Word == e.Flag || m.Word == passing+e.Flag)
		})
	case e.Keep:
		s.Marks = append(s.Marks, HexMark{Hex: e.Hex, Word: e.Flag})
	default:
		s.Marks = append(s.Marks, HexMark{e.Hex, passing + e.Flag, e.Depth})
	}
	return nil
}

func cmpTally(t Tally, name string) int { return strings.Compare(t.Name, name) }

func (e Counted) apply(s *State) error {
	i, ok := slices.BinarySearchFunc(s.Tallies, e.Tally, cmpTally)
	if !ok {
		s.Tallies = slices.Insert(s.Tallies, i, Tally{Name: e.Tally})
	}
	s.Tallies[i].N = e.N
	return nil
}

func (e Entered) apply(s *State) error {
	if e.Depth < 0 || e.Depth > len(s.Frames) {
		return fmt.Errorf("depth %d in %d frames", e.Depth, len(s.Frames))
	}
	s.end(e.Depth)
	s.Frames = append(s.Frames[:e.Depth], e.Frame)
	if e.Turn > 0 {
		s.Turn = e.Turn
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		p.Lost = 0
		if e.Depth == 0 || e.Fresh {
			p.Used, p.Began = 0, p.At.Hex
		}
	}
	return nil
}

func (Left) apply(s *State) error {
	if len(s.Frames) < 2 {
		return fmt.Errorf("nothing to leave")
	}
	s.end(len(s.Frames) - 1)
	s.Frames = s.Frames[:len(s.Frames)-1]
	return nil
}

func (Ended) apply(s *State) error { s.Over = true; return nil }

func (e Controlled) apply(s *State) error {
	i := slices.IndexFunc(s.Def.Sides, func(n order.Nation) bool { return n.ID == e.Side })
	if err := s.onMap(e.Hex); err != nil || i < 0 && e.Side != "" {
		return fmt.Errorf("%v cannot be controlled by %q", e.Hex, e.Side)
	}
	s.Control[s.Def.Grid.Index(e.Hex)] = int8(i + 1) // 0 for nobody, whose i is -1
	return nil
}

func (e Asked) apply(s *State) error {
	if _, err := s.pieces(e.Question.Units); err != nil {
		return err
	}
	keep := len(s.Pending)
	if e.Again {
		keep--
	}
	if keep < 0 {
		return fmt.Errorf("no question to put again")
	}
	s.Pending = append(s.Pending[:keep], e.Question)
	s.Asked++
	return nil
}

func (e Answered) apply(s *State) error {
	if q := s.Owed(); q == nil || q.ID != e.ID {
		return fmt.Errorf("question %d is not owed", e.ID)
	}
	s.Pending = s.Pending[:len(s.Pending)-1]
	return nil
}

func (e Rolled) apply(s *State) error {
	if e.Number != s.Rolls+1 {
		return fmt.Errorf("roll %d after roll %d", e.Number, s.Rolls)
	}
	s.Rolls, s.LastRoll = e.Number, e.For
	return nil
}

func (Noted) apply(*State) error { return nil }
