package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// TestMatch_CachedSightsStayCurrent: a match caches what its sides may know and the memory in which it resolves
// orders. After every order and every undo each side sees what it would see without the cache; Decide changes nothing.
func TestMatch_CachedSightsStayCurrent(t *testing.T) {
	fights, undone := 0, 0
	for seed, name := range []string{"drill", "drill", "afb"} {
		w := newWalker(t, name, uint64(seed))
		for n := range 150 {
			if w.m.st.Over {
				break
			}
			side := acting(w.m.st)
			before := w.snapshot()
			for _, v := range w.m.Verbs(side) {
				w.decide(side, w.order(side, v))
			}
			if !bytes.Equal(before, w.snapshot()) {
				t.Fatal("deciding changed the match")
			}
			if w.give(side).Final() {
				fights++
			}
			w.seesAfresh()
			if u, err := w.m.Undo(side); err == nil && n%5 == 0 {
				undone++
				if _, err := w.m.Revert(w.m.Seq()+1, u, true); err != nil {
					t.Fatal(err)
				}
				w.seesAfresh()
			}
		}
	}
	if fights < 20 || undone < 20 {
		t.Errorf("only %d fights and %d undos", fights, undone)
	}
}

// walker plays a game with orders picked at random from the offers.
type walker struct {
	t    *testing.T
	rng  *rand.Rand
	m    *Match
	roll dice.Roller
}

func newWalker(t *testing.T, module string, seed uint64) *walker {
	t.Helper()
	d, err := Modules().Load(module)
	noError(t, err)
	pos, err := Setup(d, "")
	noError(t, err)
	m, err := New(d, pos)
	noError(t, err)
	w := &walker{t, rand.New(rand.NewPCG(seed, 4)), m, dice.Stream{Secret: bytes.Repeat([]byte{byte(seed) + 1}, 32), Game: module}}
	rec, err := m.Begin(w.roll)
	noError(t, err)
	w.apply(rec)
	return w
}

// order follows the offers for a verb to a legal order, and approaches the enemy in half of its moves.
func (w *walker) order(side order.Side, v order.Verb) order.Order {
	w.t.Helper()
	var picks []view.Pick
	for {
		offer, err := w.m.Offer(side, v, picks)
		noError(w.t, err)
		if offer.Done && (len(offer.Next) == 0 || w.rng.IntN(3) == 0) {
			return w.m.Order(v, picks)
		}
		near := func(p view.Pick) int {
			least := 1 << 10
			for _, st := range w.m.Public().Board().Stacks {
				if st.Side != side && p.Unit == "" {
					least = min(least, w.m.def.Grid.Distance(p.Hex, st.Hex))
				}
			}
			return least
		}
		next := offer.Next[w.rng.IntN(len(offer.Next))]
		if v == order.Move && w.rng.IntN(2) == 0 {
			next = slices.MinFunc(offer.Next, func(a, b view.Pick) int { return near(a) - near(b) })
		}
		picks = append(picks, next)
	}
}

func (w *walker) decide(side order.Side, o order.Order) Record {
	w.t.Helper()
	rec, err := w.m.Decide(side, o, w.roll)
	noError(w.t, err)
	return rec
}

// give gives one order of a side, and seldom one that ends its phase.
func (w *walker) give(side order.Side) Record {
	w.t.Helper()
	verbs := w.m.Verbs(side)
	v := verbs[w.rng.IntN(len(verbs))]
	if fights := slices.Index(verbs, order.Attack); fights >= 0 {
		v = order.Attack
	}
	for try := 0; try < 3 && (v == order.End || v == "stack order"); try++ {
		v = verbs[w.rng.IntN(len(verbs))]
	}
	rec := w.decide(side, w.order(side, v))
	w.apply(rec)
	return rec
}

func (w *walker) apply(rec Record) {
	w.t.Helper()
	if _, err := w.m.Apply(w.m.Seq()+1, rec); err != nil {
		w.t.Fatal(err)
	}
}

func (w *walker) snapshot() []byte {
	w.t.Helper()
	blob, err := w.m.Snapshot()
	noError(w.t, err)
	return blob
}

// seesAfresh compares what each side may know and the orders that it can give, as the match has it cached, with
// what is made for the first time.
func (w *walker) seesAfresh() {
	w.t.Helper()
	for _, s := range w.m.Sides() {
		first := &state.Sight{}
		w.m.engine.Look(first, w.m.st, s.ID)
		cached := textOf(*w.m.look(s.ID)) + fmt.Sprint(w.m.Verbs(s.ID))
		if fresh := textOf(*first) + fmt.Sprint(w.m.engine.Verbs(first)); cached != fresh {
			w.t.Fatalf("%s sees\n%s\nwhere there is\n%s", s.ID, cached, fresh)
		}
	}
}

func textOf(s state.Sight) string {
	var owed state.Question
	if s.Owed != nil {
		owed = *s.Owed
	}
	public := s.Known
	s.Def, s.Owed, s.Known, s.Ways = nil, nil, nil, route.Field{} // pointers, which hold no information
	return fmt.Sprintf("%+v %+v %+v", s, owed, public)
}

// A record that does not fit leaves the match as it was, though its first event fits.
func TestApply_RecordThatDoesNotFit(t *testing.T) {
	w := newWalker(t, "drill", 1)
	var rec Record
	if err := json.Unmarshal([]byte(`[{"counted/1":{"tally":"ending","n":7}},{"answered/1":{"id":99}}]`),
		&rec); err != nil {
		t.Fatal(err)
	}
	before, seq := w.snapshot(), w.m.Seq()
	if _, err := w.m.Apply(seq+1, rec); err == nil {
		t.Fatal("it was applied")
	}
	if !bytes.Equal(before, w.snapshot()) || w.m.Seq() != seq {
		t.Error("it changed the match")
	}
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
