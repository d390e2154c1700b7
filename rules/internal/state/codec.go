package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"grognard/rules/modules"
)

// kinds names the events in the log: a name and a version each, never a Go
// type's name. A name keeps its meaning for ever; a changed event gets a new
// version beside the old one. testdata/events.json holds a sample of each.
var kinds = []struct {
	name   string
	sample Event
}{
	{"moved/1", Moved{}},
	{"spent/1", Spent{}},
	{"stepped/1", Stepped{}},
	{"grouped/1", Grouped{}},
	{"marked/1", Marked{}},
	{"flagged/1", Flagged{}},
	{"counted/1", Counted{}},
	{"entered/1", Entered{}},
	{"left/1", Left{}},
	{"ended/1", Ended{}},
	{"controlled/1", Controlled{}},
	{"asked/1", Asked{}},
	{"answered/1", Answered{}},
	{"rolled/1", Rolled{}},
	{"reckoned/1", Reckoned{}},
	{"noted/1", Noted{}},
}

// Events is a list of events that writes and reads itself as JSON, each one as
// {"moved/1": {…}}.
type Events []Event

// MarshalJSON writes the events.
func (es Events) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for i, e := range es {
		name, err := kindOf(e)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"`...)
		out = append(out, name...)
		out = append(out, `":`...)
		out = append(append(out, body...), '}')
	}
	return append(out, ']'), nil
}

func kindOf(e Event) (string, error) {
	is := reflect.TypeOf(e)
	for _, k := range kinds {
		if reflect.TypeOf(k.sample) == is {
			return k.name, nil
		}
	}
	return "", fmt.Errorf("event %T has no name for the log", e)
}

// UnmarshalJSON reads events; one of an unknown kind is an error.
func (es *Events) UnmarshalJSON(b []byte) error {
	var raw []map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*es = make(Events, 0, len(raw))
	for _, m := range raw {
		if len(m) != 1 {
			return errors.New("an event has one kind")
		}
		for name, body := range m {
			e, err := decode(name, body)
			if err != nil {
				return err
			}
			*es = append(*es, e)
		}
	}
	return nil
}

func decode(name string, body []byte) (Event, error) {
	for _, k := range kinds {
		if k.name != name {
			continue
		}
		p := reflect.New(reflect.TypeOf(k.sample))
		if err := json.Unmarshal(body, p.Interface()); err != nil {
			return nil, fmt.Errorf("event %s: %w", name, err)
		}
		return p.Elem().Interface().(Event), nil
	}
	return nil, fmt.Errorf("unknown event %q: the log is of a newer program", name)
}

// SnapshotFormat changes whenever a State's shape does: older snapshots are
// then not used, and the log is replayed.
const SnapshotFormat = "state/2"

// snapshot is a State without what can be derived: the definition comes from
// the game's module.
type snapshot struct {
	*State
	Def any `json:"Def,omitempty"` // hides State.Def
}

// Snapshot writes the state, without its definition.
func (s *State) Snapshot() ([]byte, error) { return json.Marshal(snapshot{State: s}) }

// Restore reads what Snapshot wrote, for a game with this definition.
func Restore(d *modules.Definition, blob []byte) (*State, error) {
	s := &State{}
	if err := json.Unmarshal(blob, &snapshot{State: s}); err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	if s.Def = d; len(s.Stacks.Top) != d.Grid.Size() || len(s.Control) != d.Grid.Size() {
		return nil, errors.New("snapshot: of another map")
	}
	if !s.number() || !s.stacked() {
		return nil, errors.New("snapshot: of other units")
	}
	return s, nil
}

// stacked says whether each piece on the map lies in the stack of its hex, once,
// and no other piece lies anywhere.
func (s *State) stacked() bool {
	if len(s.Stacks.Under) != len(s.Pieces) {
		return false
	}
	above := make([]bool, len(s.Pieces)) // whom the stacks so far have shown
	for at, n := range s.Stacks.Top {
		for n != 0 {
			if n < 0 || int(n) > len(s.Pieces) || above[n-1] {
				return false
			}
			h := s.Pieces[n-1].At.Hex
			if !s.Def.Grid.Contains(h) || s.Def.Grid.Index(h) != at {
				return false
			}
			above[n-1], n = true, s.Stacks.Under[n-1]
		}
	}
	for i := range s.Pieces {
		if s.Pieces[i].OnMap() != above[i] {
			return false
		}
	}
	return true
}
