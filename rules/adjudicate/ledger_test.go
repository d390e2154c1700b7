package adjudicate

import (
	"strings"
	"testing"

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
`)
	if err != nil {
		t.Fatal(err)
	}
	l := ledger{books: []rulebook.Book{b}, shown: map[string]bool{}, refused: map[string]bool{}, silent: map[string]*Case{}}
	l.count(&Case{Rules: []string{"1.0", "2.0", "4.0", "5.0"}, denied: []denied{{by: []string{"1.0", "3.0"}, cited: []string{"1.0", "2.0", "4.0"}}}})
	want := []string{
		"2.0: no order is refused by it",
		"3.0: no case is about it",
		"3.0: no order is refused by it",
		"4.0: refuses an order, but the rulebook does not say so",
		"6.0: to do (later), because nobody has written it",
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
