package standing

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/nearest"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Problem says what is wrong with standing orders, and where.
type Problem struct {
	Line    int    // the number of the standing order, from 1; 0 for the set as a whole
	Text    string // the text of that line
	Column  int    // in its row, from 1
	Word    string // the wrong word as it was typed; "" for a problem of the whole line
	Why     view.Text
	Nearest []string // what may be meant instead, most likely first
	By      int      // the earlier line that covers or contradicts it, 0 for none
}

// Error is the problem in a form for logs and tests.
func (p *Problem) Error() string {
	text := fmt.Sprintf("line %d, column %d: %v", p.Line, p.Column, p.Why)
	if len(p.Nearest) > 0 {
		text += ", nearest " + strings.Join(p.Nearest, ", ")
	}
	return text
}

// Say is the problem in words.
func (p *Problem) Say() view.Text {
	if p.Line == 0 {
		return p.Why
	}
	near := any("")
	if len(p.Nearest) > 0 {
		near = view.T("standing.nearest", "words", p.Nearest)
	}
	return view.T("standing.problem", "line", p.Line, "column", p.Column, "why", p.Why, "near", near)
}

// mostNearest limits the suggestions for an unknown word.
const mostNearest = 5

// meant are the words that may be meant by an unknown one, most likely first.
func meant(typed string, all []string) []string {
	typed = order.Fold(typed)
	out := slices.Compact(slices.Sorted(slices.Values(all)))
	far := func(word string) int { return nearest.Edits(typed, order.Fold(word)) }
	slices.SortStableFunc(out, func(a, b string) int { return far(a) - far(b) })
	out = out[:min(len(out), mostNearest)]
	if i := slices.IndexFunc(out, func(word string) bool { return far(word) > len(typed)/3+1 }); i > 0 {
		return out[:i] // the others are too different
	}
	return out
}
