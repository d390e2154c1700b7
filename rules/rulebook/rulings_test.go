package rulebook_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
)

var update = flag.Bool("update", false, "write rulings.txt anew")

// ruling is a doubtful point as a comment states it: "RULING: 9.1c, 9.1d: How it is ruled. For: what speaks for it.
// Against: what speaks against it.", to the end of the paragraph or to the next ruling.
var ruling = regexp.MustCompile(`^RULING: ([^:]+): ([A-Z].*\.) For: (.*\.) Against: (.*\.)$`)

// headline is the greatest number of characters in the statement of a ruling.
const headline = 240

// The list of rulings has exactly those in the comments, under paragraphs of the books and in their order,
// except those about games of the tests.
func TestRulings(t *testing.T) {
	var rulings []string
	for _, path := range sources(t) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		must.Do(t, err)
		for _, c := range f.Comments {
			rulings = append(rulings, rulingsIn(c.Text())...)
		}
	}
	order, tests := byTheBook(t), ofTests(t)
	rulings = slices.DeleteFunc(rulings, func(r string) bool {
		m := ruling.FindStringSubmatch(r)
		return m != nil && len(m[2]) <= headline &&
			!slices.ContainsFunc(strings.Split(m[1], ", "),
				func(cited string) bool { return !slices.Contains(tests, cited) })
	})
	for _, r := range rulings {
		m := ruling.FindStringSubmatch(r)
		if m == nil {
			t.Errorf("not of the form RULING: paragraph: A sentence. For: … Against: …: %s", r)
			continue
		}
		if len(m[2]) > headline {
			t.Errorf("said in %d characters, more than %d: %s", len(m[2]), headline, m[2])
		}
		for _, cited := range strings.Split(m[1], ", ") {
			if !slices.Contains(order, cited) {
				t.Errorf("%s is in no rulebook: %s", cited, r)
			}
		}
	}
	if t.Failed() {
		return
	}
	place := func(r string) int {
		first, _, _ := strings.Cut(ruling.FindStringSubmatch(r)[1], ", ")
		return slices.Index(order, first)
	}
	listed := func(r string) int { // a new one is the last of its paragraph
		if i := strings.Index(rulebook.Rulings(), ": "+ruling.FindStringSubmatch(r)[2]+"\n"); i >= 0 {
			return i
		}
		return math.MaxInt
	}
	slices.SortStableFunc(rulings, func(a, b string) int {
		return cmp.Or(place(a)-place(b), cmp.Compare(listed(a), listed(b)))
	})
	var want strings.Builder
	fmt.Fprintf(&want, "Where the rules leave a doubt, and how the program rules, with what the books say\nfor and against it. Revision %d.\n", rulebook.Revision)
	under, of := "", headings(t)
	for _, r := range rulings {
		m := ruling.FindStringSubmatch(r)
		first, _, _ := strings.Cut(m[1], ", ")
		if h := of[first]; h != under {
			under = h
			fmt.Fprintf(&want, "\n%s\n", h)
		}
		fmt.Fprintf(&want, "\n%s: %s\n    for: %s\n    against: %s\n", m[1], m[2], m[3], m[4])
	}
	if *update {
		must.Do(t, os.WriteFile("rulings.txt", []byte(want.String()), 0o644))
		return
	}
	if got := rulebook.Rulings(); got != want.String() {
		t.Errorf("rulings.txt is not what the comments say; renew it with: go test ./rules/rulebook -run TestRulings -update\nit has:\n%s\nthey say:\n%s", got, &want)
	}
}

// RulingsOf finds each ruling of the list, complete, for each paragraph that it is about, and for no other.
func TestRulingsOf(t *testing.T) {
	books, err := rules.Rulebooks()
	must.Do(t, err)
	want, all := map[[2]string][]rulebook.Ruling{}, 0 // by heading and paragraph
	entry := regexp.MustCompile(`(?m)^(\S.*?): (.*)\n    for: (.*)\n    against: (.*)$`)
	of := headings(t)
	for _, m := range entry.FindAllStringSubmatch(rulebook.Rulings(), -1) {
		r := rulebook.Ruling{Rules: strings.Split(m[1], ", "), Says: m[2], For: m[3], Against: m[4]}
		for _, cited := range r.Rules {
			want[[2]string{of[cited], cited}] = append(want[[2]string{of[cited], cited}], r)
		}
	}
	for _, b := range books {
		for _, rule := range append(paragraphs(b), "9.9", "") {
			got := b.RulingsOf(rule)
			if !reflect.DeepEqual(got, want[[2]string{b.Rulings, rule}]) {
				t.Errorf("%s %s: %+v, want %+v", b.Name, rule, got, want[[2]string{b.Rulings, rule}])
			}
			all += len(got)
		}
	}
	if all < 30 {
		t.Errorf("%d rulings on paragraphs", all)
	}
}

