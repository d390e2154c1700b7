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
	places map[seat]hex.Hex
}

// seat is a player of a game in a phase.
type seat struct {
	game, user string
	when       view.Moment
}

// Note remembers that a user gives orders at a hex. It ignores hex.None.
func (m *Memory) Note(game, user string, b *view.Board, at hex.Hex) {
	if at == hex.None {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.places == nil || len(m.places) >= mostPlaces {
		m.places = map[seat]hex.Hex{}
	}
	m.places[seat{game, user, momentOf(b)}] = at
}

// Last returns where a user gave orders last in the present phase, hex.None if nowhere.
func (m *Memory) Last(game, user string, b *view.Board) hex.Hex {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.places[seat{game, user, momentOf(b)}]
}

func momentOf(b *view.Board) view.Moment { return view.Moment{Turn: b.Turn, Phase: b.Phase} }
