package randomgames

import (
	"encoding/json"
	"iter"
	"testing"

	"grognard/rules"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
)

// frozen is a match as its snapshot holds it. Copies are opened from it, as after a restart.
type frozen struct {
	*rules.Prepared
	pos  rules.Position
	blob []byte
	seq  uint64
}

// freeze takes a snapshot of a match that began at a position.
func freeze(t testing.TB, m *rules.Match, pos rules.Position) frozen {
	t.Helper()
	return frozen{m.Prepared, pos, snapshotOf(t, m), m.Seq()}
}

// open returns a copy of the match. The log has one entry without events, which tells the number of the last record.
func (f frozen) open(t testing.TB) *rules.Match {
	t.Helper()
	return must(f.Open(f.pos, f.blob, entries([]rules.Entry{{Seq: f.seq}})))(t)
}

// with returns the match in another state, in which everything is final for undo.
func (f frozen) with(t testing.TB, st *state.State) frozen {
	t.Helper()
	now, err := st.Snapshot()
	if err == nil {
		f.blob, err = json.Marshal(saved{State: now, Begun: true, From: f.seq, Asked: st.Asked})
	}
	noError(t, err)
	return f
}

// saved is the form of a match's snapshot: the last final state, and the records since.
type saved struct {
	State json.RawMessage `json:"state"`
	Begun bool            `json:"begun,omitempty"`
	From  uint64          `json:"from,omitempty"`
	Since []struct {
		Events state.Events `json:"record"`
	} `json:"since,omitempty"`
	Asked int `json:"asked,omitempty"`
}

// state returns the true state of the match, with units that have no arrival.
func (f frozen) state(t testing.TB, def *modules.Definition) *state.State {
	t.Helper()
	var in saved
	var units struct{ Pieces []state.Piece }
	noError(t, json.Unmarshal(f.blob, &in))
	noError(t, json.Unmarshal(in.State, &units))
	for i := range units.Pieces {
		p := &units.Pieces[i]
		p.Side, p.Arrival = def.Units[p.ID].Side, &state.Arrival{}
	}
	st := must(state.Restore(def, units.Pieces, in.State))(t)
	for _, since := range in.Since {
		for _, ev := range since.Events {
			noError(t, st.Apply(ev))
		}
	}
	st.Asked = in.Asked
	return st
}

// reopened opens a match by its records, as after a restart.
func reopened(d *modules.Definition, pos rules.Position, snapshot []byte, log iter.Seq2[rules.Entry, error]) (
	*rules.Match, error) {
	common, err := rules.Prepare(d, pos)
	if err != nil {
		return nil, err
	}
	return common.Open(pos, snapshot, log)
}

func snapshotOf(t testing.TB, m *rules.Match) []byte {
	t.Helper()
	return must(m.Snapshot())(t)
}

// entries is a log as Open reads it.
func entries(log []rules.Entry) iter.Seq2[rules.Entry, error] {
	return func(yield func(rules.Entry, error) bool) {
		for _, e := range log {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns the result of a call. The function that it returns ends a test that cannot go on after an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		noError(t, err)
		return v
	}
}
