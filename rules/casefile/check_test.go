package casefile_test

import (
	"errors"
	"testing"

	"grognard/rules/casefile"
	"grognard/rules/document"
)

// Checks are read by keys and run in the order written; failures are reported with keys, unknown keys with places.
func TestChecks(t *testing.T) {
	type weather struct {
		snow int
		wind string
	}
	checks := casefile.Checks[weather]{
		"snow": casefile.Is(casefile.Node.Whole, func(w weather) (int, bool) { return w.snow, true }),
	}.Beside(casefile.Checks[weather]{
		"wind": casefile.Is(casefile.Node.Word, func(w weather) (string, bool) { return w.wind, w.wind != "" }),
	})
	for _, c := range []struct {
		text, series string
		seen         weather
		want         string
	}{
		{"{snow: 3, wind: north}", "", weather{3, "north"}, ""},
		{"{wind: north}", "", weather{4, "north"}, ""},
		{"{wind: north, snow: 3}", "", weather{4, "south"}, "wind is south; must be north"},
		{"{snow: 3, wind: north}", "", weather{4, "south"}, "snow is 4; must be 3"},
		{"{snow: 3, wind: north}", "", weather{3, ""}, "wind is nothing; must be north"},
		{"{snow: deep}", "", weather{}, "line 1, column 8: expected a whole number"},
		{"{snow: 3, rain: 2}", "", weather{}, "line 1, column 11: unknown key rain"},
		{"{snow: 3, rain: 2}", "toy", weather{},
			"line 1, column 11: unknown key rain: the series toy has none such here"},
		{"[snow]", "toy", weather{}, "line 1, column 1: expected keys and values"},
	} {
		file, err := document.Read("a.yaml", []byte(c.text), document.Limits{Bytes: 1000, Lines: 20, Line: 100,
			Depth: 3})
		if err != nil {
			t.Fatal(err)
		}
		check, err := checks.Read(casefile.Node{Node: file}, c.series)
		if err == nil {
			err = check(c.seen)
		}
		if err == nil {
			err = errors.New("")
		}
		if err.Error() != c.want {
			t.Errorf("%s: told %q, want %q", c.text, err, c.want)
		}
	}
}
