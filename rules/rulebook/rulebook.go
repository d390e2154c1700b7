// Package rulebook reads the lists of paragraphs that stand beside the rules: what
// a rulebook says, in a few words of our own, and what the program does of it.
//
//	SCS 1.8, with 1.7 and 1.6                     # the first line is the edition
//
//	# Zones of control
//	2.1      skip          what zones do because it is a heading
//	2.1a     done refuses  two movement points more into an enemy zone
//	afb 1.9  todo          air strikes because they have no orders yet
//	7.3-4    done refuses  a clause of a section
//	2-1      done          a clause of a section that is numbered alone
//
// A paragraph is named as players see it cited. It is done, or else to do or
// skipped because of something; refuses says that an order can be refused by it,
// differs that editions do not agree on it. A section may stand as its clauses, which are
// numbered after a hyphen: it has no line of its own then, and is done when they are.
//
// Limits: a line is a paragraph; the words of a done one are one phrase.
package rulebook

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Book is a list of paragraphs in the order of the book.
type Book struct {
	Name       string // of the series or the game: scs, afb
	Edition    string
	Paragraphs []Paragraph
}

// Paragraph is one numbered paragraph, or one that goes by a name.
type Paragraph struct {
	Rule    string // as cited: 9.1b, set-up 2, afb 1.5, 7.3-4
	Status  Status
	Refuses bool   // an order can be refused by it
	Differs bool   // editions do not agree on it
	About   string // what it says
	Because string // why it is not done
	Line    int
}

// Status is what the program does of a paragraph.
type Status string

// What the program does of a paragraph.
const (
	Done Status = "done"
	Todo Status = "todo"
	Skip Status = "skip"
)

// name is how a paragraph can be cited.
const name = `(?:[a-z]+ )?(?:\d{1,2}\.\d{1,2}[a-z]?(?:-[1-9]\d?)?|\d{1,2}-[1-9]\d?)|set-up \d|map [A-Z]|[a-z]+(?: [a-z]+)*`

var line = regexp.MustCompile(`^(` + name + `) +(done|todo|skip)( refuses)?( differs)? +(\S.*)$`)

// Parse reads a list of paragraphs. The error joins all that is wrong with it.
func Parse(book string, text string) (Book, error) {
	b := Book{Name: book}
	var errs []error
	wrong := func(n int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s rulebook: line %d: %s", book, n, fmt.Sprintf(format, args...)))
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimRight(l, "\n")
		switch {
		case n == 1 && strings.TrimSpace(l) != "":
			b.Edition = l
			continue
		case n == 1:
			wrong(n, "the first line names the edition")
			continue
		case l == "" || strings.HasPrefix(l, "#"):
			continue
		}
		p, err := paragraph(l)
		if err != nil {
			wrong(n, "%v", err)
			continue
		}
		if _, ok := b.line(p.Rule); ok {
			wrong(n, "%s stands twice", p.Rule)
		}
		p.Line = n
		b.Paragraphs = append(b.Paragraphs, p)
	}
	for _, p := range b.Paragraphs {
		if clauses := b.clauses(p.Rule); len(clauses) > 0 {
			wrong(p.Line, "%s has a line of its own, and clauses from line %d", p.Rule, clauses[0].Line)
		}
	}
	if len(errs) == 0 && len(b.Paragraphs) == 0 {
		wrong(n, "there are no paragraphs")
	}
	return b, errors.Join(errs...)
}

func paragraph(l string) (Paragraph, error) {
	m := line.FindStringSubmatch(l)
	if m == nil {
		return Paragraph{}, fmt.Errorf("%q is not: paragraph, done, todo or skip, what it is about", l)
	}
	p := Paragraph{Rule: m[1], Status: Status(m[2]), Refuses: m[3] != "", Differs: m[4] != "", About: m[5]}
	if p.Status == Done {
		return p, nil
	}
	about, because, ok := strings.Cut(p.About, " because ")
	switch {
	case !ok:
		return p, fmt.Errorf("%s is %s, but because of what?", p.Rule, p.Status)
	case p.Refuses || p.Differs:
		return p, fmt.Errorf("%s is %s and cannot refuse anything or differ", p.Rule, p.Status)
	}
	p.About, p.Because = about, because
	return p, nil
}

// line is the paragraph that has a line of its own.
func (b Book) line(rule string) (Paragraph, bool) {
	i := slices.IndexFunc(b.Paragraphs, func(p Paragraph) bool { return p.Rule == rule })
	if i < 0 {
		return Paragraph{}, false
	}
	return b.Paragraphs[i], true
}

// clauses are those of a section, in the order of the book.
func (b Book) clauses(section string) (out []Paragraph) {
	for _, p := range b.Paragraphs {
		if p.Rule != section && Meets(section, p.Rule) {
			out = append(out, p)
		}
	}
	return out
}
