package state_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
)

// toy is a series for these tests: groups are activated inside a phase, a fight lies inside an
// activation. Its units march with their other face up.
type toy struct {
	*state.Scratch
	began   []state.Piece
	records []state.Events // the records so far
}

// The units of the toy, and the words of its flags by the depth with which they end.
var (
	toyUnits = []order.UnitID{"b1", "b2", "r1", "r2"}
	toyFlags = []string{"tired", "active", "shaken"}
)

func toyPieces() (out []state.Piece) {
	for _, id := range toyUnits {
		side := order.Side("blue")
		if id[0] == 'r' {
			side = "red"
		}
		out = append(out, state.Piece{ID: id, Side: side, Steps: 2, At: state.Place{Box: state.Coming}})
	}
	return out
}

// newToy places its units in a row, in the first phase.
func newToy(t testing.TB) *toy {
	t.Helper()
	def := must.Get(rules.Modules().Load("drill"))(t)
	var edit modules.Edit
	for _, p := range toyPieces() {
		edit.Units = append(edit.Units, modules.Counter{ID: p.ID, Side: p.Side, At: a})
	}
	def = must.Get(def.With(edit))(t)
	for _, p := range toyPieces() {
		u := def.Units[p.ID]
		u.Steps = p.Steps
		def.Units[p.ID] = u
	}
	g := &toy{began: toyPieces()}
	g.Scratch = state.NewScratch(state.New(def, slices.Clone(g.began)))
	for i, id := range toyUnits {
		g.Do(state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{row(i)}, How: "setup"})
	}
	g.phase("blue")
	g.command()
	g.check(t)
	return g
}

func row(i int) hex.Hex { return hex.Hex{Col: 10, Row: int8(10 + i)} }

func (g *toy) phase(s order.Side) { g.Do(state.Entered{Frame: state.Frame{Name: "phase", Side: s}}) }

func (g *toy) activate(group order.GroupID) {
	g.Do(state.Entered{Depth: 1, Frame: state.Frame{Name: "activation", Side: "blue", Group: group}, Fresh: true})
}

func (g *toy) fight(attacker, defender order.UnitID) {
	g.Do(state.Entered{Depth: 2, Frame: state.Frame{Name: "assault", Side: "blue", Hex: g.Piece(defender).At.Hex,
		Units: []order.UnitID{attacker}, Against: []order.UnitID{defender}}})
}

func (g *toy) leave() { g.Do(state.Left{}) }

func (g *toy) march(unit order.UnitID, to hex.Hex, cost int) {
	units := []order.UnitID{unit}
	g.Do(state.Flipped{Units: units, Face: 1}, state.Moved{Units: units, Path: []hex.Hex{to}, How: "march", Cost: cost})
}

// command ends a command and makes a record of its events.
func (g *toy) command() {
	g.records = append(g.records, g.Events())
	g.Reset(g.State.Clone(), nil)
}

func (g *toy) check(t testing.TB) {
	t.Helper()
	if g.Err() != nil {
		t.Fatal(g.Err())
	}
}

// replayed returns the state to which the records lead, each read back from its bytes.
func (g *toy) replayed(t testing.TB, from *state.State, records []state.Events) *state.State {
	t.Helper()
	st := from.Clone()
	for _, rec := range records {
		raw := must.Get(json.Marshal(rec))(t)
		var back state.Events
		must.Do(t, json.Unmarshal(raw, &back))
		for _, ev := range back {
			must.Do(t, st.Apply(ev))
		}
	}
	return st
}

// empty returns the toy's state before its first event.
func (g *toy) empty() *state.State { return state.New(g.Def, slices.Clone(g.began)) }

// restored returns a state as its snapshot gives it back.
func (g *toy) restored(t testing.TB, st *state.State) *state.State {
	t.Helper()
	return must.Get(state.Restore(g.Def, g.began, frozen(t, st)))(t)
}

func frozen(t testing.TB, st *state.State) []byte {
	t.Helper()
	return must.Get(st.Snapshot())(t)
}

