package adjudicate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// toyCase is the part of a case for a series about wagons: frost, the load of units, how many things a command
// tells, and who leads.
type toyCase struct{ frost int }

func (*toyCase) Series() string { return "toy" }

func (c *toyCase) Keys() casefile.Keys {
	return casefile.Keys{"frost": casefile.Into(&c.frost, casefile.Node.Whole)}
}

func (c *toyCase) Unit() series.CaseUnit {
	u := &wagon{}
	return series.CaseUnit{Keys: casefile.Keys{"load": casefile.Into(&u.load, casefile.Node.Whole)},
		Needs: "load", Unit: u}
}

func (c *toyCase) Edit() modules.Change { return toyWeather(c.frost) }

func (*toyCase) Counts(*modules.Definition, view.Phase) ([]series.Count, error) { return nil, nil }

func (*toyCase) Shows() casefile.Checks[rules.Told] {
	count := func(told rules.Told) (int, bool) { return len(told.Lines), true }
	return casefile.Checks[rules.Told]{"net": casefile.Is(casefile.Node.Whole, count), "drms": amongReasons(true),
		"no-drms": amongReasons(false)}
}

// amongReasons reads words of which all, or none, are among what was told.
func amongReasons(want bool) func(casefile.Node) (casefile.Check[rules.Told], error) {
	return func(n casefile.Node) (casefile.Check[rules.Told], error) {
		words, err := texts(n)
		return func(told rules.Told) error {
			for _, w := range words {
				is := func(l view.Line) bool { return l.Text.ID == w }
				if slices.ContainsFunc(told.Lines, is) != want {
					return fmt.Errorf("have %s: %v; must be %v", w, !want, want)
				}
			}
			return nil
		}, err
	}
}

func (*toyCase) Expects() casefile.Checks[rules.Seen] {
	leads := func(seen rules.Seen) (string, bool) { return string(seen.Public.Phase.Side), true }
	return casefile.Checks[rules.Seen]{"active": casefile.Is(casefile.Node.Word, leads), "formations": expectsCamps}
}

// expectsCamps reads in how many places a side stands: {blue: {stacks: 1}}.
func expectsCamps(n casefile.Node) (casefile.Check[rules.Seen], error) {
	wanted := map[order.Side]int{}
	stacks := func(n casefile.Node) (v int, err error) {
		return v, n.Fields(casefile.Keys{"stacks": casefile.Into(&v, casefile.Node.Whole)})
	}
	err := casefile.Keyed(n, casefile.Pair.SideName, stacks, func(s order.Side, v int) { wanted[s] = v })
	return func(seen rules.Seen) error {
		for side, want := range wanted {
			got := 0
			for _, st := range seen.Own[side].Stacks {
				if st.Side == side {
					got++
				}
			}
			if got != want {
				return fmt.Errorf("%s: stacks are %d; must be %d", side, got, want)
			}
		}
		return nil
	}, err
}

func (*toyCase) ExpectsOfUnit() casefile.Checks[rules.Found] {
	shows := func(u rules.Found) (bool, bool) { _, _, ok := u.Public.Find(u.Unit.ID); return ok, true }
	return casefile.Checks[rules.Found]{"in-the-open": casefile.Is(casefile.Node.Yes, shows)}
}

// wagon is a unit of the series. The game that it is played in is the drill, so it has the
// factors that this asks for.
type wagon struct{ load int }

func (u *wagon) Own() (own any, ok bool) {
	return data.Counter{Full: data.Values{Attack: u.load, Defence: u.load, Move: 6}}, u.load > 0
}
func (u *wagon) Marks() []string { return nil }

// toyWeather is what a case of the series changes.
type toyWeather int

func (w toyWeather) Make(ed *modules.Editor) { ed.Expect(w < 10, "frost %d is too much", w) }

// toyShelf has the drill twice: as it is, and as a game of wagons whose cases the toy reads.
func toyShelf(t *testing.T) moduleCache {
	t.Helper()
	drill, err := rules.Modules().Load("drill")
	noError(t, err)
	lost, trail := drill.Clone(), drill.Clone()
	lost.By, trail.ID = nil, "trail"
	return moduleCache{map[string]*modules.Definition{"drill": drill, "trail": trail, "lost": lost},
		func(d *modules.Definition) (rules.Case, error) {
			if d.ID == "trail" {
				return &toyCase{}, nil
			}
			return rules.CaseOf(d)
		}}
}

