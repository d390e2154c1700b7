// Package console answers look-ups at the command line: as text of at most 80 columns, in the words
// of the catalogue, or as JSON whose shape stays (json.go).
//
//	c, err := console.New(os.Stdout, false)
//	err = c.Odds(book, lookup.Fight{Attack: "9+4/2", Defence: "4"})
package console

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/catalogue"
	"grognard/bot/lookup"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Console writes answers.
type Console struct {
	out   io.Writer
	json  bool
	words *catalogue.Language
	sides []order.Nation // whose names are known
}

// New is a console for text in English, or for JSON.
func New(out io.Writer, asJSON bool) (Console, error) {
	c, err := catalogue.New(nil)
	if err != nil {
		return Console{}, err
	}
	return Console{out: out, json: asJSON, words: c.In(catalogue.Default)}, nil
}

// Refused is an error in words, where an asker has caused it.
func (c Console) Refused(err error) error {
	var mistake *view.Mistake
	var denial *view.Denial
	switch {
	case errors.As(err, &mistake):
		return errors.New(c.text(mistake.Why))
	case errors.As(err, &denial):
		return errors.New(c.text(denial.Why) + cited(denial.Rule))
	}
	return err
}

// cited is a rule in brackets after a blank, nothing for none.
func cited(r view.Rule) string {
	if r == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", r)
}

// about is the same console for answers about a game.
func (c Console) about(b *lookup.Book) Console {
	c.sides = b.Game().Sides
	return c
}

// say is a message of the catalogue.
func (c Console) say(id string, args ...any) string {
	words, ok := c.words.Say(c.argument, id, args...)
	if !ok {
		return view.T(id, args...).String()
	}
	return words
}

// text is a text in words, nothing for the zero Text.
func (c Console) text(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return c.say(t.ID, t.Args...)
}

// argument puts a value of a message in words. A kind of terrain has words of its own, where
// the catalogue has any.
func (c Console) argument(key string, v any) string {
	switch v := v.(type) {
	case string:
		if words, ok := c.words.Say(c.argument, key+"."+v); ok && key == "kind" {
			return words
		}
		return v
	case view.Typed:
		return typed(string(v))
	case view.Text:
		return c.text(v)
	case order.Side:
		return c.side(v)
	case []view.Text:
		return list(c, v)
	case []string:
		return list(c, v)
	case []order.Side:
		return list(c, v)
	}
	return fmt.Sprint(v)
}

func list[T any](c Console, vs []T) string {
	words := make([]string, len(vs))
	for i, v := range vs {
		words[i] = c.argument("", v)
	}
	return strings.Join(words, ", ")
}

func (c Console) side(id order.Side) string {
	for _, s := range c.sides {
		if s.ID == id {
			return s.Name
		}
	}
	return string(id)
}

// mostTyped is how much of an asker's own words is said back to him.
const mostTyped = 60

// typed is somebody's own words in one line of a terminal.
func typed(words string) string {
	runes := []rune(strings.ToValidUTF8(words, "?"))
	if len(runes) > mostTyped {
		runes = append(runes[:mostTyped], '…')
	}
	for i, r := range runes {
		if !unicode.IsPrint(r) {
			runes[i] = ' '
		}
	}
	return string(runes)
}

// lines writes lines without blanks at their ends.
func (c Console) lines(lines ...string) error {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	_, err := io.WriteString(c.out, b.String())
	return err
}

// aligned are rows of cells in columns, which stand at the left or at the right of theirs.
func aligned(rows [][]string, right func(column int) bool) (lines []string) {
	var widths []int
	for _, r := range rows {
		for i, cell := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, r := range rows {
		line := ""
		for i, cell := range r {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if right(i) {
				cell = gap + cell
			} else {
				cell += gap
			}
			line += cell + "  "
		}
		lines = append(lines, line)
	}
	return lines
}
