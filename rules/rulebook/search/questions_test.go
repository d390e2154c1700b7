package search_test

import (
	_ "embed" // questions of players
	"slices"
	"strings"
	"testing"

	"grognard/rules/rulebook/search"
)

var (
	//go:embed testdata/questions.tsv
	questions string
	//go:embed testdata/own.tsv
	own string
)

// score reads questions, each with the paragraphs that may answer it first, none for what the rules do not have, and
// its kind. It counts those answered, of the two kinds, and logs the others.
func score(t *testing.T, s *search.Books, table string) (right, answers, told, nothing int) {
	t.Helper()
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		got := append(found(s.Find(f[0])), "none")
		ok := slices.Contains(strings.Split(f[1], ", "), got[0])
		if !ok {
			t.Logf("%-9s %q finds %q, want %s", f[2], f[0], got[:min(4, len(got))], f[1])
		}
		switch {
		case f[1] == "none" && ok:
			told++
			fallthrough
		case f[1] == "none":
			nothing++
		case ok:
			right++
			fallthrough
		default:
			answers++
		}
	}
	return right, answers, told, nothing
}

func TestScore(t *testing.T) {
	s := search.New(books(t)...)
	right, answers, told, nothing := score(t, s, questions)
	r2, a2, t2, n2 := score(t, s, own)
	t.Logf("%d of %d answered, %d of %d told", right, answers, told, nothing)
	t.Logf("%d of %d answered, %d of %d told", r2, a2, t2, n2)
}
