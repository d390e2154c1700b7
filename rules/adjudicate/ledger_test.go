package adjudicate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
	"grognard/rules/view"
)

// ours is the part of a case that a series with clauses has.
func ours() rules.Case { return bcs.Series{}.Case() }

// Every kind of paragraph is compared with what cases show.
func TestLedger_EveryKindOfParagraph(t *testing.T) {
	b, err := rulebook.Parse("bcs", `Notes 1
1.0  done refuses  shown, refuses
2.0  done refuses  shown, never refuses
3.0  done refuses  not shown
4.0  done          shown, and refuses without saying so
5.0  done          shown
6.0  todo          later because nobody has written it
7.0  skip          a heading because it is one
8.0  done differs  shown in one edition
9.0  done differs  shown in two
`)
	must.Do(t, err)
	l := newLedger([]rulebook.Book{b}, []string{"bcs"})
	old, now := modules.Edit{Edition: "1.7"}, modules.Edit{Edition: "1.8"}
	l.count(&Case{own: ours(), Rules: []string{"9.0"}, edit: old})
	l.count(&Case{own: ours(), Rules: []string{"1.0", "2.0", "4.0", "5.0", "8.0", "9.0"}, edit: now,
		denied: []denied{{by: []string{"1.0", "3.0"}, cited: []string{"1.0", "2.0", "4.0"}}}})
	want := []string{
		"2.0: no order is refused by it",
		"3.0: no case is about it",
		"3.0: no order is refused by it",
		"4.0: refuses an order, but the rulebook does not say so",
		"6.0: to do (Later), because nobody has written it",
		"8.0: editions differ, and all its cases are of 1.8",
	}
	got := l.missing(l.books)
	if len(got) != len(want) {
		t.Fatalf("told %q", got)
	}
	for i, w := range want {
		if !strings.HasPrefix(got[i], w) {
			t.Errorf("told %q, want %q", got[i], w)
		}
	}
}

// Although two series have paragraphs of the same number, a case counts only for its own series and for its game.
func TestLedger_TwoSeries(t *testing.T) {
	var books []rulebook.Book
	for _, name := range []string{"scs", "bcs", "trail"} {
		rule := map[string]string{"trail": "trail 1.0"}[name]
		b, err := rulebook.Parse(name, "Edition 1\n"+cmp.Or(rule, "7.3")+" done refuses  what "+name+" says\n")
		must.Do(t, err)
		books = append(books, b)
	}
	l := newLedger(books, []string{"scs", "bcs"})
	c := &Case{Name: "a case", File: "wagons/a.yaml", Rules: []string{"7.3", "trail 1.0"}, Module: "trail", own: ours(),
		denied: []denied{{by: []string{"7.3", "trail 1.0"}, cited: []string{"7.3", "trail 1.0"}}}}
	l.count(c)
	if got := l.missing(books); len(got) != 2 || !strings.HasPrefix(got[0], "7.3: no case is about it (What scs") ||
		!strings.HasPrefix(got[1], "7.3: no order is refused") {
		t.Errorf("told %q", got)
	}
	if held := l.booksFor([]string{"wagons"}, []*Case{c}); len(held) != 1 || held[0].Name != "bcs" {
		t.Errorf("wagons are held against %v", held)
	}
	if held := l.booksFor([]string{"trail/cases"}, []*Case{c}); len(held) != 1 || held[0].Name != "trail" {
		t.Errorf("the game is held against %v", held)
	}
}

