package rating

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
)

// Result is how a game between two players has ended.
type Result struct {
	ID       string    `json:"id"` // of the game
	At       time.Time `json:"at"`
	Module   string    `json:"module"` // what was played; Table does not look at it
	Scenario string    `json:"scenario,omitempty"`
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Points   [2]int    `json:"points"` // half points of both; if they do not sum to 2, the game is not rated
}

// Line is a player in a table.
type Line struct {
	Player string    `json:"player"`
	Rating Rating    `json:"rating"`
	Games  int       `json:"games"`
	Won    int       `json:"won"`
	Drawn  int       `json:"drawn"`
	Lost   int       `json:"lost"`
	Last   time.Time `json:"last"` // when his last game ended
}

// Table returns a line for everybody whose first rated game ended by the instant until. Most points come first, then
// smaller deviations, then names in order. The order of results matters only if several have the same ID: the last one
// counts, and if that one cannot be rated, the game does not count.
func Table(results []Result, until time.Time) []Line {
	rated := ratable(results, until)
	if len(rated) == 0 {
		return nil
	}
	lines, index := players(rated)
	for range rateMonths(lines, index, rated, until) { // empty, because the ranging itself rates each month
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Rating.Points, a.Rating.Points),
			cmp.Compare(a.Rating.Deviation, b.Rating.Deviation), strings.Compare(a.Player, b.Player))
	})
	return lines
}

// Before returns the results that are rated, by time, each with the ratings that its first and its second player had
// when its month began.
func Before(results []Result) iter.Seq2[Result, [2]Rating] {
	var last time.Time
	for _, r := range results {
		if r.At.After(last) {
			last = r.At
		}
	}
	rated := ratable(results, last)
	lines, index := players(rated)
	return func(yield func(Result, [2]Rating) bool) {
		lines := slices.Clone(lines) // so that the sequence can be ranged over again
		for played := range rateMonths(lines, index, rated, last) {
			for _, r := range played {
				if !yield(r, [2]Rating{lines[index[r.First]].Rating, lines[index[r.Second]].Rating}) {
					return
				}
			}
		}
	}
}

// rateMonths rates everybody in lines month by month, through the month of until, and yields the results of each month
// before they count. rated must be in the order of time.
func rateMonths(lines []Line, index map[string]int, rated []Result, until time.Time) iter.Seq[[]Result] {
	return func(yield func([]Result) bool) {
		if len(rated) == 0 {
			return
		}
		left := rated
		for month := monthOf(rated[0].At); month <= monthOf(until); month++ {
			played := 0
			for played < len(left) && monthOf(left[played].At) == month {
				played++
			}
			if !yield(left[:played]) {
				return
			}
			rateMonth(lines, index, left[:played])
			left = left[played:]
		}
	}
}

// ratable returns the results that count, by time.
func ratable(results []Result, until time.Time) (rated []Result) {
	place := make(map[string]int, len(results))
	for _, r := range results {
		i, again := place[r.ID]
		if !again {
			i, place[r.ID] = len(rated), len(rated)
			rated = append(rated, r)
		}
		rated[i] = r // the last one with an ID, at the place of the first
	}
	rated = slices.DeleteFunc(rated, func(r Result) bool {
		return r.At.After(until) || r.First == r.Second || min(r.Points[0], r.Points[1]) < 0 ||
			r.Points[0]+r.Points[1] != 2
	})
	slices.SortFunc(rated, func(a, b Result) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) })
	return rated
}

// players returns a line for each player, in the order of names, and each player's index there.
func players(rated []Result) (lines []Line, index map[string]int) {
	var names []string
	for _, r := range rated {
		names = append(names, r.First, r.Second)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	index = make(map[string]int, len(names))
	for i, name := range names {
		index[name] = i
		lines = append(lines, Line{Player: name, Rating: New()})
	}
	return lines, index
}

// monthOf returns a number for the calendar month of t in UTC; the next month has the next number.
func monthOf(t time.Time) int { return t.UTC().Year()*12 + int(t.UTC().Month()) }

// rateMonth adds the results of a month, and rates everybody anew.
func rateMonth(lines []Line, index map[string]int, results []Result) {
	games := make([][]Game, len(lines))
	for _, r := range results {
		a, b := index[r.First], index[r.Second]
		games[a] = append(games[a], Game{lines[b].Rating, float64(r.Points[0]) / 2})
		games[b] = append(games[b], Game{lines[a].Rating, float64(r.Points[1]) / 2})
		lines[a].count(r.Points[0], r.At)
		lines[b].count(r.Points[1], r.At)
	}
	for i := range lines {
		lines[i].Rating = NextRating(lines[i].Rating, games[i]) // before his first game it stays that of New
	}
}

// count adds a game in which the player got this many half points.
func (l *Line) count(points int, at time.Time) {
	l.Games, l.Last = l.Games+1, at
	switch points {
	case 0:
		l.Lost++
	case 1:
		l.Drawn++
	case 2:
		l.Won++
	}
}
