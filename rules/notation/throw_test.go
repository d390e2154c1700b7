package notation_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/rules/notation"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// faces is a source of entropy that gives dice of some sides these faces.
func faces(want ...int) *bytes.Reader {
	block := make([]byte, 32) // the rest of a block is ignored
	for i, f := range want {
		block[i] = byte(f - 1)
	}
	return bytes.NewReader(block)
}

func TestThrow(t *testing.T) {
	for _, c := range []struct {
		typed, spelled string
		faces          []int
		kept           string // a 1 for each face that counts
		total          int
	}{
		{"2d6", "2d6", []int{3, 4}, "11", 7},
		{"D20", "d20", []int{17}, "1", 17},
		{"1d6", "d6", []int{6}, "1", 6},
		{"d%", "d100", []int{77}, "1", 77},
		{"d66", "d66", []int{4, 1}, "11", 41},
		{" d66 - 5 ", "d66-5", []int{1, 6}, "11", 11},
		{"3d6+1", "3d6+1", []int{1, 2, 3}, "111", 7},
		{"2d6-1", "2d6-1", []int{1, 1}, "11", 1},
		{"2d6−1", "2d6-1", []int{1, 1}, "11", 1}, {"２ｄ６–1", "2d6-1", []int{1, 1}, "11", 1},
		{"4d6kh3", "4d6kh3", []int{2, 6, 2, 5}, "1101", 13},
		{"4d6k3", "4d6kh3", []int{2, 6, 2, 5}, "1101", 13},
		{"4 D6 KL 1", "4d6kl1", []int{2, 6, 2, 5}, "1000", 2},
		{"4d6kl2", "4d6kl2", []int{2, 6, 1, 2}, "1010", 3},
		{"1d6kh1", "1d6kh1", []int{4}, "1", 4},
		{"1+2d6-2+1", "2d6", []int{6, 6}, "11", 12},
	} {
		throw, err := notation.ParseThrow(c.typed)
		if err != nil || throw.String() != c.spelled {
			t.Errorf("%q is %s, %v; want %s", c.typed, throw, err, c.spelled)
			continue
		}
		got, err := throw.Roll(faces(c.faces...))
		must.Do(t, err)
		kept := ""
		for _, k := range got.Groups[0].Kept {
			kept += map[bool]string{true: "1", false: "0"}[k]
		}
		if !slices.Equal(got.Groups[0].Faces, c.faces) || kept != c.kept || got.Total != c.total {
			t.Errorf("%q: %v, %s counts, together %d; want %v, %s, %d", c.typed, got.Groups[0].Faces, kept, got.Total,
				c.faces, c.kept, c.total)
		}
	}
}

// Dice of several kinds are thrown in the order in which they are written.
func TestSeveralKinds(t *testing.T) {
	throw, err := notation.ParseThrow("2d6 + d4 - 1d6 + 1")
	if err != nil || throw.String() != "2d6+d4-d6+1" {
		t.Fatalf("%s, %v", throw, err)
	}
	blocks := new(bytes.Buffer)
	for _, f := range [][]int{{5, 6}, {4}, {2}} {
		must.Get(blocks.ReadFrom(faces(f...)))(t)
	}
	got, err := throw.Roll(blocks)
	if err != nil || got.Total != 5+6+4-2+1 || len(got.Groups) != 3 || got.Groups[2].Sum != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := throw.Roll(faces(1, 1)); err == nil {
		t.Error("dice fell without entropy")
	}
}

func TestNoThrow(t *testing.T) {
	for typed, want := range map[string]string{
		"": "ask.dice", "6": "ask.dice", "dice": "ask.dice", "2d": "ask.dice", "d": "ask.dice", "2d6x3": "ask.dice", "2d6+": "ask.dice", "2d6d6": "ask.dice", "+": "ask.dice", "2d6kh": "ask.dice",
		"2d6 36":    "ask.dice-sides", // blanks do not count
		"9999d9999": "ask.dice-many", "101d6": "ask.dice-many", "0d6": "ask.dice-many", "60d6+41d6": "ask.dice-many", "99999999999999999999d6": "ask.dice-many",
		"d1": "ask.dice-sides", "d0": "ask.dice-sides", "d101": "ask.dice-sides",
		"d99999999999999999999": "ask.dice-sides",
		"4d6kh5":                "ask.dice-keep", "4d6kl0": "ask.dice-keep", "4d6kh99999999999999999999": "ask.dice-keep",
		"2d66": "ask.dice-tens", "d66kh1": "ask.dice-tens",
		"2d6+1001": "ask.dice-plus", "d6+1000+1": "ask.dice-plus", "d6-1000-1": "ask.dice-plus",
		"2d6-99999999999999999999":       "ask.dice-plus",
		strings.Repeat("d6+", 40) + "d6": "ask.dice",
	} {
		throw, err := notation.ParseThrow(typed)
		if m := (*view.Mistake)(nil); !errors.As(err, &m) || m.Why.ID != want {
			t.Errorf("%q is %s, %v; want %s", typed, throw, err, want)
		}
	}
}

// A throw is read back from its canonical form, and its total lies between the least and the greatest possible.
func TestSpelledThrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want notation.Throw
		for range rapid.IntRange(1, 4).Draw(t, "groups") {
			g := notation.Group{N: rapid.IntRange(1, 20).Draw(t, "n"),
				Sides: rapid.IntRange(2, 100).Filter(func(n int) bool { return n != 66 }).Draw(t, "sides"),
				Minus: rapid.Bool().Draw(t, "minus")}
			if rapid.Bool().Draw(t, "keeps") {
				g.Keep, g.Lowest = rapid.IntRange(1, g.N).Draw(t, "keep"), rapid.Bool().Draw(t, "lowest")
			}
			want.Groups = append(want.Groups, g)
		}
		want.Plus = rapid.IntRange(-1000, 1000).Draw(t, "plus")
		got, err := notation.ParseThrow(want.String())
		if err != nil || got.Plus != want.Plus || !slices.Equal(got.Groups, want.Groups) {
			t.Fatalf("%s is read as %+v, %v", want, got, err)
		}
		least, most := want.Plus, want.Plus
		for _, g := range want.Groups {
			n := g.N
			if g.Keep > 0 {
				n = g.Keep
			}
			if g.Minus {
				least, most = least-n*g.Sides, most-n
			} else {
				least, most = least+n, most+n*g.Sides
			}
		}
		entropy := bytes.NewReader(rapid.SliceOfN(rapid.ByteMax(127), 4096, 4096).Draw(t, "entropy"))
		if thrown, err := got.Roll(entropy); err != nil || thrown.Total < least || thrown.Total > most {
			t.Fatalf("%s comes to %d, %v: not %d to %d", want, thrown.Total, err, least, most)
		}
	})
}

// Any text is a throw with a canonical form of the same meaning, or a mistake.
func FuzzThrow(f *testing.F) {
	for _, seed := range []string{"2d6", "d66", "3d6+1", "4d6kh3", "4d6kl1", "d%", "9999d9999", "2d6-1d4+3",
		"k", "-d6", "d66+1", "−", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		got, err := notation.ParseThrow(typed)
		if err != nil {
			if m := (*view.Mistake)(nil); !errors.As(err, &m) {
				t.Fatalf("%q: %v", typed, err)
			}
			return
		}
		if again, err := notation.ParseThrow(got.String()); err != nil || again.String() != got.String() {
			t.Fatalf("%q is %s, which is %s, %v", typed, got, again, err)
		}
	})
}
