package randomgames

import (
	"fmt"
	"path/filepath"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/seriestest/combinedarms"
)

// featureGames are the games of features that no shipped game has.
func featureGames(t *testing.T) (games []*modules.Definition) {
	t.Helper()
	folders := must(filepath.Glob("../scs/feature/*/testdata/modules"))(t)
	for _, folder := range folders {
		more := must(adjudicate.Games(folder))(t)
		games = append(games, more...)
	}
	arms, _, err := rules.Modules(combinedarms.Series()).Folder(combinedarms.Arms())
	noError(t, err)
	return append(games, arms)
}

// featurePlayer plays such a game from its set-up.
func featurePlayer(t *testing.T, d *modules.Definition, seed uint64) *randomPlayer {
	t.Helper()
	pos := setUp(t, d, "")
	return playerOf(t, d, pos, seed)
}

// The games of features are played like those that ship in TestRandomGames: nothing offered is refused, nobody
// is stuck, and the records give the same game again.
func TestRandomGames_Features(t *testing.T) {
	for _, d := range featureGames(t) {
		for seed := range uint64(1 + *drillGames/2) {
			t.Run(fmt.Sprint(d.ID, "/", seed), func(t *testing.T) {
				t.Parallel()
				p := featurePlayer(t, d, seed)
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
				w.watch(featurePlayer(t, d, 100+seed))
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
