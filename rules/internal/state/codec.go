package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"grognard/rules/modules"
)

// kinds lists the events of the log under a name and a version, never a Go type's name. A name keeps its
// meaning for ever, and a changed event gets a new version beside the old one. The exception is a new field
// that is omitted where the event says no more than before. testdata/events.json holds a sample of each.
var kinds = []struct {
	name   string
	sample any // an Event, or a shortReckoned
}{
	{"moved/1", Moved{}},
	{"exchanged/1", Exchanged{}},
	{"spent/1", Spent{}},
	{"stepped/1", Stepped{}},
	{"grouped/1", Grouped{}},
	{"marked/1", Marked{}},
	{"flipped/1", Flipped{}},
	{"joined/1", Joined{}},
	{"flagged/1", Flagged{}},
	{"counted/1", Counted{}},
	{"entered/1", Entered{}},
	{"left/1", Left{}},
	{"ended/1", Ended{}},
	{"controlled/1", Controlled{}},
	{"asked/1", Asked{}},
	{"answered/1", Answered{}},
	{"rolled/1", Rolled{}},
	{"reckoned/1", shortReckoned{}},
	{"reckoned/2", Reckoned{}},
	{"noted/1", Noted{}},
}

// Events is a list of events. It marshals to JSON with each event as {"moved/1": {…}}.
type Events []Event

// MarshalJSON writes the events.
func (es Events) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for i, e := range es {
		form := any(e)
		if r, ok := e.(Reckoned); ok {
			if short, isComplete := r.short(); isComplete {
				form = short
			}
		}
		name, err := kindOf(form)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(form)
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

func kindOf(form any) (string, error) {
	typ := reflect.TypeOf(form)
	for _, k := range kinds {
		if reflect.TypeOf(k.sample) == typ {
			return k.name, nil
		}
	}
	return "", fmt.Errorf("event %T has no name for the log", form)
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
		form := p.Elem().Interface()
		if r, ok := form.(shortReckoned); ok {
			return r.event(), nil
		}
		return form.(Event), nil
	}
	return nil, fmt.Errorf("unknown event %q: the log is of a newer program", name)
}

// SnapshotFormat changes whenever older snapshots can no longer be read correctly: they are then ignored, and the log
// is replayed. A field that older snapshots lack does not change it, as long as its zero value is right.
const SnapshotFormat = "state/1"

// snapshot is a State without what can be derived: the definition comes from the module, a stack's hex from its pieces.
type snapshot struct {
	*State
	Def     any       `json:",omitempty"` // hides State.Def
	Stacks  [][]int16 `json:",omitempty"` // indexes in Pieces, top first
	Control string    // a digit for each hex, with the number that Open.Control has for it
}

// Snapshot writes the state, without its definition.
func (s *State) Snapshot() ([]byte, error) {
	out, digits := snapshot{State: s}, make([]byte, len(s.Control))
	for i, side := range s.Control {
		digits[i] = '0' + byte(side)
	}
	out.Control = string(digits)
	for at, top := range s.Stacks.Top {
		if top > 0 {
			out.Stacks = append(out.Stacks, slices.Collect(s.Stacks.pile(at)))
		}
	}
	return json.Marshal(out)
}

// Restore reads what Snapshot wrote. pieces are those that began the game, in the order of the roster.
func Restore(d *modules.Definition, pieces []Piece, blob []byte) (*State, error) {
	s := &State{}
	in := snapshot{State: s}
	if err := json.Unmarshal(blob, &in); err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	s.Def = d
	if len(in.Control) != d.Grid.Size() {
		return nil, errors.New("snapshot: of another map")
	}
	for _, digit := range []byte(in.Control) {
		if digit < '0' || int(digit-'0') > len(d.Sides) {
			return nil, errors.New("snapshot: of other sides")
		}
		s.Control = append(s.Control, int8(digit-'0'))
	}
	s.Stacks = newStacks(d.Grid.Size(), len(s.Pieces))
	if !s.resume(pieces) || !s.number() || !s.stack(in.Stacks) {
		return nil, errors.New("snapshot: of other units")
	}
	return s, nil
}

// resume gives each piece its side, and the arrival with which it or the unit it StandsFor began. It reports whether
// the pieces are those that began the game.
func (s *State) resume(began []Piece) bool {
	if len(s.Pieces) != len(began) {
		return false
	}
	for i := range began {
		p := &s.Pieces[i]
		if p.ID != began[i].ID {
			return false
		}
		from := i
		if p.StandsFor != "" {
			from = slices.IndexFunc(began, func(b Piece) bool { return b.ID == p.StandsFor })
		}
		if from < 0 || began[from].Side != began[i].Side {
			return false
		}
		p.Side, p.Arrival = began[i].Side, began[from].Arrival
	}
	return true
}

// stack puts the pieces into their stacks. It reports whether each piece on the map lies in exactly one stack, together
// with pieces of its own hex alone, and no piece off the map lies in any.
func (s *State) stack(stacks [][]int16) bool {
	lies := make([]bool, len(s.Pieces))
	for _, pile := range stacks {
		for i, n := range slices.Backward(pile) {
			if n < 0 || int(n) >= len(s.Pieces) || lies[n] {
				return false
			}
			h := s.Pieces[n].At.Hex
			if !s.Def.Grid.Contains(h) || i+1 < len(pile) && h != s.Pieces[pile[i+1]].At.Hex {
				return false
			}
			at := s.Def.Grid.Index(h)
			if i+1 == len(pile) && s.Stacks.Top[at] != 0 {
				return false
			}
			lies[n] = true
			s.Stacks.put(at, n)
		}
	}
	for i := range s.Pieces {
		if s.Pieces[i].OnMap() != lies[i] {
			return false
		}
	}
	return true
}
