package standing

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/rules/view"
)

// The words of the language itself.
const (
	wordIf     = "if"
	wordElse   = "else"
	wordWithin = "within"
	wordHours  = "hours"
	wordMe     = "me"
	wordAbout  = "about"

	opAnd = "and"
	opOr  = "or"
	opNot = "not"
	opIs  = "is"
)

// mostHours limits the hours in which the owner may answer first.
const mostHours = 72

// Read reads standing orders, one on each line or separated by semicolons. A note begins with # and ends with
// its row. Errors are of type *Problem.
func Read(text string, words Words) (Set, error) {
	var set Set
	for _, row := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		row, _, _ = strings.Cut(row, "#")
		column := 1
		for _, one := range strings.Split(row, ";") {
			from := column
			column += utf8.RuneCountInString(one) + 1
			if strings.TrimSpace(one) == "" {
				continue
			}
			line, err := words.readLine(one, from, len(set.Lines)+1)
			if err != nil {
				return Set{}, err
			}
			if set.Lines = append(set.Lines, line); len(set.Lines) > MaxLines {
				return Set{}, &Problem{Why: view.T("standing.too-many", "most", MaxLines)}
			}
		}
	}
	if len(set.Lines) == 0 {
		return Set{}, &Problem{Why: view.T("standing.empty")}
	}
	if p := set.check(words); p != nil {
		return Set{}, p
	}
	return set, nil
}

// reader reads one line.
type reader struct {
	words  Words
	tokens []token
	at     int
	line   Line
}

func (w Words) readLine(row string, column, number int) (Line, error) {
	r := &reader{words: w, tokens: scan(row, column), line: Line{Number: number}}
	err := r.read()
	if utf8.RuneCountInString(row) > maxRow {
		err = r.wrong(r.tokens[0], view.T("standing.too-long", "most", maxRow))
	}
	if p := (*Problem)(nil); errors.As(err, &p) {
		p.Line, p.Text = number, strings.TrimSpace(row)
	}
	if err == nil {
		err = r.line.settle(w)
	}
	return r.line, err
}

// wrong is the problem with a token.
func (r *reader) wrong(t token, why view.Text, nearest ...string) error {
	return &Problem{Column: t.column, Word: t.text, Why: why, Nearest: nearest}
}

func (r *reader) now() token { return r.tokens[r.at] }

func (r *reader) take() token {
	t := r.tokens[r.at]
	if t.kind != anEnd {
		r.at++
	}
	return t
}

func (r *reader) read() error {
	for r.now().kind == aName {
		if err := r.where(); err != nil {
			return err
		}
	}
	for {
		b, err := r.branch()
		if err != nil {
			return err
		}
		r.line.Branches = append(r.line.Branches, b)
		if !r.now().is(wordElse) {
			break
		}
		if b.If.Op == "" {
			return r.wrong(r.now(), view.T("standing.else-without-if"))
		}
		r.take()
	}
	if r.now().is(wordWithin) {
		if err := r.within(); err != nil {
			return err
		}
	}
	if t := r.now(); t.kind != anEnd {
		return r.wrong(t, view.T("standing.stray", "word", view.Typed(t.text)),
			meant(t.text, []string{wordIf, wordElse, wordWithin})...)
	}
	return r.answers()
}

// branch reads an act with its condition, which may stand after or before it.
func (r *reader) branch() (b Branch, err error) {
	first := r.now().is(wordIf)
	if first {
		if b.If, err = r.condition(); err != nil {
			return b, err
		}
	}
	if b.Do, err = r.act(); err != nil {
		return b, err
	}
	if !first && r.now().is(wordIf) {
		b.If, err = r.condition()
	}
	return b, err
}

func (r *reader) act() (Act, error) {
	t := r.take()
	if t.kind == aName {
		return Act{}, r.wrong(t, view.T("standing.no-operand", "word", view.Typed(t.text)), meant(t.text, scopes)...)
	}
	word := strings.ToLower(t.text)
	action, known := r.words.action(word)
	switch {
	case t.kind != aWord:
		return Act{}, r.wrong(t, view.T("standing.no-action"), r.actions()...)
	case word == AskMe || word == Default:
		action = Action{Word: word, Operands: []Operand{{Word: wordAbout}}}
		if word == AskMe && r.now().is(wordMe) {
			r.take()
		}
	case !known:
		return Act{}, r.wrong(t, view.T("standing.unknown-action", "word", view.Typed(t.text)),
			meant(t.text, r.actions())...)
	}
	act := Act{Word: word}
	for r.now().kind == aName {
		name := strings.ToLower(r.now().text)
		operand, ok := action.operand(name)
		if !ok {
			if !slices.Contains(scopes, name) {
				return act, r.wrong(r.now(), view.T("standing.no-operand", "word", view.Typed(r.now().text)),
					meant(name, operandsOf(action))...)
			}
			if err := r.where(); err != nil {
				return act, err
			}
			continue
		}
		if _, twice := act.Arg(name); twice {
			return act, r.wrong(r.now(), view.T("standing.twice", "word", view.Typed(name)))
		}
		arg, err := r.operand(operand)
		if err != nil {
			return act, err
		}
		act.Args = append(act.Args, arg)
	}
	return act, nil
}

