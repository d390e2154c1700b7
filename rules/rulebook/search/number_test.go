package search_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/rulebook/search"
)

var parts = regexp.MustCompile(`^(?:([a-z]+) )?(\d+)\.(\d+)([a-z]?)$`)

// spellings are the ways in which books and players write the number of a paragraph, here 8.7z.
var spellings = []string{
	"8.7z", "8.7 z", "8.7(z)", "8.7 (z)", "8.7.z", "8.7-z", "8.7.(z)", "8.7 – z", "8.7—z", "8.7‑z", "8.7−z",
	"(8.7z)", "8.7z)", "[8.7z]", "8,7z", "8-7z", "8, 7 z", "Rule 8, 7 z", "8.7 z.", "§8.7(z)", "§ 8.7z",
	"rule 8.7(z)", "case 8.7z", "Case 8.7(z)", "paragraph 8.7.z", "8.7z?", "what does 8.7(z) say?",
	"show me rule 8.7z", "**8.7z**", "`8.7(z)`", "_8.7z_", "“8.7z”", "#8.7z", "Regel 8.7z", "règle 8.7(z)",
	"ルール8.7z", "8.7zとは", "第8.7z項", "\t8.7z\n", "8.7\u00a0z", "08.7z", "8.7_z", "8·7z", "8。7z",
	"8.7/z", "8.7:z", "8:7z", "r. 8.7z", "r 8.7z", "r8.7(z)", "R.8.7z", "p. 8.7z", "p8.7z", "s. 8.7z", "8.7z zoc",
	"8.7z: a rule?", "§§ 8.7z",
}

// wide is a text as it is typed with full-width letters.
func wide(text string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r <= '~' {
			return r + '！' - '!'
		}
		return r
	}, text)
}

// Every spelling of the number of every paragraph finds this paragraph first, or among those of the other books.
func TestNumber_Spellings(t *testing.T) {
	all := must.Get(rules.Rulebooks())(t)
	for _, b := range all {
		s := search.New(b)
		for _, p := range b.Paragraphs {
			m := parts.FindStringSubmatch(p.Rule)
			if m == nil {
				continue
			}
			for _, spelling := range spellings {
				if m[4] == "" && (strings.Contains(spelling, "8-7") || strings.Contains(spelling, "8:7") ||
					!strings.Contains(spelling, "7z")) {
					continue // 9-1 may be odds, and "9.1 ()" is nobody's
				}
				typed := strings.NewReplacer("8", m[2], "7", m[3], "z", m[4]).Replace(spelling)
				for _, q := range []string{typed, strings.ToUpper(typed), wide(typed), b.Name + " " + typed,
					strings.ToUpper(b.Name) + ":" + typed} {
					if f := s.Find(q); len(f.Hits) == 0 || f.Hits[0].Paragraph.Rule != p.Rule {
						t.Errorf("%q finds %q, want %s", q, found(f), p.Rule)
					}
				}
			}
		}
	}
}

// What is numbered like no paragraph finds none, only the nearest, each once.
func TestNumber_None(t *testing.T) {
	s := search.New(books(t)...)
	for question, want := range map[string]string{
		"9.1z": "9.1", "9.1(c)(2)": "9.1c", "9.1c.2": "9.1c", "9.1cc": "9.1c", "12.9x": "12.0", "afb 14.7": "afb 5.0",
		"BCS 5.2": "5.0", "OCS 9.1c": "9.1c", "bcs 3.1(b)": "3.1b", "3-1": "3.1", "99.9": "13.0", "9.1-c-3": "9.1c",
		"what does 9.1x say about retreats": "9.1", "does afb 9.1c hold for attackers": "9.1c", "0.0": "1.0",
		"is BCS 5.2c about supply": "5.0", "rule 14.7 on weather": "13.0", "afb 3.2": "3.2", "9.1c-z": "9.1c",
	} {
		f := s.Find(question)
		near := found(search.Found{Hits: f.Near})
		if once := slices.Compact(slices.Sorted(slices.Values(near))); len(f.Hits) > 0 || !f.Number ||
			!slices.Contains(near, want) || len(once) != len(near) {
			t.Errorf("%q finds %q, near %q, want %s near", question, found(f), near, want)
		}
	}
}

// Numbers in a question of words find their paragraphs, the first one first.
func TestNumber_InQuestion(t *testing.T) {
	s := search.New(books(t)...)
	for question, want := range map[string]string{
		"does 9.1(c) hold for attackers too?": "9.1c", "9.1c or 9.1d first?": "9.1c, 9.1d",
		"Is rule 13.0 optional?":               "13.0",
		"how do AFB 1.9b and 1.9a go together": "afb 1.9b, afb 1.9a", "9.1cの退却": "9.1c",
		"explain scs 9.1(c) to me": "9.1c", "9.1c retreats": "9.1c",
		"9.1cd": "9.1c, 9.1d", "9.1c-d": "9.1c, 9.1d", "9.1c,d": "9.1c, 9.1d", "9.1c/d": "9.1c, 9.1d",
		"9.1(c)(d)": "9.1c, 9.1d", "9.1 b – d": "9.1b, 9.1c, 9.1d", "SCS 9.1c, d": "9.1c, 9.1d",
	} {
		if got := strings.Join(found(s.Find(question)), ", "); got != want {
			t.Errorf("%q finds %s, want %s", question, got, want)
		}
	}
}

// A number before other words finds its paragraph, with its clauses if it has any.
func TestNumber_BeforeWords(t *testing.T) {
	s := search.New(books(t)...)
	for question, want := range map[string]string{"2.1 zoc": "2.1", "2.1: zoc": "2.1", "3.2 mp": "3.2",
		"9.1 a retreat": "9.1a", "9.1 in the night": "9.1"} {
		if f := s.Find(question); len(f.Hits) == 0 || !slices.ContainsFunc(f.Hits,
			func(h search.Hit) bool { return h.Paragraph.Rule == want }) || !f.Number {
			t.Errorf("%q finds %q, want %s", question, found(f), want)
		}
	}
}

// Odds are asked for as odds, in whatever paragraph has the same figures.
func TestNumber_Odds(t *testing.T) {
	s := search.New(books(t)...)
	for _, question := range []string{"3:1", "1:1", "1 : 3", "3：1", "9:1"} {
		if got, want := found(s.Find(question)), found(s.Find("odds")); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", question, got, want)
		}
	}
}

// Numbers of other things are none of paragraphs: odds, factors, dice, hexes, strengths.
func TestNumber_OfOtherThings(t *testing.T) {
	s := search.New(books(t)...)
	for _, question := range []string{"3:1", "9-5-10", "0-2-0", "1/2/3", "2d6", "+2", "-1", ".5", "1/2",
		"×2", "2 mp", "3 Pz", "turn 9",
		"hex 14.21",
		"18.16 attacks 19.16", "4 units in a hex", "area 5", "6 strikes"} {
		if f := s.Find(question); f.Exact || f.Number {
			t.Errorf("%q finds %q, near %d", question, found(f), len(f.Near))
		}
	}
}
