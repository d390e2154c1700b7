package rulebook_test

import (
	"reflect"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/rules/rulebook"
)

func TestParse(t *testing.T) {
	b, err := rulebook.Parse("scs", "SCS 1.8\n\n# Set-up\nset-up 1     done refuses  within # hexes\nfog of war  done differs  the top alone\n6.0 done refuses differs  overruns\n2.1   skip  zones because it is a heading\nafb 1.9a  todo  air strikes because they come later\n2-1  done  a clause\n")
	must.Do(t, err)
	want := []rulebook.Paragraph{
		{Rule: "set-up 1", Status: rulebook.Done, Refuses: true, About: "Within # hexes", Line: 4},
		{Rule: "fog of war", Status: rulebook.Done, Differs: true, About: "The top alone", Line: 5},
		{Rule: "6.0", Status: rulebook.Done, Refuses: true, Differs: true, About: "Overruns", Line: 6},
		{Rule: "2.1", Status: rulebook.Skip, About: "Zones", Because: "it is a heading", Line: 7},
		{Rule: "afb 1.9a", Status: rulebook.Todo, About: "Air strikes", Because: "they come later", Line: 8},
		{Rule: "2-1", Status: rulebook.Done, About: "A clause", Line: 9},
	}
	if b.Name != "scs" || b.Edition != "SCS 1.8" || len(b.Paragraphs) != len(want) {
		t.Fatalf("read %+v", b)
	}
	for i, p := range b.Paragraphs {
		if !reflect.DeepEqual(p, want[i]) {
			t.Errorf("read %+v, want %+v", p, want[i])
		}
		if found, ok := b.Find(p.Rule); !ok || !reflect.DeepEqual(found, p) {
			t.Errorf("%s: found %+v", p.Rule, found)
		}
	}
	if _, ok := b.Find("2.2"); ok {
		t.Error("found a paragraph that is not there")
	}
}

// A book can have a heading for its rulings, above all paragraphs.
func TestParse_HeadingOfRulings(t *testing.T) {
	b, err := rulebook.Parse("scs", "SCS 1.8\nrulings: SCS: left open\n\n1.0  done  the sequence\n")
	must.Do(t, err)
	if b.Rulings != "SCS: left open" || len(b.Paragraphs) != 1 {
		t.Errorf("read %+v", b)
	}
	if _, err := rulebook.Parse("scs", "SCS 1.8\n1.0  done  the sequence\nrulings: late\n"); err == nil ||
		!strings.Contains(err.Error(), "line 3") {
		t.Errorf("below a paragraph: %v", err)
	}
}

func TestParse_Mistakes(t *testing.T) {
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
		"section and clauses": {"BCS 1\n7.3  done  a\n7.4-1  done  b\n7.3-1  done  c\n",
			"line 2: 7.3 has a line of its own, and clauses from line 4"},
		"more than one":        {"SCS 1.8\nx\ny\n", "line 3"},
		"an answer to nothing": {"SCS 1.8\n\n    An answer.\n1.0  done  a\n", "line 3: an answer stands right below"},
		"an answer after a blank": {"SCS 1.8\n1.0  done  a\n\n    An answer.\n",
			"line 4: an answer stands right below"},
		"an answer to a bad head": {"SCS 1.8\n1.0  done  a\n2.0 or so\n    An answer.\n",
			"line 4: an answer stands right below"},
		"too little indented": {"SCS 1.8\n1.0  done  a\n   An answer.\n", "line 3"},
		"a tab":               {"SCS 1.8\n1.0  done  a\n\tAn answer.\n", "line 3"},
		"too long a line": {"SCS 1.8\n1.0  done  a\n    " + strings.Repeat("x", 117) + "\n",
			"line 3: 121 columns, more than 120"},
		"too many sentences": {"SCS 1.8\n1.0  done  a\n    One. Two (or\n    so). Three! Four? Five.\n",
			"line 3: 1.0 says 5 sentences, more than 4"},
		"too many of an edition": {"SCS 1.8\n1.0  done  a\n    One.\n    1.8: One. Two. Three. Four. Five.\n",
			"line 4: 1.0 says 5 sentences"},
		"a label that is none": {"SCS 1.8\n1.0  done  a\n    One.\n    see: 1.0\n    word: b\n",
			"line 5: word: is no label"},
		"nothing to see": {"SCS 1.8\n1.0  done  a\n    One.\n    see:\n", "line 4: 1.0 has nothing after see"},
		"nothing in an edition": {"SCS 1.8\n1.0  done  a\n    One.\n    1.8:\n    words: b\n",
			"line 4: 1.0 has nothing after 1.8"},
		"words twice": {"SCS 1.8\n1.0  done  a\n    One.\n    words: b\n    words: c\n", "line 5: 1.0 has words twice"},
		"an edition twice": {"SCS 1.8\n1.0  done  a\n    One.\n    1.8: Two.\n    1.7, 1.8: Three.\n",
			"line 5: 1.0 has edition 1.8 twice"},
		"an edition after what to see": {"SCS 1.8\n1.0  done  a\n    One.\n    see: 1.0\n    1.8: Two.\n",
			"line 5: 1.0: what editions say stands before"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := rulebook.Parse("scs", tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("told %v, want %q", err, tt.want)
			}
		})
	}
}

