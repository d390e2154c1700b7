package scene

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/rules/first"
	"grognard/rules/view"
)

// Abbreviation returns the name of a marker on the map, of at most three letters: "oos" becomes OOS. Of several words
// it takes the initials: "no-safe-path" becomes NSP.
func Abbreviation(mark string) string {
	if words := strings.FieldsFunc(mark, func(r rune) bool { return r == '-' }); len(words) > 1 {
		mark = ""
		for _, w := range words {
			initial, _ := utf8.DecodeRuneInString(w)
			mark += string(initial)
		}
	}
	r := []rune(Upper(mark))
	return string(r[:min(3, len(r))])
}

// Foot returns the row of ratings at the foot of a counter, such as 4-6-5, and whether it is highlighted. A rating that
// is not printed is a dash. Apart stands between the dash and its neighbours, so that nobody reads it as a hyphen or a
// minus: – 6-5.
func Foot(ratings []view.Rating, apart string) (text string, lit bool) {
	before := view.Rating{}
	for _, r := range ratings {
		if r.Place != view.Foot || r.Text == "" {
			continue
		}
		switch {
		case text == "":
		case r.N == view.Blank || before.N == view.Blank:
			text += apart
		default:
			text += "-"
		}
		text, lit, before = text+r.Text, lit || r.Lit, r
	}
	return text, lit
}

// PhaseName writes a phase as a title.
func PhaseName(l Labels, id string) string { return Named(l, "picture.phase-", id) }

// Plate returns the words on the plate of the phase that a picture tells of: the side, the phase, and whether it ended.
func Plate(l Labels, v *view.Board, side string) string {
	p := v.Shown().Phase
	switch {
	case v.Over:
		return Say(l, view.T("picture.over"))
	case p.Name == "": // no phase has begun
		return PhaseName(l, view.SetUp)
	}
	text := Say(l, view.T("picture.phase", "side", side, "phase", PhaseName(l, p.Name)))
	if p.Group != "" {
		text += between + v.Map.GroupName(p.Group)
	}
	if v.Closed != nil {
		text += between + Say(l, view.T("picture.ended"))
	}
	return text
}

// between separates two parts of a line.
const between = "  ·  "

// Points returns a fact in words, such as the number of victory points.
func Points(l Labels, f view.Fact) string { return Counted(l, "picture.fact-", f.Kind, f.N) }

// Stock lists what a side holds, without zeros, its dead units, and its facts other than the score in the banner.
func Stock(l Labels, v *view.Board, s view.Stock) string {
	var parts []string
	for _, it := range s.Items {
		if it.N > 0 {
			parts = append(parts, Counted(l, "picture.stock-", it.What, it.N))
		}
	}
	if s.Dead > 0 {
		parts = append(parts, Say(l, view.T("picture.dead", "n", s.Dead)))
	}
	score := v.Score()
	for i := range v.Facts {
		if f := &v.Facts[i]; f != score && f.Side == s.Side && f.Group == "" {
			parts = append(parts, Points(l, *f))
		}
	}
	return strings.Join(parts, between)
}

// Steps returns a dot for each step, filled ones for those that are left, and their number in words.
func Steps(l Labels, u view.Counter) string {
	if u.MaxSteps <= 0 {
		return ""
	}
	left := min(max(u.Steps, 0), u.MaxSteps)
	dots := strings.Repeat("●", left) + strings.Repeat("○", u.MaxSteps-left)
	if left < u.MaxSteps {
		return dots + "  " + Say(l, view.T("picture.steps-left", "left", left, "n", u.MaxSteps))
	}
	return dots + "  " + Say(l, view.T("picture.steps", "n", left))
}

// MarkName returns the name of a marker in the game.
func MarkName(markers []view.MarkLegend, mark string) string {
	m, _ := first.In(markers, func(m view.MarkLegend) bool { return m.ID == mark })
	return cmp.Or(m.Name, labelOf(mark))
}

// CardLines returns the lines under a face of a counter: which face it is, its steps and the formation.
func CardLines(l Labels, u view.Counter) []string {
	family := "picture.side-"
	if u.Estimate {
		family = "picture.estimated-"
	}
	return []string{Named(l, family, u.Up.Name), Steps(l, u), u.Formation}
}

// Length returns a number with its unit of length.
func Length(l Labels, n, unit string) string {
	if words, known := l.Plain("picture.length-"+unit, "length", n); known {
		return words
	}
	return n + " " + unit
}

// Words says how many of several strikes hit, or whether a single one did.
func (s Strike) Words(l Labels) string {
	switch {
	case s.All > 1:
		return strconv.Itoa(s.Hits) + "/" + strconv.Itoa(s.All)
	case s.Hits > 0:
		return Say(l, view.T("picture.hit"))
	}
	return Say(l, view.T("picture.miss"))
}
