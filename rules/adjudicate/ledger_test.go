package adjudicate

import (
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/rulebook"
)

// What a case shows is held against every kind of paragraph.
func TestLedger(t *testing.T) {
	b, err := rulebook.Parse("scs", `SCS 1.8
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
	l := ledger{books: []rulebook.Book{b}, shown: map[string][]string{}, refused: map[string]bool{}, silent: map[string]*Case{}}
	old, now := modules.Edit{Edition: "1.7"}, modules.Edit{Edition: "1.8"}
	l.count(&Case{Rules: []string{"9.0"}, edit: old})
	l.count(&Case{Rules: []string{"1.0", "2.0", "4.0", "5.0", "8.0", "9.0"}, edit: now, denied: []denied{{by: []string{"1.0", "3.0"}, cited: []string{"1.0", "2.0", "4.0"}}}})
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
