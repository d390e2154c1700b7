package scene

import (
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Tense says whether a turn is over, is being played or is to come.
type Tense int8

// The tenses of a turn.
const (
	Past Tense = iota
	Present
	Future
)

// Turn is a turn of the track.
type Turn struct {
	N        int
	Tense    Tense
	Side     order.Side // whose phase it is
	first    string     // the calendar
	days     int
	Arriving uint8 // a bit for each side of the game for whom units come
}

// TurnOf is turn n as the track shows it, with the sides whose units are due on it as far as the viewer
// knows.
func TurnOf(v *view.Board, n int) Turn {
	t := Turn{N: n, Tense: Future, first: v.Map.FirstDay, days: v.Map.TurnDays}
	switch {
	case n < v.Turn || v.Over:
		t.Tense = Past
	case n == v.Turn:
		t.Tense, t.Side = Present, v.Phase.Side
	}
	for _, p := range v.OffMap {
		if p.Turn == n && p.Count > 0 && t.Tense != Past {
			t.Arriving |= 1 << max(0, slices.IndexFunc(v.Map.Sides,
				func(n order.Nation) bool { return n.ID == p.Side }))
		}
	}
	return t
}

// Dates are the days of the turn.
func (t Turn) Dates() string { return Dates(t.first, t.days, t.N, "") }

// Dates are the days of a turn, such as "29 Jul–3 Aug", with the year after a gap if the gap is not empty.
func Dates(first string, days, turn int, gap string) string {
	from, err := time.Parse(time.DateOnly, first)
	if err != nil || days <= 0 || turn <= 0 {
		return ""
	}
	from = from.AddDate(0, 0, days*(turn-1))
	to := from.AddDate(0, 0, days-1)
	out := to.Format("2 Jan")
	switch {
	case from.Month() != to.Month():
		out = from.Format("2 Jan") + "–" + out
	case days > 1:
		out = from.Format("2") + "–" + out
	}
	if gap != "" {
		out += gap + to.Format("2006")
	}
	return out
}
