package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Events is what a board tells of lately: what the same units did in several steps is one move, and all who
// went the same way share one.
type Events struct {
	Moves    []Move
	Fights   []Battle // each hex once, in the order of their first fights
	Losses   []Loss
	Steps    []Tally // steps lost
	Arrivals []Tally // units that appeared, by side and hex
	Strikes  []Strike
}

// Move is a way that units went, or an attack: the way from where attackers stand to the hex that they
// attack.
type Move struct {
	Kind  view.MapEventKind
	Side  order.Side
	Path  []hex.Hex
	units []order.UnitID // those known
	Count int
	Lane  int // beside the middle of the way: 0, 1, -1, 2 …
}

// Attack is a kind of move that no event tells of: it is taken from the fights.
const Attack view.MapEventKind = "thrust"

// Battle is the fights for a hex, the last one last.
type Battle struct {
	At     hex.Hex
	Fights []*view.Reckoning
}

// Loss is the units that left the map in a hex: they died, or went without loss.
type Loss struct {
	At    hex.Hex
	Side  order.Side
	Gone  bool
	Known []view.Counter
	Count int
}

// Tally is a number that belongs to a hex and a side.
type Tally struct {
	At   hex.Hex
	Side order.Side
	N    int
}

// Strike is the strikes of a side on a hex that have the same sign.
type Strike struct {
	At        hex.Hex
	Side      order.Side
	Sign      view.Sign
	Hits, All int
}

// eventsOf collects what a board tells of.
func eventsOf(v *view.Board) Events {
	var s Events
	for _, l := range v.Told {
		if l.Reckoned != nil {
			s.addFight(l.Reckoned)
		}
		if l.MapEvent != nil && len(l.MapEvent.Path) > 0 {
			s.addDeed(v, l.MapEvent)
		}
	}
	s.Moves = merged(s.Moves)
	assignLanes(s.Moves)
	return s
}

// addFight adds a fight to those for its hex, and an attack from each hex that takes part.
func (s *Events) addFight(f *view.Reckoning) {
	i := slices.IndexFunc(s.Fights, func(c Battle) bool { return c.At == f.Target })
	if i < 0 {
		i, s.Fights = len(s.Fights), append(s.Fights, Battle{At: f.Target})
	}
	s.Fights[i].Fights = append(s.Fights[i].Fights, f)
	for _, from := range f.From {
		s.Moves = append(s.Moves, Move{Kind: Attack, Side: f.Side, Path: []hex.Hex{from, f.Target}, Count: 1})
	}
}

// addDeed adds what happened to units, by its kind.
func (s *Events) addDeed(v *view.Board, d *view.MapEvent) {
	at := d.Path[len(d.Path)-1]
	switch d.Kind {
	case view.Died, view.Gone:
		s.addLoss(d)
	case view.Reduced:
		s.Steps = addTally(s.Steps, Tally{at, d.Side, 1})
	case view.Struck:
		i := slices.IndexFunc(s.Strikes,
			func(r Strike) bool { return r.At == at && r.Side == d.Side && r.Sign == d.Sign })
		if i < 0 {
			i, s.Strikes = len(s.Strikes), append(s.Strikes, Strike{At: at, Side: d.Side, Sign: d.Sign})
		}
		s.Strikes[i].All++
		if d.Hit {
			s.Strikes[i].Hits++
		}
	case view.Placed:
		s.Arrivals = addTally(s.Arrivals, Tally{at, d.Side, d.Count})
	case view.Came:
		if !v.Map.Grid.Edge(at) {
			s.Arrivals = addTally(s.Arrivals, Tally{at, d.Side, d.Count})
			return
		}
		s.addMove(d)
	default:
		s.addMove(d)
	}
}

