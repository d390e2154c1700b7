package score

import (
	"fmt"

	"grognard/rules/casefile"
	"grognard/rules/first"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Expects checks the level of victory and the points of the sides in cases.
func Expects() casefile.Checks[series.Seen] {
	level := func(seen series.Seen) (string, bool) {
		f := seen.Public.Fact(Points)
		if f == nil {
			return "", false
		}
		return f.ID, true
	}
	return casefile.Checks[series.Seen]{"victory": casefile.Is(casefile.Node.Word, level), "vp": expectsPoints}
}

// expectsPoints reads the victory points that sides must have.
func expectsPoints(n casefile.Node) (casefile.Check[series.Seen], error) {
	type wanted struct {
		side order.Side
		vp   int
	}
	var all []wanted
	err := casefile.Keyed(n, casefile.Pair.SideName, casefile.Node.Whole,
		func(s order.Side, vp int) { all = append(all, wanted{s, vp}) })
	return func(seen series.Seen) error {
		for _, want := range all {
			switch got, ok := pointsOf(seen.Public.Fact(Points), want.side); {
			case !ok:
				return fmt.Errorf("of %s is nothing; must be %d", want.side, want.vp)
			case got != want.vp:
				return fmt.Errorf("of %s is %d; must be %d", want.side, got, want.vp)
			}
		}
		return nil
	}, err
}

// pointsOf returns a side's victory points: for one that does not count toward the level, those of its places.
func pointsOf(f *view.Fact, side order.Side) (points int, ok bool) {
	if f == nil {
		return 0, false
	}
	if f.Side == side {
		return f.N, true
	}
	part, ok := first.In(f.Parts, func(p view.Part) bool { return p.Side == side })
	return part.N, ok
}
