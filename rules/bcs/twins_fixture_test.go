package bcs_test

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/show"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// hiding returns a game like the drill that hides stacks, with room for three units in a hex and modifiers by what is
// engaged.
func hiding(t testing.TB) *modules.Definition {
	t.Helper()
	return changed(t, "hiding", "stacking: 2", "stacking: 3\nhidden: yes",
		"  engagement:\n    dice: 2\n", "  engagement:\n    dice: 2\n    modifiers: {two-units: {n: -1}, "+
			"hard: {n: +1, when: \"against:hard\"}, foot: {n: -1, when: \"against:infantry\"}, "+
			"blocked: {n: +1, when: \"against:blocked\"}, prepared: {n: -1, when: \"against:prepared\"}}\n")
}

// changed returns a game like the drill under another name, with other texts in its files: pairs of old and new.
func changed(t testing.TB, id string, texts ...string) *modules.Definition {
	t.Helper()
	folder, files := os.DirFS("../modules/bcs-drill"), fstest.MapFS{}
	change := strings.NewReplacer(append(texts, "id: bcs-drill", "id: "+id)...)
	for _, name := range must.Get(fs.Glob(folder, "*.yaml"))(t) {
		files[name] = &fstest.MapFile{Data: []byte(change.Replace(string(must.Get(fs.ReadFile(folder, name))(t))))}
	}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: id, Where: id, Files: files})
	must.Do(t, err)
	return d
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

// truth returns the true state of a match.
func truth(t testing.TB, m *rules.Match, d *modules.Definition) *state.State {
	t.Helper()
	var in saved
	must.Do(t, json.Unmarshal(must.Get(m.Snapshot())(t), &in))
	var pieces []state.Piece
	for _, id := range d.Roster {
		pieces = append(pieces, state.Piece{ID: id, Side: d.Units[id].Side, Steps: d.Units[id].Steps})
	}
	st := must.Get(state.Restore(d, pieces, in.State))(t)
	for _, since := range in.Since {
		for _, ev := range since.Events {
			apply(t, st, ev)
		}
	}
	st.Asked = in.Asked
	return st
}

// opened returns a match in a state, in which everything is final for undo.
func (p *table) opened(st *state.State) *rules.Match {
	p.t.Helper()
	seq := p.m.Seq()
	snapshot := must.Get(st.Snapshot())(p.t)
	blob := must.Get(json.Marshal(saved{State: snapshot, Begun: true, From: seq, Asked: st.Asked}))(p.t)
	none := func(yield func(rules.Entry, error) bool) { yield(rules.Entry{Seq: seq}, nil) }
	return must.Get(p.m.Open(p.pos, blob, none))(p.t)
}

func apply(t testing.TB, st *state.State, events ...state.Event) {
	t.Helper()
	for _, ev := range events {
		must.Do(t, st.Apply(ev))
	}
}

// field is random positions of the drill, and twins of them: positions that look the same to the enemy of a side.
type field struct {
	t      testing.TB
	g      *game.Game
	random *rand.Rand
}

func (f *field) chance(percent int) bool { return f.random.IntN(100) < percent }

func oneOf[T any](f *field, all []T) T { return all[f.random.IntN(len(all))] }

// activate begins the activities of a random Formation.
func (f *field) activate(st *state.State) {
	f.t.Helper()
	of := oneOf(f, f.g.Data.Formations)
	frame := func(name string) state.Frame { return state.Frame{Name: name, Side: of.Side, Group: of.ID} }
	apply(f.t, st, state.Entered{Frame: state.Frame{Name: game.Activations, Side: of.Side}},
		state.Entered{Depth: 1, Frame: frame(game.Initial), Fresh: true},
		state.Counted{Tally: game.Of(game.SnafuOf, of.ID), N: game.SnafuFull},
		state.Counted{Tally: game.Of(game.UsedOf, of.ID), N: 1},
		state.Entered{Depth: 2, Frame: frame(game.Activities)})
}

