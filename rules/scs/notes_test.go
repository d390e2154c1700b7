package scs_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// An order says what it costs and does before anything of it is picked.
func TestNotes_BeforeTheFirstPick(t *testing.T) {
	for _, c := range []struct {
		side  order.Side
		phase string
		verb  order.Verb
		want  string
	}{
		{"soviet", data.Movement, "garrison", "{defence 2 2 0 false }"},
		{"german", data.Movement, "airstrike", "note.airstrike dg=afb 1.7 rule=afb 1.9a"},
		{"german", data.Movement, "overrun", "note.overrun n=2"},
		{"german", view.SetUp, "place", "note.place"},
		{"soviet", data.Reinforcements, "draw", "note.draw n=2 dead=118 rule=afb 1.11 only="},
		{"soviet", data.Reinforcements, "replace", "note.replace n=2 dead=118 rule=afb 1.11"},
	} {
		m := afb(t, view.Phase{Side: c.side, Name: c.phase})
		if got := fmt.Sprint(must.Get(m.Offer(c.side, c.verb, nil))(t).Notes); !strings.Contains(got, c.want) {
			t.Errorf("/%s says %s, want %s", c.verb, got, c.want)
		}
	}
}

// Exploit-capable units that began in an enemy zone are counted with the reason that they are not offered.
func TestTasks_PinnedUnits(t *testing.T) {
	m := afb(t, view.Phase{Side: "german", Name: data.Exploitation})
	if got := fmt.Sprint(m.View("german").Board().Tasks); !strings.Contains(got, "task.pinned n=") {
		t.Errorf("tasks: %s", got)
	}
}

// A step of a path says what it costs and what is left.
func TestMoveCosts_StepsSayWhatIsLeft(t *testing.T) {
	m := afb(t, view.Phase{Side: "german", Name: data.Movement})
	offer := must.Get(m.Offer("german", order.Move, nil))(t)
	offer = must.Get(m.Offer("german", order.Move, offer.Next[:1]))(t)
	steps := 0
	for _, p := range offer.Next {
		if c, ok := offer.CostOf(p); ok && p.Hex != hex.None && p.N != 0 {
			steps++
			if c.Price.String() != c.Text.String() {
				t.Errorf("%s costs %s", p.Hex, c.Price)
			}
		}
	}
	if steps == 0 {
		t.Error("no steps are offered")
	}
}

// afb returns a match as a phase begins: two German units beside two Soviet units, the second of each pair with one
// step, and the others dead. The Germans have two air strikes, the Soviets two replacements.
func afb(t *testing.T, phase view.Phase) *rules.Match {
	t.Helper()
	d := must.Get(rules.Modules().Load("afb"))(t)
	pos := must.Get(rules.Setup(d, ""))(t)
	pos.Phase, pos.Drawn = phase, nil
	pos.Own = data.Start{{Side: "german", What: "strikes", N: 2}, {Side: "soviet", What: "replacements", N: 2}}
	at := map[order.Side][]string{"german": {"20.10", "20.10"}, "soviet": {"20.11", "20.11"}}
	for i := range pos.Units {
		u := &pos.Units[i]
		side := d.Units[u.ID].Side
		*u = rules.Placed{ID: u.ID}
		if hexes := at[side]; len(hexes) > 0 {
			u.At, at[side] = must.Get(hex.Parse(hexes[0]))(t), hexes[1:]
			u.Steps = len(hexes) // 2 for the first of the side's two units, 1 for the second
		}
	}
	m := must.Get(rules.New(d, pos))(t)
	must.Get(m.Apply(1, must.Get(m.Begin(dice.Stream{Secret: []byte("0123456789abcdef"), Game: "g"}))(t)))(t)
	return m
}

// TestLookKeepsItsMemory: a side looks after every order, so a look reuses the memory of the sight's
// last look and does not allocate. Two sights share nothing.
func TestLookKeepsItsMemory(t *testing.T) {
	g, st := field(t, 150, 1)
	side := g.Def.Sides[0].ID
	var s, other state.Sight
	law.Look(g, &s, st, side)
	law.Look(g, &other, st, g.Def.Enemy(side))
	if law.OpenFactsOf(&s) == law.OpenFactsOf(&other) {
		t.Fatal("two sights share what they know")
	}
	was := law.OpenFactsOf(&s)
	if n := testing.AllocsPerRun(10, func() { law.Look(g, &s, st, side) }); n > 0 || law.OpenFactsOf(&s) != was {
		t.Errorf("a look allocates %v times", n)
	}
}

// TestCostsThatNoFloodCanCount: no engine is made for a module whose roads cost nothing, or whose
// steps cost more than a flood can handle; the error names the module.
func TestCostsThatNoFloodCanCount(t *testing.T) {
	d := must.Get(rules.Modules().Load("afb"))(t)
	for kind, cost := range map[string]int{"road": 0, "open": 1 << 16} {
		broken := d.Clone()
		row := data.Of(broken).Charts["soviet"][kind]
		row.Move = cost
		data.Of(broken).Charts["soviet"][kind] = row
		if _, err := scs.New(broken); err == nil || !strings.Contains(err.Error(), d.Title) ||
			!strings.Contains(err.Error(), "soviet") {
			t.Errorf("%s that costs %d: got %v", kind, cost, err)
		}
	}
}
