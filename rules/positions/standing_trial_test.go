package positions

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// tried is what standing answers decide in hypothetical fights, in short.
func tried(m *rules.Match, fights []standing.TriedFight) string {
	var out []string
	for _, f := range fights {
		said := fmt.Sprintf("%v %s", f.Hex, f.Result)
		for _, s := range f.Steps {
			spec, _ := m.Spec(s.Answer.Order.Verb)
			switch {
			case s.Asked:
				said += fmt.Sprintf(", %s is asked", s.Due.Kind)
			default:
				said += ", " + order.Format(spec, s.Answer.Order) + " by " + s.Answer.By.Answer
			}
		}
		out = append(out, said)
	}
	return strings.Join(out, "; ")
}

// Standing answers are tried on given fights and on those that an enemy could begin, without changing the match.
func TestTryStanding_Fights(t *testing.T) {
	for name, c := range map[string]struct {
		units, left string
		at          string
		result      string
		want        string // or the message of a mistake
	}{
		"a defence": {"b1 10.10 4-4, r1 10.11 4-4, r2 19.19 1-1", "10.10 hold", "10.10",
			"Dr1", "10.10 Dr1, /hold hexes:1 by hold"},
		"steps, then hexes": {"b1 10.10 4-4, b2 10.10 4-4 x, r1 10.11 9-9", "save-the-tanks; 10.10 retreat 9.10",
			"10.10", "D1r1",
			"10.10 D1r1, /losses units:b1 by save-the-tanks, /retreat units:b1,b2 path:9.10 by retreat"},
		"an attack": {"b1 10.10 4-4 x, r1 10.11 9-9", "flexible", "10.11", "A1Dr1",
			"10.11 A1Dr1, /advance units:b1 path:10.11 by flexible"},
		"a beaten attack": {"b1 10.10 4-4, r1 10.11 9-9", "10.10 retreat", "10.11", "Ar1",
			"10.11 Ar1, /retreat units:b1 path:9.10 by retreat"},
		"nothing to decide": {"b1 10.10 4-4, r1 10.11 4-4", "10.10 hold", "10.10", "A1", "10.10 A1"},
		"an answer that asks": {"b1 10.10 4-4, r1 10.11 4-4", "flexible; 10.10 ask", "10.10", "Dr1",
			"10.10 Dr1, retreat is asked"},
		"nothing said of it": {"b1 10.10 4-4, r1 10.11 4-4", "9.10 hold", "10.10", "Dr1",
			"10.10 Dr1, retreat is asked"},
		"nobody near, and yet": {"b1 10.10 4-4, r1 19.19 4-4", "stubborn", "10.10", "Dr1",
			"10.10 Dr1, /hold hexes:1 by stubborn"},
		"by the odds": {"b1 10.10 4-4, b2 10.10 2-2, r1 10.11 9-4, r2 11.11 9-4", "stubborn; b1 hold", "10.10", "",
			"10.10 D1r1, /hold hexes:1 by hold; 10.10 D2r2, /hold hexes:2 by hold; 10.10 D3r2, /losses units:b1,b2,b2 " +
				"by stubborn, /hold hexes:2 by hold; 10.10 D3r3, /losses units:b1,b2,b2 by stubborn, /hold hexes:3 by hold"},
		"all that could come": {"b1 10.10 4-4, b2 2.02 4-4, r1 10.13 9-4, r2 19.19 1-1 ", "flexible", "", "",
			"10.10 D1r1, /retreat units:b1 path:9.10 by flexible"},

		"a result of no table":   {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "10.10", "X9", "standing.no-result"},
		"off the map":            {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "50.10", "Dr1", "standing.off-map"},
		"nobody there":           {"b1 10.10 4-4, r1 10.11 4-4", "flexible", "5.05", "Dr1", "standing.no-fight"},
		"nobody who could do it": {"b1 10.10 4-4, r1 19.19 4-4", "flexible", "10.10", "", "standing.no-fight"},
	} {
		t.Run(name, func(t *testing.T) {
			m := sleeper{phase: "blue movement", units: c.units, first: "-"}.match(t)
			before := m.View("blue").Board()
			at := hex.None
			if c.at != "" {
				at = hexOf(t, c.at)
			}
			fights, err := m.TryStanding("blue", answersOf(t, c.left), at, c.result)
			got := tried(m, fights)
			if mistake := (*view.Mistake)(nil); errors.As(err, &mistake) {
				got = mistake.Why.ID
			} else if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if m.View("blue").Board() != before {
				t.Error("something of it came to pass")
			}
		})
	}

	m := sleeper{units: "b1 10.10 4-4, r1 10.11 4-4", phase: "blue movement", first: "-"}.match(t)
	if _, err := m.TryStanding("green", standing.Answers{}, hex.None, ""); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("a side that does not play: %v", err)
	}
	if _, ok := m.Answer("blue", standing.Answers{}); ok {
		t.Error("nothing is owed, and it was answered")
	}
}
