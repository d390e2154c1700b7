package ask

import (
	"slices"
	"testing"
)

// Lines are ranked by what the asker can do with them, then by how what is typed is found: whole words before
// beginnings before the middle of words, and what a line is called before the rest; then by number.
func TestListing_Order(t *testing.T) {
	type entry struct {
		class  int // lines of a lower class come first
		name   string
		detail string
	}
	units := []entry{
		{0, "255 Inf Div", "8-9-6"}, {0, "12 Inf Div", "5-9-6"}, {0, "5 Inf Div", "8-9-6"}, {0, "9 Inf Div", "8-9-6"},
		{0, "50 Mtr Rgt", "8-9-6"}, {1, "5 Pz Rgt", "9-5-10"},
	}
	for typed, want := range map[string][]string{
		"":        {"5 Inf Div", "9 Inf Div", "12 Inf Div", "50 Mtr Rgt", "255 Inf Div", "5 Pz Rgt"},
		"5":       {"5 Inf Div", "50 Mtr Rgt", "255 Inf Div", "12 Inf Div", "5 Pz Rgt"},
		"55":      {"255 Inf Div"},
		"inf":     {"5 Inf Div", "9 Inf Div", "12 Inf Div", "255 Inf Div"},
		"5 i":     {"5 Inf Div", "255 Inf Div"},
		"5 div":   {"5 Inf Div"},
		"PZ rgt":  {"5 Pz Rgt"},
		"Führer":  nil,
		"9-5-10":  {"5 Pz Rgt"},
		"inf,div": {"5 Inf Div", "9 Inf Div", "12 Inf Div", "255 Inf Div"},
	} {
		l := NewListing(typed)
		for _, u := range units {
			l.Add(u.class, u.name, u.name, []string{u.name}, u.name+" "+u.detail)
		}
		var got []string
		for _, s := range l.Suggestions() {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q lists %q, want %q", typed, got, want)
		}
	}
	for _, c := range []struct {
		a, b string
		less bool
	}{{"9.20", "12.02", true}, {"9.02", "9.2", false}, {"9.04 Bykhov", "9.20", true}, {"a", "b", true}, {"007", "8",
		true}, {"", "1", true}} {
		if got := CompareNumerically(c.a, c.b) < 0; got != c.less {
			t.Errorf("%s before %s: %v", c.a, c.b, got)
		}
	}
}
