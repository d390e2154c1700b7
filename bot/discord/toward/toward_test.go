package toward_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/bot/discord/toward"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Stacks are listed along the front: those facing the enemy, those behind them, all others; by rows where it is upright.
func TestCompare_AlongTheFront(t *testing.T) {
	for wants, enemies := range map[string][]hex.Hex{
		"[8.04 8.08 4.05 4.09 1.02]": {at(9, 4), at(9, 8)},
		"[4.09 8.08 4.05 8.04 1.02]": {at(4, 11), at(8, 10)},
	} {
		board := &view.Board{Map: &view.Map{}}
		own := []hex.Hex{at(1, 2), at(8, 4), at(4, 5), at(8, 8), at(4, 9)}
		for _, h := range own {
			board.Stacks = append(board.Stacks, stack("red", h, "r"))
		}
		for _, h := range enemies {
			board.Stacks = append(board.Stacks, stack("blue", h, "b"))
		}
		slices.SortFunc(own, toward.Of(board, "red").Compare)
		if got := fmt.Sprint(own); got != wants {
			t.Errorf("with enemies at %v: %s, want %s", enemies, got, wants)
		}
	}
}

// Picks of units lie where the units stand; those off the map come last.
func TestPicks_OfUnits(t *testing.T) {
	board := &view.Board{Map: &view.Map{}, Stacks: []view.Stack{stack("red", at(2, 4), "far"), stack("red", at(5, 4), "near"),
		stack("blue", at(7, 4), "b")}}
	list := toward.Of(board, "red").Picks([]view.Pick{{Unit: "pool", Hex: hex.None}, {Unit: "far", Hex: hex.None}, {Unit: "near", Hex: hex.None}})
	if list[0].Unit != "near" || list[1].Unit != "far" || list[2].Unit != "pool" {
		t.Errorf("sorted: %v", list)
	}
}

// The hex to which a step of a tutorial sends its player is one to move to.
func TestOf_TheStepOfATutorial(t *testing.T) {
	step := view.T("step", "text", view.T("move", "unit", "a", "to", at(3, 3)))
	if got := toward.Of(&view.Board{Map: &view.Map{}, Guide: step}, "red").Prizes; len(got) != 1 || got[0] != at(3, 3) {
		t.Errorf("prizes: %v", got)
	}
}
