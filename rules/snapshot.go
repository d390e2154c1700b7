package rules

import (
	"encoding/json"
	"fmt"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// snapshot is a match as stored: its state after the last record that no undo can take back, and the records since.
type snapshot struct {
	State json.RawMessage `json:"state"`
	Begun bool            `json:"begun,omitempty"` // the first record was applied
	From  uint64          `json:"from,omitempty"`  // the sequence of the record that no undo can take back
	Since []given         `json:"since,omitempty"`
	Asked int             `json:"asked,omitempty"` // the highest number of a question so far, which no undo lowers
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
	m.past = past{begun: true, from: s.From, since: s.Since}
	if len(s.Since) == 0 {
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

// Roll is a roll of a record.
type Roll struct {
	Number uint64 // in the game, from 1
	Faces  []int
	For    string // a word of the series
}

// Rolls returns the rolls of a record, in order.
func (r Record) Rolls() (rolls []Roll) {
	for _, ev := range r.events {
		if rolled, ok := ev.(state.Rolled); ok {
			rolls = append(rolls, Roll{rolled.Number, slices.Clone(rolled.Faces), rolled.For})
		}
	}
	return rolls
}

// Piled returns an order with its units from the top down, where the record says that they were stacked so. The
// canonical form of an order lists them by identifier.
func (r Record) Piled(o order.Order) order.Order {
	for _, ev := range r.events {
		pile, _ := ev.(state.Grouped)
		if moved, ok := ev.(state.Moved); ok {
			pile.Units = moved.Units
		}
		sorted := slices.Sorted(slices.Values(pile.Units))
		for _, a := range o.Args {
			if len(a.Units) > 0 && slices.Equal(sorted, slices.Sorted(slices.Values(a.Units))) {
				o = o.WithUnits(a.Name, pile.Units...)
			}
		}
	}
	return o
}
