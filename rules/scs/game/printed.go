package game

import (
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// faces is what is printed on the two sides of a counter.
type faces struct {
	sides  []view.Face // full and, of a unit with several steps, reduced
	traits []string
}

// The names of the sides of counters.
const (
	fullSide    = "full"
	reducedSide = "reduced"
)

// printedOf returns the sides of a unit's counter with what features add. Exploit-capable units have lit factors.
func (g *Game) printedOf(u *data.Unit) faces {
	f := faces{sides: []view.Face{{Name: fullSide, Ratings: u.Full.Ratings(u.Exploit), Estimate: u.Estimate}}}
	if u.Steps > 1 {
		f.sides = append(f.sides, view.Face{Name: reducedSide, Ratings: u.Reduced.Ratings(u.Exploit),
			Estimate: u.EstimateBack, Steps: 1, Lost: 1})
	}
	for _, ratings := range g.Added.Show.Ratings {
		for i := range f.sides {
			f.sides[i].Ratings = append(f.sides[i].Ratings, ratings(u, i > 0)...)
		}
	}
	if u.Exploit {
		f.traits = []string{data.ExploitTrait}
	}
	return f
}

// Print adds what is printed on the counters, and what features print beside the map.
func Print(g *Game, m *view.Map) {
	for i := range m.Cards {
		c, u, f := &m.Cards[i], &g.Units[i], &g.faces[i]
		c.Beside = g.poolOf(u).Box
		c.Faces, c.Traits = f.sides, f.traits
	}
	m.Sample = data.Values{Attack: 4, Defence: 6, Move: 5}.Ratings(false) // not highlighted
	m.Backs = []string{reducedSide}
	m.Traits = []view.Trait{{ID: data.ExploitTrait}}
	for _, prints := range g.Added.Show.Prints {
		prints(m)
	}
}
