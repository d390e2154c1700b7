package rulebook

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	rulingsPrefix = "rulings: " // before the heading of the book's rulings, above all paragraphs
	indent        = "    "      // before the lines of an answer
	mostSentences = 4           // the most that an answer has
	mostColumns   = 120         // the most that a line of an answer has
	bullet        = "- "        // before the entries of a list, which are not sentences
)

// name is the syntax of citations.
const name = `(?:[a-z][a-z0-9-]* )?(?:\d{1,2}\.\d{1,2}[a-z]?(?:-[1-9]\d?)?|\d{1,2}-[1-9]\d?)|set-up \d|map [A-Z]|[a-z]+(?:[ -][a-z]+)*`

var (
	head        = regexp.MustCompile(`^(` + name + `) +(done|todo|skip)( refuses)?( differs)? +(\S.*)$`)
	label       = regexp.MustCompile(`^(see|words|\d\.\d(?:, \d\.\d)*(?: errata)?):(?: +(.*))?$`)
	otherLabel  = regexp.MustCompile(`^[a-z ]+:`) // any other label
	sentenceEnd = regexp.MustCompile(`[.!?]["”)]?(?: +[A-Z0-9"“(]|$)`)
)

// Parse reads a list of paragraphs. The error joins all mistakes in the list itself. Check looks for those that
// only other books show, and for missing answers.
func Parse(book string, text string) (Book, error) {
	r := reader{book: Book{Name: book}}
	for l := range strings.Lines(text) {
		r.n++
		r.readLine(strings.TrimRight(l, "\n"))
	}
	r.closeAnswer()
	for _, p := range r.book.Paragraphs {
		if clauses := r.book.clauses(p.Rule); len(clauses) > 0 {
			r.report(p.Line, "%s has a line of its own, and clauses from line %d", p.Rule, clauses[0].Line)
		}
	}
	if len(r.errs) == 0 && len(r.book.Paragraphs) == 0 {
		r.report(r.n, "there are no paragraphs")
	}
	return r.book, errors.Join(r.errs...)
}

type reader struct {
	book   Book
	n      int     // the number of the present line
	open   bool    // the next line may continue the answer of the last paragraph
	answer []piece // of the last paragraph
	errs   []error
}

// piece is a part of an answer: the text after a label or, with the label "", the answer itself.
type piece struct {
	label, text string
	line        int
}

func (r *reader) report(line int, format string, args ...any) {
	r.errs = append(r.errs, Fault{r.book.Name, line, fmt.Sprintf(format, args...)})
}

// Fault is an error in a line of a book.
type Fault struct {
	Book string
	Line int
	Why  string
}

func (f Fault) Error() string { return fmt.Sprintf("%s rulebook: line %d: %s", f.Book, f.Line, f.Why) }

func (r *reader) readLine(l string) {
	switch {
	case r.n == 1 && strings.TrimSpace(l) != "":
		r.book.Edition = l
	case r.n == 1:
		r.report(r.n, "the first line names the edition")
	case l == "" || strings.HasPrefix(l, "#"):
		r.closeAnswer()
	case strings.HasPrefix(l, rulingsPrefix) && len(r.book.Paragraphs) == 0:
		r.book.Rulings = strings.TrimSpace(strings.TrimPrefix(l, rulingsPrefix))
	case strings.HasPrefix(l, indent):
		r.readAnswer(l)
	default:
		r.closeAnswer()
		r.readHead(l)
	}
}

func (r *reader) readHead(l string) {
	p, err := paragraph(l)
	if err != nil {
		r.report(r.n, "%v", err)
		return
	}
	if _, ok := r.book.line(p.Rule); ok {
		r.report(r.n, "%s stands twice", p.Rule)
	}
	p.Line = r.n
	r.book.Paragraphs, r.open = append(r.book.Paragraphs, p), true
}

// readAnswer reads a line of an answer.
func (r *reader) readAnswer(l string) {
	if n := utf8.RuneCountInString(l); n > mostColumns {
		r.report(r.n, "%d columns, more than %d", n, mostColumns)
	}
	if !r.open {
		r.report(r.n, "an answer stands right below its paragraph")
		return
	}
	l = strings.TrimSpace(l)
	m, last := label.FindStringSubmatch(l), len(r.answer)-1
	switch {
	case m != nil:
		r.answer = append(r.answer, piece{m[1], m[2], r.n})
	case last < 0:
		r.answer = append(r.answer, piece{text: l, line: r.n})
	case r.answer[last].isList() && otherLabel.MatchString(l):
		r.report(r.n, "%s is no label: an edition, see or words", otherLabel.FindString(l))
	case strings.HasPrefix(l, bullet):
		r.answer[last].text += "\n" + l
	default:
		r.answer[last].text = strings.TrimSpace(r.answer[last].text + " " + l)
	}
}

// closeAnswer stores the answer in its paragraph.
func (r *reader) closeAnswer() {
	for _, a := range r.answer {
		if err := a.storeIn(&r.book.Paragraphs[len(r.book.Paragraphs)-1]); err != nil {
			r.report(a.line, "%v", err)
		}
	}
	r.answer, r.open = nil, false
}

// isList reports whether the text after the label is a list instead of sentences.
func (a piece) isList() bool { return a.label == "see" || a.label == "words" }

func (a piece) storeIn(p *Paragraph) error {
	list := func(dst *[]string) error {
		if *dst != nil {
			return fmt.Errorf("%s has %s twice", p.Rule, a.label)
		}
		*dst = strings.Split(a.text, ", ")
		return nil
	}
	switch {
	case a.text == "":
		return fmt.Errorf("%s has nothing after %s", p.Rule, a.label)
	case a.label == "see":
		return list(&p.See)
	case a.label == "words":
		return list(&p.Words)
	case p.See != nil || p.Words != nil:
		return fmt.Errorf("%s: what editions say stands before see and words", p.Rule)
	}
	prose, _, _ := strings.Cut(a.text, "\n"+bullet)
	if n := len(sentenceEnd.FindAllString(prose, -1)); n > mostSentences {
		return fmt.Errorf("%s says %d sentences, more than %d", p.Rule, n, mostSentences)
	}
	if a.label == "" {
		p.Says = a.text
		return nil
	}
	printed, errata := strings.CutSuffix(a.label, " errata")
	names := strings.Split(printed, ", ")
	for _, e := range p.Editions {
		for _, n := range names {
			if e.has(n) && e.Errata == errata {
				return fmt.Errorf("%s has edition %s twice", p.Rule, n)
			}
		}
	}
	p.Editions = append(p.Editions, Edition{names, errata, a.text})
	return nil
}

// paragraph reads a head line.
func paragraph(l string) (Paragraph, error) {
	m := head.FindStringSubmatch(l)
	if m == nil {
		return Paragraph{}, fmt.Errorf("%q is not: paragraph, done, todo or skip, what it is about", l)
	}
	p := Paragraph{Rule: m[1], Status: Status(m[2]), Refuses: m[3] != "", Differs: m[4] != "",
		About: strings.ToUpper(m[5][:1]) + m[5][1:]} // a title, wherever it stands
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
