package route_test

import (
	"cmp"
	"container/heap"

	"grognard/rules/hex"
)

// found is a path to a hex in the plain search: its cost, the number of costly hexes and the number of hexes on it.
type found struct {
	hex                  hex.Hex
	cost, costly, length int
}

func (a found) compare(b found) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.costly, b.costly), cmp.Compare(a.length, b.length))
}

// plain is Dijkstra's algorithm from the textbook, with a Go map and container/heap.
func plain(g hex.Grid, start hex.Hex, points int,
	step func(from hex.Hex, dir int) (cost, costly int, ok bool)) map[hex.Hex]found {
	best := map[hex.Hex]found{start: {hex: start}}
	q := &queue{{hex: start}}
	for q.Len() > 0 {
		at := heap.Pop(q).(found)
		if at != best[at.hex] {
			continue
		}
		for dir, to := range g.Around(at.hex) {
			cost, costly, ok := step(at.hex, dir)
			next := found{to, at.cost + cost, at.costly + costly, at.length + 1}
			if !ok || next.cost > points {
				continue
			}
			if known, ok := best[to]; !ok || next.compare(known) < 0 {
				best[to] = next
				heap.Push(q, next)
			}
		}
	}
	return best
}

type queue []found

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].compare(q[j]) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(found)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
