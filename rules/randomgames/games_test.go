// Package randomgames plays games with orders picked at random from the offers, and tests what must hold in every
// position that they reach: the rules, undo, odds, readings, previews; and that nobody can tell what he must not know.
package randomgames

import (
	"fmt"
	"sync"
	"testing"
)

// TestRandomGames plays whole games. Nothing offered is refused, nobody is stuck, nothing forbidden happens,
// and the records give the same game again; and every rule is applied somewhere. The long run:
//
//	go test ./rules/randomgames -run TestRandomGames -games 2000 -afb 200 -timeout 0
func TestRandomGames(t *testing.T) {
	total, played := tally{}, 0
	var mu sync.Mutex
	t.Run("games", func(t *testing.T) {
		for _, g := range []struct {
			name  string
			games int
		}{{"drill", *drillGames}, {"skirmish", *drillGames / 5}, {"afb", *afbGames}} {
			for seed := range uint64(g.games) {
				t.Run(fmt.Sprint(g.name, "/", seed), func(t *testing.T) {
					t.Parallel()
					p := newPlayer(t, g.name, seed)
					defer func() {
						if t.Failed() {
							t.Logf("alone: go test ./rules/randomgames -run 'TestRandomGames/games/%s/%d$' -games %d -afb %d",
								g.name, seed, *drillGames, *afbGames)
						}
					}()
					turns := *lastTurn
					if g.name == "afb" && g.games < 5 {
						turns = min(turns, 3) // a campaign takes as long as twenty games of drill
					}
					p.turnsUntil(turns + 1)
					p.replay()
					if g.name == "afb" && p.board.Over {
						s := p.board.Fact("points")
						p.reached[fmt.Sprintf("ended %2d-%02d %s", s.N/5*5, s.N/5*5+4, s.ID)]++
					}
					mu.Lock()
					defer mu.Unlock()
					total.join(p.reached)
					played++
				})
			}
		}
	})
	if played == *drillGames+*drillGames/5+*afbGames {
		total.complete(t, *drillGames < 1000 || *afbGames < 50)
	}
	t.Logf("%d games\n%v", played, total)
}
