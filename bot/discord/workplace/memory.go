package workplace

import (
	"sync"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// mostPlaces is how many places are remembered. When there would be more, all are forgotten.
const mostPlaces = 10_000

// Memory remembers where players were at work last. The zero value remembers nothing yet.
type Memory struct {
	mu     sync.Mutex
	places map[seat]place
}

// seat is a player of a game.
type seat struct{ game, user string }

// place is a hex, and the phase in which somebody was at work there.
type place struct {
	at   hex.Hex
	when view.Moment
}

// Note remembers that a user is at work at a hex; not at hex.None.
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

// Last returns where a user was at work last in the phase being played, hex.None if nowhere.
func (m *Memory) Last(game, user string, b *view.Board) hex.Hex {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, is := m.places[seat{game, user}]; is && p.when == momentOf(b) {
		return p.at
	}
	return hex.None
}

func momentOf(b *view.Board) view.Moment { return view.Moment{Turn: b.Turn, Phase: b.Phase} }
