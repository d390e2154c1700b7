package positions

import (
	"testing"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/standing"
)

// BenchmarkStanding is what the most exceptions take in a game as large as Autumn for Barbarossa: to answer a retreat
// that an attack brings, of which none is, beside the attack itself, and to be tried on all that the enemy could begin.
func BenchmarkStanding(b *testing.B) {
	s := sleeper{game: "afb", phase: "german combat", by: "soviet", result: "Dr3",
		units: "g1 10.11 9-9-10, s1 10.10 4-4-6, s2 10.10 4-4-6"}
	m := s.match(b)
	left := standing.Answers{Set: "flexible"}
	for row := range standing.MostExceptions {
		e := standing.Exception{Hex: hex.Hex{Col: 20, Row: int8(row + 1)}, Answer: "hold"}
		if err := left.Put(e); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			if a, ok := m.Answer("soviet", left); !ok || a.By.Answer != "flexible" {
				b.Fatal(a)
			}
		}
	})
	b.Run("carry out", func(b *testing.B) {
		a, _ := m.Answer("soviet", left)
		for b.Loop() {
			if _, err := m.Decide("soviet", a.Order, &dice.Script{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	d, pos := campaign(b, "")
	m = begun(b, d, pos, fair())
	b.Run("try", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.TryStanding("soviet", left, hex.None, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}
