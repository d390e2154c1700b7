package referee_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/storage/sqlite"
)

// Games of one scenario share their rules and their map, also while they are played at the same
// time, where the race detector looks on; and a game that rests goes on as if it had not.
func TestGamesAtOnce(t *testing.T) {
	store := must(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	defer store.Shut()
	o := referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{9})}
	r := referee.NewWith(o, referee.Extras{Warm: 2})
	raw := must(os.ReadFile("../gallery/turn.txt"))(t)
	orders, _, _ := strings.Cut(string(raw), "/overrun")
	var players sync.WaitGroup
	for i := range 4 {
		channel, n := fmt.Sprint("channel ", i), 0
		as := func(user string) api.Command {
			n++
			return api.Command{ID: fmt.Sprint(channel, n), User: user, Channel: channel}
		}
		players.Go(func() {
			_, err := r.NewGames.NewGame(t.Context(), as("anna"), arrange.Opening{Module: "afb", Scenario: "historical", Side: "german"})
			if err == nil {
				_, err = r.NewGames.Join(t.Context(), as("boris"), "soviet", "")
			}
			if err == nil {
				_, err = r.NewGames.Start(t.Context(), as("anna"))
			}
			for text := range strings.Lines(orders) {
				if err == nil && strings.HasPrefix(text, "/") {
					_, err = r.Orders.Order(t.Context(), as("anna"), strings.TrimSpace(text))
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	players.Wait()
	if n := referee.Kernel(r).Definitions.Starts(); n != 1 {
		t.Errorf("%d times prepared", n)
	}
	for i := range 4 {
		now, _, err := r.Looks.Public(t.Context(), fmt.Sprint("channel ", i))
		check(t, err)
		fresh, _, err := referee.New(referee.Options{Store: store}).Looks.Public(t.Context(), fmt.Sprint("channel ", i))
		check(t, err)
		if a, b := fmt.Sprint(now.Board().Stacks, now.Board().Phase),
			fmt.Sprint(fresh.Board().Stacks, fresh.Board().Phase); a != b {
			t.Errorf("channel %d: %s\nread anew: %s", i, a, b)
		}
	}
}
