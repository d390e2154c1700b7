package referee_test

import (
	"testing"

	"grognard/bot/referee/api"
)

// A game goes on when one of its players is forgotten, with his name in the log in his place,
// in memory as after a restart. The others give orders; he does not, nor is he let in again.
func TestAForgottenPlayer(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	h.begin("c1", "anna", "boris")
	for _, user := range []string{"anna", "anna", "anna", "boris", "boris", "boris"} { // beyond a snapshot
		h.must(user, "c1", "/end")
	}
	before := h.public()
	check(t, h.Privacy.Forget(ctx, "boris"))
	for range 2 {
		after, table, err := h.Looks.Public(ctx, "c1")
		if err != nil || after.Board().Turn != before.Board().Turn {
			t.Fatalf("turn %d, %v", after.Board().Turn, err)
		}
		if got := table.Player("red"); got != "player 2" {
			t.Errorf("red is played by %q", got)
		}
		refused(t, "he gives an order", api.ErrNotSeated)(h.Orders.Order(ctx, h.cmd("boris", "c1"), "/end"))
		h.must("anna", "c1", "/end")
		for _, e := range h.notifications() {
			if e.Side != nil && e.Side.Side() == "red" && e.Table.Player("red") != "player 2" {
				t.Errorf("notification %d is for %q", e.Seq, e.Table.Player("red"))
			}
		}
		h.restart()
	}
}
