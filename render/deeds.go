package render

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// story is what a board tells, put together for a picture: a move that was made in
// several goes is one, and so are all who went the same way.
type story struct {
	moves  []move
	fights []clash // each hex once, in the order of their first fights
	losses []loss
	steps  []tallied // steps lost
	came   []tallied // units that appeared, by side and hex
	raids  []raid
}

// move is a way that units went. A thrust is the way from where attackers stand to
// the hex that they attack.
type move struct {
	kind  view.DeedKind
	side  order.Side
	path  []hex.Hex
	units []order.UnitID // those known
	count int
	lane  int // beside the middle of the way: 0, 1, -1, 2 …
}

// thrust is a kind of move of which no deed tells.
const thrust view.DeedKind = "thrust"

// clash is the fights for a hex, the last one last.
type clash struct {
	at     hex.Hex
	fights []*view.Reckoning
}

// loss is the units that left the map in a hex: dead, or gone without loss.
type loss struct {
	at    hex.Hex
	side  order.Side
	gone  bool
	known []view.Counter
	count int
}

// tallied is a number that belongs to a hex.
type tallied struct {
	at   hex.Hex
	side order.Side
	n    int
}

// raid is the strikes of one sign on a hex.
type raid struct {
	at        hex.Hex
	side      order.Side
	sign      view.Sign
	hits, all int
}

func storyOf(v *view.Board) story {
	var s story
	for _, l := range v.Told {
		if l.Reckoned != nil {
			s.fought(l.Reckoned)
		}
		if l.Deed != nil && len(l.Deed.Path) > 0 {
			s.done(v, l.Deed)
		}
	}
	s.moves = together(s.moves)
	takeLanes(s.moves)
	return s
}

func (s *story) fought(f *view.Reckoning) {
	i := slices.IndexFunc(s.fights, func(c clash) bool { return c.at == f.Target })
	if i < 0 {
		i, s.fights = len(s.fights), append(s.fights, clash{at: f.Target})
	}
	s.fights[i].fights = append(s.fights[i].fights, f)
	for _, from := range f.From {
		s.moves = append(s.moves, move{kind: thrust, side: f.Side, path: []hex.Hex{from, f.Target}, count: 1})
	}
}

func (s *story) done(v *view.Board, d *view.Deed) {
	at := d.Path[len(d.Path)-1]
	switch d.Kind {
	case view.Died, view.Gone:
		s.lost(d)
	case view.Reduced:
		s.steps = add(s.steps, tallied{at, d.Side, 1})
	case view.Struck:
		i := slices.IndexFunc(s.raids, func(r raid) bool { return r.at == at && r.side == d.Side && r.sign == d.Sign })
		if i < 0 {
			i, s.raids = len(s.raids), append(s.raids, raid{at: at, side: d.Side, sign: d.Sign})
		}
		s.raids[i].all++
		if d.Hit {
			s.raids[i].hits++
		}
	case view.Placed:
		s.came = add(s.came, tallied{at, d.Side, d.Count})
	case view.Came:
		if !v.Map.Grid.Edge(at) {
			s.came = add(s.came, tallied{at, d.Side, d.Count})
			return
		}
		s.went(d)
	default:
		s.went(d)
	}
}

// lost puts units beside one another that left the map in the same hex.
func (s *story) lost(d *view.Deed) {
	for i, at := range d.Path {
		l := loss{at: at, side: d.Side, gone: d.Kind == view.Gone, known: d.Units, count: d.Count}
		if len(d.Path) > 1 { // which stood where is not told: one in each, and the rest in the first
			l.known, l.count = nil, 1
			if i == 0 {
				l.count = max(1, d.Count-len(d.Path)+1)
			}
		}
		same := slices.IndexFunc(s.losses, func(k loss) bool { return k.at == l.at && k.side == l.side && k.gone == l.gone })
		if same < 0 {
			s.losses = append(s.losses, l)
			continue
		}
		s.losses[same].known = slices.Concat(s.losses[same].known, l.known)
		s.losses[same].count += l.count
	}
}

// went adds a way, or lengthens the one on which the same units came.
func (s *story) went(d *view.Deed) {
	m := move{kind: d.Kind, side: d.Side, path: d.Path, count: d.Count}
	for _, u := range d.Units {
		m.units = append(m.units, u.ID)
	}
	for i := range slices.Backward(s.moves) {
		k := &s.moves[i]
		if k.kind == m.kind && k.side == m.side && k.count == m.count && slices.Equal(k.units, m.units) && k.path[len(k.path)-1] == m.path[0] {
			k.path = slices.Concat(k.path, m.path[1:])
			return
		}
	}
	s.moves = append(s.moves, m)
}

func add(list []tallied, t tallied) []tallied {
	for i := range list {
		if list[i].at == t.at && list[i].side == t.side {
			list[i].n += t.n
			return list
		}
	}
	return append(list, t)
}

// together makes one of moves along the same way.
func together(moves []move) []move {
	var out []move
	for _, m := range moves {
		i := slices.IndexFunc(out, func(k move) bool { return k.kind == m.kind && k.side == m.side && slices.Equal(k.path, m.path) })
		if i < 0 {
			out = append(out, m)
			continue
		}
		out[i].count += m.count
	}
	return out
}

// abreast is how many ways go beside one another over a hexside. Others lie on top.
const abreast = 5

// takeLanes lays ways that cross the same hexsides beside one another, each in one
// lane from its beginning to its end.
func takeLanes(moves []move) {
	type crossing struct {
		side hex.Side
		lane int
	}
	if len(moves) < 2 {
		return
	}
	taken := map[crossing]bool{}
	each := func(m *move, lane int, yield func(crossing) bool) bool {
		for i := range len(m.path) - 1 {
			c := crossing{hex.Between(m.path[i], m.path[i+1]), lane}
			if c.side.A != m.path[i] { // the same lane, seen from the other end
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
		for n := range abreast {
			lane := (n + 1) / 2
			if n%2 == 0 {
				lane = -lane
			}
			if each(m, lane, func(c crossing) bool { return !taken[c] }) {
				m.lane = lane
				break
			}
		}
		broad := 0
		if m.kind == thrust { // it needs the lanes beside its own
			broad = 1
		}
		for n := -broad; n <= broad; n++ {
			each(m, m.lane+n, func(c crossing) bool { taken[c] = true; return true })
		}
	}
}
