package deliver

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fightRow is a fight or a strike from afar, with the number of its close-up, "" for none, and what it cost each side.
type fightRow struct {
	number               string
	target, odds, result string
	lost                 map[order.Side]*casualties
}

// casualties is what a side lost: whole units, and steps of units that are left.
type casualties struct{ units, steps int }

// fightTable returns a table of the fights that everybody has been told of already: on which close-up, where, in which
// column, with what result and losses. Its lines are short enough for a phone.
func fightTable(loc wording.Localizer, e api.Notification, b *view.Board, closeUps []render.CloseUp) string {
	rows := [][]string{{loc.Say("table-of-fights.number"), loc.Say("table-of-fights.target"),
		loc.Say("table-of-fights.odds"), loc.Say("table-of-fights.result"), loc.Say("table-of-fights.lost")}}
	for _, c := range fightRows(loc, e, b, closeUps) {
		rows = append(rows, []string{c.number, c.target, c.odds, c.result, casualtiesOf(loc, b, c.lost)})
	}
	if len(closeUps) == 0 {
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	if len(rows) == 1 {
		return ""
	}
	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, cells := range rows {
		line := ""
		for i, cell := range cells {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+1)
		}
		fmt.Fprintln(&out, strings.TrimRight(line, " "))
	}
	return "```\n" + out.String() + "```"
}

// fightRows returns the fights in a report. Losses count for the last fight before them.
func fightRows(loc wording.Localizer, e api.Notification, b *view.Board,
	closeUps []render.CloseUp) (list []fightRow) {
	for _, l := range b.Told {
		switch {
		case !e.Announced[l.Seq]:
		case l.Reckoned != nil && l.Reckoned.OnMap():
			odds := l.Reckoned.Heading()
			if odds == wording.NoColumn || l.Reckoned.Alone && l.Reckoned.Column == "" {
				if odds = "–"; !l.Reckoned.Alone {
					odds = l.Reckoned.OffTable()
				}
			}
			list = append(list, fightRow{numberAt(b, closeUps, l.Reckoned.Target), l.Reckoned.Target.String(), odds,
				l.Reckoned.Result, map[order.Side]*casualties{}})
		case l.MapEvent == nil:
		case l.MapEvent.Kind == view.Struck:
			result := loc.Say("table-of-fights.miss")
			if l.MapEvent.Hit {
				result = loc.Say("table-of-fights.hit")
			}
			at := l.MapEvent.Path[0]
			list = append(list, fightRow{numberAt(b, closeUps, at), at.String(), loc.Text(l.MapEvent.Odds), result,
				map[order.Side]*casualties{}})
		case len(list) > 0:
			list[len(list)-1].countLoss(*l.MapEvent)
		}
	}
	return list
}

// numberAt returns the number of the close-up that shows a hex best, "" for none.
func numberAt(b *view.Board, closeUps []render.CloseUp, at hex.Hex) (number string) {
	least := math.MaxInt
	for _, c := range closeUps {
		if far := b.Map.Grid.Distance(c.Around, at); far <= c.Radius && far < least {
			number, least = strconv.Itoa(c.Number), far
		}
	}
	return number
}

// countLoss adds the steps that an event takes to the losses of its fight.
func (c fightRow) countLoss(d view.MapEvent) {
	if d.Kind != view.Died && d.Kind != view.Reduced {
		return
	}
	if c.lost[d.Side] == nil {
		c.lost[d.Side] = &casualties{}
	}
	if d.Kind == view.Died {
		c.lost[d.Side].units += d.Count
	} else {
		c.lost[d.Side].steps++
	}
}

// casualtiesOf returns what each side lost, in the order of play.
func casualtiesOf(loc wording.Localizer, b *view.Board, lost map[order.Side]*casualties) string {
	var parts []string
	for _, n := range b.Map.Sides {
		t := lost[n.ID]
		if t == nil {
			continue
		}
		var what []string
		if t.units > 0 {
			what = append(what, loc.Say("table-of-fights.units", "n", t.units))
		}
		if t.steps > 0 {
			what = append(what, loc.Say("table-of-fights.steps", "n", t.steps))
		}
		parts = append(parts, n.Name+" "+strings.Join(what, ", "))
	}
	return strings.Join(parts, "; ")
}
