package scene

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/rules/view"
)

// Abbreviation is the name of a marker on the map, of at most three letters: "oos" is OOS, and of several words the
// initials, so that "no-safe-path" is NSP.
func Abbreviation(mark string) string {
	if words := strings.FieldsFunc(mark, func(r rune) bool { return r == '-' }); len(words) > 1 {
		mark = ""
		for _, w := range words {
			first, _ := utf8.DecodeRuneInString(w)
			mark += string(first)
		}
	}
	r := []rune(Upper(mark))
	return string(r[:min(3, len(r))])
}

// Foot is the row of ratings at the foot of a counter, such as 4-6-5, and whether it is printed on a light ground. A
// rating that is not printed is a dash that stands apart from the others, so that it is not read as a hyphen or as
// a minus: – 6-5.
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

// Plate are the words on the plate of the side whose phase a picture tells of, and whether that has ended.
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

// between is what stands between two things in one line.
const between = "  ·  "

// Points is what a fact counts.
func Points(l Labels, f view.Fact) string { return Counted(l, "picture.fact-", f.Kind, f.N) }

// Stock lists what a side holds, without what it has none of, and what it counts beside the points in the banner.
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

// Steps are dots, full ones for the steps that are left, and their number.
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

// MarkName is the name of a marker in the game.
func MarkName(markers []view.MarkLegend, mark string) string {
	for _, m := range markers {
		if m.ID == mark {
			return m.Name
		}
	}
	return labelOf(mark)
}

// CardLines are the words under a side of a counter.
func CardLines(l Labels, u view.Counter) []string {
	family := "picture.side-"
	if u.Estimate {
		family = "picture.estimated-"
	}
	return []string{Named(l, family, u.Up.Name), Steps(l, u), u.Formation}
}

// Length is a number of units of length.
func Length(l Labels, n, unit string) string {
	if words, known := l.Plain("picture.length-"+unit, "length", n); known {
		return words
	}
	return n + " " + unit
}

// Words are how many strikes hit; of one, whether it did.
func (s Strike) Words(l Labels) string {
	switch {
	case s.All > 1:
		return strconv.Itoa(s.Hits) + "/" + strconv.Itoa(s.All)
	case s.Hits > 0:
		return Say(l, view.T("picture.hit"))
	}
	return Say(l, view.T("picture.miss"))
}
