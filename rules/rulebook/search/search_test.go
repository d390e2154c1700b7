package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
	"grognard/rules/rulebook/search"
)

// books returns those of a game: its own before that of its series, and the conventions of every table.
func books(t testing.TB) []rulebook.Book {
	t.Helper()
	d := must.Get(rules.Modules().Load("afb"))(t)
	return rules.BooksOf(d, must.Get(rules.Rulebooks())(t))
}

func found(f search.Found) (paragraphs []string) {
	for _, h := range f.Hits {
		paragraphs = append(paragraphs, h.Paragraph.Rule)
	}
	return paragraphs
}

// A number finds the paragraph of each book, the game's first; a section comes with its paragraphs.
func TestNumbers(t *testing.T) {
	s := search.New(books(t)...)
	for question, want := range map[string]string{
		"9.1c": "9.1c", "9.1C": "9.1c", " 9.1 c ": "9.1c", "SCS 9.1c": "9.1c", "rule 9.1c": "9.1c", "what does 9.1c say?": "9.1c", "§ 9.1c": "9.1c",
		"afb 1.5": "afb 1.5", "AFB 1.5": "afb 1.5", "1.5": "afb 1.5", "afb 9.1c": "", "afb 1.8": "afb 1.8, afb 1.8a",
		"1.1": "afb 1.1, 1.1", "scs 1.1": "1.1", "4.0": "afb 4.0, 4.0, 4.0a, 4.0b, 4.0c",
		"9.1": "9.1, 9.1a, 9.1b, 9.1c, 9.1d", "11": "11.0, 11.0a, 11.0b, 11.0c", "afb 3": "afb 3.1",
		"section 13": "13.0",
		"set-up 2":   "set-up 2", "Set-up": "set-up 1, set-up 2, set-up 3, set-up 4, set-up 5",
		"fog of war": "fog of war", "undo": "undo", "map": "map A, map B, map C, map D",
	} {
		f := s.Find(question)
		if got := strings.Join(found(f), ", "); got != want || f.Exact != (want != "") {
			t.Errorf("%q finds %s, want %s", question, got, want)
		}
	}
}

// Where nothing is found, Near has the nearest paragraphs.
func TestNearest(t *testing.T) {
	s := search.New(books(t)...)
	for question, want := range map[string]string{"9.1z": "9.1", "9.7": "9.0", "14.2": "13.0", "afb 9": "9.0",
		"scs 0.3": "1.0", "7.4-2": "7.4"} {
		if f := s.Find(question); len(f.Hits) > 0 || len(f.Near) == 0 || f.Near[0].Paragraph.Rule != want {
			t.Errorf("%q finds %q, and near %+v, want near %s", question, found(f), f.Near, want)
		}
	}
	for _, question := range []string{"xyzzy plugh", "Gdańsk?", "wwwwwwwwwwwwwwwwwwwwwww"} {
		if f := s.Find(question); len(f.Hits) > 0 || len(f.Near) == 0 {
			t.Errorf("%q finds %q, and %d near", question, found(f), len(f.Near))
		}
	}
	for _, question := range []string{"", "?!", "the"} {
		if f := s.Find(question); len(f.Hits)+len(f.Near) > 0 {
			t.Errorf("%q finds %q, and near %+v", question, found(f), f.Near)
		}
	}
	if f := search.New().Find("9.1"); len(f.Hits)+len(f.Near) > 0 {
		t.Errorf("no books have %+v", f)
	}
}

// Every paragraph is found first by its number, and among the first three by the words of its head line.
func TestEveryParagraphIsFound(t *testing.T) {
	s := search.New(books(t)...)
	for _, b := range books(t) {
		for _, p := range b.Paragraphs {
			if f := s.Find(p.Rule); !f.Exact || !slices.Contains(found(f), p.Rule) || b.Name == "afb" &&
				found(f)[0] != p.Rule {
				t.Errorf("%s finds %q", p.Rule, found(f))
			}
			if got := found(s.Find(p.About)); !slices.Contains(got[:min(3, len(got))], p.Rule) {
				t.Errorf("%q finds %q, want %s among the first three", p.About, got, p.Rule)
			}
		}
	}
}

// Mistakes of one or two letters, other endings and another order of words give the same results.
func TestMistakes(t *testing.T) {
	s := search.New(books(t)...)
	for written, meant := range map[string]string{
		"reinforcments entry hexs": "reinforcements entry hexes", "exploitaton": "exploitation", "garisons": "garrisons", "garrsion": "garrison", "disorganised": "disorganized", "DG": "disorganized",
		"victroy levles": "levels of victory", "retreated through supplied": "supplies through retreating",
		"brekdowns": "breakdown", "ZOC": "zones of control", "overuns": "overrun", "OVERRUN": "overrun",
		"TEC": "terrain effects chart", "CRT": "combat results table", "Fuhrer": "Führer",
	} {
		got, want := found(s.Find(written)), found(s.Find(meant))
		if len(got) == 0 || len(want) == 0 || got[0] != want[0] {
			t.Errorf("%q finds %q, %q finds %q", written, got, meant, want)
		}
	}
}

