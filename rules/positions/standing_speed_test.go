package positions

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// fifty is standing orders of fifty lines of which the last ones answer.
func fifty() string {
	var rows []string
	for col := range 24 {
		rows = append(rows, fmt.Sprintf("at:%d.13 hold if steps>owed and (across or river) and supplied else retreat along:%d.14 toward:supply if clear", col+20, col+20),
			fmt.Sprintf("near:%d.20/2 lose first:full,weakest last:exploit if attackers>9", col+20))
	}
	return strings.Join(append(rows, "lose first:full last:exploit", "retreat toward:supply"), "\n")
}

// BenchmarkStanding is what standing orders of fifty lines take in a game as large as Autumn for
// Barbarossa: to be read, to answer a retreat that an attack brings, beside the attack itself, and
// to be tried on all that the enemy could begin.
func BenchmarkStanding(b *testing.B) {
	s := sleeper{game: "afb", phase: "german combat", by: "soviet", result: "Dr3",
		units: "g1 10.11 9-9-10, s1 10.10 4-4-6, s2 10.10 4-4-6"}
	m := s.match(b)
	set := must(m.ReadStanding("soviet", fifty()))(b)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.ReadStanding("soviet", fifty()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			if a, ok := m.Answer("soviet", set); !ok || a.Line != 50 {
				b.Fatal(a)
			}
		}
	})
	b.Run("carry out", func(b *testing.B) {
		a, _ := m.Answer("soviet", set)
		for b.Loop() {
			if _, err := m.Decide("soviet", a.Order, &dice.Script{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	d, pos := campaign(b, "")
	m = begun(b, d, pos, fair())
	whole := must(m.ReadStanding("soviet", m.StandingSets()[1].Lines))(b)
	b.Run("try", func(b *testing.B) {
		for b.Loop() {
			if _, err := m.TryStanding(order.Side("soviet"), whole, hex.None, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}
