// Package matching pairs everybody with somebody so that the sum of the pairs' costs is as small as possible: it finds
// a perfect matching of least weight in any graph.
//
//	partner, ok := matching.Perfect(4, func(a, b int) (cost int64, allowed bool) { return costs[a][b], true })
//
// It is Edmonds' algorithm ("Paths, trees, and flowers", 1965, and "Maximum matching and a polyhedron with
// 0,1-vertices", 1965). Each vertex has a price, no pair costs less than the prices of both, and only pairs that cost
// exactly that are made. Over such pairs trees are grown from all vertices that have no partner yet. Two trees that
// meet give one pair more; a cycle of an odd number of vertices is shrunk to one, a blossom, which has a price of its
// own. When no tree can grow, prices change until one can.
//
// Limits: costs from 0 to MostCost. For n vertices it takes some n³ steps, in a bad case n⁴. Of several matchings of
// least cost it always returns the same one.
package matching

import (
	"math"
	"slices"
)

// MostCost is the greatest cost of a pair. Prices of many vertices must have room in an int64.
const MostCost = math.MaxInt64 >> 10

// Perfect returns each vertex's partner, from 0 to n-1. ok is false if not everybody can have one. cost is asked once
// for each pair, with a < b; allowed is false if the two cannot be partners.
func Perfect(n int, cost func(a, b int) (c int64, allowed bool)) (partner []int, ok bool) {
	if n%2 != 0 {
		return nil, false
	}
	s := newSolver(n, cost)
	for s.hasFree() {
		if !s.addPair() {
			return nil, false
		}
	}
	return s.mate, true
}

// never is the cost and the slack of two vertices that cannot be partners.
const never = math.MaxInt64

// solver grows a matching. All prices and costs are doubled, so that half a slack is a whole number: the prices of the
// vertices in trees are all odd or all even, because all free vertices have had the same price from the start.
type solver struct {
	n      int
	costs  []int64 // of the pair a, b at a*n+b, doubled; or never
	price  []int64 // of each vertex, with the prices of all blossoms that it is in
	mate   []int   // the partner of each vertex, -1 for none
	leaves []*node
	outer  []*node // the outermost blossom of each vertex, or its leaf
	queue  []int   // vertices of even nodes that have still to be looked at
}

// edge joins two vertices; in a tree, from is nearer to the root.
type edge struct{ from, to int }

type label int

const (
	untouched label = iota
	even            // an even number of edges from a root: it can give up its partner for another one
	odd             // an odd number of edges from a root
)

// node is a vertex, or a blossom: an odd cycle of nodes. The first of these contains the blossom's base, the vertex
// whose partner is outside.
type node struct {
	vertex int     // if cycle is nil
	cycle  []*node // nil for a vertex
	joins  []edge  // from cycle[i] to the next one
	price  int64   // of a blossom
	in     *node   // the blossom around it, nil for none
	label  label
	over   edge // how an odd node was reached
}

func newSolver(n int, cost func(a, b int) (int64, bool)) *solver {
	s := &solver{n: n, costs: make([]int64, n*n), price: make([]int64, n), mate: make([]int, n),
		leaves: make([]*node, n), outer: make([]*node, n)}
	least := int64(never)
	for a := range n {
		s.costs[a*n+a] = never
		for b := a + 1; b < n; b++ {
			c, allowed := cost(a, b)
			c *= 2
			if !allowed {
				c = never
			}
			s.costs[a*n+b], s.costs[b*n+a] = c, c
			least = min(least, c)
		}
	}
	for v := range n {
		s.leaves[v] = &node{vertex: v}
		s.outer[v], s.mate[v], s.price[v] = s.leaves[v], -1, least/2
	}
	return s
}

func (s *solver) hasFree() bool {
	return slices.ContainsFunc(s.mate, func(m int) bool { return m < 0 })
}

