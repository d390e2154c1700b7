package adjudicate

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"grognard/rules"
	"grognard/rules/rulebook"
)

// Coverage runs cases and holds them against the rulebooks of their folders: that of
// a game for the cases in its folder, the series' for all others. It writes a line
// for each paragraph that is done and has no case (or has cases of one edition, where
// editions differ), for each that is still to do, for each that can refuse an order but
// refuses none in a case, for each citation of a paragraph that no rulebook has, for
// each that refuses and should not by the book, and for each case that fails, and
// returns how many lines these were. Only cases that pass count. With verbose it also
// lists what is skipped, with the reasons.
func Coverage(w io.Writer, verbose bool, paths ...string) (gaps int) {
	books, err := rules.Rulebooks()
	if err != nil {
		fmt.Fprintln(w, err)
		return 1
	}
	s := session{w: w, games: shelf{}}
	s.run(paths)
	l := ledger{books: books, shown: map[string][]string{}, refused: map[string]bool{}, silent: map[string]*Case{}}
	for _, c := range s.passed {
		l.count(c)
	}
	for _, line := range append(l.unknown(s.read), l.missing(l.held(paths))...) {
		gaps++
		fmt.Fprintln(w, line)
	}
	if verbose {
		l.skips(w, paths)
	}
	return gaps + s.failed
}

// ledger is what the cases that passed have shown of the rulebooks.
type ledger struct {
	books   []rulebook.Book
	shown   map[string][]string // paragraphs that cases are about, with the editions of these
	refused map[string]bool     // paragraphs that refused an order where a case says so
	silent  map[string]*Case    // paragraphs that refused an order though the rulebook does not say so
}

func (l *ledger) count(c *Case) {
	for _, r := range c.Rules {
		l.shown[r] = append(l.shown[r], c.edit.Edition)
	}
	for _, d := range c.denied {
		for _, r := range d.cited {
			l.refused[r] = l.refused[r] || slices.Contains(d.by, r)
			if p, ok := l.find(r); ok && !p.Refuses {
				l.silent[r] = c
			}
		}
	}
}

func (l *ledger) find(rule string) (rulebook.Paragraph, bool) {
	for _, b := range l.books {
		if p, ok := b.Find(rule); ok {
			return p, true
		}
	}
	return rulebook.Paragraph{}, false
}

// held are the rulebooks that the folders are held against.
func (l *ledger) held(paths []string) []rulebook.Book {
	of := map[string]bool{}
	for _, p := range paths {
		of[l.bookOf(p)] = true
	}
	return slices.DeleteFunc(slices.Clone(l.books), func(b rulebook.Book) bool { return !of[b.Name] })
}

// bookOf is the name of the rulebook that a path is held against: a game's where its
// folder stands in the path, otherwise the series'.
func (l *ledger) bookOf(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	for ; filepath.Dir(path) != path; path = filepath.Dir(path) {
		if filepath.Base(path) != "cases" {
			continue
		}
		game := filepath.Base(filepath.Dir(path))
		if slices.ContainsFunc(l.books, func(b rulebook.Book) bool { return b.Name == game }) {
			return game
		}
	}
	return l.books[0].Name
}

// missing is what the cases do not show of some rulebooks.
func (l *ledger) missing(books []rulebook.Book) []string {
	var out []string
	for _, b := range books {
		for _, p := range b.Paragraphs {
			editions := slices.Compact(slices.Sorted(slices.Values(l.shown[p.Rule])))
			if p.Status == rulebook.Done && len(editions) == 0 {
				out = append(out, fmt.Sprintf("%s: no case is about it (%s)", p.Rule, p.About))
			}
			if p.Differs && len(editions) == 1 {
				out = append(out, fmt.Sprintf("%s: editions differ, and all its cases are of %s (%s)", p.Rule, editions[0], p.About))
			}
			if p.Status == rulebook.Todo {
				out = append(out, fmt.Sprintf("%s: to do (%s), because %s", p.Rule, p.About, p.Because))
			}
			if p.Refuses && !l.refused[p.Rule] {
				out = append(out, fmt.Sprintf("%s: no order is refused by it in a case (%s)", p.Rule, p.About))
			}
			if c := l.silent[p.Rule]; c != nil {
				out = append(out, fmt.Sprintf("%s: refuses an order, but the rulebook does not say so (%s)", p.Rule, c.where()))
			}
		}
	}
	return out
}

// unknown is what cases cite that no rulebook has.
func (l *ledger) unknown(cases []*Case) []string {
	var out []string
	for _, c := range cases {
		cited := slices.Clone(c.Rules)
		for _, st := range c.steps {
			cited = slices.Concat(cited, st.refused, st.cites)
		}
		slices.Sort(cited)
		for _, r := range slices.Compact(cited) {
			if _, ok := l.find(r); !ok {
				out = append(out, fmt.Sprintf("%s: %s is in no rulebook", c.where(), r))
			}
		}
	}
	return out
}

func (l *ledger) skips(w io.Writer, paths []string) {
	for _, b := range l.held(paths) {
		for _, p := range b.Paragraphs {
			if p.Status == rulebook.Skip {
				fmt.Fprintf(w, "%s: skipped (%s), because %s\n", p.Rule, p.About, p.Because)
			}
		}
	}
}