// sources are the files of the rules. Where a ruling stands does not matter: the list keeps its order.
func sources(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
		return err
	})
	must.Do(t, err)
	return paths
}

// rulingsIn are the rulings of a comment, each on one line.
func rulingsIn(comment string) []string {
	var out []string
	for _, paragraph := range strings.Split(comment, "\n\n") {
		words := strings.Join(strings.Fields(paragraph), " ")
		for i := strings.Index(words, "RULING"); i >= 0; i = strings.Index(words, "RULING") {
			words = words[i:]
			next := strings.Index(words[1:], "RULING") + 1
			if next == 0 {
				next = len(words)
			}
			out = append(out, strings.TrimSpace(words[:next]))
			words = words[next:]
		}
	}
	return out
}

// ofTests is every paragraph of the games in the tests of features.
func ofTests(t *testing.T) (out []string) {
	t.Helper()
	files, err := filepath.Glob("../scs/feature/*/testdata/modules/*/rulebook.txt")
	must.Do(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must.Do(t, err)
		b, err := rulebook.Parse(filepath.Base(filepath.Dir(file)), string(text))
		must.Do(t, err)
		for _, p := range b.Paragraphs {
			out = append(out, p.Rule)
		}
	}
	return out
}

// byTheBook is every paragraph, in the order of the books.
func byTheBook(t *testing.T) []string {
	t.Helper()
	books, err := rules.Rulebooks()
	must.Do(t, err)
	var out []string
	for _, b := range headedLast(books) {
		out = append(out, paragraphs(b)...)
	}
	return out
}

// paragraphs lists the citations of a book.
func paragraphs(b rulebook.Book) (out []string) {
	for _, p := range b.Paragraphs {
		out = append(out, p.Rule)
	}
	return out
}

// headedLast orders books as the list of rulings has them: those whose rulings have a heading come last.
func headedLast(books []rulebook.Book) []rulebook.Book {
	return slices.SortedStableFunc(slices.Values(books), func(a, b rulebook.Book) int {
		return cmp.Compare(min(len(a.Rulings), 1), min(len(b.Rulings), 1)) // 1 with a heading, 0 without
	})
}

// headings returns the headings of rulings by the paragraphs of their books.
func headings(t *testing.T) map[string]string {
	t.Helper()
	books, err := rules.Rulebooks()
	must.Do(t, err)
	out := map[string]string{}
	for _, b := range headedLast(books) {
		for _, p := range b.Paragraphs {
			if _, taken := out[p.Rule]; !taken {
				out[p.Rule] = b.Rulings
			}
		}
	}
	return out
}

// The list of errata names paragraphs of the books, and those that a game chooses say what holds then.
func TestErrata(t *testing.T) {
	books, err := rules.Rulebooks()
	must.Do(t, err)
	entry := regexp.MustCompile(`(?m)^([^:,\n]+), list for (1\.\d) of \d+ \w+ 20\d\d, (by choice|always): `)
	chosen := map[string]bool{}
	for _, m := range entry.FindAllStringSubmatch(rulebook.Errata(), -1) {
		chosen[m[1]] = m[3] == "by choice"
	}
	for _, b := range books {
		for _, p := range b.Paragraphs {
			mended := slices.ContainsFunc(p.Editions, func(e rulebook.Edition) bool { return e.Errata })
			if choice, listed := chosen[p.Rule]; mended != choice || listed && !p.Differs {
				t.Errorf("%s: by choice %t in the list, %t in the book, which calls it different: %t", p.Rule, choice, mended,
					p.Differs)
			}
			delete(chosen, p.Rule)
		}
	}
	if len(chosen) > 0 {
		t.Errorf("no book has %v", chosen)
	}
}
