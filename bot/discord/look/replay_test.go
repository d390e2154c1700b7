package look

import (
	"testing"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A film that leaves moments out says so, and counts the frames that it has.
func TestWordsOfAFilm(t *testing.T) {
	m := &view.Map{Sides: []order.Nation{{ID: "blue", Name: "Blue"}}}
	first := &view.Board{Map: m, Turn: 1, Turns: 9, Phase: view.Phase{Side: "blue", Name: "combat"}}
	last := &view.Board{Map: m, Turn: 9, Turns: 9, Over: true}
	loc, table := inEnglish(t).On(m), api.Table{Title: "Drill", Over: true}
	for every, want := range map[int]string{
		1: "**Drill**, 101 frames: turn 1 of 9, Blue combat to the end on turn 9. The game is over and nothing is hidden any more.",
		4: "**Drill**, 26 frames: turn 1 of 9, Blue combat to the end on turn 9. It shows one frame in 4: the whole film would be too large for Discord. The game is over and nothing is hidden any more.",
	} {
		if got := FilmInWords(loc, table, first, last, 101, every); got != want {
			t.Errorf("one in %d: %q, want %q", every, got, want)
		}
	}
}
