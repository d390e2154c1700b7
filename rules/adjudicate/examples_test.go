package adjudicate

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
)

func examples(t testing.TB) Examples {
	t.Helper()
	e, err := NewExamples()
	must.Do(t, err)
	return e
}

// String is the example as text, a line for each unit and each order.
func (x Example) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", x.Name, x.When)
	for _, l := range x.Position {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	if x.Dice != "" {
		fmt.Fprintf(&b, "dice: %s\n", x.Dice)
	}
	for _, s := range x.Play {
		fmt.Fprintf(&b, "%s: %s\n", s.By, s.Command)
		for _, c := range s.Comes {
			fmt.Fprintf(&b, "  -> %s\n", c)
		}
	}
	for i, l := range x.Ends {
		if i == 0 {
			fmt.Fprintln(&b, "in the end:")
		}
		fmt.Fprintf(&b, "  %s\n", l)
	}
	fmt.Fprintf(&b, "(%s, line %d)", x.File, x.Line)
	return b.String()
}

// onAPhone is the greatest length of an example that can be read on a phone.
const onAPhone = 1200

// Every paragraph that is done has an example, which shows it and can be read on a phone.
func TestExamples_EveryParagraph(t *testing.T) {
	e := examples(t)
	books, err := rules.Rulebooks()
	must.Do(t, err)
	for _, b := range books {
		for _, p := range b.Paragraphs {
			x, ok := e.Of(b.Name, p.Rule)
			if !ok && p.Status == rulebook.Done {
				t.Errorf("%s has no example", p.Rule)
			}
			if ok && !slices.Contains(x.Rules, p.Rule) {
				t.Errorf("the example of %s shows %q", p.Rule, x.Rules)
			}
			if n := utf8.RuneCountInString(x.String()); n > onAPhone {
				t.Errorf("the example of %s has %d characters:\n%s", p.Rule, n, x)
			}
		}
	}
	if x, ok := e.Of("scs", "99.9"); ok {
		t.Errorf("99.9 has %+v", x)
	}
}

// An example is the best case of a paragraph, written in lines.
func TestExamples_BestCaseInLines(t *testing.T) {
	e := Examples{map[string]map[string]written{}}
	e.file("scs", "toy.yaml", []byte(`# remarks
- name: a longer one, which is no example
  rules: ["2.1a"]
  module: drill
  units: {b1: {side: blue, at: "10.10", full: 3-3-6, reduced: 1-1-6, exploit: true}, b2: {side: blue, at: "10.10", full: 3-3-6, reduced: 1-1-6, exploit: true}}
  turn: 1
  phase: blue movement

  play: []
  expect:
    sees:
      red: {"10.10": [b1, b2], "10.11": [], "10.12": [], "10.13": [], "10.14": [], "10.15": [], "10.16": [], "10.17": [], "10.18": [], "10.19": []}
      public: {"10.10": [b1, b2], "10.11": [], "10.12": [], "10.13": [], "10.14": [], "10.15": [], "10.16": [], "10.17": [], "10.18": [], "10.19": []}

# 2.1a and others
- name: "entering a zone: two more"
  rules: ["2.1a", 3.1b]
  module: drill
  version: "1.7"
  map: {blank: true, hexes: {"10.11": [village, swamp]}}
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6, exploit: true, oos: false}
  turn: 2
  phase: blue movement
  dice: [3, 4]
  play:
    - blue: "/move units:b1 path:10.11"   # a remark
      refused: ["2.1a", "3.1b"]
      instead: none
    - red: "/end"
      shows: {cost: 3, dice: [1, 2]}
  expect: {phase: red combat, units: {b1: {at: "10.11", steps: 2}}}
`))
	const want = `entering a zone: two more
drill, turn 2, blue movement, edition 1.7
  map blank
  map hexes: 10.11 village, swamp
  b1: side blue, at 10.10, full 3-3-6, exploit, not oos
dice: 3 4
blue: /move units:b1 path:10.11
  -> refused 2.1a, 3.1b
  -> instead none
red: /end
  -> shows cost 3, dice 1, 2
in the end:
  phase: red combat
  b1: at 10.11, steps 2
(toy.yaml, line 16)`
	for _, rule := range []string{"2.1a", "3.1b"} {
		if x, ok := e.Of("scs", rule); !ok || x.String() != want {
			t.Errorf("%s is shown by\n%s\nwant\n%s", rule, x, want)
		}
	}
}

// What NewExamples finds in a case without parsing it is what the parser finds.
func TestExamples_AsParsed(t *testing.T) {
	e, n, told, games := examples(t), 0, map[string]bool{}, Beside{}.modules()
	err := fs.WalkDir(rules.Cases(), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rules.Cases(), file)
		if err != nil {
			return err
		}
		nodes, err := parse(file, text)
		if err != nil {
			return err
		}
		for _, node := range nodes {
			c, err := readCase(node, games)
			if err != nil {
				return err
			}
			n++
			for _, r := range c.Rules {
				x, ok := e.Of(c.own.Series(), r)
				if !ok {
					t.Errorf("%s: no example of %s", c.where(), r)
				}
				if x.File != path.Base(file) || x.Line != c.Line {
					continue
				}
				told[c.own.Series()+" "+r] = true
				if x.Name != c.Name || !slices.Equal(x.Rules, c.Rules) || len(x.Play) != len(c.steps) {
					t.Errorf("%s is told as %+v", c.where(), x)
				}
			}
		}
		return nil
	})
	for series := range e.best {
		for _, r := range e.cited(series) {
			if !told[series+" "+r] {
				t.Errorf("the example of %s %s is no case", series, r)
			}
		}
	}
	if err != nil || n < 900 {
		t.Errorf("%d cases, %v", n, err)
	}
}
