package slips

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Comment is the part of a line that YAML takes for a comment, from the # on.
type Comment struct {
	mark
	Text string
}

// mark is a character outside quotation marks.
type mark struct {
	Line, Column int
	before       string // the part of the line before it
	open         bool   // brackets or braces are open where it stands
}

// visitMarks calls visit for each # that begins a comment and for each tab before one; rest is the line from there on.
// It does not recognise texts of several lines.
func visitMarks(text string, visit func(at mark, r rune, rest string)) {
	line, open := 0, 0
	for l := range strings.Lines(text) {
		l, line = strings.TrimRight(l, "\r\n"), line+1
		quote, last := rune(0), ' ' // the mark around the present text, 0 for none; the letter before
		closed := -2                // where the last text in quotes ended, -2 for nowhere
		column := 0
		for i, r := range l {
			column++
			at := mark{line, column, l[:i], open > 0}
			switch {
			case quote != 0:
				if r == quote && (quote == '\'' || last != '\\') {
					quote, closed = 0, i
				}
			case r == '\'' && closed == i-1: // '' in a text is an apostrophe
				quote = r
			case r == '#' && unicode.IsSpace(last), r == '\t':
				visit(at, r, l[i:])
			case (r == '"' || r == '\'') && canBegin(l[:i]):
				quote = r
			case r == '[' || r == '{':
				open++
			case r == ']' || r == '}':
				open = max(open-1, 0)
			}
			if r == '#' && quote == 0 && unicode.IsSpace(last) {
				break
			}
			last = r
		}
	}
}

// canBegin reports whether a value or a key can begin after this part of a line.
func canBegin(before string) bool {
	before = strings.TrimRight(before, " \t")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ":,[{-")
}

// valueForm is the beginning of a comment that looks like a value, such as #8a6238 or #1.
var valueForm = regexp.MustCompile(`^#[^\s#]`)

// numberForm is the end of a line that looks like a name with a number, such as Battle # 5.
var numberForm = regexp.MustCompile(`[a-z] # ?[0-9]+$`)

// valueComments returns the comments that look like values and stand where one can.
func valueComments(text string) (out []Comment) {
	visitMarks(text, func(at mark, r rune, rest string) {
		if r == '#' && strings.TrimSpace(at.before) != "" &&
			(valueForm.MatchString(rest) || numberForm.MatchString(at.before+rest)) {
			out = append(out, Comment{at, rest})
		}
	})
	return out
}

// value returns what the writer of a comment probably meant as a value: up to the end of the brackets around it.
func (c Comment) value() string {
	s := c.Text
	if i := strings.IndexAny(s, ",}]"); c.open && i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// slip returns the finding that a comment begins here, with what follows from that.
func (c Comment) slip(format string, args ...any) Slip {
	return Slip{c.Line, c.Column, "# begins a comment, so " + fmt.Sprintf(format, args...)}
}

// Emptied returns, by line, the comments that make the value of a key empty.
func Emptied(text string) map[int]Slip {
	out := map[int]Slip{}
	for _, c := range valueComments(text) {
		if strings.HasSuffix(strings.TrimSpace(c.before), ":") {
			out[c.Line] = c.slip("there is no value: write it in quotes, %q", c.value())
		}
	}
	return out
}

// Cause returns what probably made a file unreadable from a line on: a # that hides the end of brackets, or a tab in
// the line. ok is false where it finds nothing.
func Cause(text string, line int) (s Slip, ok bool) {
	for _, c := range valueComments(text) {
		if !ok && c.open && !strings.ContainsAny(c.value(), "{[") {
			ok = true
			s = c.slip("nothing after it is read and the brackets stay open: write it in quotes, %q", c.value())
		}
	}
	visitMarks(text, func(at mark, r rune, _ string) {
		if !ok && r == '\t' && at.Line == line {
			ok, s = true, Slip{line, at.Column, "a tab stands here: YAML is written with blanks alone"}
		}
	})
	return s, ok
}

// Doubts returns what a file says that its writer probably did not mean, although it can be read: a value that ends at
// a #, and a tab in a value, which is not read.
func Doubts(text string) (out []Slip) {
	for _, c := range valueComments(text) {
		if !canBegin(c.before) {
			out = append(out, c.slip("%q is not read: if it belongs to the text, write that in quotes", c.Text))
		}
	}
	visitMarks(text, func(at mark, r rune, rest string) {
		after := strings.TrimSpace(rest)
		if r == '\t' && !canBegin(at.before) && after != "" && !strings.ContainsAny(after[:1], "#,]}") {
			out = append(out, Slip{at.Line, at.Column, "a tab stands here, and is not read: write a blank"})
		}
	})
	return out
}
