package referee

import (
	"strings"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/storage"
)

// beginning is all of a position that games must have in common to share what is prepared.
type beginning struct {
	module   storage.Hash
	scenario string
	turns    int
	drawn    string
}

// prepare is rules.Prepare, but that it keeps what it has made: of each scenario that is played,
// once.
func (l *library) prepare(d *modules.Definition, p rules.Position) (*rules.Prepared, error) {
	b := beginning{d.Hash, p.Scenario, p.Turns, strings.Join(p.Drawn, " ")}
	l.mu.Lock()
	defer l.mu.Unlock()
	if made := l.prepared[b]; made != nil {
		return made, nil
	}
	made, err := rules.Prepare(d, p)
	if err != nil {
		return nil, err
	}
	l.prepared[b] = made
	return made, nil
}
