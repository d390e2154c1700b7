package adjudicate

import (
	"bytes"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/rulebook"
)

// Example is a case in readable form, to show what a paragraph does.
type Example struct {
	Name     string   `json:"name"`
	File     string   `json:"file"`           // without its folder
	Line     int      `json:"line"`           // its line in the file
	Rules    []string `json:"-"`              // the paragraphs that it shows
	When     string   `json:"when"`           // the game, the turn, the phase
	Position []string `json:"position"`       // the units with their hexes, one per line
	Dice     string   `json:"dice,omitempty"` // the faces in the order of the rolls
	Play     []Said   `json:"play"`
	Ends     []string `json:"ends,omitempty"` // what is true in the end
}

// Said is an order of an example.
type Said struct {
	By      string   `json:"by"`
	Command string   `json:"command"`
	Comes   []string `json:"comes,omitempty"` // its results, or the paragraph that refuses it
}

// Examples has for each paragraph the case that explains it best, of the cases that ship.
type Examples struct {
	best map[string]map[string]written // by series, since two can have the same numbers, then by paragraph
}

// written is a case as written in its file.
type written struct {
	file  string
	line  int
	text  []byte // the text after its hyphen
	rules []string
}

// NewExamples selects one of the cases that ship for each paragraph. It does not parse the cases.
func NewExamples() (Examples, error) {
	e := Examples{map[string]map[string]written{}}
	err := fs.WalkDir(rules.Cases(), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rules.Cases(), file)
		if err != nil {
			return err
		}
		series, err := seriesAt(file)
		e.file(series, path.Base(file), text)
		return err
	})
	return e, err
}

// seriesAt returns the series of the cases in a file. The folder above its own is named after a series or a game.
func seriesAt(file string) (string, error) {
	folder := path.Dir(path.Dir(file))
	if _, is := rules.Modules()[folder]; is {
		return folder, nil
	}
	d, err := rules.Modules().Load(path.Base(folder))
	if err != nil {
		return "", err
	}
	return d.Series, nil
}

// file adds the cases in a file. Each begins with a hyphen at the start of a line.
func (e Examples) file(series, name string, text []byte) {
	if e.best[series] == nil {
		e.best[series] = map[string]written{}
	}
	line := 1
	for one := range bytes.SplitSeq(text, []byte("\n- ")) {
		if bytes.HasPrefix(one, []byte("name: ")) {
			e.add(series, written{file: name, line: line, text: one})
		}
		line += bytes.Count(one, []byte("\n")) + 1
	}
}

// add keeps a case for the paragraphs for which it is the best so far.
func (e Examples) add(series string, w written) {
	_, list, _ := bytes.Cut(w.text, []byte("\n  rules: ["))
	list, _, _ = bytes.Cut(list, []byte("]"))
	for r := range strings.SplitSeq(string(list), ",") {
		if r = strings.Trim(r, ` "'`); r != "" {
			w.rules = append(w.rules, r)
		}
	}
	for at, r := range w.rules {
		if b, ok := e.best[series][r]; !ok || w.length(at) < b.length(slices.Index(b.rules, r)) {
			e.best[series][r] = w
		}
	}
}

// length rates how well a case explains the paragraph at the index at of its rules; less is better. It is the length of
// the text, more if the case is also, or mainly, about other paragraphs, and less if it has dice or calculations.
func (w written) length(at int) int {
	n := len(w.text) + 100*(len(w.rules)-1) + 200*at
	if bytes.Contains(w.text, []byte("\n  dice: ")) || bytes.Contains(w.text, []byte("\n      shows: ")) {
		n -= 200
	}
	return n
}

// Of returns the best example for a paragraph of a book; for a section without one, that for a clause of it. Cases of
// one series are no examples for the book of another.
func (e Examples) Of(book, rule string) (Example, bool) {
	for _, series := range slices.Sorted(maps.Keys(e.best)) {
		if _, other := rules.Modules()[book]; other && series != book {
			continue
		}
		w, ok := e.best[series][rule]
		if !ok {
			clauses := slices.DeleteFunc(e.cited(series), func(r string) bool { return !rulebook.Meets(rule, r) })
			if len(clauses) == 0 {
				continue
			}
			w = e.best[series][clauses[0]]
		}
		nodes, err := parse(w.file, append([]byte("- "), w.text...))
		if err != nil || len(nodes) == 0 {
			return Example{}, false
		}
		return w.read(nodes[0]), true
	}
	return Example{}, false
}

// cited returns every paragraph that has a case in a series, sorted.
func (e Examples) cited(series string) []string { return slices.Sorted(maps.Keys(e.best[series])) }
