package modules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"

	"pgregory.net/rapid"
)

// crowd returns the names on the counters of units, each given as "name", "name = short" or "name: formation", in a
// game with abbreviations of its own. The game is compiled as a running one, because no unit is set up.
func crowd(t testing.TB, abbreviations string, units ...string) map[string]string {
	t.Helper()
	src := ford(t)
	text := string(src["units.yaml"]) + abbreviations
	for i, u := range units {
		name, formation, _ := strings.Cut(u, ": ")
		name, short, _ := strings.Cut(name, " = ")
		line := fmt.Sprintf("  u-%d: {type: blue-infantry, name: %q, formation: %q", i, name, formation)
		if short != "" {
			line += fmt.Sprintf(", short: %q", short)
		}
		text = strings.Replace(text, "units:\n", "units:\n"+line+"}\n", 1)
	}
	src["units.yaml"] = []byte(text)
	d := must.Get(games().Reopen(modules.Pack(src)))(t)
	out := map[string]string{}
	for i, u := range units {
		out[u] = d.Units[order.UnitID(fmt.Sprintf("u-%d", i))].Short
	}
	return out
}

// The name on a counter leaves out what the symbol and the marks of its size tell, and is abbreviated and cut by rule.
func TestShortNames(t *testing.T) {
	for name, c := range map[string]struct {
		abbreviations string
		want          map[string]string // by unit; more than one share a side and a symbol
	}{
		"what the symbol tells": {want: map[string]string{"206 Inf Div": "206", "3 Mtr Inf Rgt": "3", "GD Inf Rgt": "GD",
			"17 Panzer Regiment": "17", "Garrison 4": "4", "b1": "b1", "Blue 3": "Blue 3"}},
		"words that are known": {want: map[string]string{"1 Guards Motorised Rifle Division": "1 Gds",
			"900 Training Brigade": "900 Trg", "Light Division 5": "Lt 5"}},
		"nothing but what the symbol tells":   {want: map[string]string{"Infantry Division": "Inf"}},
		"nothing but what is never printed":   {want: map[string]string{"Division": "Division"}},
		"too long for the counter":            {want: map[string]string{"Grossdeutschland": "Grossde."}},
		"a number is kept where the end goes": {want: map[string]string{"Leibstandarte Brandenburg 1": "1 Leibst."}},
		"a name of its own":                   {want: map[string]string{"Grossdeutschland Rgt = GD": "GD", "Gross Rgt": "Gross"}},
		"arms where numbers are the same":     {want: map[string]string{"7 Rifle Div": "7 Rfl", "7 Inf Div": "7 Inf", "2 Inf Div": "2"}},
		"the ends of words":                   {want: map[string]string{"Wachregiment Berlin": "Wac.Ber.", "Wachregiment Hamburg": "Wa.Ha."}},
		"formations":                          {want: map[string]string{"I Bn: 3 Rgt": "I/3", "I Bn: 18 Rgt": "I/18", "II Bn: 3 Rgt": "II"}},
		"one has the name that another may":   {want: map[string]string{"3 Inf Div": "3 Inf", "2 Inf Div = 3": "3"}},
		"the module's own words": {want: map[string]string{"Grossdeutschland Rgt": "GD", "3 Sturm Infantry Div": "3 St I"},
			abbreviations: "abbreviations: {Grossdeutschland: GD, sturm: St, infantry: I}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var units []string
			for u := range c.want {
				units = append(units, u)
			}
			for u, got := range crowd(t, c.abbreviations, units...) {
				if got != c.want[u] {
					t.Errorf("the counter of %s says %q, want %q", u, got, c.want[u])
				}
			}
		})
	}
}

// Whatever units are called, their counters have names for which there is room, in any order of the file, and
// different ones where the names are different numbers.
func TestShortNamesFit(t *testing.T) {
	word := rapid.SampledFrom([]string{"1", "2", "13", "394", "Gds", "Guards", "Infantry", "Rifle", "Mtr", "Inf", "Rgt",
		"Division", "Grossdeutschland", "Sturm", "Wachregiment", "SS", "Der", "Führer", "Ленинград", "I", "XXXXVIII"})
	rapid.Check(t, func(r *rapid.T) {
		units := rapid.SliceOfNDistinct(rapid.Custom(func(r *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 1, 5).Draw(r, "words"), " ")
		}), 1, 12, rapid.ID).Draw(r, "units")
		got := crowd(t, "", units...)
		slices.Reverse(units)
		for u, short := range crowd(t, "", units...) {
			if short == "" || short != got[u] {
				r.Errorf("the counter of %s says %q in one order and %q in another", u, got[u], short)
			}
			if len([]rune(short)) > 14 {
				r.Errorf("the counter of %s says %q", u, short)
			}
		}
	})
}

// The linter warns of counters that look the same, and of names without room.
func TestWarningsOfShortNames(t *testing.T) {
	for name, c := range map[string]struct{ units, want string }{
		"different":         {units: `{type: blue-infantry, name: 2 Inf Div}`},
		"the same":          {`{type: blue-infantry, name: 1 Inf Div}`, `the counters of b-2 and b-1 look the same, with the name "1"`},
		"of another arm":    {units: `{type: blue-guard, name: 1 Inf Div}`},
		"told apart":        {units: `{type: blue-infantry, name: 1 Inf Div, short: "1b"}`},
		"the same by short": {`{type: blue-infantry, name: 2 Inf Div, short: "1"}`, ``}, // b-1 then has another name
		"too wide":          {`{type: blue-infantry, name: 2 Inf Div, short: Grossdeutschland}`, `a counter has no room for "Grossdeutschland"`},
		"cut":               {`{type: blue-infantry, name: Grossdeutschland}`, `the counter of b-2 has no room for its name and shows "Grossde."`},
	} {
		t.Run(name, func(t *testing.T) {
			src := ford(t)
			text := strings.Replace(string(src["units.yaml"]), "units:\n", "units:\n  b-2: "+c.units+"\n", 1)
			src["units.yaml"] = []byte(strings.Replace(text, "types:\n",
				"types:\n  blue-guard: {side: blue, symbol: cavalry, size: division, full: 1-1-1}\n", 1))
			replaceIn(t, src, "setup.yaml", "[b-1]", "[b-1, b-2]")
			d := unpack(t, src)
			told := fmt.Sprint(d.Warnings)
			if c.want == "" && strings.Contains(told, "counter") || !strings.Contains(told, c.want) {
				t.Errorf("want %q, got %s", c.want, told)
			}
		})
	}
}
