package hex_test

import (
	"slices"
	"testing"

	"grognard/rules/hex"

	"pgregory.net/rapid"
)

var drill = hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}, High: hex.Even}

func TestNumbers(t *testing.T) {
	for in, want := range map[string]string{"9.10": "9.10", "09.10": "9.10", "46.00": "46.00", "1.1": "1.01",
		"0.10": "0.10"} {
		if h, err := hex.Parse(in); err != nil || h.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", in, h, err, want)
		}
	}
	for _, in := range []string{"", "10", "10.", ".10", "0.00", "10.100", "x.10", "10.-1", "300.10", "10.10 "} {
		if h, err := hex.Parse(in); err == nil {
			t.Errorf("Parse(%q) = %v; want an error", in, h)
		}
	}
}

func TestNeighboursOfTheDrillMap(t *testing.T) {
	var got []string
	for n := range drill.Neighbours(hex.Hex{Col: 10, Row: 10}) {
		got = append(got, n.String())
	}
	slices.Sort(got)
	want := []string{"10.09", "10.11", "11.10", "11.11", "9.10", "9.11"}
	if !slices.Equal(got, want) {
		t.Errorf("10.10 touches %v; want %v", got, want)
	}
}

func TestEdge(t *testing.T) {
	for s, want := range map[string]bool{"1.10": true, "20.10": true, "10.01": true, "9.01": true, "10.20": true,
		"10.10": false, "2.02": false} {
		h, _ := hex.Parse(s)
		if got := drill.Edge(h); got != want {
			t.Errorf("Edge(%s) = %v; want %v", s, got, want)
		}
	}
}

func genHex(g hex.Grid) *rapid.Generator[hex.Hex] {
	return rapid.Custom(func(t *rapid.T) hex.Hex {
		return hex.Hex{Col: rapid.Int8Range(1, g.Cols).Draw(t, "col"),
			Row: rapid.Int8Range(1, g.Odd.Last).Draw(t, "row")}
	})
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drill
		g.High = rapid.SampledFrom([]hex.Parity{hex.Even, hex.Odd}).Draw(t, "high")
		a, b, c := genHex(g).Draw(t, "a"), genHex(g).Draw(t, "b"), genHex(g).Draw(t, "c")
		if g.Distance(a, b) != g.Distance(b, a) || (g.Distance(a, b) == 0) != (a == b) {
			t.Fatal("not symmetric, or zero without being the same hex")
		}
		if in := slices.Contains(slices.Collect(g.Within(3, a)), b); in != (g.Distance(a, b) <= 3) {
			t.Fatalf("%v within 3 of %v: %v", b, a, in)
		}
		if g.Distance(a, c) > g.Distance(a, b)+g.Distance(b, c) {
			t.Fatal("a detour is shorter")
		}
		if a != b {
			nearest := 1 << 10 // more than any distance
			for _, n := range g.Around(a) {
				nearest = min(nearest, g.Distance(n, b))
			}
			if nearest != g.Distance(a, b)-1 {
				t.Fatalf("from %v no neighbour is one nearer to %v", a, b)
			}
		}
	})
}

func TestIndexIsOneToOne(t *testing.T) {
	afb := hex.Grid{Cols: 46, Odd: hex.Rows{First: 1, Last: 27}, Even: hex.Rows{First: 0, Last: 26}}
	seen := make([]bool, afb.Size())
	n := 0
	for h := range afb.All() {
		if seen[afb.Index(h)] {
			t.Fatalf("%v shares its index", h)
		}
		seen[afb.Index(h)] = true
		n++
	}
	if n != 46*27 {
		t.Errorf("%d hexes; want %d", n, 46*27)
	}
}

// The neighbours lie in six of the eight directions; east and west are two columns away.
func TestCompass(t *testing.T) {
	from := hex.Hex{Col: 10, Row: 10}
	for s, want := range map[string]int{
		"10.11": 0, "11.11": 1, "11.10": 3, "10.09": 4, "9.10": 5, "9.11": 7, // the neighbours
		"12.10": 2, "8.10": 6, "15.11": 2, "15.13": 1, "11.15": 0, "9.06": 4, "10.10": 0,
	} {
		to, _ := hex.Parse(s)
		if got := drill.Compass(from, to); got != want {
			t.Errorf("%s lies in direction %d from %v; want %d", s, got, from, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := drill
		g.High = rapid.SampledFrom([]hex.Parity{hex.Even, hex.Odd}).Draw(t, "high")
		a, b := genHex(g).Draw(t, "a"), genHex(g).Draw(t, "b")
		if there, back := g.Compass(a, b), g.Compass(b, a); a != b && there != (back+4)%8 {
			t.Fatalf("%v lies in direction %d from %v, and that in direction %d from it", b, there, a, back)
		}
	})
}
