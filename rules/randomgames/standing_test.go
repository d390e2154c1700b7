package randomgames

import (
	"testing"

	"grognard/rules/standing"
)

// TestStandingSets_PlayOn: who leaves every decision to a ready-made set never gets stuck: each answer is legal.
func TestStandingSets_PlayOn(t *testing.T) {
	for _, tt := range []struct {
		game  string
		seeds int
		most  int
	}{{"drill", max(*drillGames/5, 4), 300}, {"skirmish", max(*drillGames/10, 2), 200}, {"arrivals", 1, 150}} {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			answers := map[string]int{}
			for seed := range uint64(tt.seeds) {
				for i, ready := range newPlayer(t, tt.game, 300).m.StandingChoices() {
					if !ready.IsSet {
						continue
					}
					p := newPlayer(t, tt.game, 300+100*uint64(i)+seed)
					left := standing.Answers{Set: ready.ID}
					for n := 0; n < tt.most && !p.board.Over; n++ {
						if p.board.Due == nil {
							p.order(p.acting())
							continue
						}
						due := p.board.Due
						a, ok := p.m.Answer(due.Side, left)
						if !ok || a.Asks || a.By.Answer != ready.ID {
							t.Fatalf("%s has nothing to say to %+v: %+v", ready.ID, due, a)
						}
						if _, foe := p.m.Answer(p.other(due.Side), left); foe {
							t.Fatalf("%s answers for who owes nothing", ready.ID)
						}
						rec, err := p.m.Decide(due.Side, a.Order, p.roll)
						if err != nil {
							t.Fatalf("%s says %+v to %+v: %v", ready.ID, a.Order, due, err)
						}
						answers[due.Kind+" /"+string(a.Order.Verb)]++
						p.apply(rec)
					}
				}
			}
			for _, kind := range []string{"losses /losses", "retreat /hold", "retreat /retreat", "advance /advance",
				"advance /pass"} {
				if answers[kind] == 0 && tt.game == "drill" {
					t.Errorf("nothing was answered by %s: %v", kind, answers)
				}
			}
			t.Log(answers)
		})
	}
}
