package simulate_test

import (
	"bytes"
	"testing"

	"grognard/bot/referee"
	"grognard/bot/simulate"
	"grognard/rules"
)

func TestQuick(t *testing.T) {
	for seed := range uint64(10) {
		e, err := simulate.Play(t.Context(), simulate.Options{Module: "drill", Seed: seed, Turns: 3})
		if err != nil {
			t.Fatal(err)
		}
		v, err := referee.Verify(e.Lines, rules.Modules())
		if err != nil {
			t.Error(seed, err)
			continue
		}
		t.Log(len(e.Lines), v.Rows, v.Rolls, v.Orders, v.Phases, v.Standing, v.Ending, bytes.Count(e.Lines, []byte("undone")), bytes.Count(e.Lines, []byte("passes")), bytes.Count(e.Lines, []byte(`"faces`)))
	}
	e, err := simulate.Play(t.Context(), simulate.Options{Module: "afb", Seed: 7, Turns: 1})
	if err != nil {
		t.Fatal(err)
	}
	v, err := referee.Verify(e.Lines, rules.Modules())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(e.Lines), v.Rows, v.Rolls, v.Orders, v.Phases, v.Standing, v.Ending)
}
