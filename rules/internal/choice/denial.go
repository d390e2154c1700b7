package choice

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Breach is a paragraph that an order breaks, and how.
type Breach struct {
	Rule view.Rule
	Why  view.Text
}

// NoSuchOrder refuses a verb that the game has not.
func NoSuchOrder(v order.Verb) *view.Denial {
	return Deny([]Breach{{"", view.T("deny.no-such-order", "verb", string(v))}})
}

// Deny makes a refusal of what an order breaks: the first paragraph in the order
// of the book, then the others. Nothing broken is no refusal.
func Deny(broken []Breach) *view.Denial {
	if len(broken) == 0 {
		return nil
	}
	slices.SortStableFunc(broken, func(a, b Breach) int { return byBook(a.Rule, b.Rule) })
	d := &view.Denial{Rule: broken[0].Rule, Why: broken[0].Why}
	for _, b := range broken[1:] {
		if b.Rule != d.Rule && !slices.Contains(d.Also, b.Rule) {
			d.Also = append(d.Also, b.Rule)
		}
	}
	return d
}

// byBook orders paragraphs as the book does: 2.1a before 2.1b before 10.0; the
// set-up notes come before all, a game's own paragraphs after the series'.
func byBook(a, b view.Rule) int {
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

// paragraph parts a rule into its game, "" for the series, and its number.
func paragraph(r view.Rule) (game, number string) {
	game, number, own := strings.Cut(string(r), " ")
	switch {
	case !own:
		return "", game
	case game == "set-up":
		return "", "0." + number
	}
	return game, number
}

func number(s string) (int, string) {
	tail := strings.TrimLeft(s, "0123456789")
	n, _ := strconv.Atoi(s[:len(s)-len(tail)])
	return n, tail
}
