package rules_test

import (
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
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
