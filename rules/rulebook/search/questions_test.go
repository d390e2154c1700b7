package search_test

import (
	_ "embed" // questions of players
	"slices"
	"strings"
	"testing"

	"grognard/rules/rulebook/search"
)

// Each line has a question, the paragraphs that may answer it first or none if the rules have nothing on it, and its
// kind. An empty line divides the questions to which the words were fitted from those that were held back.
var (
	//go:embed testdata/questions.tsv
	questions string
	//go:embed testdata/own.tsv
	own string
	//go:embed testdata/forums.tsv
	forums string
)

// score counts the questions of which the first answer is right, and of those that the rules have nothing on the ones
// that are told so. It logs the others.
func score(t *testing.T, s *search.Books, table string) (right, answers, told, nothing int) {
	t.Helper()
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		got := append(found(s.Find(f[0])), "none")
		ok := 0
		if slices.Contains(strings.Split(f[1], ", "), got[0]) {
			ok = 1
		} else {
			t.Logf("%-9s %q finds %q, want %s", f[2], f[0], got[:min(4, len(got))], f[1])
		}
		if f[1] == "none" {
			told, nothing = told+ok, nothing+1
		} else {
			right, answers = right+ok, answers+1
		}
	}
	return right, answers, told, nothing
}

// Most questions of players have the right paragraph first, and most of what the rules do not have is told so.
func TestScore(t *testing.T) {
	s := search.New(books(t)...)
	fitted, held, _ := strings.Cut(questions, "\n\n")
	for _, c := range []struct {
		name, table string
		right, told int // the least, in percent
	}{{"fitted", fitted, 90, 90}, {"held back", held, 75, 75}, {"own", own, 85, 85},
		{"as they are asked on forums", forums, 100, 0}} {
		right, answers, told, nothing := score(t, s, c.table)
		t.Logf("%s: %d of %d right, %d of %d told that there is nothing", c.name, right, answers, told, nothing)
		if 100*right < c.right*answers || 100*told < c.told*nothing {
			t.Errorf("%s: less than %d%% right or %d%% told", c.name, c.right, c.told)
		}
	}
}
