package scene

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Events is what a board tells, grouped by the signs that show it: what the same units did in several steps is
// one move, and several units that went the same way are one move too.
type Events struct {
	Moves    []Move
	Fights   []Battle // each hex once, in the order of their first fights
	Losses   []Loss
	Steps    []Tally // steps lost
	Arrivals []Tally // units that appeared, by side and hex
	Strikes  []Strike
	Captures []Capture    // each hex once
	Drawn    []*view.Line // lines of which nothing but their forms is drawn
}

// Move is a path that units went, or an attack: the path from an attackers' hex to the hex that they attack.
type Move struct {
	Kind  view.MapEventKind
	Side  order.Side
	Path  []hex.Hex
	units []order.UnitID // the units that the viewer knows
	Count int            // how many units went
	Lane  int            // where the arrow runs beside the middle of the path: 0, 1, -1, 2 …
	Far   bool           // an attack at range, across the counters between
	Told  []*view.Line   // the lines that tell of it, here and below
}

// Attack is a kind of move that no MapEvent has: it is made from the fights.
const Attack view.MapEventKind = "thrust"

// Battle is the fights for a hex, and the steps lost in them by units that have since left the hex of their loss.
type Battle struct {
	At   hex.Hex
	Told []*view.Line // a fight each, the last one last
	Lost []Tally      // one for each side and hex of a loss
}

// Last returns the last of the fights.
func (c Battle) Last() *view.Reckoning { return c.Told[len(c.Told)-1].Reckoned }

// Loss is the units of a side that left the map in a hex.
type Loss struct {
	At    hex.Hex
	Side  order.Side
	Gone  bool // they left without loss; else they died
	Known []view.Counter
	Count int
	Told  []*view.Line
}

// Tally is a number that belongs to a hex and a side.
type Tally struct {
	At   hex.Hex
	Side order.Side
	N    int
	Told []*view.Line
}

// Strike is the strikes of a side on a hex that have the same sign.
type Strike struct {
	At        hex.Hex
	Side      order.Side
	Sign      view.Sign
	Hits, All int
	Told      []*view.Line
}

// Capture is a place that is worth points and changed hands: who held it first, and who holds it at the end.
type Capture struct {
	At       hex.Hex
	From, By order.Side
	Told     []*view.Line
}

// eventsOf collects what a board tells of.
func eventsOf(v *view.Board) Events {
	var s Events
	for i := range v.Told {
		l := &v.Told[i]
		happened := l.MapEvent != nil && len(l.MapEvent.Path) > 0
		if l.Reckoned != nil && l.Reckoned.OnMap() {
			s.addFight(v, l)
		}
		if happened {
			s.addMapEvent(v, i)
		}
		if l.Reckoned == nil && !happened && len(l.Forms) > 0 {
			s.Drawn = append(s.Drawn, l)
		}
	}
	s.Moves = merged(s.Moves)
	assignLanes(s.Moves)
	s.Moves = append(s.Moves, lastHops(v, s.Moves)...)
	return s
}

// lastHops returns the last steps of the long marches that end with a step between two stacks, as short moves whose
// Count is 0. The arrows of long marches lie under counters, which would hide their heads there.
func lastHops(v *view.Board, moves []Move) (hops []Move) {
	occupied := (&Scene{Board: v}).Occupied
	for _, m := range moves {
		if n := len(m.Path); n > 2 && m.Kind == view.Marched && occupied(m.Path[n-2]) && occupied(m.Path[n-1]) {
			m.Path, m.Count = m.Path[n-2:], 0
			hops = append(hops, m)
		}
	}
	return hops
}

// addFight adds a fight to those for its hex, and an attack from each hex that takes part.
func (s *Events) addFight(v *view.Board, l *view.Line) {
	f := l.Reckoned
	c := first.OrAdd(&s.Fights, func(c Battle) bool { return c.At == f.Target }, Battle{At: f.Target})
	c.Told = append(c.Told, l)
	for _, from := range f.From {
		s.Moves = append(s.Moves, Move{Kind: Attack, Side: f.Side, Path: []hex.Hex{from, f.Target}, Count: 1,
			Far: v.Map.Grid.Distance(from, f.Target) > 1})
	}
}

