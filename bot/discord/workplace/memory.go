package workplace

import (
	"grognard/bot/recall"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Memory remembers where players gave orders last. The zero value remembers nothing yet.
type Memory struct{ places recall.Of[place] }

// place is a hex, and the phase in which somebody gave orders there.
type place struct {
	at   hex.Hex
	when view.Moment
}

// Note remembers that a user gives orders at a hex. It ignores hex.None.
func (m *Memory) Note(game, user string, b *view.Board, at hex.Hex) {
	if at != hex.None {
		m.places.Swap(game+" "+user, place{at, momentOf(b)})
	}
}

// Last returns where a user gave orders last in the present phase, hex.None if nowhere.
func (m *Memory) Last(game, user string, b *view.Board) hex.Hex {
	if p := m.places.Last(game + " " + user); p.when == momentOf(b) {
		return p.at
	}
	return hex.None
}

func momentOf(b *view.Board) view.Moment { return view.Moment{Turn: b.Turn, Phase: b.Phase} }
