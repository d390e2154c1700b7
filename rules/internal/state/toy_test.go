package state_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
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
	def := must(rules.Modules().Load("drill"))(t)
	var edit modules.Edit
	for _, p := range toyPieces() {
		edit.Units = append(edit.Units, modules.Counter{ID: p.ID, Side: p.Side, At: a})
	}
	def = must(def.With(edit))(t)
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
	one := []order.UnitID{unit}
	g.Do(state.Flipped{Units: one, Face: 1}, state.Moved{Units: one, Path: []hex.Hex{to}, How: "march", Cost: cost})
}

// flag gives a unit and its hex the flag of each depth.
func (g *toy) flag(unit order.UnitID, depth int) {
	g.Do(state.Flagged{Units: []order.UnitID{unit}, Hex: g.Piece(unit).At.Hex, Flag: toyFlags[depth], Depth: depth})
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

// flags is the flags that a unit and its hex still have.
func (g *toy) flags(unit order.UnitID) (piece, on []string) {
	p := g.Piece(unit)
	for _, word := range toyFlags {
		if p.Flags.Has(word) {
			piece = append(piece, word)
		}
		if g.Flagged(p.At.Hex, word) {
			on = append(on, word)
		}
	}
	return piece, on
}

// TestFlagsEndWithTheirFrame: a flag set in a fight may last for the fight, for the activation around it, or
// for the whole phase.
func TestFlagsEndWithTheirFrame(t *testing.T) {
	for name, tt := range map[string]struct {
		then func(*toy)
		left []string
	}{
		"nothing more":               {func(*toy) {}, toyFlags},
		"the fight is left":          {(*toy).leave, toyFlags[:2]},
		"another fight in its stead": {func(g *toy) { g.fight("b2", "r2") }, toyFlags[:2]},
		"and one after it":           {func(g *toy) { g.leave(); g.fight("b2", "r2") }, toyFlags[:2]},
		"the activation is left":     {func(g *toy) { g.leave(); g.leave() }, toyFlags[:1]},
		"another one in its stead":   {func(g *toy) { g.activate("g2") }, toyFlags[:1]},
		"and one after it, a fight": {func(g *toy) { g.leave(); g.leave(); g.activate("g1"); g.fight("b1", "r1") },
			toyFlags[:1]},
		"another phase":             {func(g *toy) { g.phase("red") }, nil},
		"and one after leaving all": {func(g *toy) { g.leave(); g.leave(); g.phase("red") }, nil},
	} {
		g := newToy(t)
		g.activate("g1")
		g.fight("b1", "r1")
		for depth := range toyFlags {
			g.flag("b1", depth)
		}
		g.Do(state.Flagged{Hex: row(0), Flag: "burnt", Keep: true})
		tt.then(g)
		g.check(t)
		if piece, on := g.flags("b1"); !slices.Equal(piece, tt.left) || !slices.Equal(on, tt.left) {
			t.Errorf("%s: %v of the unit and %v of its hex, want %v", name, piece, on, tt.left)
		}
		if !g.Marked(row(0), "burnt") {
			t.Errorf("%s: what was for good is gone", name)
		}
	}
}

// A flag that is set twice ends with the outer one of both frames, whichever was first.
func TestAFlagMadeTwiceEndsWithTheOuterFrame(t *testing.T) {
	for _, depths := range [][]int{{1, 2}, {2, 1}} {
		g := newToy(t)
		g.activate("g1")
		g.fight("b1", "r1")
		for _, d := range depths {
			g.Do(state.Flagged{Units: one, Hex: row(0), Flag: "tired", Depth: d})
		}
		if flags := g.Piece("b1").Flags; len(flags) != 1 {
			t.Errorf("%v: %v", depths, flags)
		}
		g.leave()
		if piece, on := g.flags("b1"); len(piece) != 1 || len(on) != 1 {
			t.Errorf("%v: gone with the fight", depths)
		}
		g.leave()
		if piece, on := g.flags("b1"); len(piece) != 0 || len(on) != 0 {
			t.Errorf("%v: outlives the activation", depths)
		}
		g.check(t)
	}
}

// A flag for a frame that is not open can only come from a damaged log.
func TestNoFlagWithoutItsFrame(t *testing.T) {
	for depth := range 3 {
		g := newToy(t)
		g.activate("g1")
		g.flag("b1", depth)
		if fits := g.Err() == nil; fits != (depth < 2) {
			t.Errorf("depth %d in two frames: %v", depth, g.Err())
		}
	}
}

// TestFreshMovement: an activation resets movement, a fight in it does not.
func TestFreshMovement(t *testing.T) {
	g := newToy(t)
	moved := func(what string, used int, began hex.Hex) {
		t.Helper()
		g.check(t)
		if p := g.Piece("b1"); p.Used != used || p.Began != began {
			t.Errorf("%s: %d used, begun in %v, want %d and %v", what, p.Used, p.Began, used, began)
		}
	}
	away, far := hex.Hex{Col: 11, Row: 10}, hex.Hex{Col: 12, Row: 10}
	g.activate("g1")
	g.march("b1", away, 4)
	moved("a march", 4, row(0))
	g.fight("b1", "r1")
	moved("a fight", 4, row(0))
	g.leave()
	g.march("b1", far, 3)
	moved("another march", 7, row(0))
	g.leave()
	moved("the end of the activation", 7, row(0))
	g.activate("g1")
	moved("the next activation", 0, far)
	g.march("b1", away, 2)
	g.phase("blue")
	moved("the next phase", 0, away)
}

// replayed is the game that the records give, each read back from its bytes.
func (g *toy) replayed(t testing.TB, from *state.State, records []state.Events) *state.State {
	t.Helper()
	st := from.Clone()
	for _, rec := range records {
		raw := must(json.Marshal(rec))(t)
		var back state.Events
		noError(t, json.Unmarshal(raw, &back))
		for _, ev := range back {
			noError(t, st.Apply(ev))
		}
	}
	return st
}

// empty is the toy before its first event.
func (g *toy) empty() *state.State { return state.New(g.Def, slices.Clone(g.began)) }

// restored is a state from its snapshot.
func (g *toy) restored(t testing.TB, st *state.State) *state.State {
	t.Helper()
	return must(state.Restore(g.Def, g.began, frozen(t, st)))(t)
}

func frozen(t testing.TB, st *state.State) []byte {
	t.Helper()
	return must(st.Snapshot())(t)
}

// TestFacesAndGroupsSurvive: faces and groups are in snapshots, are taken back with an order, and do not change
// earlier copies.
func TestFacesAndGroupsSurvive(t *testing.T) {
	g := newToy(t)
	show := func(st *state.State) (out string) {
		for i := range st.Pieces {
			p := &st.Pieces[i]
			out += fmt.Sprintf("%s %d %q ", p.ID, p.Face, p.Group)
		}
		return out
	}
	g.Do(state.Joined{Units: []order.UnitID{"b1", "b2"}, Group: "g1"},
		state.Joined{Units: []order.UnitID{"r1"}, Group: "g2"})
	g.activate("g1")
	g.command()
	was, want := g.Clone(), show(g.State)
	g.march("b1", hex.Hex{Col: 11, Row: 10}, 4)
	g.Do(state.Joined{Units: []order.UnitID{"b2"}})
	g.command()
	g.check(t)
	now := `b1 1 "g1" b2 0 "" r1 0 "g2" r2 0 "" `
	if got := show(g.State); got != now || show(was) != want || want == now {
		t.Errorf("%s before, %s now, want %s", show(was), got, now)
	}
	if got := show(g.restored(t, g.State)); got != now {
		t.Errorf("%s from a snapshot", got)
	}
	taken := g.replayed(t, g.restored(t, g.replayed(t, g.empty(), g.records[:1])), g.records[1:2])
	if got := show(taken); got != want {
		t.Errorf("%s when the march is taken back, want %s", got, want)
	}
	if f := taken.Frames[1]; f.Group != "g1" {
		t.Errorf("the activation of %q is taken up", f.Group)
	}
}

// Two units that change places stay in their groups; their faces go with the place.
func TestExchangeKeepsGroups(t *testing.T) {
	g := newToy(t)
	g.Do(state.Joined{Units: []order.UnitID{"b1"}, Group: "g1"}, state.Flipped{Units: []order.UnitID{"b1"}, Face: 1},
		state.Exchanged{Units: [2]order.UnitID{"b1", "b2"}})
	g.check(t)
	if b1, b2 := g.Piece("b1"), g.Piece("b2"); b1.Group != "g1" || b2.Group != "" || b1.Face != 0 || b2.Face != 1 {
		t.Errorf("%+v, %+v", *b1, *b2)
	}
}

// ledger is the expected flags of the toy, each with the number of the frame with which it ends.
type ledger struct {
	frames []int // open frames, by depth
	made   int
	flags  map[string][]int // by unit, or hex, and word: the frames that they end with
}

func (l *ledger) enter(depth int) {
	l.made++
	l.frames = append(l.frames[:depth], l.made)
}

func (l *ledger) has(key string) bool {
	return slices.ContainsFunc(l.flags[key], func(frame int) bool { return slices.Contains(l.frames, frame) })
}

// TestToyPlay: in random play flags last exactly as long as their frames are open; the same records, read back
// from bytes, give the same state from the beginning and from a snapshot.
func TestToyPlay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g, l := newToy(t), &ledger{flags: map[string][]int{}}
		l.enter(0)
		from, since := g.empty(), 0
		for range rapid.IntRange(1, 30).Draw(r, "commands") {
			g.play(r, l)
			g.check(t)
			g.command()
			for _, id := range toyUnits {
				at := g.Piece(id).At.Hex
				for _, word := range toyFlags {
					if got, want := g.Piece(id).Flags.Has(word), l.has(string(id)+word); got != want {
						r.Fatalf("%s is %s: %t, want %t", id, word, got, want)
					}
					if got, want := g.Flagged(at, word), l.has(at.String()+word); got != want {
						r.Fatalf("%v is %s: %t, want %t", at, word, got, want)
					}
				}
			}
			if again := g.replayed(t, from, g.records[since:]); !bytes.Equal(frozen(t, again), frozen(t, g.State)) {
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
	depth := rapid.IntRange(0, len(g.Frames)-1).Draw(r, "depth")
	switch do := rapid.SampledFrom([]string{"phase", "activate", "fight", "leave", "flag", "flag", "march", "join",
		"exchange", "other", "other"}).Draw(r, "do"); {
	case do == "phase":
		g.phase("red")
		l.enter(0)
	case do == "activate":
		g.activate(group)
		l.enter(1)
	case do == "fight" && len(g.Frames) > 1:
		g.fight("b1", "r1")
		l.enter(2)
	case do == "leave" && len(g.Frames) > 1:
		g.leave()
		l.frames = l.frames[:len(l.frames)-1]
	case do == "flag":
		word, at := rapid.SampledFrom(toyFlags).Draw(r, "word"), g.Piece(unit).At.Hex
		g.Do(state.Flagged{Units: []order.UnitID{unit}, Hex: at, Flag: word, Depth: depth})
		for _, key := range []string{string(unit) + word, at.String() + word} {
			l.flags[key] = append(l.flags[key], l.frames[depth])
		}
	case do == "march":
		g.march(unit, row(rapid.IntRange(0, 5).Draw(r, "to")), 2)
	case do == "join":
		g.Do(state.Joined{Units: []order.UnitID{unit}, Group: group})
	case do == "exchange":
		g.Do(state.Exchanged{Units: [2]order.UnitID{"r1", "r2"}})
		for _, word := range toyFlags { // they go with the place
			l.flags["r1"+word], l.flags["r2"+word] = l.flags["r2"+word], l.flags["r1"+word]
		}
	case do == "other":
		g.other(r, unit)
	}
}

// other is an event of a kind that has nothing to do with frames.
func (g *toy) other(r *rapid.T, unit order.UnitID) {
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
	g.Do(rapid.SampledFrom(others).Draw(r, "other"))
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