// addLoss adds units that left the map to those of the same side that left it in the same hex.
func (s *Events) addLoss(d *view.MapEvent) {
	for i, at := range d.Path {
		l := Loss{At: at, Side: d.Side, Gone: d.Kind == view.Gone, Known: d.Units, Count: d.Count}
		if len(d.Path) > 1 { // which stood where is not told: one in each, and the rest in the first
			l.Known, l.Count = nil, 1
			if i == 0 {
				l.Count = max(1, d.Count-len(d.Path)+1)
			}
		}
		same := slices.IndexFunc(s.Losses,
			func(k Loss) bool { return k.At == l.At && k.Side == l.Side && k.Gone == l.Gone })
		if same < 0 {
			s.Losses = append(s.Losses, l)
			continue
		}
		s.Losses[same].Known = slices.Concat(s.Losses[same].Known, l.Known)
		s.Losses[same].Count += l.Count
	}
}

// addMove adds a way, or lengthens the one on which the same units came.
func (s *Events) addMove(d *view.MapEvent) {
	m := Move{Kind: d.Kind, Side: d.Side, Path: d.Path, Count: d.Count}
	for _, u := range d.Units {
		m.units = append(m.units, u.ID)
	}
	for i := range slices.Backward(s.Moves) {
		k := &s.Moves[i]
		if k.Kind == m.Kind && k.Side == m.Side && k.Count == m.Count && slices.Equal(k.units, m.units) &&
			k.Path[len(k.Path)-1] == m.Path[0] {
			k.Path = slices.Concat(k.Path, m.Path[1:])
			return
		}
	}
	s.Moves = append(s.Moves, m)
}

// addTally adds to the number of a hex and a side.
func addTally(list []Tally, t Tally) []Tally {
	for i := range list {
		if list[i].At == t.At && list[i].Side == t.Side {
			list[i].N += t.N
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
			return k.Kind == m.Kind && k.Side == m.Side &&
				slices.Equal(k.Path, m.Path)
		})
		if i < 0 {
			out = append(out, m)
			continue
		}
		out[i].Count += m.Count
	}
	return out
}

// mostLanes is how many ways run beside one another over a hexside. Further ones lie on top of them.
const mostLanes = 5

// assignLanes places ways that cross the same hexsides beside one another, each in one lane from its
// beginning to its end.
func assignLanes(moves []Move) {
	type crossing struct {
		side hex.Side
		lane int
	}
	if len(moves) < 2 {
		return
	}
	taken := map[crossing]bool{}
	each := func(m *Move, lane int, yield func(crossing) bool) bool {
		for i := range len(m.Path) - 1 {
			c := crossing{hex.Between(m.Path[i], m.Path[i+1]), lane}
			if c.side.A != m.Path[i] { // the same lane, seen from the other end
				c.lane = -lane
			}
			if !yield(c) {
				return false
			}
		}
		return true
	}
	for i := range moves {
		m := &moves[i]
		for n := range mostLanes {
			lane := (n + 1) / 2
			if n%2 == 0 {
				lane = -lane
			}
			if each(m, lane, func(c crossing) bool { return !taken[c] }) {
				m.Lane = lane
				break
			}
		}
		broad := 0
		if m.Kind == Attack { // it needs the lanes beside its own
			broad = 1
		}
		for n := -broad; n <= broad; n++ {
			each(m, m.Lane+n, func(c crossing) bool { taken[c] = true; return true })
		}
	}
}

// noColumn is the column of a fight without a roll.
const noColumn = "none"

// mostResults is how many earlier results are listed; of more than these only the number is told.
const mostResults = 2

// Words are the odds and the result of the last fight, and the results of those before it.
func (c Battle) Words(l Labels) (odds, result, before string) {
	last := c.Fights[len(c.Fights)-1]
	odds, result = last.Column, outcome(last)
	switch {
	case last.Column == noColumn && last.Alone:
		odds = "–"
	case last.Column == noColumn:
		odds = last.Odds.String()
	}
	earlier := c.Fights[:len(c.Fights)-1]
	if len(earlier) > mostResults {
		return odds, result, Say(l, view.T("picture.fights", "n", len(c.Fights)))
	}
	for i, f := range earlier {
		if i > 0 {
			before += ", "
		}
		before += outcome(f)
	}
	return odds, result, before
}

// outcome is the result of a fight as the table has it, and a dash if nothing happens.
func outcome(f *view.Reckoning) string {
	if f.Result == "-" {
		return "–"
	}
	return f.Result
}
