package rulebook_test

import (
	"strings"
	"testing"

	"grognard/rules/rulebook"
)

func TestParse(t *testing.T) {
	b, err := rulebook.Parse("scs", "SCS 1.8\n\n# Set-up\nset-up 1     done refuses  within # hexes\nfog of war  done differs  the top alone\n6.0 done refuses differs  overruns\n2.1   skip  zones because it is a heading\nafb 1.9a  todo  air strikes because they come later\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []rulebook.Paragraph{
		{Rule: "set-up 1", Status: rulebook.Done, Refuses: true, About: "within # hexes", Line: 4},
		{Rule: "fog of war", Status: rulebook.Done, Differs: true, About: "the top alone", Line: 5},
		{Rule: "6.0", Status: rulebook.Done, Refuses: true, Differs: true, About: "overruns", Line: 6},
		{Rule: "2.1", Status: rulebook.Skip, About: "zones", Because: "it is a heading", Line: 7},
		{Rule: "afb 1.9a", Status: rulebook.Todo, About: "air strikes", Because: "they come later", Line: 8},
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
		"more than one":        {"SCS 1.8\nx\ny\n", "line 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := rulebook.Parse("scs", tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("told %v, want %q", err, tt.want)
			}
		})
	}
}