// Answers are read with texts of single editions, related paragraphs and other words; a line without a label goes on.
func TestParse_Answers(t *testing.T) {
	b, err := rulebook.Parse("scs", `SCS 1.8, with 1.7 and 1.6
2.0      skip     zones because it is a heading
    What zones do.
# a remark
9.1d     done refuses differs  around enemy zones
    A unit keeps out of enemy zones, as in
    9.1b: where it can, for 1.5 points (of
    hexes: 12.1a). The second.
    1.8: It may choose, against
    9.1c too.
    1.6, 1.7: It must.
    see: 2.0, afb combat
    results table, afb german set-up
    words: fall back, flee
afb combat results table  done  two dice
    words: crt
afb german set-up  done  where they start
    All. Four. Of. Them.
    - 8.01: 1 Cav Div.
    - within 1 of
    7.06: 3 Pz Div. A. B.
`)
	must.Do(t, err)
	want := []rulebook.Paragraph{
		{Rule: "2.0", Status: rulebook.Skip, About: "Zones", Because: "it is a heading", Says: "What zones do.",
			Line: 2},
		{Rule: "9.1d", Status: rulebook.Done, Refuses: true, Differs: true, About: "Around enemy zones", Line: 5,
			Says: "A unit keeps out of enemy zones, as in 9.1b: where it can, for 1.5 points (of hexes: 12.1a). The second.",
			Editions: []rulebook.Edition{{Names: []string{"1.8"}, Says: "It may choose, against 9.1c too."},
				{Names: []string{"1.6", "1.7"}, Says: "It must."}},
			See:   []string{"2.0", "afb combat results table", "afb german set-up"},
			Words: []string{"fall back", "flee"}},
		{Rule: "afb combat results table", Status: rulebook.Done, About: "Two dice", Words: []string{"crt"}, Line: 15},
		{Rule: "afb german set-up", Status: rulebook.Done, About: "Where they start", Line: 17,
			Says: "All. Four. Of. Them.\n- 8.01: 1 Cav Div.\n- within 1 of 7.06: 3 Pz Div. A. B."},
	}
	if !reflect.DeepEqual(b.Paragraphs, want) {
		t.Errorf("read %+v, want %+v", b.Paragraphs, want)
	}
}

// A section that is listed as its clauses is done when all its clauses are done or skipped.
func TestFind_Section(t *testing.T) {
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
	must.Do(t, err)
	for rule, want := range map[string]rulebook.Paragraph{
		"7.3":     {Rule: "7.3", Status: rulebook.Done, Refuses: true, Line: 3},
		"7.4":     {Rule: "7.4", Status: rulebook.Todo, Differs: true, Line: 6},
		"8.0":     {Rule: "8.0", Status: rulebook.Skip, Line: 8},
		"afb 1.9": {Rule: "afb 1.9", Status: rulebook.Done, Line: 9},
		"7.3-2":   {Rule: "7.3-2", Status: rulebook.Done, Refuses: true, About: "Not into a hex with support", Line: 4},
	} {
		if p, ok := b.Find(rule); !ok || !reflect.DeepEqual(p, want) {
			t.Errorf("%s: found %+v, want %+v", rule, p, want)
		}
	}
	for _, rule := range []string{"7", "7.3-3", "7.3-", "7.30", "1.9", "7.3a"} {
		if p, ok := b.Find(rule); ok {
			t.Errorf("%s: found %+v", rule, p)
		}
	}
}

// A section matches any of its clauses, a clause only itself; a lettered paragraph is not a clause.
func TestMeets(t *testing.T) {
	for _, c := range []struct {
		asked, cited string
		want         bool
	}{
		{"7.3", "7.3", true}, {"7.3", "7.3-4", true}, {"7.3", "7.3-15", true}, {"7.3-4", "7.3-4", true},
		{"7.3-4", "7.3", false}, {"7.3-1", "7.3-15", false}, {"7.3", "7.30-1", false}, {"7.3", "17.3-1", false},
		{"7.3", "7.3a", false}, {"7.3", "7.3a-1", false},
		{"7.3a", "7.3a-1", true}, {"afb 1.9", "afb 1.9-2", true}, {"1.9", "afb 1.9-2", false},
		{"set", "set-up 1", false}, {"set-up 1", "set-up 1", true}, {"table combat", "table combat", true},
		{"table", "table combat", false},
	} {
		if got := rulebook.Meets(c.asked, c.cited); got != c.want {
			t.Errorf("%s is met by %s: %v", c.asked, c.cited, got)
		}
	}
	for cited, want := range map[string]bool{"table combat": true, "table attack-by-fire": true, "table": false,
		"table 7.3": false, "the table": false, "table Combat": false} {
		if rulebook.MissingTable(cited) != want {
			t.Errorf("%q says that a table is missing: %v", cited, !want)
		}
	}
}
