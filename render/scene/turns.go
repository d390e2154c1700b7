package scene

import (
	"slices"
	"strconv"
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
	Side     order.Side // whose phase it is, if the turn is the present one
	Dates    string     // its days, "" in a game without dates
	Arriving uint8      // bit i is set if units of the map's side i arrive
}

// TurnOf returns turn n as the track shows it, with the sides whose units are due on it as far as the viewer knows.
func TurnOf(l Labels, v *view.Board, n int) Turn {
	t, now := Turn{N: n, Tense: Future, Dates: dates(l, v.Map, n, "")}, v.Shown()
	switch {
	case n < now.Turn || v.Over && n == now.Turn:
		t.Tense = Past
	case n == now.Turn:
		t.Tense, t.Side = Present, now.Phase.Side
	}
	for _, p := range v.OffMap {
		if p.Turn == n && p.Count > 0 && t.Tense != Past && !v.Over {
			t.Arriving |= 1 << max(0, slices.IndexFunc(v.Map.Sides,
				func(n order.Nation) bool { return n.ID == p.Side }))
		}
	}
	return t
}

// Dated reports whether the turns of a game have dates.
func Dated(m *view.Map) bool {
	_, _, ok := daysOf(m, 1)
	return ok
}

// daysOf returns the first and the last day of a turn; ok is false in a game without dates.
func daysOf(m *view.Map, turn int) (from, to time.Time, ok bool) {
	first, err := time.Parse(time.DateOnly, m.FirstDay)
	if err != nil || m.TurnDays <= 0 || turn <= 0 {
		return from, to, false
	}
	from = first.AddDate(0, 0, m.TurnDays*(turn-1))
	return from, from.AddDate(0, 0, m.TurnDays-1), true
}

// dates returns the days of a turn, such as "29 Jul–3 Aug", followed by gap and the year if gap is not empty;
// "" if the game has no dates.
func dates(l Labels, m *view.Map, turn int, gap string) string {
	from, to, ok := daysOf(m, turn)
	if !ok {
		return ""
	}
	days := strconv.Itoa(to.Day())
	if from.Month() == to.Month() && m.TurnDays > 1 {
		days = strconv.Itoa(from.Day()) + "–" + days
	}
	out := date(l, days, to.Month())
	if from.Month() != to.Month() {
		out = date(l, strconv.Itoa(from.Day()), from.Month()) + "–" + out
	}
	if gap != "" {
		out += gap + strconv.Itoa(to.Year())
	}
	return out
}

// date writes days of a month.
func date(l Labels, days string, m time.Month) string {
	return Say(l, view.T("picture.date", "days", days, "month", Named(l, "picture.month-", strconv.Itoa(int(m)))))
}

// When returns the turn that a picture is about, and its days.
func When(l Labels, v *view.Board) string {
	turn := v.Shown().Turn
	text := Say(l, view.T("picture.turn", "turn", turn, "turns", v.Turns))
	if d := dates(l, v.Map, turn, " "); d != "" {
		text += between + d
	}
	return text
}
