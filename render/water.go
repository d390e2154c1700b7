package render

import (
	"image/color"
	"math"

	"grognard/rules/hex"

	"github.com/fogleman/gg"
)

// line is a course from point to point; a closed one ends where it begins.
type line []point

// water draws lakes under rivers, and both over the grid.
func (c canvas) water() {
	byKind := map[string][]hex.Side{}
	for _, w := range c.m.Water {
		byKind[w.Kind] = append(byKind[w.Kind], w.Sides...)
	}
	lake := c.lines(byKind["lake"])
	c.trace(lake, c.style.River, 13)
	c.trace(lake, c.style.Lake, 10)
	c.trace(c.lines(byKind["minor-river"]), c.style.River, 3)
	c.trace(c.lines(byKind["major-river"]), c.style.River, 6.5)
	c.dc.SetDash(c.px(4), c.px(3))
	for _, w := range c.m.Water {
		if !knownWater(w.Kind) {
			c.trace(c.lines(w.Sides), c.style.Ink, 3)
		}
	}
	c.dc.SetDash()
}

func knownWater(kind string) bool {
	return kind == "lake" || kind == "minor-river" || kind == "major-river"
}

func (c canvas) trace(lines []line, col color.RGBA, width float64) {
	for _, l := range lines {
		smooth(c.dc, l)
	}
	c.dc.SetColor(col)
	c.dc.SetLineWidth(c.px(width))
	c.dc.SetLineCapRound()
	c.dc.SetLineJoinRound()
	c.dc.Stroke()
}

// smooth adds a line to the path, rounded at its corners: it passes through the
// middle of each of its stretches, so it still tells which hexside it follows.
func smooth(dc *gg.Context, l line) {
	n := len(l)
	if n < 2 {
		return
	}
	if closed := l[0] == l[n-1] && n > 3; closed {
		m := between(l[0], l[1], 0.5)
		dc.MoveTo(m.x, m.y)
		for i := 1; i < n; i++ {
			next := l[i%(n-1)+1]
			m := between(l[i], next, 0.5)
			dc.QuadraticTo(l[i].x, l[i].y, m.x, m.y)
		}
		return
	}
	dc.MoveTo(l[0].x, l[0].y)
	for i := 1; i < n-1; i++ {
		m := between(l[i], l[i+1], 0.5)
		dc.QuadraticTo(l[i].x, l[i].y, m.x, m.y)
	}
	dc.LineTo(l[n-1].x, l[n-1].y)
}

// lines joins hexsides end to end, into as long courses as there are between
// their sources, mouths and forks.
func (c canvas) lines(sides []hex.Side) []line {
	n := network{}
	for _, s := range sides {
		if a, b, ok := c.side(s); ok && (c.shows(s.A) || c.shows(s.B)) {
			n.join(a, b)
		}
	}
	return n.walk()
}

// network is hexsides as edges between corners.
type network struct {
	nodes []node
	at    map[[2]int]int // the node by its point, in steps of two pixels: corners are far apart
	edges map[[2]int]bool
}

type node struct {
	point
	to   []int // neighbours, in the order of joining
	gone []bool
}

func (n *network) node(p point) int {
	k := [2]int{int(math.Round(p.x / 2)), int(math.Round(p.y / 2))}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if i, ok := n.at[[2]int{k[0] + dx, k[1] + dy}]; ok {
				return i
			}
		}
	}
	n.at[k] = len(n.nodes)
	n.nodes = append(n.nodes, node{point: p})
	return len(n.nodes) - 1
}

func (n *network) join(p, q point) {
	if n.at == nil {
		n.at, n.edges = map[[2]int]int{}, map[[2]int]bool{}
	}
	a, b := n.node(p), n.node(q)
	if n.edges[[2]int{a, b}] || n.edges[[2]int{b, a}] {
		return
	}
	n.edges[[2]int{a, b}] = true
	n.nodes[a].link(b)
	n.nodes[b].link(a)
}

func (n *node) link(to int) {
	n.to = append(n.to, to)
	n.gone = append(n.gone, false)
}

// walk yields first the courses between ends and forks, then what remains:
// rings.
func (n *network) walk() (out []line) {
	for _, rings := range []bool{false, true} {
		for i := range n.nodes {
			if !rings && len(n.nodes[i].to) == 2 {
				continue
			}
			for j := range n.nodes[i].to {
				if !n.nodes[i].gone[j] {
					out = append(out, n.follow(i, j))
				}
			}
		}
	}
	return out
}

func (n *network) follow(at, by int) line {
	l := line{n.nodes[at].point}
	for {
		next := n.nodes[at].to[by]
		n.nodes[at].gone[by] = true
		back := &n.nodes[next]
		onward := -1
		for j, t := range back.to {
			if t == at {
				back.gone[j] = true
			} else if !back.gone[j] {
				onward = j
			}
		}
		l = append(l, back.point)
		if len(back.to) != 2 || onward < 0 {
			return l
		}
		at, by = next, onward
	}
}
