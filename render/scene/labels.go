package scene

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/view"
)

// Labels are the words of pictures in one language. Printed maps are kept by them, so their type must be comparable.
type Labels interface {
	// Plain is a message without marks. Arguments are keys and values in turn; known is false where there is no such
	// message.
	Plain(id string, args ...any) (words string, known bool)
}

// Say is a text in words, with the texts among its arguments in words too. One that has none shows its identifier, so
// that nothing is left out; the zero Text is empty.
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

// Named are the words for an identifier of a game, else the identifier as a label.
func Named(l Labels, family, id string) string {
	if words, known := l.Plain(family + id); known {
		return words
	}
	return labelOf(id)
}

// Counted is a number of what has an identifier in a game.
func Counted(l Labels, family, id string, n int) string {
	if words, known := l.Plain(family+id, "n", n); known {
		return words
	}
	return fmt.Sprint(n, " ", phrase(id))
}

// phrase is an identifier as words.
func phrase(id string) string { return strings.ReplaceAll(id, "-", " ") }

// Upper is a text in capitals.
func Upper(s string) string { return strings.ToUpper(s) }

// labelOf makes a label of an identifier: "light-woods" becomes "Light woods".
func labelOf(id string) string {
	s := phrase(id)
	for i, r := range s {
		return Upper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
