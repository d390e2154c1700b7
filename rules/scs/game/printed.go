package game

import (
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// faces is what is printed on the two sides of a counter.
type faces struct {
	full, reduced []view.Rating
	traits        []string
}

// printedOf returns the sides of a unit's counter, with what features print on it. The factors of an
// exploit-capable unit are highlighted.
func (g *Game) printedOf(u *data.Unit) faces {
	f := faces{full: u.Full.Ratings(u.Exploit)}
	if u.Steps > 1 {
		f.reduced = u.Reduced.Ratings(u.Exploit)
	}
	for _, ratings := range g.Added.Show.Ratings {
		f.full = append(f.full, ratings(u, false)...)
		if u.Steps > 1 {
			f.reduced = append(f.reduced, ratings(u, true)...)
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
		c.Full, c.Reduced, c.Traits, c.Estimate, c.EstimateBack = f.full, f.reduced, f.traits, u.Estimate,
			u.EstimateBack
	}
	m.Sample = data.Values{Attack: 4, Defence: 6, Move: 5}.Ratings(false)
	m.Traits = []view.Trait{{ID: data.ExploitTrait}}
	for _, prints := range g.Added.Show.Prints {
		prints(m)
	}
}
