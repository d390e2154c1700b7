package data

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Words in the entries of tables.
const (
	UnknownEntry = "unknown"
	NoEffect     = "-"
	StepLost     = "d1" // of the Barrage Table, which has faces instead of entries
	forSupport   = "/ support "
)

// The results of the SNAFU and Second Activation Tables.
const (
	Fail    = "fail"
	Partial = "partial"
	Full    = "full"
	Granted = "granted"
	Denied  = "denied"
)

// The kinds of retreats.
const (
	Situational = "situational"
	Automatic   = "automatic"
)

// The most that an entry of a table can say.
const (
	maxLoss   = 9 // steps
	maxLevels = 5 // of Fatigue
)

// TableNames lists the tables of the series in the order in which they are used.
func TableNames() []string { return []string{Snafu, Second, Fatigue, Engagement, CombatT, Barrage} }

// lossForm matches a loss of steps, which may have a condition: a1, d2, t1(against:hard).
var lossForm = regexp.MustCompile(`^([adft])([0-9])(?:\(([^()]+)\))?$`)

// wordForm matches one word of an entry; a condition in brackets may contain blanks.
var wordForm = regexp.MustCompile(`[^\s()]+(?:\([^()]*\))?|\S`)

// ParseResult reads an entry of a table. The SNAFU Table has fail, partial or full; that of Second Activations granted
// or denied; that of Fatigue the levels. In an Engagement tN and fN are steps lost by the target and the firer, in
// combat aN and dN those lost by attacker and defender, with a condition in brackets if needed: a1(against:hard).
// Beside them can stand drop (an Engagement's target drops its Support), situational or automatic (the kind of retreat)
// and traffic (a marker), and last, after "/ support", what holds if only Support is the target. "-" means no effect,
// and unknown that the module does not say.
func ParseResult(table, text string) (Result, error) {
	text = strings.Join(strings.Fields(text), " ")
	main, other, both := strings.Cut(text, forSupport)
	r, err := parsePart(table, strings.TrimSpace(main))
	if err != nil || !both {
		return r, err
	}
	if table != Engagement {
		return r, fmt.Errorf("%q: only an Engagement has a result of its own for Support", text)
	}
	alone, err := parsePart(table, other)
	r.Support = &alone
	return r, err
}

func parsePart(table, text string) (Result, error) {
	r := Result{Text: text}
	switch {
	case text == "":
		return r, fmt.Errorf("an entry of the table %s is missing; nothing is %q", table, NoEffect)
	case text == UnknownEntry:
		r.Unknown = true
		return r, nil
	}
	switch table {
	case Snafu:
		return r.choose(table, Fail, Partial, Full)
	case Second:
		return r.choose(table, Granted, Denied)
	case Fatigue:
		return r.levels()
	}
	return r, r.fight(table)
}

func (r Result) choose(table string, known ...string) (Result, error) {
	r.Word = r.Text
	if !slices.Contains(known, r.Text) {
		return r, fmt.Errorf("%q is no result of the table %s; known are %q", r.Text, table,
			append(known, UnknownEntry))
	}
	return r, nil
}

func (r Result) levels() (Result, error) {
	if r.Text == NoEffect {
		return r, nil
	}
	n, err := strconv.ParseUint(r.Text, 10, 8)
	r.Levels = int(n)
	if err != nil || n > maxLevels {
		return r, fmt.Errorf("%q is no result of the table %s: levels from 0 to %d, %q or %q", r.Text, Fatigue,
			maxLevels, NoEffect, UnknownEntry)
	}
	return r, nil
}

// fight reads the words of an Engagement's or a combat's result.
func (r *Result) fight(table string) error {
	words := wordForm.FindAllString(r.Text, -1)
	if len(words) == 1 && words[0] == NoEffect {
		return nil
	}
	var seen []string
	for _, w := range words {
		what, err := r.effect(table, w)
		switch {
		case err != nil:
			return err
		case slices.Contains(seen, what):
			return fmt.Errorf("%q says a second time what %q has said", w, r.Text)
		}
		seen = append(seen, what)
	}
	return nil
}

// effect reads one word of a result and returns what the word is about, to find repetitions.
func (r *Result) effect(table, w string) (what string, err error) {
	acting, against, drop := "a", "d", ""
	if table == Engagement {
		acting, against, drop = "f", "t", ", drop"
	}
	if m := lossForm.FindStringSubmatch(w); m != nil && (m[1] == acting || m[1] == against) {
		who, digits, when := m[1], m[2], m[3]
		return who + when, r.lose(who == acting, digits, when)
	}
	switch {
	case w == Situational, w == Automatic:
		r.Retreat = w
		return "retreat", nil
	case w == "traffic":
		r.Traffic = true
		return w, nil
	case w == "drop" && table == Engagement:
		r.Drop = true
		return w, nil
	case w == "drop":
		return "", fmt.Errorf("%q: only an Engagement's result drops Support", w)
	}
	return "", fmt.Errorf("%q is no result of the table %s; known are %sN, %sN, %s, %s, traffic%s, %q and %q", w, table,
		against, acting, Situational, Automatic, drop, NoEffect, UnknownEntry)
}

// lose adds to r a loss of steps, digits in number. A condition in when makes it a Conditional.
func (r *Result) lose(acting bool, digits, when string) error {
	n, err := number(digits, 1, maxLoss)
	if err != nil {
		return err
	}
	loss := Conditional{When: when}
	if acting {
		loss.Acting = n
	} else {
		loss.Against = n
	}
	if when != "" {
		r.If = append(r.If, loss)
		return nil
	}
	r.Acting, r.Against = r.Acting+loss.Acting, r.Against+loss.Against
	return nil
}
