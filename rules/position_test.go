package rules_test

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A scenario may be shorter than its game: it ends when it says, opened anew or not.
func TestAShortScenario(t *testing.T) {
	d, err := modules.Load("drill")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Setup(d, "")
	if err != nil {
		t.Fatal(err)
	}
	p.Turns = 2
	m, err := rules.New(d, p)
	if err != nil {
		t.Fatal(err)
	}
	var log []rules.Entry
	take := func(rec rules.Record, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, rules.Entry{Seq: m.Seq() + 1, Record: rec})
		if _, err := m.Apply(m.Seq()+1, rec); err != nil {
			t.Fatal(err)
		}
	}
	take(m.Begin(&dice.Script{}))
	for n := 0; !m.Public().Board().Over; n++ {
		b := m.Public().Board()
		if b.Turn > 2 || b.Turns != 2 {
			t.Fatalf("turn %d of %d", b.Turn, b.Turns)
		}
		if n == 5 { // in the middle
			snap, err := m.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if m, err = rules.Open(d, p, snap, entries(nil)); err != nil {
				t.Fatal(err)
			}
		}
		take(m.Decide(b.Phase.Side, order.Order{Verb: "end"}, &dice.Script{}))
	}
}

// afb 1.8a: who looks at the map is shown which supply sources are dead for good, and
// still when the enemy has gone on.
func TestDeadSourcesAreSeen(t *testing.T) {
	d, err := modules.Load("afb")
	if err != nil {
		t.Fatal(err)
	}
	h := func(s string) hex.Hex {
		x, err := hex.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	m, err := rules.New(d, rules.Position{Turn: 1, Phase: view.Phase{Side: "german", Name: "movement"},
		Units: []rules.Placed{{ID: "g-6-pz", At: h("45.16")}, {ID: "s-46-inf", At: h("20.03")}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		text string
		want []hex.Hex
	}{{"", nil}, {"/move units:g-6-pz to:46.15", []hex.Hex{h("46.15")}}, {"/move units:g-6-pz to:45.15", []hex.Hex{h("46.15")}}} {
		rec, err := m.Begin(&dice.Script{})
		if step.text != "" {
			o, parseErr := m.Parse(step.text)
			if parseErr != nil {
				t.Fatal(parseErr)
			}
			rec, err = m.Decide("german", o, &dice.Script{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Apply(uint64(i+1), rec); err != nil {
			t.Fatal(err)
		}
		for _, b := range []*view.Board{m.Public().Board(), m.View("soviet").Board()} {
			if !slices.Equal(b.DeadSources, step.want) {
				t.Errorf("after %q the dead sources are %v, want %v", step.text, b.DeadSources, step.want)
			}
		}
	}
}

// A game that began before its module had paragraphs on what its orders of arrival
// bring plays on as it began: replacements that nobody could spend do not hold its
// phases up, and nobody withdraws.
func TestOrdersOfArrivalWithoutParagraphs(t *testing.T) {
	whole, pos := campaign(t, "")
	bare := *whole
	bare.Rules.Air, bare.Rules.Garrisons, bare.Rules.Replacements, bare.Rules.Withdrawal = "", "", "", ""
	bare.Air, bare.Withdrawal = nil, modules.Withdrawal{}
	pos.Scenario, pos.Cup = "", nil
	pos.Units = slices.DeleteFunc(pos.Units, func(u rules.Placed) bool { return u.Due > 0 })
	for _, a := range bare.Scenarios[0].Arrivals {
		pos.Turn, pos.Phase = a.Turn, view.Phase{Side: a.Side, Name: "reinforcements"}
		m, err := rules.New(&bare, pos)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := m.Begin(&dice.Script{})
		if err != nil {
			t.Fatalf("turn %d of %s: %v", a.Turn, a.Side, err)
		}
		if _, err := m.Apply(1, rec); err != nil {
			t.Fatal(err)
		}
		left := slices.ContainsFunc(m.Public().Board().OffMap, func(p view.Pile) bool { return p.Box == "withdrawn" })
		if verbs := m.Verbs(a.Side); left || !slices.Contains(verbs, "end") {
			t.Errorf("turn %d of %s: withdrawn %v, can say %v", a.Turn, a.Side, left, verbs)
		}
	}
}

// afb 2.1a: who comes back from a withdrawal is named to everybody, as those are who
// are still withdrawn, though one of them lies under the other.
func TestWhoComesBackIsSeen(t *testing.T) {
	d, pos := campaign(t, "")
	pos.Units = []rules.Placed{
		{ID: "g-1-cav", At: hex.Hex{Col: 8, Row: 1}},
		{ID: "g-6-pz", At: hex.Hex{Col: 20, Row: 10}},
		{ID: "g-35-pz", At: hex.Hex{Col: 20, Row: 10}},
		{ID: "s-119-inf", At: hex.Hex{Col: 40, Row: 10}},
	}
	pos.Cup, pos.Turn, pos.Phase = nil, 8, view.Phase{Side: "german", Name: "reinforcements"}
	m, err := rules.New(d, pos)
	if err != nil {
		t.Fatal(err)
	}
	script := &dice.Script{Faces: []int{1, 1, 1, 1}}
	rec, err := m.Begin(script)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Apply(1, rec); err != nil {
		t.Fatal(err)
	}
	o, err := m.Parse("/withdraw units:g-6-pz,g-35-pz hex:8.02")
	if err != nil {
		t.Fatal(err)
	}
	if rec, err = m.Decide("german", o, script); err != nil {
		t.Fatal(err)
	}
	acc, err := m.Apply(2, rec)
	if err != nil {
		t.Fatal(err)
	}
	l := acc.Public()[0]
	if names, _ := l.Text.Args[1].([]view.Name); l.Text.ID != "told.return" || len(names) != 2 {
		t.Errorf("everybody is told %v", l.Text)
	}
}
