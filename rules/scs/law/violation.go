package law

import (
	"cmp"
	"strconv"
	"strings"

	"grognard/rules/internal/choice"
	"grognard/rules/view"
)

func violation(rule view.Rule, why view.Text) choice.Violation { return choice.Violates(rule, why) }

// violations returns the violations of several paragraphs for one reason. A "" among others is left out.
func violations(rule view.Rule, why view.Text, others ...view.Rule) []choice.Violation {
	return choice.Breaks(rule, why, others...)
}

// ByBook compares paragraphs in the order of the book: 2.1a before 2.1b before 10.0. The set-up notes
// come before all others, a game's own paragraphs after the series'.
func ByBook(a, b view.Rule) int {
	gameA, numA := paragraph(a)
	gameB, numB := paragraph(b)
	if gameA != gameB {
		return strings.Compare(gameA, gameB)
	}
	for i, pa := range strings.Split(numA, ".") {
		pb := strings.Split(numB, ".")
		if i >= len(pb) {
			return 1
		}
		na, ta := number(pa)
		nb, tb := number(pb[i])
		if c := cmp.Or(cmp.Compare(na, nb), strings.Compare(ta, tb)); c != 0 {
			return c
		}
	}
	return 0
}

// paragraph splits a rule into its game, "" for the series, and its number.
func paragraph(r view.Rule) (game, number string) {
	before, after, hasBlank := strings.Cut(string(r), " ")
	switch {
	case !hasBlank: // the whole rule is a number of the series
		return "", before
	case before == "set-up": // of the series too, and before all others
		return "", "0." + after
	}
	return before, after
}

// number splits a part of a paragraph's number into its digits and what follows: 1 and a of 1a.
func number(s string) (digits int, rest string) {
	tail := strings.TrimLeft(s, "0123456789")
	n, _ := strconv.Atoi(s[:len(s)-len(tail)])
	return n, tail
}
