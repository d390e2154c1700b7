package randomgames

import (
	"fmt"
	"reflect"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
)

// featureGames returns the test games of features that no shipped game has.
func featureGames(t *testing.T) []*modules.Definition {
	t.Helper()
	return must(adjudicate.Games("../scs/feature/rangedfire/testdata/modules"))(t).Games
}

// The games of features are played like those that ship in TestRandomGames: nothing offered is refused, nobody
// is stuck, and the records give the same game again.
func TestRandomGames_Features(t *testing.T) {
	for _, d := range featureGames(t) {
		for seed := range uint64(1 + *drillGames/2) {
			t.Run(fmt.Sprint(d.ID, "/", seed), func(t *testing.T) {
				t.Parallel()
				p := playerOf(t, d, setUp(t, d, ""), seed)
				p.turnsUntil(d.Turns + 1)
				p.replay()
			})
		}
	}
}

// Games of the Battalion Combat Series are played in this way too. Each order comes back from its picks unchanged, and
// a game that is over is shown as a film.
func TestRandomGames_AnotherSeries(t *testing.T) {
	t.Parallel()
	d := must(rules.Modules().Load("bcs-drill"))(t)
	given := tally{}
	for seed := range uint64(20 + *drillGames) {
		p := playerOf(t, d, setUp(t, d, ""), seed)
		for !p.board.Over {
			p.order(p.acting())
			if back := p.m.Order(p.said.Verb, p.m.Picks(p.said)); !reflect.DeepEqual(back, p.said) {
				t.Fatalf("%v comes back from its picks as %v", p.said, back)
			}
		}
		p.replay()
		if film := must(rules.Film(d, p.pos, entries(p.log)))(t); len(film) < 3 {
			t.Errorf("a film of %d pictures", len(film))
		}
		given.join(p.reached)
	}
	for _, what := range []string{"order activate", "order move", "order engage", "order snafu", "order end",
		"told step 7.1"} {
		if given[what] < 5 {
			t.Errorf("%s: %d times", what, given[what])
		}
	}
}

// Twins cannot be told apart in the games of features either (see TestSilence).
func TestSilence_Features(t *testing.T) {
	for _, d := range featureGames(t) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			w := &witness{t: t, painter: painterOf(t)}
			for seed := range uint64(3 + *drillGames/100) {
				w.watch(playerOf(t, d, setUp(t, d, ""), 100+seed))
				for n := 0; n < 150 && !w.p.board.Over; n++ {
					w.p.order(w.p.acting())
					w.position()
				}
			}
			if w.twins < 50 || w.drawn == 0 || w.undone < 50 {
				t.Errorf("only %d twins, %d of them drawn, %d undone", w.twins, w.drawn, w.undone)
			}
		})
	}
}
