package gallery

import (
	"grognard/render"
	"grognard/rules"
	"grognard/rules/bcs/policy"
)

// battle returns a film of the Battle of Kessing, a frame for each phase of its eight turns. The simple player plays
// both sides.
func battle() (picture, error) {
	d, at, err := start("bcs-drill", "kessing")
	if err != nil {
		return picture{}, err
	}
	s, err := newStage(d, at, "kessing1")
	if err != nil {
		return picture{}, err
	}
	for b, by := s.acts(); !b.Over; b, by = s.acts() {
		o, err := policy.Choose(rules.Seat{Match: s.match, Side: by})
		if err != nil {
			return picture{}, err
		}
		rec, err := s.match.Decide(by, o, s.roll)
		if err != nil {
			return picture{}, err
		}
		if err := s.apply(rec); err != nil {
			return picture{}, err
		}
	}
	frames, err := rules.Film(d, at, func(yield func(rules.Entry, error) bool) {
		for _, e := range s.log {
			if !yield(e, nil) {
				return
			}
		}
	})
	if err != nil {
		return picture{}, err
	}
	film, err := render.Animate(s.painter, frames, render.Paper())
	return picture{"battle.gif", film.GIF()}, err
}
