package data_test

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/bcs/data"
	"grognard/rules/document"
	"grognard/rules/modules"
)

var word = regexp.MustCompile(`[a-z0-9+/.-]+`)

// Whatever words are exchanged in the files of a module, it is a game without panics and with tables that answer every
// roll, or its mistakes name their file.
func TestModule_ExchangedWords(t *testing.T) {
	ships := files(t)
	names := []string{"game.yaml", "charts.yaml", "map.yaml", "units.yaml", "setup.yaml"}
	rapid.Check(t, func(t *rapid.T) {
		src := modules.Source{}
		maps.Copy(src, ships)
		for range rapid.IntRange(1, 3).Draw(t, "exchanges") {
			name := rapid.SampledFrom(names).Draw(t, "file")
			from := rapid.SampledFrom(names).Draw(t, "from")
			text, other := string(src[name]), string(src[from])
			at, with := word.FindAllStringIndex(text, -1), word.FindAllString(other, -1)
			i := rapid.IntRange(0, len(at)-1).Draw(t, "word")
			put := rapid.SampledFrom(with).Draw(t, "put")
			src[name] = []byte(text[:at[i][0]] + put + text[at[i][1]:])
		}
		d, err := dialects().Unpack(modules.Pack(src))
		if err != nil {
			all := flatten(err)
			for _, e := range all[:min(len(all), document.MaxFindings)] { // more are told as "and more"
				var f document.Finding
				if !errors.As(e, &f) || !slices.Contains(names, f.File) || strings.TrimSpace(f.Message) == "" {
					t.Fatalf("told without a file: %v", e)
				}
			}
			return
		}
		for name, table := range data.Of(d).Tables {
			for roll := -9; roll <= 20; roll++ {
				if _, ok := table.Read(roll, noneHolds); !ok && name != data.Barrage {
					t.Fatalf("%s has nothing at %d", name, roll)
				}
			}
		}
	})
}

// flatten lists the errors that are joined in one.
func flatten(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, e := range many.Unwrap() {
			out = append(out, flatten(e)...)
		}
		return out
	}
	return []error{err}
}
