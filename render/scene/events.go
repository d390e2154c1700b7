package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Events is what a board tells, put together by signs: what the same units did in several steps is one move,
// and so is what several units did that went the same way.
type Events struct {
	Moves    []Move
	Fights   []Battle // each hex once, in the order of their first fights
	Losses   []Loss
	Steps    []Tally // steps lost
	Arrivals []Tally // units that appeared, by side and hex
	Strikes  []Strike
	Captures []Capture    // each hex once
	Drawn    []*view.Line // those of which nothing but their forms is drawn
}

// Move is a way that units went, or an attack: the way from where attackers stand to the hex that they attack.
type Move struct {
	Kind  view.MapEventKind
	Side  order.Side
	Path  []hex.Hex
	units []order.UnitID // those known
	Count int
	Lane  int          // beside the middle of the way: 0, 1, -1, 2 …
	Told  []*view.Line // that tell of it
}

// Attack is a kind of move that no MapEvent has: it is made from the fights.
const Attack view.MapEventKind = "thrust"

// Battle is the fights for a hex, the last one last, and the steps lost in them by units that stand no longer where
// they lost them.
type Battle struct {
	At   hex.Hex
	Told []*view.Line // a fight each
	Lost []Tally      // by side and the hex of the loss
}

// Last is the last of the fights.
func (c Battle) Last() *view.Reckoning { return c.Told[len(c.Told)-1].Reckoned }

// Loss is the units that left the map in a hex: they died, or went without loss.
type Loss struct {
	At    hex.Hex
	Side  order.Side
	Gone  bool
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
		if l.Reckoned != nil {
			s.addFight(l)
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
	return s
}

// addFight adds a fight to those for its hex, and an attack from each hex that takes part.
func (s *Events) addFight(l *view.Line) {
	f := l.Reckoned
	i := slices.IndexFunc(s.Fights, func(c Battle) bool { return c.At == f.Target })
	if i < 0 {
		i, s.Fights = len(s.Fights), append(s.Fights, Battle{At: f.Target})
	}
	s.Fights[i].Told = append(s.Fights[i].Told, l)
	for _, from := range f.From {
		s.Moves = append(s.Moves, Move{Kind: Attack, Side: f.Side, Path: []hex.Hex{from, f.Target}, Count: 1})
	}
}

// addMapEvent adds what the line of a number tells of the map, by its kind.
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
		s.addCapture(l)
	case view.Struck:
		i := slices.IndexFunc(s.Strikes,
			func(r Strike) bool { return r.At == at && r.Side == d.Side && r.Sign == d.Sign })
		if i < 0 {
			i, s.Strikes = len(s.Strikes), append(s.Strikes, Strike{At: at, Side: d.Side, Sign: d.Sign})
		}
		s.Strikes[i].Told = append(s.Strikes[i].Told, l)
		s.Strikes[i].All++
		if d.Hit {
			s.Strikes[i].Hits++
		}
	case view.Placed:
		s.addSetUp(v, at, l)
	case view.Came:
		if !v.Map.Grid.Edge(at) {
			s.Arrivals = addTally(s.Arrivals, Tally{at, d.Side, d.Count, []*view.Line{l}})
			return
		}
		s.addMove(l)
	default:
		s.addMove(l)
	}
}

// addSetUp adds units that were set up in a hex. A unit that was set up there several times counts once: one that the
// viewer can identify by its identifier, the others by the height of the stack.
func (s *Events) addSetUp(v *view.Board, at hex.Hex, l *view.Line) {
	d := l.MapEvent
	i := slices.IndexFunc(s.Arrivals, func(k Tally) bool { return k.At == at && k.Side == d.Side })
	if i < 0 {
		i, s.Arrivals = len(s.Arrivals), append(s.Arrivals, Tally{At: at, Side: d.Side})
	}
	k := &s.Arrivals[i]
	k.N += d.Count
	for _, u := range d.Units {
		if u.ID != "" && tells(k.Told, u.ID) {
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

func tells(told []*view.Line, unit order.UnitID) bool {
	return slices.ContainsFunc(told, func(l *view.Line) bool {
		return slices.ContainsFunc(l.MapEvent.Units, func(c view.Counter) bool { return c.ID == unit })
	})
}

// addMove adds a way, or lengthens the one on which the same units came.
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

// addTally adds to the number of a hex and a side.
func addTally(list []Tally, t Tally) []Tally {
	for i := range list {
		if k := &list[i]; k.At == t.At && k.Side == t.Side {
			k.N, k.Told = k.N+t.N, append(k.Told, t.Told...)
			return list
		}
	}
	return append(list, t)
}

// merged makes one of moves along the same way.
func merged(moves []Move) []Move {
	var out []Move
	for _, m := range moves {
		i := slices.IndexFunc(out, func(k Move) bool {
			return k.Kind == m.Kind && k.Side == m.Side && slices.Equal(k.Path, m.Path)
		})
		if i < 0 {
			out = append(out, m)
			continue
		}
		out[i].Count += m.Count
		out[i].Told = append(out[i].Told, m.Told...)
	}
	return out
}
