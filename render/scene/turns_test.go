package scene

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// A game that ended early has played the turns up to its last: the others are to come for ever, without units due.
func TestTurnOf_GameOver(t *testing.T) {
	b := rendertest.Board(rendertest.Map(9, 9, hex.Even))
	b.Turn, b.Turns, b.OffMap = 2, 10, []view.Pile{{Side: "blue", Turn: 3, Count: 1}}
	for over, want := range map[bool]map[int]Turn{
		false: {1: {Tense: Past}, 2: {Tense: Present}, 3: {Tense: Future, Arriving: 1}, 10: {Tense: Future}},
		true:  {1: {Tense: Past}, 2: {Tense: Past}, 3: {Tense: Future}, 10: {Tense: Future}},
	} {
		b.Over = over
		for n, w := range want {
			if got := TurnOf(nil, b, n); got.Tense != w.Tense || got.Arriving != w.Arriving {
				t.Errorf("over is %t: turn %d is %+v", over, n, got)
			}
		}
	}
}