func operandsOf(a Action) []string {
	names := slices.Clone(scopes)
	for _, o := range a.Operands {
		names = append(names, o.Word)
	}
	return names
}

// actions are the words for acts.
func (r *reader) actions() []string {
	out := []string{AskMe, Default}
	for _, a := range r.words.Actions {
		out = append(out, a.Word)
	}
	return out
}

func (r *reader) within() error {
	r.take()
	t := r.take()
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 1 || n > mostHours {
		return r.wrong(t, view.T("standing.hours", "most", mostHours))
	}
	r.line.Within = n
	if t := r.now(); t.is(wordHours) || t.is("hour") || t.is("h") {
		r.take()
	}
	return nil
}

// condition reads what follows an if.
func (r *reader) condition() (Cond, error) {
	r.take()
	return r.any(0)
}

// deepest limits the nesting of parentheses and nots.
const deepest = 20

func (r *reader) any(depth int) (Cond, error) { return r.joined(opOr, depth, r.all) }

func (r *reader) all(depth int) (Cond, error) { return r.joined(opAnd, depth, r.one) }

// joined reads conditions that are joined by a word.
func (r *reader) joined(op string, depth int, next func(int) (Cond, error)) (Cond, error) {
	c, err := next(depth)
	if err != nil || !r.now().is(op) {
		return c, err
	}
	out := Cond{Op: op, Of: []Cond{c}}
	for r.now().is(op) {
		r.take()
		if c, err = next(depth); err != nil {
			return c, err
		}
		out.Of = append(out.Of, c)
	}
	return out, nil
}

func (r *reader) one(depth int) (Cond, error) {
	t := r.take()
	switch {
	case depth > deepest:
		return Cond{}, r.wrong(t, view.T("standing.too-deep"))
	case t.is(opNot):
		c, err := r.one(depth + 1)
		return Cond{Op: opNot, Of: []Cond{c}}, err
	case t.sign("("):
		c, err := r.any(depth + 1)
		if err != nil {
			return c, err
		}
		if end := r.take(); !end.sign(")") {
			return c, r.wrong(end, view.T("standing.no-parenthesis"))
		}
		return c, nil
	case t.kind != aWord:
		return Cond{}, r.wrong(t, view.T("standing.no-condition"), r.conditions()...)
	}
	word := strings.ToLower(t.text)
	if q, ok := r.words.quantity(word); ok {
		return r.comparison(q)
	}
	if _, ok := r.words.situation(word); !ok {
		return Cond{}, r.wrong(t, view.T("standing.unknown-condition", "word", view.Typed(t.text)),
			meant(t.text, r.conditions())...)
	}
	return Cond{Op: opIs, Word: word}, nil
}

// conditions are the words of situations and quantities.
func (r *reader) conditions() []string {
	var out []string
	for _, s := range r.words.Situations {
		out = append(out, s.Word)
	}
	for _, q := range r.words.Quantities {
		out = append(out, q.Word)
	}
	return out
}

var comparisons = []string{">", ">=", "<", "<=", "=", "!="}

// comparison reads the comparison of a quantity with a number or another quantity.
func (r *reader) comparison(q Quantity) (Cond, error) {
	sign := r.take()
	if sign.kind != aSign || !slices.Contains(comparisons, sign.text) {
		return Cond{}, r.wrong(sign, view.T("standing.no-comparison", "word", q.Word), comparisons...)
	}
	t := r.take()
	if than, ok := r.words.quantity(strings.ToLower(t.text)); ok && t.kind == aWord {
		return Cond{Op: sign.text, Word: q.Word, Than: than.Word}, nil
	}
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 0 || n > mostNumber {
		return Cond{}, r.wrong(t, view.T("standing.no-number", "most", mostNumber))
	}
	return Cond{Op: sign.text, Word: q.Word, N: n}, nil
}

// mostNumber is the greatest number that can be written.
const mostNumber = 999
