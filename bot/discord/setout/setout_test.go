package setout_test

import (
	"slices"
	"testing"

	"grognard/bot/discord/setout"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// A page of moves begins with as many units of a stack, from the top, as some hex has room for; with all, if one has.
func TestFirst_RoomForSome(t *testing.T) {
	at, far := hex.Hex{Col: 2, Row: 2}, view.Pick{Hex: hex.Hex{Col: 5, Row: 2}}
	b := &view.Board{Stacks: []view.Stack{{Hex: at, Height: 3, Known: []view.Counter{{ID: "c"}, {ID: "a"}, {ID: "b"}}}}}
	all := []view.Pick{{Unit: "a"}, {Unit: "b"}, {Unit: "c"}}
	for room, want := range map[int][]view.Pick{1: all[2:], 2: {all[0], all[2]}, 3: all} {
		got := setout.First(b, all, func(picks []view.Pick) (o view.Offer, err error) {
			o.Next = []view.Pick{far}
			if len(picks) > room {
				o.Risks = []view.Risk{{Brief: view.T("risk.overstack-brief"), Picks: o.Next}}
			}
			return o, nil
		})
		if !slices.Equal(got, want) {
			t.Errorf("with room for %d, %v set out, want %v", room, got, want)
		}
	}
}