// crowd brings random units of both sides together around a hex, in stacks, with random sides up, steps and markers.
func (f *field) crowd(st *state.State) {
	f.t.Helper()
	if f.chance(70) {
		f.activate(st)
	}
	middle := hex.Hex{Col: 6 + int8(f.random.IntN(9)), Row: 8 + int8(f.random.IntN(6))}
	for i := range st.Pieces {
		u := &st.Pieces[i]
		if !u.OnMap() || !f.g.IsCombat(u) {
			continue
		}
		if f.chance(70) {
			f.post(st, u, middle)
		}
		if f.g.Of(u).Two && f.chance(40) {
			apply(f.t, st, state.Flipped{Units: []order.UnitID{u.ID}, Face: uint8(f.random.IntN(2))})
		}
		f.wear(st, u)
	}
	for _, s := range f.g.Data.Formations {
		for i := range s.Supports {
			if f.chance(25) {
				apply(f.t, st, state.Counted{Tally: game.Lost(game.SupportName(&s, i)), N: s.Supports[i].Steps})
			}
		}
	}
	f.pile(st)
}

// post moves a unit to a hex near another one, where its side has room.
func (f *field) post(st *state.State, u *state.Piece, near hex.Hex) {
	h := oneOf(f, f.g.Def.Within(near, 1+f.random.IntN(2)))
	if holder := st.Holder(h); f.g.Def.Impassable(u.Side, h) || holder != "" && holder != u.Side ||
		st.Height(h) >= f.g.Data.Limit {
		return
	}
	apply(f.t, st, state.Moved{Units: []order.UnitID{u.ID}, Path: []hex.Hex{h}, How: "setup"})
}

// wear gives a unit random steps and markers.
func (f *field) wear(st *state.State, u *state.Piece) {
	ids := []order.UnitID{u.ID}
	apply(f.t, st, state.Stepped{Unit: u.ID, Left: 1 + f.random.IntN(f.g.Def.Units[u.ID].Steps)},
		state.Marked{Units: ids, Mark: game.Dropped, On: f.chance(15)})
	if len(st.Frames) > 1 {
		apply(f.t, st, state.Spent{Units: ids, Cost: f.random.IntN(4)})
		for _, flag := range []string{game.Acted, game.Fired, game.Left, game.Strayed, game.Stopped("6.0-1")} {
			apply(f.t, st, state.Flagged{Units: ids, Flag: flag, Depth: 1, Off: !f.chance(10)})
		}
	}
}

// pile puts all stacks in order, as each order does.
func (f *field) pile(st *state.State) {
	pos := law.NewPosition(f.g, st)
	var tops []hex.Hex
	for top := range st.Tops() {
		tops = append(tops, top.At.Hex)
	}
	for _, h := range tops {
		var ids []order.UnitID
		for _, u := range pos.Piled(st.Stack(h)) {
			ids = append(ids, u.ID)
		}
		apply(f.t, st, state.Grouped{Hex: h, Units: ids})
	}
}

// under lists the units of a side that others cannot identify.
func (f *field) under(st *state.State, side order.Side) []order.UnitID {
	return state.Where(st.Pieces, func(u *state.Piece) bool {
		return u.Side == side && !law.IsKnown(f.g, st, f.g.Enemy(side), u)
	})
}

// swapped returns a twin in which two units have changed places, under the tops of their stacks, with their steps, the
// sides that they show and what they have done. ok is false where others could tell the positions apart.
func (f *field) swapped(st *state.State, a, b order.UnitID) (twin *state.State, ok bool) {
	twin = st.Clone()
	if twin.Apply(state.Exchanged{Units: [2]order.UnitID{a, b}}) != nil {
		return nil, false
	}
	for _, id := range []order.UnitID{a, b} {
		u := twin.Piece(id)
		u.StandsFor = ""
		if !f.g.Of(u).Two {
			u.Face = data.Deployed
		}
	}
	return twin, f.alike(st, twin)
}

// worn returns a twin in which a unit that lies under a top has other steps and markers, and has done something else.
func (f *field) worn(st *state.State, id order.UnitID) (twin *state.State, ok bool) {
	twin = st.Clone()
	u := twin.Piece(id)
	f.wear(twin, u)
	if f.g.Of(u).Two {
		u.Face = uint8(f.random.IntN(2))
	}
	return twin, f.alike(st, twin)
}