// ledger has what is expected of the toy: its flags, each with the number of the frame with which it ends, what stays
// on the map for good, and what units have done.
type ledger struct {
	frames []int            // open frames, by depth
	made   int              // frames opened so far: the number of the last one
	flags  map[string][]int // by unit, or hex, and word: the frames that they end with
	burnt  map[hex.Hex]bool
	units  map[order.UnitID]*record
}

// record is what a unit has done since its movement began anew, and its group.
type record struct {
	used  int
	began hex.Hex
	face  uint8
	group order.GroupID
}

// enter opens a frame. A phase and an activation begin movement anew, a fight in them does not.
func (l *ledger) enter(g *toy, depth int) {
	l.made++
	l.frames = append(l.frames[:depth], l.made)
	for id, u := range l.units {
		if depth < 2 {
			u.used, u.began = 0, g.Piece(id).At.Hex
		}
	}
}

func (l *ledger) has(key string) bool {
	return slices.ContainsFunc(l.flags[key], func(frame int) bool { return slices.Contains(l.frames, frame) })
}

// hold compares a state with what is expected of it.
func (l *ledger) hold(r *rapid.T, st *state.State) {
	r.Helper()
	for _, id := range toyUnits {
		p, u := st.Piece(id), l.units[id]
		if (record{p.Used, p.Began, p.Face, p.Group}) != *u || len(p.Flags) > len(toyFlags) {
			r.Fatalf("%s is %+v, want %+v", id, *p, *u)
		}
		for _, word := range toyFlags {
			if got, want := p.Flags.Has(word), l.has(string(id)+word); got != want {
				r.Fatalf("%s is %s: %t, want %t", id, word, got, want)
			}
			if got, want := st.Flagged(p.At.Hex, word), l.has(p.At.Hex.String()+word); got != want {
				r.Fatalf("%v is %s: %t, want %t", p.At.Hex, word, got, want)
			}
		}
		if st.Marked(p.At.Hex, "burnt") != l.burnt[p.At.Hex] {
			r.Fatalf("%v is burnt: %t", p.At.Hex, !l.burnt[p.At.Hex])
		}
	}
}

// TestToyPlay: in random play flags last exactly as long as their frames are open, twice the same one as long as the
// outer, and units keep their faces and groups; the same records, read back from bytes, give the same state from the
// beginning and from a snapshot, and earlier copies do not change.
func TestToyPlay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := newToy(t)
		l := &ledger{flags: map[string][]int{}, burnt: map[hex.Hex]bool{}, units: map[order.UnitID]*record{}}
		for _, id := range toyUnits {
			l.units[id] = &record{}
		}
		l.enter(g, 0)
		from, since := g.empty(), 0
		for range rapid.IntRange(1, 30).Draw(r, "commands") {
			old, before := g.Clone(), frozen(t, g.State)
			g.play(r, l)
			g.check(t)
			g.command()
			if !bytes.Equal(frozen(t, old), before) {
				r.Fatal("an earlier copy has changed")
			}
			l.hold(r, g.State)
			again := g.replayed(t, from, g.records[since:])
			l.hold(r, again)
			if !bytes.Equal(frozen(t, again), frozen(t, g.State)) {
				r.Fatalf("the records give\n%s\nwant\n%s", frozen(t, again), frozen(t, g.State))
			}
			if rapid.IntRange(0, 3).Draw(r, "snapshot") == 0 {
				from, since = g.restored(t, g.State), len(g.records)
			}
		}
	})
}

