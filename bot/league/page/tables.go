package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// table is a table with its cross table.
type table struct {
	Head   string
	Reach  bool // there is a column with the places that can be reached
	Breaks []string
	Rows   []row

	CrossHead, CrossKey string
	Columns             []string
	Cross               []crossRow
}

// row is a line of a table.
type row struct {
	Class, Sign, Name        string
	Left, Out                bool // whether he has left the season, and whether he is out of the knock-out
	Place                    int
	Points, Reach            string
	Played, Won, Drawn, Lost int
	Breaks                   []string
}

// crossRow is a player's line of a cross table.
type crossRow struct {
	Place int // the line's number, from 1
	Name  string
	Cells []string
}

// The most players for a cross table, and the most rounds that are shown side by side if there are more players.
const (
	mostCross  = 12
	mostRounds = 16
)

func (m maker) addTables(c *content) {
	moving := false
	for _, t := range m.Tables {
		out := table{Head: "All players"}
		if t.Pool > 0 {
			out.Head = fmt.Sprint("Pool ", t.Pool)
		}
		for _, b := range t.TieBreaks {
			out.Breaks = append(out.Breaks, breakName(b))
		}
		for _, r := range t.Rows {
			out.Reach = out.Reach || r.Reach != nil
			moving = moving || r.Moves != ""
			out.Rows = append(out.Rows, m.row(r, t))
		}
		switch {
		case len(t.Rows) <= mostCross:
			m.addCross(&out, t)
		case len(m.Season.Rounds) <= mostRounds:
			m.addByRound(&out, t)
		}
		c.Tables = append(c.Tables, out)
	}
	switch {
	case moving && m.Stage == season.Closed:
		c.Moving = "▲ promoted, ▼ relegated."
	case moving:
		c.Moving = "▲ promoted and ▼ relegated if the season ended now."
	}
}

func (m maker) row(r overview.Row, t overview.Table) row {
	out := row{Class: string(r.Moves), Sign: map[overview.Moves]string{overview.Up: "▲", overview.Down: "▼"}[r.Moves],
		Name: m.name(r.Player), Left: m.left[r.Player], Out: r.Out, Place: r.Place, Points: half(r.Points),
		Played: r.Played, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost}
	if r.Reach != nil {
		out.Reach = strconv.Itoa(r.Reach.Best)
		if r.Reach.Worst != r.Reach.Best {
			out.Reach += "–" + strconv.Itoa(r.Reach.Worst)
		}
	}
	alone := !slices.ContainsFunc(t.Rows,
		func(o overview.Row) bool { return o.Player != r.Player && o.Points == r.Points })
	for i, b := range t.TieBreaks {
		text := breakValue(b, r.Broken[i])
		if alone && b == standings.HeadToHead {
			text = "" // nobody has equal points
		}
		out.Breaks = append(out.Breaks, text)
	}
	return out
}

// addCross adds each player's results against each other player.
func (m maker) addCross(out *table, t overview.Table) {
	out.CrossHead, out.CrossKey = "Cross table", "Points of each game, line against column."
	for i, r := range t.Rows {
		out.Columns = append(out.Columns, strconv.Itoa(i+1))
		line := crossRow{Place: i + 1, Name: m.name(r.Player), Cells: make([]string, len(t.Rows))}
		for _, met := range r.Met {
			var points []string
			for _, p := range met.Points {
				points = append(points, half(p))
			}
			k := slices.IndexFunc(t.Rows, func(o overview.Row) bool { return o.Player == met.Player })
			line.Cells[k] = strings.Join(points, " ")
		}
		line.Cells[i] = "■"
		out.Cross = append(out.Cross, line)
	}
}

// addByRound adds each player's opponents and results round by round.
func (m maker) addByRound(out *table, t overview.Table) {
	out.CrossHead = "Round by round"
	out.CrossKey = "+7: won against line 7, = drawn, − lost. In brackets: not played."
	line := map[string]int{}
	for i, r := range t.Rows {
		line[r.Player] = i
		out.Cross = append(out.Cross, crossRow{i + 1, m.name(r.Player), make([]string, 0, len(m.Season.Rounds))})
	}
	for _, round := range m.Season.Rounds {
		if round.PlayOff {
			break
		}
		out.Columns = append(out.Columns, strconv.Itoa(round.Number))
		for i := range out.Cross {
			out.Cross[i].Cells = append(out.Cross[i].Cells, "")
		}
		for _, g := range round.Games {
			for seat, id := range []string{g.First, g.Second} {
				if i, in := line[id]; in {
					cell := &out.Cross[i].Cells[len(out.Columns)-1]
					*cell = strings.TrimSpace(*cell + " " + roundCell(g, seat, line))
				}
			}
		}
	}
}

// roundCell returns the cell of a game in the line of its player with seat 0 or 1; line has the index of each line.
func roundCell(g overview.Game, seat int, line map[string]int) string {
	other := []string{g.Second, g.First}[seat]
	text := "bye"
	if i, in := line[other]; in {
		text = strconv.Itoa(i + 1)
	}
	switch r := g.Result; {
	case r == nil:
		return text + "?"
	case r.Points[seat] == 2:
		text = "+" + text
	case r.Points[seat] == 1:
		text = "=" + text
	default:
		text = "−" + text
	}
	if g.Result.Unplayed {
		text = "(" + text + ")"
	}
	return text
}
