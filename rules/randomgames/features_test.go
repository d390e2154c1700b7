package randomgames

import (
	"fmt"
	"testing"

	"grognard/rules/adjudicate"
	"grognard/rules/modules"
)

// featureGames are the games of features that no shipped game has.
func featureGames(t *testing.T) []*modules.Definition {
	t.Helper()
	return must(adjudicate.Games("../scs/feature/rangedfire/testdata/modules"))(t)
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

// Twins cannot be told apart in them either (see TestSilence).
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