// alike reports whether two positions look the same to others: each stack must have the same top and the same zones of
// both kinds, even where zones of other stacks cover them now. Formations must be mixed alike, which is told as they
// act, and no hidden unit may have dropped its Support, which is told too.
func (f *field) alike(st, twin *state.State) bool {
	f.pile(twin)
	a, b := law.NewPosition(f.g, st), law.NewPosition(f.g, twin)
	for at := range st.Stacks.Top {
		if h := f.g.At(at); st.Stacks.Top[at] > 0 && (st.Top(h).ID != twin.Top(h).ID ||
			f.reach(a, h) != f.reach(b, h)) {
			return false
		}
	}
	for _, s := range f.g.Def.Sides {
		for h := range f.g.Def.Grid.All() {
			if a.ZoneOf(s.ID, h) != b.ZoneOf(s.ID, h) || a.FireAt(s.ID, h) != b.FireAt(s.ID, h) {
				return false
			}
		}
	}
	for i := range f.g.Data.Formations {
		if of := &f.g.Data.Formations[i]; law.IsMixed(a, of) != law.IsMixed(b, of) {
			return false
		}
	}
	return !slices.ContainsFunc(st.Pieces, func(u state.Piece) bool {
		return u.Flags.Has(game.Drops) && !law.IsKnown(f.g, st, f.g.Enemy(u.Side), &u)
	})
}

// reach returns the greatest distance at which a unit in a hex can engage, by its AV or Stand Off Support.
func (f *field) reach(pos *law.Position, h hex.Hex) (most int) {
	for u := range pos.St.Pile(h) {
		most = max(most, f.g.Face(u).AV.Range)
		if !pos.HasSupport(u) {
			continue
		}
		for _, s := range f.g.Supports(pos.St, f.g.FormationOf(u)) {
			if s.StandOff {
				most = max(most, s.AV.Range)
			}
		}
	}
	return most
}

// checkBoards checks that both sides and the public see the true position and nothing else, field by field, and each
// piece where it is.
func (b *battle) checkBoards() {
	b.t.Helper()
	public := open(b.m.Public().Board())
	for _, s := range b.m.Sides() {
		b.same(string(s.ID)+" and the public", new(open(b.m.View(s.ID).Board())), &public)
	}
	for i := range b.st.Pieces {
		u := &b.st.Pieces[i]
		if c, at := shown(&public, u); c == nil || at != u.At || c.Steps != u.Steps {
			b.t.Fatalf("seed %d, after %q: %s is at %v, and everybody sees %v, %v", b.seed, b.told, u.ID, u.At, at, c)
		}
	}
	truth := show.Open(b.g, b.st)
	truth = open(&truth)
	public.Map, public.Seq, public.Turn, public.Turns, public.Over = nil, 0, 0, 0, false // added by the match
	b.same("the truth and the public", &truth, &public)
}

// same compares two boards field by field.
func (b *battle) same(whose string, one, other *view.Board) {
	b.t.Helper()
	x, y := reflect.ValueOf(one).Elem(), reflect.ValueOf(other).Elem()
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			b.t.Fatalf("seed %d, after %q: %s have %s\n%+v\n%+v", b.seed, b.told, whose, x.Type().Field(i).Name,
				x.Field(i), y.Field(i))
		}
	}
}

// shown returns a piece as a board shows it, and where.
func shown(b *view.Board, u *state.Piece) (*view.Counter, state.Place) {
	for _, s := range b.Stacks {
		for i := range s.Known {
			if s.Known[i].ID == u.ID {
				return &s.Known[i], state.Place{Hex: s.Hex}
			}
		}
	}
	for _, o := range b.OffMap {
		for i := range o.Known {
			if o.Known[i].ID == u.ID {
				return &o.Known[i], state.Place{Box: o.Box}
			}
		}
	}
	return nil, state.Place{}
}

// open returns a board without what is its viewer's own.
func open(b *view.Board) view.Board {
	out := *b
	out.Progress, out.Tasks = nil, nil
	return out
}