// ofToy is a case of wagons: everything that its series adds is in it.
const ofToy = `- name: across the lake
  rules: ["7.3"]
  module: trail
  frost: 4
  map: {sides: {"10.10/10.11": [lake]}}
  units:
    b1: {side: blue, at: "10.10", load: 3}
    r1: {side: red, at: "10.11", load: 4}
  turn: 1
  phase: blue combat
  play:
    - blue: "/attack target:10.11 units:b1"
      refused: "7.3"
    - blue: "/end"
      shows: {net: 1, drms: [told.phase], no-drms: [told.fight]}
  expect: {active: blue, formations: {blue: {stacks: 1}}, units: {b1: {at: "10.10", steps: 1, in-the-open: true}}}
`

// ofSCS is the same case in the words of the Standard Combat Series.
const ofSCS = `- name: across the lake
  rules: ["7.3"]
  module: drill
  table: {"1:1": {7: NR}}
  map: {sides: {"10.10/10.11": [lake]}}
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6}
    r1: {side: red, at: "10.11", full: 4-4-4}
  turn: 1
  phase: blue combat
  play:
    - blue: "/attack target:10.11 units:b1"
      refused: "7.3"
    - blue: "/end"
  expect: {units: {b1: {at: "10.10", dead: false, full: true, dg: false, oos: false}}}
`

// play runs the cases of a text.
func play(t *testing.T, text string) (failed int, told string) {
	t.Helper()
	var out strings.Builder
	s := session{w: &out, games: toyShelf(t)}
	s.text("cases.yaml", []byte(text))
	return s.failed, out.String()
}

// A case is read by the series of its module: its keys are compared with the views, and differences are
// reported.
func TestCase_OfAnotherSeries(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"all is so":             {"", "", ""},
		"of the case":           {"frost: 4", "frost: 12", "frost 12 is too much"},
		"of a unit":             {"load: 3", "load: 0", "line 7, column 5: unit b1 needs side, load, and one of"},
		"of what is shown":      {"net: 1", "net: 9", "line 14: /end: net is 1; must be 9"},
		"a reason":              {"drms: [told.phase]", "drms: [told.fight]", "drms have told.fight: false"},
		"a reason that is none": {"no-drms: [told.fight]", "no-drms: [told.phase]", "no-drms have told.phase: true"},
		"of the end":            {"active: blue", "active: red", "active is blue; must be red"},
		"of parts of the end":   {"stacks: 1", "stacks: 2", "formations blue: stacks are 1; must be 2"},
		"of a unit in the end": {"in-the-open: true", "in-the-open: false",
			"units b1: in-the-open is true; must be false"},
	} {
		failed, told := play(t, strings.Replace(ofToy, c.old, c.new, 1))
		if failed > 0 != (c.want != "") || !strings.Contains(told, c.want) {
			t.Errorf("%s: told %q, want %q", name, told, c.want)
		}
	}
	if failed, told := play(t, ofSCS); failed > 0 {
		t.Error(told)
	}
}

// Keys of an optional rule are refused at their place in a case of a game without the rule.
func TestCase_KeyOfARuleThatTheGameLacks(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"turn: 1", "strikes: {blue: {regular: 2}}\n  turn: 1",
			"line 9, column 12: Drill has no strikes: the key is of a rule that it lacks"},
		{"turn: 1", "replacements: {blue: 0}\n  turn: 1",
			"line 9, column 17: Drill has no replacements: the key is of a rule that it lacks"},
		{"full: 3-3-6", "full: 3-3-6, dg: true", "unit b1: line 7, column 5: drill has no marker dg"},
		{"units: {b1", "vp: {blue: 0}, units: {b1", "of blue is nothing; must be 0"},
	} {
		if failed, told := play(t, strings.Replace(ofSCS, c.old, c.new, 1)); failed != 1 ||
			!strings.Contains(told, c.want) {
			t.Errorf("told %swant %s", told, c.want)
		}
	}
}

