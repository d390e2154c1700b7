package hex_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// Lines in a grid whose even columns stand half a hex higher.
func TestLine(t *testing.T) {
	g := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}, High: hex.Even}
	for way, want := range map[string]string{
		"8.08 8.09":  "[]",                // neighbours
		"8.08 8.11":  "[{8.09 } {8.10 }]", // straight up
		"8.08 10.09": "[{9.09 }]",         // up to the right, through one side after the other
		"8.08 9.10":  "[{8.09 9.09}]",     // along the side between two hexes
		"8.08 10.08": "[{9.08 9.09}]",     // the same to the right
		"8.08 9.12":  "[{8.09 } {8.10 } {9.10 } {9.11 }]",
	} {
		var a, b string
		fmt.Sscan(way, &a, &b)
		from, errA := hex.Parse(a)
		to, errB := hex.Parse(b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got := fmt.Sprint(text(g.Line(from, to))); got != want {
			t.Errorf("%s crosses %s, want %s", way, got, want)
		}
	}
}

func text(line []hex.Crossing) (out []string) { // each as {A B}, without B where one hex alone is crossed
	for _, c := range line {
		b := ""
		if c.B != hex.None {
			b = c.B.String()
		}
		out = append(out, fmt.Sprintf("{%v %s}", c.A, b))
	}
	return out
}

// A line crosses the same hexes from both ends. Those that it crosses lead from one end to the other.
func TestLine_BothWays(t *testing.T) {
	g := hex.Grid{Cols: 30, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}, High: hex.Odd}
	anywhere := rapid.Custom(func(t *rapid.T) hex.Hex {
		return hex.Hex{Col: rapid.Int8Range(8, 22).Draw(t, "column"), Row: rapid.Int8Range(8, 22).Draw(t, "row")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := anywhere.Draw(t, "from"), anywhere.Draw(t, "to")
		if a == b {
			return
		}
		line, back := text(g.Line(a, b)), text(g.Line(b, a))
		slices.Sort(line)
		slices.Sort(back)
		if !slices.Equal(line, back) {
			t.Fatalf("%v to %v: %v, back %v", a, b, line, back)
		}
		seen := map[hex.Hex]bool{a: true, b: true}
		for _, c := range g.Line(a, b) {
			seen[c.A] = true
			if c.B != hex.None {
				seen[c.B] = true
				if !g.Touch(c.A, c.B) {
					t.Fatalf("%v and %v have no common side", c.A, c.B)
				}
			}
		}
		// from a, hexes of the line that touch lead to b
		queue := []hex.Hex{a}
		reached := map[hex.Hex]bool{a: true}
		for len(queue) > 0 {
			h := queue[0]
			queue = queue[1:]
			for n := range g.Neighbours(h) {
				if seen[n] && !reached[n] {
					reached[n] = true
					queue = append(queue, n)
				}
			}
		}
		if !reached[b] {
			t.Fatalf("%v to %v: %v does not connect them", a, b, line)
		}
		if n := g.Distance(a, b); len(line) < n-1-n/2 || len(line) > 2*n {
			t.Fatalf("%v to %v: %d crossings over a distance of %d", a, b, len(line), n)
		}
	})
}
