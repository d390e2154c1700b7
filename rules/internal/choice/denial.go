package choice

import (
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Violation is a paragraph that an order breaks, and how.
type Violation struct {
	Rule view.Rule
	Why  view.Text
}

// Violates makes a Violation.
func Violates(rule view.Rule, why view.Text) Violation { return Violation{rule, why} }

// Breaks lists the paragraphs that an order breaks for one reason: rule, and the others that are not "".
func Breaks[R ~string](rule R, why view.Text, others ...R) []Violation {
	out := []Violation{{view.Rule(rule), why}}
	for _, r := range others {
		if r != "" {
			out = append(out, Violation{view.Rule(r), why})
		}
	}
	return out
}

// NoSuchOrder refuses a verb that the game does not have.
func NoSuchOrder(v order.Verb) *view.Denial {
	return &view.Denial{Why: view.T("deny.no-such-order", "verb", string(v))}
}

// deny makes a refusal from what an order breaks: the first paragraph in the order of the book, then the
// others. It is nil when nothing is broken.
func (m *Machine[C]) deny(broken []Violation) *view.Denial {
	if len(broken) == 0 {
		return nil
	}
	slices.SortStableFunc(broken, func(a, b Violation) int { return m.hooks.Compare(a.Rule, b.Rule) })
	d := &view.Denial{Rule: broken[0].Rule, Why: broken[0].Why}
	for _, b := range broken[1:] {
		if b.Rule != d.Rule && !slices.Contains(d.Also, b.Rule) {
			d.Also = append(d.Also, b.Rule)
		}
	}
	return d
}