// addMapEvent adds the event of line i of the board, by its kind.
func (s *Events) addMapEvent(v *view.Board, i int) {
	l := &v.Told[i]
	d := l.MapEvent
	at := d.Path[len(d.Path)-1]
	switch d.Kind {
	case view.Died, view.Gone:
		s.addLoss(l)
	case view.Reduced:
		s.addStep(v, i)
	case view.Taken:
		// A place that was taken several times counts once, from who held it first to who took it last.
		fresh := Capture{At: d.Path[0], From: d.From}
		c := first.OrAdd(&s.Captures, func(c Capture) bool { return c.At == fresh.At }, fresh)
		c.By, c.Told = d.Side, append(c.Told, l)
	case view.Struck:
		r := first.OrAdd(&s.Strikes, func(r Strike) bool { return r.At == at && r.Side == d.Side && r.Sign == d.Sign },
			Strike{At: at, Side: d.Side, Sign: d.Sign})
		r.Told = append(r.Told, l)
		r.All++
		if d.Hit {
			r.Hits++
		}
	case view.Placed:
		s.addSetUp(v, at, l)
	case view.Came:
		if !v.Map.Grid.Edge(at) { // at the edge an arrow shows an arrival
			addTally(&s.Arrivals, Tally{at, d.Side, d.Count, []*view.Line{l}})
			return
		}
		s.addMove(l)
	default:
		s.addMove(l)
	}
}

// addSetUp adds units that were set up in a hex. A unit that was set up there several times counts once: known units
// are told apart by their IDs, and the others are limited by the height of the stack.
func (s *Events) addSetUp(v *view.Board, at hex.Hex, l *view.Line) {
	d := l.MapEvent
	k := tallyOf(&s.Arrivals, at, d.Side)
	k.N += d.Count
	for _, u := range d.Units {
		if u.ID != "" && slices.ContainsFunc(k.Told, func(l *view.Line) bool { return has(l.MapEvent.Units, u.ID) }) {
			k.N--
		}
	}
	for _, st := range v.Stacks {
		if st.Hex == at && st.Side == d.Side {
			k.N = min(k.N, st.Height)
		}
	}
	k.Told = append(k.Told, l)
}

// addMove adds a move, or lengthens the one by which the same units came to its first hex.
func (s *Events) addMove(l *view.Line) {
	d := l.MapEvent
	m := Move{Kind: d.Kind, Side: d.Side, Path: d.Path, Count: d.Count, Told: []*view.Line{l}}
	for _, u := range d.Units {
		m.units = append(m.units, u.ID)
	}
	for i := range slices.Backward(s.Moves) {
		k := &s.Moves[i]
		if k.Kind == m.Kind && k.Side == m.Side && k.Count == m.Count && slices.Equal(k.units, m.units) &&
			k.Path[len(k.Path)-1] == m.Path[0] {
			k.Path, k.Told = slices.Concat(k.Path, m.Path[1:]), append(k.Told, l)
			return
		}
	}
	s.Moves = append(s.Moves, m)
}

func tallyOf(list *[]Tally, at hex.Hex, side order.Side) *Tally {
	return first.OrAdd(list, func(k Tally) bool { return k.At == at && k.Side == side }, Tally{At: at, Side: side})
}

// addTally adds t to the tally of its hex and side in a list.
func addTally(list *[]Tally, t Tally) {
	k := tallyOf(list, t.At, t.Side)
	k.N, k.Told = k.N+t.N, append(k.Told, t.Told...)
}

// merged makes one move of all moves of a side and kind along the same path.
func merged(moves []Move) []Move {
	var out []Move
	for _, m := range moves {
		fresh := m
		fresh.Count, fresh.Told = 0, nil
		k := first.OrAdd(&out, func(k Move) bool {
			return k.Kind == m.Kind && k.Side == m.Side && slices.Equal(k.Path, m.Path)
		}, fresh)
		k.Count, k.Told = k.Count+m.Count, append(k.Told, m.Told...)
	}
	return out
}
