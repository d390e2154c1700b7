package scene

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/view"
)

// Labels are the words of pictures in one language. Printed maps are kept by them, so their type must be comparable.
type Labels interface {
	// Plain returns a message without markup. Arguments are keys and values in turn; known is false if there is no such
	// message.
	Plain(id string, args ...any) (words string, known bool)
}

// Say returns a text in words, with the texts among its arguments in words too. A text without a message is shown by
// its identifier, so that nothing is left out; the zero Text is "".
func Say(l Labels, t view.Text) string {
	if t.ID == "" {
		return ""
	}
	args := slices.Clone(t.Args)
	for i, arg := range args {
		if text, ok := arg.(view.Text); ok {
			args[i] = Say(l, text)
		}
	}
	if words, known := l.Plain(t.ID, args...); known {
		return words
	}
	return t.String()
}

// Named returns the words for an identifier of a game, from the message family+id, or else the identifier as a label.
func Named(l Labels, family, id string) string {
	if words, known := l.Plain(family + id); known {
		return words
	}
	return labelOf(id)
}

// Counted returns a number with the words for what it counts, from the message family+id, or else with the identifier.
func Counted(l Labels, family, id string, n int) string {
	if words, known := l.Plain(family+id, "n", n); known {
		return words
	}
	return fmt.Sprint(n, " ", phrase(id))
}

// phrase returns an identifier as words.
func phrase(id string) string { return strings.ReplaceAll(id, "-", " ") }

// Upper returns a text in capitals.
func Upper(s string) string { return strings.ToUpper(s) }

// labelOf makes a label of an identifier: "light-woods" becomes "Light woods".
func labelOf(id string) string {
	s := phrase(id)
	for i, r := range s {
		return Upper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
