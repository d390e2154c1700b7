package adjudicate

import (
	"bytes"
	"io/fs"
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

// Examples are the cases that ship, indexed by the paragraphs that they show.
type Examples struct {
	best map[string]written
}

// written is a case as written in its file.
type written struct {
	file  string
	line  int
	text  []byte // the text after its hyphen
	rules []string
}

// NewExamples selects one of the cases that ship for each paragraph, without parsing them.
func NewExamples() (Examples, error) {
	e := Examples{map[string]written{}}
	err := fs.WalkDir(rules.Cases(), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rules.Cases(), file)
		if err != nil {
			return err
		}
		e.file(path.Base(file), text)
		return nil
	})
	return e, err
}

// file looks for cases in a file: each begins with a hyphen at the start of a line.
func (e Examples) file(name string, text []byte) {
	line := 1
	for text := range bytes.SplitSeq(text, []byte("\n- ")) {
		if bytes.HasPrefix(text, []byte("name: ")) {
			e.add(written{file: name, line: line, text: text})
		}
		line += bytes.Count(text, []byte("\n")) + 1
	}
}

// add keeps a case for the paragraphs for which it is the best so far.
func (e Examples) add(w written) {
	_, list, _ := bytes.Cut(w.text, []byte("\n  rules: ["))
	list, _, _ = bytes.Cut(list, []byte("]"))
	for r := range strings.SplitSeq(string(list), ",") {
		if r = strings.Trim(r, ` "'`); r != "" {
			w.rules = append(w.rules, r)
		}
	}
	for at, r := range w.rules {
		if b, ok := e.best[r]; !ok || w.length(at) < b.length(slices.Index(b.rules, r)) {
			e.best[r] = w
		}
	}
}

// length rates how well a case explains one of its paragraphs; less is better. It is the length of the text,
// longer for a case that is also, or mainly, about other paragraphs, and shorter for one with figures.
func (w written) length(at int) int {
	n := len(w.text) + 100*(len(w.rules)-1) + 200*at
	if bytes.Contains(w.text, []byte("\n  dice: ")) || bytes.Contains(w.text, []byte("\n      shows: ")) {
		n -= 200
	}
	return n
}

// Of is the best example for a paragraph, or for a clause of a section.
func (e Examples) Of(rule string) (Example, bool) {
	w, ok := e.best[rule]
	if !ok {
		clauses := slices.DeleteFunc(e.cited(), func(r string) bool { return !rulebook.Meets(rule, r) })
		if len(clauses) == 0 {
			return Example{}, false
		}
		w = e.best[clauses[0]]
	}
	nodes, err := parse(w.file, append([]byte("- "), w.text...))
	if err != nil || len(nodes) == 0 {
		return Example{}, false
	}
	return w.read(nodes[0]), true
}

// cited is every paragraph that has a case, sorted.
func (e Examples) cited() (paragraphs []string) {
	for r := range e.best {
		paragraphs = append(paragraphs, r)
	}
	slices.Sort(paragraphs)
	return paragraphs
}
