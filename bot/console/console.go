// Package console answers look-ups at the command line: as text of at most 80 columns from the catalogue, or as JSON
// with a stable format (json.go).
//
//	c, err := console.New(os.Stdout, false)
//	err = c.Odds(book, lookup.Fight{Attack: "9+4/2", Defence: "4"}, "")
package console

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/catalogue"
	"grognard/bot/lookup"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Console prints answers.
type Console struct {
	out   io.Writer
	json  bool
	words *catalogue.Language
	sides []order.Nation // the sides whose names can be printed
}

// New returns a console for text in English, or for JSON.
func New(out io.Writer, asJSON bool) (Console, error) {
	c, err := catalogue.New(nil)
	if err != nil {
		return Console{}, err
	}
	return Console{out: out, json: asJSON, words: c.In(catalogue.Default)}, nil
}

// Refused turns an error that the user has caused into words.
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

// cited returns a rule in brackets after a space, or "" for none.
func cited(r view.Rule) string {
	if r == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", r)
}

// forBook returns the console for answers about a game.
func (c Console) forBook(b *lookup.Book) Console {
	c.sides = b.Sides
	return c
}

// say returns a text of the catalogue.
func (c Console) say(id string, args ...any) string {
	words, ok := c.words.Say(c.argument, id, args...)
	if !ok {
		return view.T(id, args...).String()
	}
	return words
}

// text returns a text in words, "" for the zero Text.
func (c Console) text(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return c.say(t.ID, t.Args...)
}

// argument turns an argument of a text into words. Kinds of terrain have their own texts in the catalogue.
func (c Console) argument(key string, v any) string {
	switch v := v.(type) {
	case string:
		if words, ok := c.words.Say(c.argument, key+"."+v); ok && key == "kind" {
			return words
		}
		return v
	case view.Typed:
		return oneLine(string(v))
	case view.Text:
		return c.text(v)
	case order.Side:
		return c.side(v)
	}
	list := reflect.ValueOf(v)
	if list.Kind() != reflect.Slice {
		return fmt.Sprint(v)
	}
	var words []string
	for _, one := range list.Seq2() {
		words = append(words, c.argument("", one.Interface()))
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

// maxTyped is the maximum length of a user's own words in an answer, in characters.
const maxTyped = 60

// oneLine returns a user's own words on one line, cut after maxTyped characters.
func oneLine(words string) string {
	runes := []rune(strings.ToValidUTF8(words, "?"))
	if len(runes) > maxTyped {
		runes = append(runes[:maxTyped], '…')
	}
	for i, r := range runes {
		if !unicode.IsPrint(r) {
			runes[i] = ' '
		}
	}
	return string(runes)
}

// lines prints lines without trailing spaces.
func (c Console) lines(lines ...string) error {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	_, err := io.WriteString(c.out, b.String())
	return err
}

// aligned lays out rows of cells in columns, aligned left or right.
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
