package adjudicate

import (
	"cmp"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/rulebook"
)

// What a case shows is held against every kind of paragraph.
func TestLedger(t *testing.T) {
	b, err := rulebook.Parse("toy", `Toy 1
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
	if err != nil {
		t.Fatal(err)
	}
	l := newLedger([]rulebook.Book{b}, []string{"toy"})
	old, now := modules.Edit{Edition: "1.7"}, modules.Edit{Edition: "1.8"}
	l.count(&Case{own: &toyCase{}, Rules: []string{"9.0"}, edit: old})
	l.count(&Case{own: &toyCase{}, Rules: []string{"1.0", "2.0", "4.0", "5.0", "8.0", "9.0"}, edit: now, denied: []denied{{by: []string{"1.0", "3.0"}, cited: []string{"1.0", "2.0", "4.0"}}}})
	want := []string{
		"2.0: no order is refused by it",
		"3.0: no case is about it",
		"3.0: no order is refused by it",
		"4.0: refuses an order, but the rulebook does not say so",
		"6.0: to do (later), because nobody has written it",
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

// Two series have paragraphs of one number: a case shows those of its own, and of the games.
func TestLedgerOfTwoSeries(t *testing.T) {
	var books []rulebook.Book
	for _, name := range []string{"scs", "toy", "trail"} {
		rule := map[string]string{"trail": "trail 1.0"}[name]
		b, err := rulebook.Parse(name, "Edition 1\n"+cmp.Or(rule, "7.3")+" done refuses  what "+name+" says\n")
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	l := newLedger(books, []string{"scs", "toy"})
	c := &Case{Name: "a case", File: "wagons/a.yaml", Rules: []string{"7.3", "trail 1.0"}, Module: "trail", own: &toyCase{},
		denied: []denied{{by: []string{"7.3", "trail 1.0"}, cited: []string{"7.3", "trail 1.0"}}}}
	l.count(c)
	if got := l.missing(books); len(got) != 2 || !strings.HasPrefix(got[0], "7.3: no case is about it (what scs") || !strings.HasPrefix(got[1], "7.3: no order is refused") {
		t.Errorf("told %q", got)
	}
	if held := l.held([]string{"wagons"}, []*Case{c}); len(held) != 1 || held[0].Name != "toy" {
		t.Errorf("wagons are held against %v", held)
	}
	if held := l.held([]string{"trail/cases"}, []*Case{c}); len(held) != 1 || held[0].Name != "trail" {
		t.Errorf("the game is held against %v", held)
	}
}

// A path holds the files below it, however it is written, and no others that begin like it.
func TestPathsOfCases(t *testing.T) {
	for path, want := range map[string]bool{"cases": true, "./cases": true, ".": true, "cases/a.yaml": true, "cases/": true, "case": false, "cases/a": false, "other": false, "cases/b": false} {
		if lies("cases/a.yaml", path) != want {
			t.Errorf("%s holds cases/a.yaml: %v", path, !want)
		}
	}
}