// Any question can be searched without a panic, and the same question gives the same results.
func FuzzFind(f *testing.F) {
	for _, q := range []string{"", " ", "9.1c", "afb", "- - -", "0-2-0", "Ω≈ç√", "\x00\xff", "....", "99.99z-99",
		strings.Repeat("zone ", 100), strings.Repeat("x", 5000)} {
		f.Add(q)
	}
	s := search.New(books(f)...)
	f.Fuzz(func(t *testing.T, q string) {
		a, b := s.Find(q), s.Find(q)
		if !slices.Equal(found(a), found(b)) || len(a.Hits) > 0 && len(a.Near) > 0 {
			t.Errorf("%q finds %q and then %q, near %d", q, found(a), found(b), len(a.Near))
		}
	})
}

// Words of the books in any order and number find something, never more than ten paragraphs.
func TestRandomQuestions(t *testing.T) {
	s, r := search.New(books(t)...), rand.New(rand.NewPCG(1, 2))
	var words []string
	for _, b := range books(t) {
		for _, p := range b.Paragraphs {
			for _, w := range strings.Fields(p.About + " " + p.Says) {
				if len(w) > 7 { // shorter ones may be ignored words
					words = append(words, w)
				}
			}
		}
	}
	for range 2000 {
		var q []string
		for range 3 + r.IntN(12) {
			q = append(q, words[r.IntN(len(words))])
		}
		if f := s.Find(strings.Join(q, " ")); len(f.Hits)+len(f.Near) == 0 || !f.Exact && len(f.Hits) > 10 {
			t.Errorf("%q finds %d and %d near", q, len(f.Hits), len(f.Near))
		}
	}
}

func BenchmarkFind(b *testing.B) {
	s := search.New(books(b)...)
	for _, q := range []string{"9.1c", "can I advance across a lake?",
		"exploitaton of reinforcments garisons by disorganizd panzrs"} {
		b.Run(q, func(b *testing.B) {
			for b.Loop() {
				s.Find(q)
			}
		})
	}
}

// Chinese questions are read where Chinese has signs of its own.
func TestChinese(t *testing.T) {
	s := search.New(books(t)...)
	for question, english := range map[string]string{"战斗后前进": "advance", "前进": "advance", "补给": "supply",
		"空襲": "air strike"} {
		if got, want := found(s.Find(question)), found(s.Find(english)); len(got) == 0 || got[0] != want[0] {
			t.Errorf("%q finds %q, %q finds %q", question, got, english, want)
		}
	}
}

// Further books change neither what is found in the first books nor its order. What is found in further books is cited
// with their names, by which it is found again.
func TestFurther(t *testing.T) {
	first := []rulebook.Book{{Name: "abc", Paragraphs: []rulebook.Paragraph{
		{Rule: "2.0", About: "units retreat along roads"}, {Rule: "2.1", About: "a bridge is a road"},
		{Rule: "3.0", About: "roads in mud"}}}}
	second := []rulebook.Book{{Name: "xyz", Paragraphs: []rulebook.Paragraph{
		{Rule: "2.0-1", About: "trains retreat along roads"}, {Rule: "7.0-1", About: "trains in mud"},
		{Rule: "roads", About: "what a road is"}}}}
	alone := search.New(first...)
	s := alone.Further(search.New(second...))
	for question, want := range map[string]string{
		"2.0": "2.0, XYZ 2.0-1", "2.1": "2.1", "xyz 2.0": "XYZ 2.0-1", "7.0-1": "XYZ 7.0-1", "XYZ 7.0-1": "XYZ 7.0-1",
		"abc 2.0": "2.0", "retreat": "2.0, XYZ 2.0-1", "trains": "XYZ 7.0-1, XYZ 2.0-1", "xyz roads": "XYZ roads",
		"roads": "2.1, 3.0, 2.0, XYZ roads", "9.9": "", "umbrellas": "",
	} {
		f, before := s.Find(question), alone.Find(question)
		var cited []string
		for _, h := range f.Hits {
			cited = append(cited, h.Cited())
		}
		if got := strings.Join(cited, ", "); got != want {
			t.Errorf("%q finds %s, want %s", question, got, want)
		}
		if n := len(before.Hits); n > 0 && (!slices.Equal(found(f)[:n], found(before)) || f.Exact != before.Exact) {
			t.Errorf("%q finds %q, and %q without further books", question, found(f), found(before))
		}
	}
	if f := s.Find("9.9"); !f.Number || len(f.Near) != 2 || f.Near[1].Cited() != "XYZ 7.0-1" {
		t.Errorf("near 9.9 are %+v", f)
	}
}
