package rulebook

import (
	_ "embed" // the list of rulings
	"slices"
	"strings"
)

//go:embed rulings.txt
var rulings string

// Revision counts the revisions of the rulings. It goes up with each ruling that is
// added, dropped or turned round, not with new words for an old one. A game's first row
// records it; games are played on by the rulings of the program that plays them.
//
// 1 is what games have that began before it was recorded. 2 took arrivals, entry areas,
// lakes and the supply of replacements closer to the words of the books. 3 lets orders be
// taken back.
const Revision = 3

// Rulings is where the rules leave a doubt and how the program rules: a sentence
// for players from each comment beside the code that rules so.
func Rulings() string { return rulings }

// Ruling is a doubtful point, and how the program rules.
type Ruling struct {
	Rules   []string // the paragraphs that it is about
	Says    string
	For     string
	Against string
}

// RulingsOf are the rulings on a paragraph, or on a clause of a section, in the order of the list.
func RulingsOf(rule string) (out []Ruling) {
	entries := strings.Split(strings.TrimSpace(rulings), "\n\n")
	for _, e := range entries[1:] { // the first says what the list is
		cited, rest, _ := strings.Cut(e, ": ")
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