// slack returns the cost of a pair less both prices: 0 for a pair that can be made, or never.
func (s *solver) slack(v, w int) int64 {
	c := s.costs[v*s.n+w]
	if c == never {
		return never
	}
	return c - s.price[v] - s.price[w]
}

// addPair makes one pair more, and reports whether that was possible.
func (s *solver) addPair() bool {
	for v := range s.n {
		s.outer[v].label = untouched
	}
	for v := range s.n {
		if s.mate[v] < 0 {
			s.outer[v].label = even
		}
	}
	for {
		s.queue = s.queue[:0]
		for v := range s.n {
			if s.outer[v].label == even {
				s.queue = append(s.queue, v)
			}
		}
		if s.grow() {
			return true
		}
		if !s.changePrices() {
			return false
		}
	}
}

// grow grows the trees over all pairs without slack, and reports whether two of them have met.
func (s *solver) grow() bool {
	for len(s.queue) > 0 {
		v := s.queue[0]
		s.queue = s.queue[1:]
		for w := range s.n {
			if s.outer[v] == s.outer[w] || s.slack(v, w) != 0 {
				continue
			}
			switch s.outer[w].label {
			case untouched:
				s.reach(edge{v, w})
			case even:
				if s.meet(edge{v, w}) {
					return true
				}
			}
		}
	}
	return false
}

// reach adds to a tree the untouched node at the end of an edge, and its partner after it.
func (s *solver) reach(over edge) {
	reached := s.outer[over.to]
	reached.label, reached.over = odd, over
	partner := s.outer[s.mate[base(reached)]] // it has one: free vertices are even, not untouched
	partner.label = even
	s.push(partner)
}

// push notes that the vertices of a node have to be looked at.
func (s *solver) push(n *node) {
	if n.cycle == nil {
		s.queue = append(s.queue, n.vertex)
	}
	for _, c := range n.cycle {
		s.push(c)
	}
}

// base returns the vertex of a node whose partner is outside of the node.
func base(n *node) int {
	for n.cycle != nil {
		n = n.cycle[0]
	}
	return n.vertex
}

// parent returns the next even node on the way from n to its root, nil for a root, and the odd node between them.
func (s *solver) parent(n *node) (above, between *node) {
	partner := s.mate[base(n)]
	if partner < 0 {
		return nil, nil
	}
	between = s.outer[partner]
	return s.outer[between.over.from], between
}

// meet handles an edge between two even nodes. In one tree it closes a cycle, which becomes a blossom. Between two
// trees it gives one pair more, and meet returns true.
func (s *solver) meet(e edge) bool {
	above := map[*node]bool{}
	for n := s.outer[e.from]; n != nil; n, _ = s.parent(n) {
		above[n] = true
	}
	common := s.outer[e.to]
	for common != nil && !above[common] {
		common, _ = s.parent(common)
	}
	if common != nil {
		s.shrink(e, common)
		return false
	}
	s.climb(e.from, e.to)
	s.climb(e.to, e.from)
	return true
}

// climb gives a vertex of an even node another partner, its former partner another one, and so on up to the root.
func (s *solver) climb(v, partner int) {
	for {
		n := s.outer[v]
		left := s.mate[base(n)]
		s.rebase(n, v)
		s.mate[v] = partner
		if left < 0 {
			return
		}
		between := s.outer[left]
		s.rebase(between, between.over.to)
		s.mate[between.over.to] = between.over.from
		v, partner = between.over.from, between.over.to
	}
}

// rebase makes a vertex the base of a node: the other nodes of its cycle become partners of each other.
func (s *solver) rebase(n *node, v int) {
	if n.cycle == nil {
		return
	}
	child := s.leaves[v]
	for child.in != n {
		child = child.in
	}
	i, l := slices.Index(n.cycle, child), len(n.cycle)
	s.rebase(n.cycle[i], v)
	for k := 1; k < l; k += 2 {
		at := (i + k) % l
		e := n.joins[at]
		s.rebase(n.cycle[at], e.from)
		s.rebase(n.cycle[(at+1)%l], e.to)
		s.mate[e.from], s.mate[e.to] = e.to, e.from
	}
	n.cycle = append(append([]*node{}, n.cycle[i:]...), n.cycle[:i]...)
	n.joins = append(append([]edge{}, n.joins[i:]...), n.joins[:i]...)
}

