package adjudicate

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/rulebook"
)

// Coverage runs cases and compares them with rulebooks: those in a game's folder with that of the game, all others with
// that of their series. A case counts only for the books of its own series and game, because two series can have
// paragraphs of the same number. A case about a section shows none of its clauses. Only cases that pass count.
//
// Coverage returns the number of gaps and writes a line for each: a paragraph that is done and has no case (or cases of
// one edition only, where editions differ), one that is still to do, one that can refuse an order but refuses none in a
// case, one that refuses although its book does not say so, a citation that no rulebook has, and a case that fails.
// With verbose it also lists what is skipped, with the reasons.
func (b Beside) Coverage(w io.Writer, verbose bool, paths ...string) (gaps int) {
	books, err := rules.Rulebooks()
	if err != nil {
		fmt.Fprintln(w, err)
		return 1
	}
	series := slices.Sorted(maps.Keys(rules.Modules()))
	for _, book := range b.Books {
		if !slices.ContainsFunc(b.Games, func(d *modules.Definition) bool { return d.ID == book.Name }) {
			series = append(series, book.Name)
		}
	}
	l := newLedger(append(books, b.Books...), series)
	return l.cover(session{w: w, games: b.modules()}, verbose, paths)
}

func (l *ledger) cover(s session, verbose bool, paths []string) (gaps int) {
	s.run(paths)
	for _, c := range s.passed {
		l.count(c)
	}
	books := l.booksFor(paths, s.read)
	for _, line := range append(l.unknown(s.read), l.missing(books)...) {
		gaps++
		fmt.Fprintln(s.w, line)
	}
	if verbose {
		skips(s.w, books)
	}
	return gaps + s.failed
}

// ledger records which paragraphs the passed cases have shown.
type ledger struct {
	books   []rulebook.Book
	series  []string               // the names of those books that belong to a series
	shown   map[paragraph][]string // paragraphs that cases are about, with the editions of these cases
	refused map[paragraph]bool     // paragraphs that refused an order in a case that names them in refused
	silent  map[paragraph]*Case    // paragraphs that refused an order although the rulebook does not mark them so
}

// paragraph identifies a paragraph by the name of its book and its number.
type paragraph struct{ book, rule string }

func newLedger(books []rulebook.Book, series []string) *ledger {
	return &ledger{books: books, series: series, shown: map[paragraph][]string{}, refused: map[paragraph]bool{},
		silent: map[paragraph]*Case{}}
}

func (l *ledger) count(c *Case) {
	for _, r := range c.Rules {
		if at, _, ok := l.find(c, r); ok {
			l.shown[at] = append(l.shown[at], c.edit.Edition)
		}
	}
	for _, d := range c.denied {
		for _, r := range d.cited {
			at, p, ok := l.find(c, r)
			if !ok {
				continue
			}
			l.refused[at] = l.refused[at] || meetsAny(d.by, r)
			if !p.Refuses {
				l.silent[at] = c
			}
		}
	}
}

// find finds what a case cites: in the book of its series or of its game, or in the conventions of every table.
// Other books may have different paragraphs of the same number.
func (l *ledger) find(c *Case, rule string) (of paragraph, p rulebook.Paragraph, ok bool) {
	for _, b := range l.books {
		if !slices.Contains([]string{c.own.Series(), c.Module, rules.EveryTable}, b.Name) {
			continue
		}
		if p, ok := b.Find(rule); ok {
			return paragraph{b.Name, rule}, p, true
		}
	}
	return paragraph{}, rulebook.Paragraph{}, false
}

// booksFor returns the rulebooks with which the cases below some paths are compared.
func (l *ledger) booksFor(paths []string, cases []*Case) []rulebook.Book {
	wanted := map[string]bool{}
	for _, p := range paths {
		if game, ok := l.gameOf(p); ok {
			wanted[game] = true
			continue
		}
		for _, name := range l.seriesOf(p, cases) {
			wanted[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(l.books), func(b rulebook.Book) bool { return !wanted[b.Name] })
}

// seriesOf returns the series of the cases below a path, all series if there are no cases.
func (l *ledger) seriesOf(path string, cases []*Case) []string {
	var out []string
	for _, c := range cases {
		if isBelow(c.File, path) {
			out = append(out, c.own.Series())
		}
	}
	if out == nil {
		return l.series
	}
	return out
}

// isBelow reports whether a file is this path or below it.
func isBelow(file, path string) bool {
	relative, err := filepath.Rel(path, file)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// gameOf returns the name of the rulebook of the game or series in whose folder "cases" a path lies, if it does.
func (l *ledger) gameOf(path string) (string, bool) {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	for ; filepath.Dir(path) != path; path = filepath.Dir(path) {
		if filepath.Base(path) != "cases" {
			continue
		}
		game := filepath.Base(filepath.Dir(path))
		if slices.ContainsFunc(l.books, func(b rulebook.Book) bool { return b.Name == game }) {
			return game, true
		}
	}
	return "", false
}

// missing lists what the cases do not show of some rulebooks, a line for each gap.
func (l *ledger) missing(books []rulebook.Book) []string {
	var out []string
	for _, b := range books {
		for _, p := range b.Paragraphs {
			at := paragraph{b.Name, p.Rule}
			editions := slices.Compact(slices.Sorted(slices.Values(l.shown[at])))
			if p.Status == rulebook.Done && len(editions) == 0 {
				out = append(out, fmt.Sprintf("%s: no case is about it (%s)", p.Rule, p.About))
			}
			if p.Differs && len(editions) == 1 {
				out = append(out, fmt.Sprintf("%s: editions differ, and all its cases are of %s (%s)", p.Rule,
					editions[0], p.About))
			}
			if p.Status == rulebook.Todo {
				out = append(out, fmt.Sprintf("%s: to do (%s), because %s", p.Rule, p.About, p.Because))
			}
			if p.Refuses && !l.refused[at] {
				out = append(out, fmt.Sprintf("%s: no order is refused by it in a case (%s)", p.Rule, p.About))
			}
			out = append(out, l.unmarkedRefusal(at)...)
			if section, first := b.Opens(p); first {
				out = append(out, l.unmarkedRefusal(paragraph{b.Name, section})...)
			}
		}
	}
	return out
}

// unmarkedRefusal returns a line if a paragraph refuses orders although its book does not say so, else nil.
func (l *ledger) unmarkedRefusal(at paragraph) []string {
	c := l.silent[at]
	if c == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: refuses an order, but the rulebook does not say so (%s)", at.rule, c.where())}
}

// unknown lists citations in cases that no rulebook has.
func (l *ledger) unknown(cases []*Case) []string {
	var out []string
	for _, c := range cases {
		cited := slices.Clone(c.Rules)
		for _, st := range c.steps {
			cited = slices.Concat(cited, st.refused, st.cites)
		}
		slices.Sort(cited)
		for _, r := range slices.Compact(cited) {
			if _, _, ok := l.find(c, r); !ok && !rulebook.MissingTable(r) {
				out = append(out, fmt.Sprintf("%s: %s is in no rulebook", c.where(), r))
			}
		}
	}
	return out
}

// skips writes what is skipped in some rulebooks, with the reasons.
func skips(w io.Writer, books []rulebook.Book) {
	for _, b := range books {
		for _, p := range b.Paragraphs {
			if p.Status == rulebook.Skip {
				fmt.Fprintf(w, "%s: skipped (%s), because %s\n", p.Rule, p.About, p.Because)
			}
		}
	}
}
