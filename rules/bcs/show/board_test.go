package show_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// dice rolls faces from a generator.
type dice struct{ *rand.Rand }

func (d dice) Roll(_ uint64, n int) (faces []int, err error) {
	for range n {
		faces = append(faces, 1+d.IntN(6))
	}
	return faces, nil
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// table is a game of the drill that is being played.
type table struct {
	t    testing.TB
	m    *rules.Match
	dice dice
	seq  uint64
	told view.Account // of the last order
}

func newTable(t testing.TB, d *modules.Definition, seed uint64) *table {
	t.Helper()
	return newTableAt(t, d, must(rules.Setup(d, ""))(t), seed)
}

func newTableAt(t testing.TB, d *modules.Definition, pos rules.Position, seed uint64) *table {
	t.Helper()
	p := &table{t: t, m: must(rules.New(d, pos))(t), dice: dice{rand.New(rand.NewPCG(7, seed))}}
	p.apply(must(p.m.Begin(p.dice))(t))
	return p
}

func drill(t testing.TB) *modules.Definition {
	t.Helper()
	return must(rules.Modules().Load("bcs-drill"))(t)
}

func (p *table) apply(r rules.Record) {
	p.t.Helper()
	p.seq++
	p.told = must(p.m.Apply(p.seq, r))(p.t)
}

// goesOn gives orders of whoever acts, with all dice showing one face.
func (p *table) goesOn(face int, orders ...string) {
	p.t.Helper()
	for _, text := range orders {
		p.says(p.acts(), text, face, face)
	}
}

// acts is the side that has to say something.
func (p *table) acts() order.Side {
	if due := p.m.Public().Board().Due; due != nil {
		return due.Side
	}
	return p.m.Standing().Phase.Side
}

// random gives a random order of those that are offered.
func (p *table) random() order.Order {
	p.t.Helper()
	side := p.acts()
	verbs := p.m.Verbs(side)
	v := verbs[p.dice.IntN(len(verbs))]
	if v == "end" {
		v = verbs[p.dice.IntN(len(verbs))]
	}
	var picks []view.Pick
	for {
		offer := must(p.m.Offer(side, v, picks))(p.t)
		if offer.Done && (len(offer.Next) == 0 || p.dice.IntN(3) == 0) {
			o := p.m.Order(v, picks)
			p.apply(must(p.m.Decide(side, o, p.dice))(p.t))
			return o
		}
		picks = append(picks, offer.Next[p.dice.IntN(len(offer.Next))])
	}
}

// says gives an order as its side types it, with these dice if it needs any.
func (p *table) says(side order.Side, text string, faces ...int) view.Account {
	p.t.Helper()
	read := must(p.m.Parse(side, text))(p.t)
	r := must(p.m.Decide(side, read.Order, &given{faces}))(p.t)
	p.apply(r)
	return p.told
}

// given are dice that show these faces one after the other; it is a fault to roll more of them.
type given struct{ faces []int }

func (g *given) Roll(_ uint64, n int) ([]int, error) {
	faces := g.faces[:n]
	g.faces = g.faces[n:]
	return faces, nil
}

// The notes hide nothing: what both sides and the public see of a random game is the same, field by field, and is the
// true position. What a side's own tasks are, and what its units can still do, are its own.
func TestBoard_NothingHidden(t *testing.T) {
	for seed := range uint64(3) {
		p := newTable(t, drill(t), seed)
		for n := 0; n < 60 && !p.m.Standing().Over; n++ {
			p.random()
			public := open(p.m.Public().Board())
			for _, side := range p.m.Sides() {
				if own := open(p.m.View(side.ID).Board()); !reflect.DeepEqual(own, public) {
					t.Fatalf("seed %d, order %d: %s sees\n%+v\nand the public\n%+v", seed, n, side.ID, own, public)
				}
			}
			for _, st := range public.Stacks {
				if st.Height != len(st.Known) || len(st.Marks) > 0 {
					t.Fatalf("seed %d, order %d: the stack %+v hides units", seed, n, st)
				}
			}
		}
	}
}

// open returns a board without what is its viewer's own.
func open(b *view.Board) view.Board {
	out := *b
	out.Progress, out.Tasks = nil, nil
	return out
}

// A retreat says by which line of the box each unit goes, where they go by different ones.
func TestBoard_RetreatByDifferentLines(t *testing.T) {
	farther := strings.NewReplacer(`at: "6.14", units: [hq-hussars]`, `at: "6.17", units: [hq-hussars]`)
	p := inActivities(t, rewritten(t, func(_, text string) string { return farther.Replace(text) }))
	p.says("blue", "/move units:lancers-1,lancers-3 to:6.12")
	p.says("blue", "/engage unit:lancers-1 target:6.13", 3, 4)
	p.says("blue", "/attack unit:lancers-1 target:6.13 assist:lancers-3", 6, 6)
	due := p.m.Public().Board().Due
	want := "bcs.owed-lines lines=[bcs.goes-by units=[hussars-1] what=bcs.line-7.5-16 " +
		"bcs.goes-by units=[hussars-3] what=bcs.line-7.5-14]"
	if due == nil || due.Rule != "7.5-9" || due.Why.String() != want {
		t.Errorf("owed is %+v", due)
	}
}