// play makes a random command.
func (g *toy) play(r *rapid.T, l *ledger) {
	unit := rapid.SampledFrom(toyUnits).Draw(r, "unit")
	group := rapid.SampledFrom([]order.GroupID{"", "g1", "g2"}).Draw(r, "group")
	switch do := rapid.SampledFrom([]string{"phase", "activate", "fight", "leave", "flag", "flag", "march", "join",
		"burn", "exchange", "other", "other"}).Draw(r, "do"); {
	case do == "phase":
		g.phase("red")
		l.enter(g, 0)
	case do == "activate":
		g.activate(group)
		l.enter(g, 1)
	case do == "fight" && len(g.Frames) > 1:
		g.fight("b1", "r1")
		l.enter(g, 2)
	case do == "leave" && len(g.Frames) > 1:
		g.leave()
		l.frames = l.frames[:len(l.frames)-1]
	case do == "flag":
		word, at := rapid.SampledFrom(toyFlags).Draw(r, "word"), g.Piece(unit).At.Hex
		for _, depth := range rapid.SliceOfN(rapid.IntRange(0, len(g.Frames)-1), 1, 2).Draw(r, "depths") {
			g.Do(state.Flagged{Units: []order.UnitID{unit}, Hex: at, Flag: word, Depth: depth})
			for _, key := range []string{string(unit) + word, at.String() + word} {
				l.flags[key] = append(l.flags[key], l.frames[depth])
			}
		}
	case do == "march":
		g.march(unit, row(rapid.IntRange(0, 5).Draw(r, "to")), 2)
		l.units[unit].used, l.units[unit].face = l.units[unit].used+2, 1
	case do == "join":
		g.Do(state.Joined{Units: []order.UnitID{unit}, Group: group})
		l.units[unit].group = group
	case do == "burn":
		at := g.Piece(unit).At.Hex
		g.Do(state.Flagged{Hex: at, Flag: "burnt", Keep: true})
		l.burnt[at] = true
	case do == "exchange":
		g.Do(state.Exchanged{Units: [2]order.UnitID{"r1", "r2"}})
		for _, word := range toyFlags { // they go with the place
			l.flags["r1"+word], l.flags["r2"+word] = l.flags["r2"+word], l.flags["r1"+word]
		}
		r1, r2 := l.units["r1"], l.units["r2"]
		*r1, *r2 = *r2, *r1
		r1.group, r2.group = r2.group, r1.group // the groups do not
	case do == "other":
		l.units[unit].used += g.other(r, unit)
	}
}

// other does something that has nothing to do with frames, and returns the movement that it costs the unit.
func (g *toy) other(r *rapid.T, unit order.UnitID) (cost int) {
	units, at, n := []order.UnitID{unit}, g.Piece(unit).At.Hex, rapid.IntRange(0, 2).Draw(r, "n")
	others := []state.Event{
		state.Spent{Units: units, Cost: n, Rule: "1.1"},
		state.Stepped{Unit: unit, Left: n, Rule: "1.2"},
		state.Marked{Units: units, Mark: "wet", On: n > 0},
		state.Counted{Tally: "rain", N: n},
		state.Controlled{Hex: at, Side: "red"},
		state.Rolled{Number: g.Rolls + 1, Faces: []int{n + 1}, For: "rain", Rule: "1.3"},
		state.Reckoned{By: state.ByNet, Net: n, Result: "-"},
		state.Noted{What: "rain", N: n},
		state.Asked{Question: state.Question{ID: g.Asked + 1, Side: "red", Kind: "shelter", N: n, Units: units}},
	}
	var pile []order.UnitID
	for p := range g.Pile(at) {
		pile = append([]order.UnitID{p.ID}, pile...)
	}
	others = append(others, state.Grouped{Hex: at, Units: pile})
	if q := g.Owed(); q != nil {
		others = append(others, state.Answered{ID: q.ID})
	}
	ev := rapid.SampledFrom(others).Draw(r, "other")
	g.Do(ev)
	spent, _ := ev.(state.Spent)
	return spent.Cost
}

// A mark on a hex either is permanent or ends with a frame inside the phase.
func TestNoMarkBothEndsAndStays(t *testing.T) {
	g := newToy(t)
	g.activate("g1")
	g.Do(state.Flagged{Hex: row(0), Flag: "burnt", Keep: true, Depth: 1})
	if g.Err() == nil {
		t.Error("it was taken")
	}
}
