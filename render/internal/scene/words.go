package scene

import (
	"slices"
	"strconv"
	"strings"

	"grognard/rules/view"
)

// HiddenLoss is how many steps a unit has lost beside the one that its reduced side shows.
func HiddenLoss(u view.Counter) int {
	n := u.MaxSteps - u.Steps
	if u.Reduced {
		n--
	}
	return max(0, n)
}

// Abbreviation is the name of a marker on the map: "oos" is OOS.
func Abbreviation(mark string) string {
	r := []rune(Upper(mark))
	return string(r[:min(3, len(r))])
}

// PhaseName writes a phase as a title, and a marker in it as on its badge: "dg-removal" is "DG Removal".
func PhaseName(markers []view.MarkLegend, id string) string {
	words := strings.Split(id, "-")
	for i, w := range words {
		if slices.ContainsFunc(markers, func(m view.MarkLegend) bool { return m.ID == w }) {
			words[i] = Abbreviation(w)
		} else {
			words[i] = labelOf(w)
		}
	}
	return strings.Join(words, " ")
}

// Stock lists what a side holds, without what it has none of, and what it counts beside the points in the
// banner.
func Stock(v *view.Board, s view.Stock) string {
	var parts []string
	for _, it := range s.Items {
		if name := phrase(it.What); it.N == 1 {
			parts = append(parts, "1 "+name)
		} else if it.N > 1 {
			parts = append(parts, strconv.Itoa(it.N)+" "+name+"s")
		}
	}
	if s.Dead > 0 {
		parts = append(parts, strconv.Itoa(s.Dead)+" dead")
	}
	for i, f := range v.Facts {
		if i > 0 && f.Side == s.Side {
			parts = append(parts, strconv.Itoa(f.N)+" "+f.Unit)
		}
	}
	return strings.Join(parts, "  ·  ")
}

// phrase is an identifier as words.
func phrase(id string) string { return strings.ReplaceAll(id, "-", " ") }

// Steps are dots, full ones for the steps that are left, and their number.
func Steps(u view.Counter) string {
	if u.MaxSteps <= 0 {
		return ""
	}
	left := min(max(u.Steps, 0), u.MaxSteps)
	dots := strings.Repeat("●", left) + strings.Repeat("○", u.MaxSteps-left)
	switch {
	case left < u.MaxSteps:
		return dots + "  " + strconv.Itoa(left) + " of " + strconv.Itoa(u.MaxSteps) + " steps"
	case left == 1:
		return dots + "  1 step"
	}
	return dots + "  " + strconv.Itoa(left) + " steps"
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
func CardLines(u view.Counter) []string {
	side := "Full"
	if u.Reduced {
		side = "Reduced"
	}
	if u.Estimate {
		side += ", estimate"
	}
	return []string{side, Steps(u), u.Formation}
}

// Upper is a text in capitals.
func Upper(s string) string { return strings.ToUpper(s) }

// labelOf makes a label of an identifier: "light-woods" becomes "Light woods".
func labelOf(id string) string {
	s := strings.ReplaceAll(id, "-", " ")
	for i, r := range s {
		return Upper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
