package rules

import (
	"encoding/json"
	"fmt"

	"grognard/rules/internal/state"
)

// snapshot is a match as it is stored: its state after the last record that no undo can take back, and the
// records since.
type snapshot struct {
	State json.RawMessage `json:"state"`
	Begun bool            `json:"begun,omitempty"`
	From  uint64          `json:"from,omitempty"`
	Since []given         `json:"since,omitempty"`
	Asked int             `json:"asked,omitempty"`
}

// SnapshotFormat names the format of snapshots; one of another format cannot be read.
const SnapshotFormat = "match/1 " + state.SnapshotFormat

// Snapshot returns the match at its present sequence, for Open.
func (m *Match) Snapshot() ([]byte, error) {
	st, s := m.st, snapshot{Begun: m.past.begun, From: m.past.from, Since: m.past.since, Asked: m.st.Asked}
	if m.past.base != nil {
		st = m.past.base
	}
	var err error
	if s.State, err = st.Snapshot(); err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// fromSnapshot makes a match from a snapshot of a game that began with these pieces.
func fromSnapshot(c *Prepared, pieces []state.Piece, blob []byte) (*Match, error) {
	var s snapshot
	if err := json.Unmarshal(blob, &s); err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	st, err := state.Restore(c.def, pieces, s.State)
	if err != nil {
		return nil, err
	}
	m := newMatch(c, st)
	if !s.Begun {
		return m, nil
	}
	if m.past = (past{begun: true, from: s.From, since: s.Since}); len(s.Since) == 0 {
		m.st.Asked = s.Asked
		return m, nil
	}
	m.past.base = st.Clone()
	if err := m.past.replay(m.st, len(s.Since)); err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	m.st.Asked = s.Asked
	return m, nil
}
