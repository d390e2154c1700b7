package referee_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"grognard/bot/referee"
	"grognard/bot/referee/arrange"
)

// Games of one scenario share their rules and their map, also while they are played at the same
// time, where the race detector looks on; and a game that rests goes on as if it had not.
func TestGamesAtOnce(t *testing.T) {
	h := newHouse(t, nil)
	h.extras.Warm = 2
	h.restart()
	raw := must(os.ReadFile("../gallery/turn.txt"))(t)
	orders, _, _ := strings.Cut(string(raw), "/overrun")
	var players sync.WaitGroup
	for i := range 4 {
		channel := fmt.Sprint("channel ", i)
		players.Go(func() {
			_, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", channel),
				arrange.Opening{Module: "afb", Scenario: "historical", Side: "german"})
			if err == nil {
				_, err = h.NewGames.Join(t.Context(), h.cmd("boris", channel), "soviet", "")
			}
			if err == nil {
				_, err = h.NewGames.Start(t.Context(), h.cmd("anna", channel))
			}
			for text := range strings.Lines(orders) {
				if err == nil && strings.HasPrefix(text, "/") {
					_, err = h.Orders.Order(t.Context(), h.cmd("anna", channel), strings.TrimSpace(text))
				}
			}
			wrong(t, err != nil, "%v", err)
		})
	}
	players.Wait()
	if n := referee.Kernel(h.Referee).Definitions.Starts(); n != 1 {
		t.Errorf("%d times prepared", n)
	}
	for i := range 4 {
		now, _, err := h.Looks.Public(t.Context(), fmt.Sprint("channel ", i))
		check(t, err)
		fresh, _, err := referee.New(referee.Options{Store: h.store}).Looks.Public(t.Context(), fmt.Sprint("channel ", i))
		check(t, err)
		if a, b := fmt.Sprint(now.Board().Stacks, now.Board().Phase),
			fmt.Sprint(fresh.Board().Stacks, fresh.Board().Phase); a != b {
			t.Errorf("channel %d: %s\nread anew: %s", i, a, b)
		}
	}
}
