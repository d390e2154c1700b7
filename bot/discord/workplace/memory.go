package workplace

import (
	"sync"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// mostPlaces is how many places are remembered. When there would be more, all are forgotten.
const mostPlaces = 10_000

// Memory remembers where players gave orders last. The zero value remembers nothing yet.
type Memory struct {
	mu     sync.Mutex
	places map[seat]place
}

// seat is a player of a game.
type seat struct{ game, user string }

// place is a hex, and the phase in which somebody gave orders there.
type place struct {
	at   hex.Hex
	when view.Moment
}

// Note remembers that a user gives orders at a hex. It ignores hex.None.
func (m *Memory) Note(game, user string, b *view.Board, at hex.Hex) {
	if at == hex.None {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.places == nil || len(m.places) >= mostPlaces {
		m.places = map[seat]place{}
	}
	m.places[seat{game, user}] = place{at, momentOf(b)}
}

// Last returns where a user gave orders last in the present phase, hex.None if nowhere.
func (m *Memory) Last(game, user string, b *view.Board) hex.Hex {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, is := m.places[seat{game, user}]; is && p.when == momentOf(b) {
		return p.at
	}
	return hex.None
}

func momentOf(b *view.Board) view.Moment { return view.Moment{Turn: b.Turn, Phase: b.Phase} }
