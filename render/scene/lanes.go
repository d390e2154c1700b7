package scene

import "grognard/rules/hex"

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
