package rulebook

import (
	_ "embed" // the list of rulings
	"slices"
	"strings"
)

//go:embed rulings.txt
var rulings string

// Revision counts the revisions of the rulings. It increases when a ruling is added, dropped or reversed, not when one
// is reworded. A game's first row records it for information: running games always follow the present program's.
//
// Games of revisions before 4 can no longer be read.
const Revision = 4

// Rulings returns the list of doubtful points in the rules and how the program rules on them: an entry, in words for
// players, for each comment on such a point in the code.
func Rulings() string { return rulings }

//go:embed errata.txt
var errata string

// Errata returns what the publisher's lists mend in printed editions, with the dates of the lists, and whether a game
// can choose that. It is no ruling of ours.
func Errata() string { return errata }

// Ruling is a doubtful point and how the program rules on it.
type Ruling struct {
	Rules   []string `json:"rules"` // the paragraphs that it is about
	Says    string   `json:"says"`
	For     string   `json:"for"`
	Against string   `json:"against"`
}

// RulingsOf returns the rulings on a paragraph of the book, or on a clause of a section, in the order of the list.
// Books of two series can have paragraphs of the same number: each has the rulings under its own heading, or those
// before all headings if it has none.
func (b Book) RulingsOf(rule string) (out []Ruling) {
	title := ""
	entries := strings.Split(strings.TrimSpace(rulings), "\n\n")
	for _, e := range entries[1:] { // the first explains the list
		cited, rest, _ := strings.Cut(e, ": ")
		if !strings.Contains(rest, "\n    for: ") { // a heading
			title = e
		}
		if title != b.Rulings || title == e { // of another book, or the heading itself
			continue
		}
		r := Ruling{Rules: strings.Split(cited, ", ")}
		if !slices.ContainsFunc(r.Rules, func(c string) bool { return Meets(rule, c) }) {
			continue
		}
		r.Says, rest, _ = strings.Cut(rest, "\n    for: ")
		r.For, r.Against, _ = strings.Cut(rest, "\n    against: ")
		out = append(out, r)
	}
	return out
}
