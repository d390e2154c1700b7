package referee_test

import (
	"errors"
	"reflect"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
)

// A look shows whoever plays a side what that side sees, and everybody else what all see,
// never both; a completion is for whoever plays. What a completion consists of is of one
// sequence, that of the last command.
func TestALookIsForOnePairOfEyes(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	refused(t, "where no game is", api.ErrNoGame)(h.Looks.See(ctx, "c1", "anna"))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	all, table, err := h.Looks.Public(ctx, "c1")
	check(t, err)
	for user, side := range map[string]string{"anna": "blue", "boris": "red", "olga": "", "": ""} {
		seen, err := h.Looks.See(ctx, "c1", user)
		if err != nil || !reflect.DeepEqual(seen.Table, table) || (seen.Secret != nil) == (seen.Public != nil) {
			t.Fatalf("%q sees %+v, %v", user, seen, err)
		}
		board, eyes := seen.Board()
		if string(eyes) != side || side == "" && !reflect.DeepEqual(board, all.Board()) {
			t.Errorf("%q sees with the eyes of %q: %+v", user, eyes, board)
		}
		values := map[string]string{"units": "b-1-mot"}
		c, err := h.Orders.Complete(ctx, "c1", user, values, "units", "move", "overrun")
		if side == "" {
			if !errors.Is(err, api.ErrNotSeated) || !reflect.DeepEqual(c, ordering.Completion{}) {
				t.Errorf("a list for %q, who plays no side: %+v, %v", user, c, err)
			}
			continue
		}
		if err != nil || len(c.Of) != 2 || !reflect.DeepEqual(c.View, *seen.Secret) ||
			c.View.Board().Seq != all.Board().Seq {
			t.Errorf("a list for %q: %+v, %v", user, c, err)
		}
		if picks := len(c.Of[0].Picks); picks > 0 != (side == "blue") {
			t.Errorf("%s can move %d units in the movement phase of Blue", side, picks)
		}
	}
}
