// Package state is the full state of a game, including everything hidden: where every piece is, what it has
// done, and which decisions are pending. Only packages under rules/ can import it.
//
// Only events change a State. They are physical facts with their results, from one set for all games and
// series, and applying one needs no rule:
//
//	sc := state.NewScratch(st)                // a copy to resolve on
//	sc.Do(state.Stepped{Unit: "r1", Left: 1}) // changes the copy
//	events := sc.Events()                     // what to put into the log
//
// Series and modules add words (marks, flags, tallies, boxes, frames, notes), never code to apply.
package state

import (
	"iter"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Place is where a piece is: a hex, or a box off the map.
type Place struct {
	Hex hex.Hex `json:"hex,omitzero"`
	Box string  `json:"box,omitempty"`
}

// The boxes of every game. Series have others, under names of their own.
const (
	Dead   = "dead"   // destroyed
	Coming = "coming" // arrives later
)

// Of returns the name of a side's tally.
func Of(what string, s order.Side) string { return what + " " + string(s) }

// Words is a small sorted set.
type Words []string

// Has says whether a word is in the set.
func (w Words) Has(s string) bool { return slices.Contains(w, s) }

// with returns the set with a word, or without it if on is false.
func (w Words) with(s string, on bool) Words {
	out := slices.DeleteFunc(slices.Clone(w), func(x string) bool { return x == s })
	if on {
		out = append(out, s)
		slices.Sort(out)
	}
	if len(out) == 0 {
		return nil // as a snapshot reads it
	}
	return out
}

// Arrival is when and where a piece arrives, from the start of the game. It never changes; two pieces may swap theirs.
type Arrival struct {
	Due   int       // turn of arrival, while Coming
	Entry []hex.Hex // where it arrives, or may be set up
	Area  string    // the name of the entry area, if it has one
	Waits bool      // until its side controls the entry area
}

// Piece is a unit in play. Marks last until removed, Flags until a frame ends. Used and Began are about the
// present phase, or the last frame in it that reset movement; Lost is about the present fight.
type Piece struct {
	ID       order.UnitID `json:"id"`
	Side     order.Side   `json:"-"`
	*Arrival `json:"-"`   // never nil in a state
	At       Place        `json:"at"`
	Steps    int          `json:"steps"`           // steps left
	Marks    Words        `json:"marks,omitempty"` // lasting markers, see the module
	Used     int          `json:"used,omitempty"`  // movement points spent, in units of 1/Scale
	Flags    Flags        `json:"flags,omitempty"` // see the series
	Began    hex.Hex      `json:"began,omitzero"`  // where its movement began
	Lost     int          `json:"lost,omitempty"`  // steps lost in this fight

	Face  uint8         `json:"face,omitempty"`  // the number of the side of the counter that is up
	Group order.GroupID `json:"group,omitempty"` // the group that it belongs to, "" for none

	StandsFor order.UnitID `json:"for,omitempty"` // the unit whose Arrival it has, "" for its own

	number int16 // index in the roster
}

// Number is the index of the piece's unit in the module's roster.
func (p *Piece) Number() int { return int(p.number) }

// OnMap says whether the piece stands in a hex.
func (p *Piece) OnMap() bool { return p.At.Hex != hex.None }

// Frame is a section of play. Frames nest: a phase may contain an activation, which may contain a fight. The
// depth of a frame is the number of frames around it.
type Frame struct {
	Name    string         `json:"name"`
	Side    order.Side     `json:"side"`
	Group   order.GroupID  `json:"group,omitempty"`   // the activated group
	Hex     hex.Hex        `json:"hex,omitzero"`      // the target of a fight
	Units   []order.UnitID `json:"units,omitempty"`   // the acting units
	Against []order.UnitID `json:"against,omitempty"` // the units acted upon
}

// Fights says whether the frame is a fight, which cannot be taken back once announced.
func (f Frame) Fights() bool { return len(f.Against) > 0 }

// Question is a decision that a side owes. The last one in State.Pending has to be answered first.
type Question struct {
	ID    int            `json:"id"`
	Side  order.Side     `json:"side"`
	Kind  string         `json:"kind"` // the command that answers it
	Rule  string         `json:"rule"`
	N     int            `json:"n"` // steps, hexes or units still owed
	Hex   hex.Hex        `json:"hex,omitzero"`
	Units []order.UnitID `json:"units,omitempty"`
	Left  []int          `json:"left,omitempty"` // how many hexes each of Units may still go
	Word  string         `json:"word,omitempty"` // the kind of loss, a word of the series
}

// Tally is a count under a name.
type Tally struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Open is the part of a game that both sides know: phases and fights, control, marks and tallies.
type Open struct {
	Turn     int
	Frames   []Frame   `json:",omitempty"`
	Control  []int8    // by Grid.Index: index in Def.Sides + 1, 0 for nobody
	Marks    []HexMark `json:",omitempty"` // in the order made
	Tallies  []Tally   `json:",omitempty"` // by name
	LastRoll string    `json:",omitempty"` // what the last roll was for; "" before the first
	Over     bool
}

// copyIn returns a deep copy in the memory of room.
func (o *Open) copyIn(room Open) Open {
	c := *o
	c.Frames = append(room.Frames[:0], o.Frames...)
	c.Control = append(room.Control[:0], o.Control...)
	c.Marks = append(room.Marks[:0], o.Marks...)
	c.Tallies = append(room.Tallies[:0], o.Tallies...)
	return c
}

// State is a game at a moment. Pieces keep the order of the module's roster.
type State struct {
	Def *modules.Definition
	Open
	Pieces  []Piece `json:",omitempty"`
	Stacks  Stacks
	Pending []Question `json:",omitempty"`
	Asked   int        // questions asked so far
	Rolls   uint64     // rolls made so far

	// fixed with Pieces, and shared by copies
	index map[order.UnitID]int16
	foes  map[order.Side][]order.UnitID // of each side with pieces, the pieces of the others
}

// New is the state of a game before anything is placed. The pieces must come from the roster, in its order and
// each once, and stand nowhere; events put them on the map.
func New(d *modules.Definition, pieces []Piece) *State {
	s := &State{Def: d, Open: Open{Turn: 1, Control: make([]int8, d.Grid.Size())}, Pieces: pieces,
		Stacks: newStacks(d.Grid.Size(), len(pieces))}
	s.number()
	return s
}

// number sets each piece's roster index, and index and foes. It reports whether the pieces are in the roster's order.
func (s *State) number() bool {
	s.index, s.foes = make(map[order.UnitID]int16, len(s.Pieces)), map[order.Side][]order.UnitID{}
	n := 0
	for i := range s.Pieces {
		for n < len(s.Def.Roster) && s.Def.Roster[n] != s.Pieces[i].ID {
			n++
		}
		s.Pieces[i].number = int16(n)
		if s.Pieces[i].Arrival == nil {
			s.Pieces[i].Arrival = &Arrival{}
		}
		s.index[s.Pieces[i].ID] = int16(i)
		n++
	}
	for _, side := range s.Def.Sides {
		s.foes[side.ID] = Where(s.Pieces, func(p *Piece) bool { return p.Side != side.ID })
	}
	return n <= len(s.Def.Roster)
}

// Clone is a deep copy but for the definition, which never changes.
func (s *State) Clone() *State {
	c := &State{}
	s.CopyTo(c)
	return c
}

// CopyTo makes another state a deep copy of this one, in the memory that the other has.
func (s *State) CopyTo(c *State) {
	room := *c
	*c = *s
	c.Open = s.Open.copyIn(room.Open)
	c.Pieces = append(room.Pieces[:0], s.Pieces...) // sets of words are replaced, never changed in place
	c.Stacks = Stacks{append(room.Stacks.Top[:0], s.Stacks.Top...), append(room.Stacks.Under[:0], s.Stacks.Under...)}
	c.Pending = append(room.Pending[:0], s.Pending...)
}

// Piece finds a piece, nil when there is none.
func (s *State) Piece(id order.UnitID) *Piece {
	if i, ok := s.index[id]; ok {
		return &s.Pieces[i]
	}
	return nil
}

// Where lists the units of the pieces for which holds is true, in their order; nil for none.
func Where(pieces []Piece, holds func(*Piece) bool) (units []order.UnitID) {
	for i := range pieces {
		if p := &pieces[i]; holds(p) {
			units = append(units, p.ID)
		}
	}
	return units
}

// SameOffMap reports whether the pieces off the map are the same in another state of the game.
func (s *State) SameOffMap(other *State) bool {
	for i := range s.Pieces {
		a, b := &s.Pieces[i], &other.Pieces[i]
		same := a.OnMap() && b.OnMap() ||
			a.At == b.At && a.Steps == b.Steps && a.Face == b.Face && a.Group == b.Group && a.Arrival == b.Arrival &&
				slices.Equal(a.Marks, b.Marks)
		if !same {
			return false
		}
	}
	return true
}

// Stack lists the pieces in a hex, top first.
func (s *State) Stack(h hex.Hex) []*Piece {
	return slices.AppendSeq(make([]*Piece, 0, s.Height(h)), s.Pile(h))
}

// Pile yields the pieces in a hex, top first.
func (s *State) Pile(h hex.Hex) iter.Seq[*Piece] {
	return func(yield func(*Piece) bool) {
		for n := range s.Stacks.pile(s.Def.Grid.Index(h)) {
			if !yield(&s.Pieces[n]) {
				return
			}
		}
	}
}

// FromTop returns units of the map with those of each hex as they lie in it, top first.
func (s *State) FromTop(units []order.UnitID) (out []order.UnitID) {
	for _, id := range units {
		u := s.Piece(id)
		if u == nil || !u.OnMap() {
			return units
		}
		if slices.Contains(out, id) {
			continue
		}
		for p := range s.Pile(u.At.Hex) {
			if slices.Contains(units, p.ID) {
				out = append(out, p.ID)
			}
		}
	}
	return out
}

// Height is how many pieces stand in a hex.
func (s *State) Height(h hex.Hex) int { return s.Stacks.height(s.Def.Grid.Index(h)) }

// Top is the piece on top of the stack in a hex, nil where nobody stands.
func (s *State) Top(h hex.Hex) *Piece {
	if n := s.Stacks.Top[s.Def.Grid.Index(h)]; n > 0 {
		return &s.Pieces[n-1]
	}
	return nil
}

// Tops yields the piece on top of each stack, by column, then row.
func (s *State) Tops() iter.Seq[*Piece] {
	return func(yield func(*Piece) bool) {
		for _, n := range s.Stacks.Top {
			if n > 0 && !yield(&s.Pieces[n-1]) {
				return
			}
		}
	}
}

// Holder is the side with units in a hex, "" for none.
func (s *State) Holder(h hex.Hex) order.Side {
	if p := s.Top(h); p != nil {
		return p.Side
	}
	return ""
}

// Controls is the side that controls a hex, "" for none.
func (s *State) Controls(h hex.Hex) order.Side { return controller(s.Def, s.Control, h) }

func controller(d *modules.Definition, control []int8, h hex.Hex) order.Side {
	if c := control[d.Grid.Index(h)]; c > 0 {
		return d.Sides[c-1].ID
	}
	return ""
}

// Marked says whether a hex has a lasting mark.
func (o *Open) Marked(h hex.Hex, word string) bool {
	return slices.ContainsFunc(o.Marks, func(m HexMark) bool { return m.Hex == h && m.Word == word })
}

// Flagged says whether a hex has a flag, whenever it ends.
func (o *Open) Flagged(h hex.Hex, flag string) bool { return o.Marked(h, passing+flag) }

// Tally is a count, 0 when it was never set.
func (o *Open) Tally(name string) int {
	if i, ok := slices.BinarySearchFunc(o.Tallies, name, cmpTally); ok {
		return o.Tallies[i].N
	}
	return 0
}

// Phase is the outermost frame.
func (o *Open) Phase() Frame {
	if len(o.Frames) == 0 {
		return Frame{}
	}
	return o.Frames[0]
}

// Acting returns the group of the innermost frame: the activated one, "" outside of activations.
func (o *Open) Acting() order.GroupID {
	if len(o.Frames) == 0 {
		return ""
	}
	return o.Frames[len(o.Frames)-1].Group
}

// Owed is the question to be answered first, nil when none is pending.
func (s *State) Owed() *Question {
	if len(s.Pending) == 0 {
		return nil
	}
	return &s.Pending[len(s.Pending)-1]
}