// A section counts by its clauses: a case about the section counts for none of them, and one in which a refusal
// must cite the section counts for the clause that is cited.
func TestLedger_Clauses(t *testing.T) {
	b := parsed(t, "bcs", `Notes 1
6.0-1  done          of zones
6.0-2  done          of stops
7.3-1  done refuses  shown, refuses
7.3-2  done refuses  of others
7.4-1  done refuses  refuses as asked
`)
	l := newLedger([]rulebook.Book{b}, []string{"bcs"})
	c := &Case{Name: "a case", File: "a.yaml", Line: 1, own: ours(),
		Rules: []string{"6.0", "7.3", "7.3-1", "7.4-1", "7.3-9"}, denied: []denied{
			{by: []string{"7.3"}, cited: []string{"7.3-1"}},
			{by: []string{"7.4-1", "table combat"}, cited: []string{"7.3-2", "7.4-1", "table combat"}},
			{by: []string{"6.0"}, cited: []string{"6.0"}},
		}, steps: []step{{refused: []string{"table combat"}, cites: []string{"table combat", "7.4"}},
			{refused: []string{"8.0"}}}}
	l.count(c)
	want := []string{
		"6.0-1: no case is about it (Of zones)",
		"6.0: refuses an order, but the rulebook does not say so (a.yaml: line 1: a case)",
		"6.0-2: no case is about it (Of stops)",
		"7.3-2: no case is about it (Of others)",
		"7.3-2: no order is refused by it in a case (Of others)",
	}
	if got := l.missing(l.books); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
	want = []string{"a.yaml: line 1: a case: 7.3-9 is in no rulebook", "a.yaml: line 1: a case: 8.0 is in no rulebook"}
	if got := l.unknown([]*Case{c}); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

// A case that cites a section matches a refusal by any of its clauses. One that cites a clause matches only that
// clause, and one that cites a missing table matches its name.
func TestMustRefuse_Citations(t *testing.T) {
	text := strings.Replace(ofBCS, `refused: "7.1"`, "refused: %s\n      cites: %s", 1)
	for _, c := range []struct {
		refused, cites string
		cited          []view.Rule
		want           string
	}{
		{`"7.3"`, `["7.3"]`, []view.Rule{"7.3-4"}, ""},
		{`"7.3-4"`, `["7.3-4"]`, []view.Rule{"7.3-4"}, ""},
		{`["7.4", "7.3-4"]`, `["7.2", "7.3-4"]`, []view.Rule{"7.2-9", "7.3-4"}, ""},
		{`"7.3-4"`, `["7.3"]`, []view.Rule{"7.3-5"}, "must be refused by 7.3-4: refused by 7.3-5"},
		{`"7.3-4"`, `["7.3"]`, []view.Rule{"7.3"}, "must be refused by 7.3-4: refused by 7.3"},
		{`"7.3"`, `["7.3-4"]`, []view.Rule{"7.3-5"}, "must cite 7.3-4: refused by 7.3-5"},
		{`"7.3"`, `["7.3"]`, []view.Rule{"7.3-4", "7.3-5"}, "must cite 7.3: refused by 7.3-4, 7.3-5"},
		{`table combat`, `[table combat]`, []view.Rule{"table combat"}, ""},
		{`[table barrage, "7.0"]`, `["7.0", table barrage]`, []view.Rule{"7.0-1", "table barrage"}, ""},
		{`table combat`, `[table combat]`, []view.Rule{"table barrage"},
			"must be refused by table combat: refused by table barrage"},
	} {
		nodes, err := parse("cases.yaml", fmt.Appendf(nil, text, c.refused, c.cites))
		must.Do(t, err)
		read, err := readCase(nodes[0], shelf(t))
		must.Do(t, err)
		got := ""
		if err := read.steps[0].mustRefuse(&view.Denial{Rule: c.cited[0], Also: c.cited[1:]}, "none"); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s, %s by %v: told %q, want %q", c.refused, c.cites, c.cited, got, c.want)
		}
	}
}

// A path contains the files below it, however it is written, and no others with the same beginning.
func TestLies_PathsOfCases(t *testing.T) {
	for path, want := range map[string]bool{"cases": true, "./cases": true, ".": true, "cases/a.yaml": true,
		"cases/": true, "case": false, "cases/a": false, "other": false, "cases/b": false} {
		if isBelow("cases/a.yaml", path) != want {
			t.Errorf("%s holds cases/a.yaml: %v", path, !want)
		}
	}
}

// Cases of a module whose cases begin on a blank map play on its bare ground; cases of others on the map.
func TestCase_BeginsBlank(t *testing.T) {
	drill := shelf(t).read["drill"]
	lake, err := drill.With(modules.Edit{Hexes: map[hex.Hex][]string{{Col: 10, Row: 11}: {"lake"}}})
	must.Do(t, err)
	for _, blank := range []bool{true, false} {
		lake := lake.Clone()
		lake.Blank = blank
		var out strings.Builder
		s := session{w: &out, games: moduleCache{read: map[string]*modules.Definition{"drill": lake}}}
		s.text("cases.yaml", []byte(`- name: over the lake
  rules: ["3.1"]
  module: drill
  units: {b1: {side: blue, at: "10.10", full: 3-3-6}, r1: {side: red, at: "19.10", full: 4-4-4}}
  turn: 1
  phase: blue movement
  play:
    - blue: "/move units:b1 path:10.11"
      shows: {cost: 1}
`))
		if passed := s.failed == 0; passed != blank {
			t.Errorf("blank %t: %s", blank, &out)
		}
	}
}
