package clock

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"grognard/rules/view"
)

const day = 24 * time.Hour

// The limits of a bank.
const (
	LeastBank = 10 * time.Minute
	MostBank  = 90 * day
)

// Terms say how much time a side has: Bank at first, Phase more after each phase, up to Most. The zero Terms: no clock.
type Terms struct{ Bank, Phase, Most time.Duration }

// None reports whether there is no clock.
func (t Terms) None() bool { return t == Terms{} }

// After returns how much time a side has for its next phase if left remained at the end of the phase before.
func (t Terms) After(left time.Duration) time.Duration { return min(t.Most, max(0, left)+t.Phase) }

type Preset struct {
	Name  string
	Terms Terms
}

// Presets lists the terms that have names, the shortest first.
func Presets() []Preset {
	return []Preset{
		{"fast", Terms{day, 6 * time.Hour, 2 * day}},
		{"normal", Terms{3 * day, day, 5 * day}},
		{"slow", Terms{7 * day, 2 * day, 14 * day}},
		{"none", Terms{}},
	}
}

// String writes the terms as Parse reads them: 3d + 1d per phase, at most 5d.
func (t Terms) String() string {
	switch {
	case t.None():
		return "none"
	case t.Phase == 0:
		return short(t.Bank)
	}
	return fmt.Sprintf("%s + %s per phase, at most %s", short(t.Bank), short(t.Phase), short(t.Most))
}

// short writes a length in days, hours and minutes: 1d12h.
func short(d time.Duration) string {
	var out strings.Builder
	for _, u := range []struct {
		name   string
		length time.Duration
	}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}} {
		if n := d / u.length; n > 0 {
			fmt.Fprintf(&out, "%d%s", n, u.name)
			d -= n * u.length
		}
	}
	return out.String()
}

const (
	oneLength = `\d+(?:[.,]\d)?\s*[a-z]+`
	aLength   = `(` + oneLength + `(?:\s*(?:and\s+)?` + oneLength + `)*)`
	perPhase  = `\s*(?:per|a|each|every|/)\s*phase`
)

// The forms of terms. In the second the bank is what each phase adds.
var (
	banked = regexp.MustCompile(`^` + aLength + `(?:\s*(?:\+|plus|and)\s*` + aLength + `(?:` + perPhase + `)?)?` +
		`(?:\s*[,;]?\s*(?:at most|up to|most|maximum|max\.?|<=|≤)\s*:?\s*` + aLength + `)?$`)
	phased = regexp.MustCompile(`^` + aLength + perPhase + `$`)
	part   = regexp.MustCompile(`(\d+)(?:[.,](\d))?\s*([a-z]+)`)
)

// Parse reads terms: the name of a preset, or such as "3d + 1d per phase, at most 5d", in several wordings. Without a
// limit there is never more than the bank; "1d per phase" is a day for each phase. Errors are a *view.Mistake.
func Parse(typed string) (Terms, error) {
	word := strings.ToLower(strings.TrimSpace(typed))
	for _, p := range Presets() {
		if word == p.Name {
			return p.Terms, nil
		}
	}
	var lengths [3]string // of Bank, Phase and Most
	if m := phased.FindStringSubmatch(word); m != nil {
		lengths = [3]string{m[1], m[1], m[1]}
	} else if m := banked.FindStringSubmatch(word); m != nil {
		lengths = [3]string(m[1:])
	} else {
		return Terms{}, unread(typed)
	}
	var d [3]time.Duration
	for i, l := range lengths {
		var ok bool
		if d[i], ok = length(l); !ok {
			return Terms{}, unread(typed)
		}
	}
	return Terms{d[0], d[1], d[2]}.complete()
}

// complete sets the limit where none was given, and refuses terms that cannot be played by.
func (t Terms) complete() (Terms, error) {
	t.Most = cmp.Or(t.Most, t.Bank)
	switch {
	case t.Bank < LeastBank:
		return Terms{}, mistake(view.T("clock.short", "bank", t.Bank, "least", LeastBank))
	case t.Most < t.Bank:
		return Terms{}, mistake(view.T("clock.limit", "bank", t.Bank, "most", t.Most))
	case t.Most > MostBank:
		return Terms{}, mistake(view.T("clock.long", "most", t.Most, "limit", MostBank))
	}
	if t.Phase == 0 {
		t.Most = t.Bank
	}
	t.Phase = min(t.Phase, t.Most) // more would make no difference
	return t, nil
}

func unread(typed string) error { return mistake(view.T("clock.terms", "terms", view.Typed(typed))) }

func mistake(why view.Text) error { return &view.Mistake{Why: why} }

// length reads a length of time; "" is 0.
func length(s string) (d time.Duration, ok bool) {
	for _, m := range part.FindAllStringSubmatch(s, -1) {
		n, err := strconv.Atoi(m[1])
		unit := unitOf(m[3])
		if err != nil || unit == 0 {
			return 0, false
		}
		n = min(n, int(MostBank/unit)+1) // too long in any case, and does not overflow
		tenths, _ := strconv.Atoi("0" + m[2])
		d += time.Duration(n)*unit + time.Duration(tenths)*unit/10
	}
	return d.Truncate(time.Minute), true
}

// unitOf returns the length of a unit of time, 0 for a word that is none.
func unitOf(word string) time.Duration {
	switch word {
	case "w", "week", "weeks":
		return 7 * day
	case "d", "day", "days":
		return day
	case "h", "hr", "hrs", "hour", "hours":
		return time.Hour
	case "m", "min", "mins", "minute", "minutes":
		return time.Minute
	}
	return 0
}
