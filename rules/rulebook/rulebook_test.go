package rulebook_test

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"grognard/rules/rulebook"
)

func TestParse(t *testing.T) {
	b, err := rulebook.Parse("scs", "SCS 1.8\n\n# Set-up\nset-up 1     done refuses  within # hexes\nfog of war  done differs  the top alone\n6.0 done refuses differs  overruns\n2.1   skip  zones because it is a heading\nafb 1.9a  todo  air strikes because they come later\n2-1  done  a clause\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []rulebook.Paragraph{
		{Rule: "set-up 1", Status: rulebook.Done, Refuses: true, About: "within # hexes", Line: 4},
		{Rule: "fog of war", Status: rulebook.Done, Differs: true, About: "the top alone", Line: 5},
		{Rule: "6.0", Status: rulebook.Done, Refuses: true, Differs: true, About: "overruns", Line: 6},
		{Rule: "2.1", Status: rulebook.Skip, About: "zones", Because: "it is a heading", Line: 7},
		{Rule: "afb 1.9a", Status: rulebook.Todo, About: "air strikes", Because: "they come later", Line: 8},
		{Rule: "2-1", Status: rulebook.Done, About: "a clause", Line: 9},
	}
	if b.Name != "scs" || b.Edition != "SCS 1.8" || len(b.Paragraphs) != len(want) {
		t.Fatalf("read %+v", b)
	}
	for i, p := range b.Paragraphs {
		if p != want[i] {
			t.Errorf("read %+v, want %+v", p, want[i])
		}
		if found, ok := b.Find(p.Rule); !ok || found != p {
			t.Errorf("%s: found %+v", p.Rule, found)
		}
	}
	if _, ok := b.Find("2.2"); ok {
		t.Error("found a paragraph that is not there")
	}
}

func TestMistakes(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":              {"", "no paragraphs"},
		"no edition":           {"\n1.0  done  the sequence\n", "line 1: the first line"},
		"no paragraphs":        {"SCS 1.8\n# none yet\n", "no paragraphs"},
		"no status":            {"SCS 1.8\n\n1.0  finished  the sequence\n", "line 3"},
		"no words":             {"SCS 1.8\n1.0  done\n", "line 2"},
		"no number":            {"SCS 1.8\n1  done  the sequence\n", "line 2"},
		"twice":                {"SCS 1.8\n1.0  done  a\n2.0  done  b\n1.0  skip  c because d\n", "line 4: 1.0 stands twice"},
		"skipped without why":  {"SCS 1.8\n1.0  skip  the sequence\n", "line 2: 1.0 is skip"},
		"to do without why":    {"SCS 1.8\n1.0  todo  the sequence\n", "line 2: 1.0 is todo"},
		"skipped, but refuses": {"SCS 1.8\n1.0  skip refuses  the sequence because of this\n", "line 2: 1.0 is skip"},
		"skipped, but differs": {"SCS 1.8\n1.0  skip differs  the sequence because of this\n", "line 2: 1.0 is skip"},
		"clause without one":   {"BCS 1\n7.3-  done  a clause\n", "line 2"},
		"clause of no number":  {"BCS 1\n7.3-0  done  a clause\n", "line 2"},
		"clause twice":         {"BCS 1\n7.3-1  done  a\n7.3-1  done  b\n", "line 3: 7.3-1 stands twice"},
		"section and clauses":  {"BCS 1\n7.3  done  a\n7.4-1  done  b\n7.3-1  done  c\n", "line 2: 7.3 has a line of its own, and clauses from line 4"},
		"more than one":        {"SCS 1.8\nx\ny\n", "line 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := rulebook.Parse("scs", tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("told %v, want %q", err, tt.want)
			}
		})
	}
}

