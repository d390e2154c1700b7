package scs

import (
	"strconv"

	"grognard/rules/view"
)

// The names of the ratings on a counter.
const (
	attackRating  = "attack"
	defenceRating = "defence"
	moveRating    = "movement"
)

// exploitTrait marks units that may move again after combat (11.0a).
const exploitTrait = "exploit"

// faces is what is printed on the two sides of a counter.
type faces struct {
	full, reduced []view.Rating
	traits        []string
}

// printedOf returns the sides of a unit's counter, with what features print on it. The factors of an
// exploit-capable unit are highlighted.
func (e *Engine) printedOf(u *Unit) faces {
	f := faces{full: u.Full.ratings(u.Exploit)}
	if u.Steps > 1 {
		f.reduced = u.Reduced.ratings(u.Exploit)
	}
	for i := range e.features {
		ratings := e.features[i].Ratings
		if ratings == nil {
			continue
		}
		f.full = append(f.full, ratings(u, false)...)
		if u.Steps > 1 {
			f.reduced = append(f.reduced, ratings(u, true)...)
		}
	}
	if u.Exploit {
		f.traits = []string{exploitTrait}
	}
	return f
}

// ratings returns the factors as they are printed.
func (v Values) ratings(lit bool) []view.Rating {
	rating := func(kind string, n int) view.Rating {
		text := strconv.Itoa(n)
		if n == view.Blank {
			text = "–"
		}
		return view.Rating{Kind: kind, N: n, Text: text, Lit: lit}
	}
	return []view.Rating{rating(attackRating, v.Attack), rating(defenceRating, v.Defence), rating(moveRating, v.Move)}
}

// Print adds what is printed on the counters, and what features print beside the map.
func (e *Engine) Print(m *view.Map) {
	for i := range m.Cards {
		c, u, f := &m.Cards[i], &e.units[i], &e.faces[i]
		c.Beside = e.boxOf(u)
		c.Full, c.Reduced, c.Traits, c.Estimate, c.EstimateBack = f.full, f.reduced, f.traits, u.Estimate,
			u.EstimateBack
	}
	m.Sample = Values{4, 6, 5}.ratings(false)
	m.Traits = []view.Trait{{ID: exploitTrait}}
	for i := range e.features {
		if prints := e.features[i].Prints; prints != nil {
			prints(m)
		}
	}
}
