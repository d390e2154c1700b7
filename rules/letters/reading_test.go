package letters_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"grognard/bot/lookup"
	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/notation"
	"grognard/rules/order"

	"golang.org/x/text/width"
)

// dashes are what telephones and word processors write for a hyphen or a minus.
const dashes = "-\u2010\u2011\u2012–—\u2015−﹘﹣－"

// Whatever dash is typed, and whether digits and signs are wide or narrow, look-ups, orders and modules read it alike.
func TestPlain_EveryReaderTakesIt(t *testing.T) {
	afb := must.Get(lookup.Of(must.Get(rules.Modules().Load("afb"))(t)))(t)
	combat := must.Get(afb.Table(""))(t)
	read := map[string]func(string) (any, error){
		"2d6-1":     func(s string) (any, error) { v, err := notation.ParseThrow(s); return v.String(), err },
		"9-2/4":     func(s string) (any, error) { return notation.Strength(s) },
		"3-1":       func(s string) (any, error) { return afb.Find(combat, s, "", nil) },
		"3:1":       func(s string) (any, error) { return afb.Find(combat, s, "", nil) },
		"6+1":       func(s string) (any, error) { return afb.Find(combat, "", s, nil) },
		"7":         func(s string) (any, error) { return afb.Find(combat, "", s, nil) },
		"9.20":      func(s string) (any, error) { return hex.Parse(s) },
		"9.20/9.21": func(s string) (any, error) { return hex.ParseSide(s) },
		"1/2":       func(s string) (any, error) { return chart.ParseFraction(s) },
		"2:1":       func(s string) (any, error) { return chart.ParseOdds(s) },
		"-":         func(s string) (any, error) { return chart.ParseResult(s) },
		"9.20 -> 12.20; 9.20x11.13": func(s string) (any, error) {
			v, err := order.ReadList(s, nil)
			return fmt.Sprint(v), err
		},
	}
	for text, of := range read {
		want, err := of(text)
		must.Do(t, err)
		for _, dash := range dashes {
			for _, typed := range []string{text, width.Widen.String(text)} {
				typed = strings.NewReplacer("-", string(dash), "－", string(dash)).Replace(typed)
				if got, err := of(typed); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%q is read as %v, %v; want %v", typed, got, err, want)
				}
			}
		}
	}
}

// A module whose numbers, hexes and tables are wide is the module with narrow ones.
func TestPlain_FilesOfModules(t *testing.T) {
	src := must.Get(modules.Files("drill"))(t)
	want := must.Get(rules.Modules().Unpack(modules.Pack(src)))(t)
	wide := func(file, old string) {
		if !strings.Contains(string(src[file]), old) {
			t.Fatalf("%s has no %q", file, old)
		}
		src[file] = []byte(strings.ReplaceAll(string(src[file]), old, width.Widen.String(old)))
	}
	for _, old := range []string{"1.11", "20.01"} {
		wide("map.yaml", old)
	}
	for _, old := range []string{"1/4", "6:1+", "1:3", "A1D1"} {
		wide("charts.yaml", old)
	}
	src["charts.yaml"] = []byte(strings.ReplaceAll(string(src["charts.yaml"]), "shift: -1", "shift: –１"))
	wide("charts.yaml", "12")
	src["game.yaml"] = []byte(strings.Replace(string(src["game.yaml"]), "turns: 10", "turns: １０", 1))
	got := must.Get(rules.Modules().Unpack(modules.Pack(src)))(t)
	if !reflect.DeepEqual(got.Own, want.Own) || !reflect.DeepEqual(got.Entry, want.Entry) ||
		!reflect.DeepEqual(got.Sources, want.Sources) || got.Turns != want.Turns {
		t.Errorf("%+v\n%+v", got.Own, want.Own)
	}
}