// A section that stands as its clauses is done when those are that are not skipped.
func TestSections(t *testing.T) {
	b, err := rulebook.Parse("bcs", `BCS 1
# 7.3 Shock Attacks
7.3-1   done          by tactical movement alone
7.3-2   done refuses  not into a hex with support
7.3-11  skip          air points because there are none
7.4-1   done differs  advances
7.4-2   todo          out of command because of 4.2f
8.0-1   skip          guns because they are silent
afb 1.9-3  done       a clause of a game
`)
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[string]rulebook.Paragraph{
		"7.3":     {Rule: "7.3", Status: rulebook.Done, Refuses: true, Line: 3},
		"7.4":     {Rule: "7.4", Status: rulebook.Todo, Differs: true, Line: 6},
		"8.0":     {Rule: "8.0", Status: rulebook.Skip, Line: 8},
		"afb 1.9": {Rule: "afb 1.9", Status: rulebook.Done, Line: 9},
		"7.3-2":   {Rule: "7.3-2", Status: rulebook.Done, Refuses: true, About: "not into a hex with support", Line: 4},
	} {
		if p, ok := b.Find(rule); !ok || p != want {
			t.Errorf("%s: found %+v, want %+v", rule, p, want)
		}
	}
	for _, rule := range []string{"7", "7.3-3", "7.3-", "7.30", "1.9", "7.3a"} {
		if p, ok := b.Find(rule); ok {
			t.Errorf("%s: found %+v", rule, p)
		}
	}
}

// A section is met by any clause of it, a clause by itself; a lettered paragraph is no clause.
func TestMeets(t *testing.T) {
	for _, c := range []struct {
		asked, cited string
		want         bool
	}{
		{"7.3", "7.3", true}, {"7.3", "7.3-4", true}, {"7.3", "7.3-15", true}, {"7.3-4", "7.3-4", true},
		{"7.3-4", "7.3", false}, {"7.3-1", "7.3-15", false}, {"7.3", "7.30-1", false}, {"7.3", "17.3-1", false}, {"7.3", "7.3a", false}, {"7.3", "7.3a-1", false},
		{"7.3a", "7.3a-1", true}, {"afb 1.9", "afb 1.9-2", true}, {"1.9", "afb 1.9-2", false},
		{"set", "set-up 1", false}, {"set-up 1", "set-up 1", true}, {"table combat", "table combat", true}, {"table", "table combat", false},
	} {
		if got := rulebook.Meets(c.asked, c.cited); got != c.want {
			t.Errorf("%s is met by %s: %v", c.asked, c.cited, got)
		}
	}
	for cited, want := range map[string]bool{"table combat": true, "table attack-by-fire": true, "table": false, "table 7.3": false, "the table": false, "table Combat": false} {
		if rulebook.MissingTable(cited) != want {
			t.Errorf("%q says that a table is missing: %v", cited, !want)
		}
	}
}

// The paragraphs of the Battalion Combat Series as they are numbered for its cases: what their
// notes decide whole stands for done here, what they lack in part for to do. Each section and
// each clause is found by its number.
func TestTheClausesOfASeries(t *testing.T) {
	text, err := os.ReadFile("../../../shared/bcs/paragraphs.txt")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("skipped: the paragraphs of the series are not beside this checkout")
	} else if err != nil {
		t.Fatal(err)
	}
	book := string(text)
	for pattern, with := range map[string]string{
		`(?m)^ +\(.*\)$`:                       "",
		`(?m)^(\S+ +)full`:                     "${1}done",
		`(?m)^(\S+ +)part( +.*) missing: (.*)`: "${1}todo$2 because of what is missing: $3",
		`(?m)^(\S+ +)lack( +.*)`:               "${1}skip$2 because it is printed elsewhere",
	} {
		book = regexp.MustCompile(pattern).ReplaceAllString(book, with)
	}
	b, err := rulebook.Parse("bcs", book)
	if err != nil {
		t.Fatal(err)
	}
	clauses := regexp.MustCompile(`(?m)^(\S+)-\d+ `).FindAllStringSubmatch(string(text), -1)
	if len(b.Paragraphs) != len(clauses) || len(clauses) != 204 {
		t.Errorf("%d paragraphs of %d clauses", len(b.Paragraphs), len(clauses))
	}
	sections := map[string]bool{}
	for i, c := range clauses {
		if rule := strings.TrimSpace(c[0]); b.Paragraphs[i].Rule != rule {
			t.Errorf("%s is read as %s", rule, b.Paragraphs[i].Rule)
		}
		sections[c[1]] = true
		if _, ok := b.Find(c[1]); !ok {
			t.Errorf("there is no section %s", c[1])
		}
	}
	if len(sections) != 30 {
		t.Errorf("%d sections", len(sections))
	}
	for rule, want := range map[string]rulebook.Status{"7.3-4": rulebook.Done, "7.3": rulebook.Done, "7.4-2": rulebook.Todo, "7.4": rulebook.Todo, "8.3-3": rulebook.Skip, "8.3": rulebook.Done} {
		if p, ok := b.Find(rule); !ok || p.Status != want {
			t.Errorf("%s is %+v, want %s", rule, p, want)
		}
	}
}
