package rated_test

import (
	"context"
	"testing"

	"grognard/bot/league"
	"grognard/bot/league/rated"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/rules/must"
)

// library has one season, which ends, and is ruled again.
type library struct {
	points [2]int
	ends   int
	runs   bool // the season is not over
	looks  int  // how often it was read
}

func (l *library) Of(context.Context, string) ([]string, error) { return []string{"s1"}, nil }
func (l *library) Ended(string) (times int, over bool)          { return l.ends, !l.runs }

func (l *library) Look(context.Context, string) (league.View, error) {
	l.looks++
	r := &standings.Result{Points: l.points}
	return league.View{ID: "s1", Season: season.Season{Games: []season.Game{{Number: 1, Result: r}}}}, nil
}

// A season that is over is read once, until it has ended again; one that runs is read each time.
func TestMemory(t *testing.T) {
	l, m := &library{points: [2]int{2, 0}, runs: true}, &rated.Memory{}
	look := func(want int) {
		t.Helper()
		results := must.Get(m.Of(t.Context(), l, "900"))(t)
		if len(results) != 1 || results[0].Points != l.points || l.looks != want {
			t.Errorf("%+v after %d looks; want %d", results, l.looks, want)
		}
	}
	look(1)
	look(2)
	l.runs, l.ends = false, 1
	look(3)
	look(3)
	l.points, l.ends = [2]int{0, 2}, 2
	look(4)
	look(4)
}