// Keys of one series in a case of another are refused at their place, and so is a module of an unknown series.
func TestCase_KeyOfAnotherSeries(t *testing.T) {
	for _, c := range []struct{ text, old, new, at, key, of string }{
		{ofSCS, "turn: 1", "frost: 4\n  turn: 1", "line 9, column 3", "frost", "scs"},
		{ofSCS, "full: 3-3-6", "full: 3-3-6, load: 3", "line 7, column 48", "load", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {net: 1}", "line 15, column 15", "net", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {dice: [1], drms: [streams]}", "line 15, column 26", "drms", "scs"},
		{ofSCS, "expect: {", "expect: {active: blue, ", "line 15, column 12", "active", "scs"},
		{ofSCS, "expect: {", "expect: {formations: {A: {fatigue: 2}}, ", "line 15, column 12", "formations", "scs"},
		{ofSCS, "dead: false", "in-the-open: true", "line 15, column 38", "in-the-open", "scs"},
		{ofToy, "frost: 4", "table: {}", "line 4, column 3", "table", "toy"},
		{ofToy, "frost: 4", "replacements: {red: 1}", "line 4, column 3", "replacements", "toy"},
		{ofToy, "load: 3", "load: 3, full: 3-3-6", "line 7, column 44", "full", "toy"},
		{ofToy, "load: 3", "load: 3, oos: true", "line 7, column 44", "oos", "toy"},
		{ofToy, "net: 1", "odds: \"1:1\"", "line 15, column 15", "odds", "toy"},
		{ofToy, "net: 1", "result: NR", "line 15, column 15", "result", "toy"},
		{ofToy, "active: blue", "victory: major-blue", "line 16, column 12", "victory", "toy"},
		{ofToy, "active: blue", "vp: {blue: 1}", "line 16, column 12", "vp", "toy"},
		{ofToy, "in-the-open: true", "full: true", "line 16, column 95", "full", "toy"},
		{ofToy, "in-the-open: true", "dg: true", "line 16, column 95", "dg", "toy"},
	} {
		text := strings.Replace(c.text, c.old, c.new, 1)
		want := fmt.Sprintf("FAIL cases.yaml: line 1: across the lake: %s: unknown key %s: the series %s has none such here\n", c.at, c.key, c.of)
		if _, told := play(t, text); told != want {
			t.Errorf("told %swant %s", told, want)
		}
	}
	for module, want := range map[string]string{
		"lost":  "line 3, column 11: Drill was not read as a module of any series that this program plays",
		"chess": "line 3, column 11: ",
	} {
		_, told := play(t, strings.Replace(ofToy, "module: trail", "module: "+module, 1))
		if !strings.Contains(told, "cases.yaml: line 1: across the lake: ") || !strings.Contains(told, want) {
			t.Errorf("told %swant %s", told, want)
		}
	}
}

// Two series have a paragraph 7.3. A case counts only for that of its own series, both as its subject and as a
// refusal.
func TestCover_TwoSeries(t *testing.T) {
	books := []rulebook.Book{
		parsed(t, "scs", "SCS\n7.3  done refuses  armies\n"),
		parsed(t, "toy", "Toy\n7.3  done refuses  wagons\n"),
		parsed(t, "drill", "Drill\ndrill 1.1  done  the drill\n"),
	}
	gaps := func(of string) string {
		return "7.3: no case is about it (" + of + ")\n7.3: no order is refused by it in a case (" + of + ")\n"
	}
	unknown := func(rule string) string {
		return "FILE: line 1: across the lake: " + rule + " is in no rulebook\n"
	}
	const ofDrill = "drill 1.1: no case is about it (the drill)\n"
	for name, c := range map[string]struct{ text, told, missing string }{
		"of the toy": {ofToy, "", gaps("armies") + ofDrill},
		"of the SCS": {ofSCS, "", gaps("wagons") + ofDrill},
		"of both":    {ofToy + strings.Replace(ofSCS, "across", "not across", 1), "", ofDrill},
		"of no book": {strings.ReplaceAll(ofToy, `"7.3"`, `"7.0"`), unknown("7.0") + gaps("wagons"),
			gaps("armies") + gaps("wagons") + ofDrill},
		"another game": {strings.Replace(ofToy, `["7.3"]`, `["7.3", "drill 1.1"]`, 1), unknown("drill 1.1"),
			gaps("armies") + ofDrill},
		"its own game": {strings.Replace(ofSCS, `["7.3"]`, `["7.3", "drill 1.1"]`, 1), "", gaps("wagons")},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cases.yaml")
			noError(t, os.WriteFile(file, []byte(c.text), 0o600))
			var out strings.Builder
			l := newLedger(books, []string{"scs", "toy"})
			if n := l.cover(session{w: &out, games: toyShelf(t)}, false,
				[]string{file}); n != strings.Count(c.told, "\n") {
				t.Errorf("%d gaps", n)
			}
			if told := strings.ReplaceAll(out.String(), file, "FILE"); told != c.told {
				t.Errorf("told %q, want %q", told, c.told)
			}
			if missing := strings.Join(append(l.missing(books), ""), "\n"); missing != c.missing {
				t.Errorf("missing %q, want %q", missing, c.missing)
			}
		})
	}
}

func parsed(t *testing.T, name, text string) rulebook.Book {
	t.Helper()
	b, err := rulebook.Parse(name, text)
	noError(t, err)
	return b
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
