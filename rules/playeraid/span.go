package playeraid

import (
	"regexp"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/letters"
)

// span is the range of numbers that the heading of a row or a column stands for.
type span struct {
	printed   string
	from, to  int
	openBelow bool // "5-", "≤5" and "<6": everything below too
	openAbove bool // "5+", "≥5" and ">4": everything above too
}

// endless is greater than every number in a table.
const endless = 1 << 30

var spanForm = regexp.MustCompile(`^(<|>|<=|>=|≤|≥)? *([+-]?\d{1,4})(?: *(?:-|to|\.\.|/) *([+-]?\d{1,4}))? *(\+|-)?$`)

// spanOf parses a number, or a range such as 2-5 (also 2 to 5, 2..5 or 2/5), 10+, 5-, ≤5, <6, ≥10 and >9, with any
// dashes. ok is false for any other text, for 5-2, a range open at both ends, and two numbers after a sign such as <.
func spanOf(printed string) (s span, ok bool) {
	m := spanForm.FindStringSubmatch(letters.Plain(printed))
	if m == nil {
		return s, false
	}
	number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n } // no error: spanForm has matched digits
	s = span{printed: printed, from: number(2), to: number(2)}
	if m[3] != "" {
		s.to = number(3)
	}
	s.openAbove = strings.ContainsAny(m[1], ">≥") || m[4] == "+"
	s.openBelow = strings.ContainsAny(m[1], "<≤") || m[4] == "-"
	switch {
	case m[1] == ">":
		s.from++
	case m[1] == "<":
		s.to--
	}
	if s.openAbove {
		s.to = endless
	}
	if s.openBelow {
		s.from = -endless
	}
	return s, s.from <= s.to && !(s.openAbove && s.openBelow) && !(m[3] != "" && m[1] != "")
}

var ratioForm = regexp.MustCompile(`^(<|>|<=|>=|≤|≥)? *(\d{1,3}(?:[.,]\d)?) *(?::|-|/|to) *(\d{1,3}(?:[.,]\d)?) *(\+|-)?$`)

// ratio is a column heading of odds. Its Attack and Defence are whole numbers, both ten times those printed if either
// has a fraction: 15 and 10 for 1.5:1. A + or ≥ adds nothing, because every column goes on to the next one.
type ratio struct {
	chart.Odds
	openBelow bool // "1:4-", "≤1:4" and "<1:4": everything below too
	beyond    bool // ">5:1": without 5:1 itself
}

// ratioOf reads 3:1, 3-1, 1:2, 3:2, 1,5:1, 6:1+, ≤1:3 and the like. ok is false for other texts, and if a number is 0.
func ratioOf(printed string) (r ratio, ok bool) {
	m := ratioForm.FindStringSubmatch(letters.Plain(printed))
	if m == nil {
		return r, false
	}
	r.Attack, r.Defence = tenths(m[2]), tenths(m[3])
	if r.Attack%10 == 0 && r.Defence%10 == 0 {
		r.Attack, r.Defence = r.Attack/10, r.Defence/10
	}
	r.openBelow = strings.ContainsAny(m[1], "<≤") || m[4] == "-"
	r.beyond = m[1] == ">"
	return r, r.Attack > 0 && r.Defence > 0
}

// tenths returns ten times a number such as 1, 1.5 or 1,5.
func tenths(printed string) int {
	whole, part, _ := strings.Cut(strings.ReplaceAll(printed, ",", "."), ".")
	n, _ := strconv.Atoi(whole + (part + "0")[:1]) // no error: ratioForm has matched digits
	return n
}