// shrink makes a blossom of the cycle that an edge closes below a common even node.
func (s *solver) shrink(e edge, common *node) {
	nodes, joins := s.path(e.from, common)
	slices.Reverse(nodes) // down from the common node to the pair, and up again on its other side
	slices.Reverse(joins)
	for i, j := range joins {
		joins[i] = edge{j.to, j.from}
	}
	others, up := s.path(e.to, common)
	b := &node{label: even, cycle: slices.Concat([]*node{common}, nodes, others),
		joins: slices.Concat(joins, []edge{e}, up)}
	for _, c := range b.cycle {
		c.in = b
	}
	s.surround(b, b)
	s.push(b)
}

// path returns the nodes from that of a vertex up to common, without common, and the edge from each to the next.
func (s *solver) path(v int, common *node) (nodes []*node, up []edge) {
	for n := s.outer[v]; n != common; {
		above, between := s.parent(n)
		low := base(n)
		nodes = append(nodes, n, between)
		up = append(up, edge{low, s.mate[low]}, edge{between.over.to, between.over.from})
		n = above
	}
	return nodes, up
}

// surround sets the outermost node of all vertices in n.
func (s *solver) surround(n, outermost *node) {
	if n.cycle == nil {
		s.outer[n.vertex] = outermost
	}
	for _, c := range n.cycle {
		s.surround(c, outermost)
	}
}

// changePrices raises the prices of even nodes and lowers those of odd ones, as far as the pairs allow. It reports
// whether there was a limit: without one, somebody stays without a partner.
func (s *solver) changePrices() bool {
	by := int64(never)
	for v := range s.n {
		n := s.outer[v]
		if n.label == odd && n.cycle != nil {
			by = min(by, n.price)
		}
		if n.label != even {
			continue
		}
		for w := range s.n {
			if s.outer[w] == n || s.outer[w].label == odd {
				continue
			}
			if slack := s.slack(v, w); slack < never && s.outer[w].label == even {
				by = min(by, slack/2) // both prices rise
			} else {
				by = min(by, slack)
			}
		}
	}
	if by == never {
		return false
	}
	for v := range s.n {
		n, isBase := s.outer[v], base(s.outer[v]) == v
		change := map[label]int64{even: by, odd: -by}[n.label] // 0 for an untouched node
		s.price[v] += change
		if n.cycle != nil && isBase { // once for each blossom
			n.price += change
		}
	}
	for v := range s.n {
		if n := s.outer[v]; n.label == odd && n.cycle != nil && n.price == 0 {
			s.expand(n)
		}
	}
	return true
}

// expand takes an odd blossom apart. Of the two ways around it from where it was reached to its base, the one with an
// even number of edges stays in the tree; its other nodes become untouched.
func (s *solver) expand(b *node) {
	for _, c := range b.cycle {
		c.in, c.label = nil, untouched
		s.surround(c, c)
	}
	over := b.over
	i, l := slices.Index(b.cycle, s.outer[over.to]), len(b.cycle)
	step := 1
	if i%2 == 0 {
		step = l - 1 // backwards
	}
	for {
		n := b.cycle[i]
		n.label, n.over = odd, over
		if i == 0 {
			return
		}
		partner := b.cycle[(i+step)%l]
		partner.label = even
		i = (i + 2*step) % l
		// over the join between the partner and the next odd node
		if step == 1 {
			over = b.joins[(i+l-1)%l]
		} else {
			e := b.joins[i]
			over = edge{e.to, e.from}
		}
	}
}
