package page

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
)

// content is what the template shows. The template only has to escape its texts.
type content struct {
	Title, Format, Stage, Why string
	Counted, LeftOut, Moving  string // lines on players and games, on missing pictures, on the marks of promotion

	Open    []*round // games without a result
	Ladder  []string
	Tables  []table
	Rounds  []*round // games with a result
	Players []player
	Terms   []term
}

// round is a group of games below a heading.
type round struct {
	Head  string
	Shown bool // unfolded when the page opens
	Games []*game
}

// game is a line about a game.
type game struct {
	First, Score, Second string
	FirstWon, SecondWon  bool
	About                []string
	Picture              template.HTMLAttr // its source, "" for none

	number   int
	ended    time.Time
	hasBoard bool // the game was opened and has ended, so that there may be a picture
}

type player struct{ Name, About string }

type term struct{ Term, Says string }

// maker makes the content of a season's page.
type maker struct {
	overview.Season
	names map[string]string
	left  map[string]bool // players who have left
	mixed bool            // the season has games of several modules or scenarios
}

func newContent(o overview.Season) *content {
	m := maker{o, map[string]string{}, map[string]bool{}, false}
	times := map[string]int{}
	for _, p := range o.Players {
		m.names[p.ID], m.left[p.ID] = clean(p.Name, p.ID), !p.Left.IsZero()
		times[m.names[p.ID]]++
	}
	for _, p := range o.Players {
		if times[m.names[p.ID]] > 1 { // several players have the same name
			m.names[p.ID] += " (" + p.ID + ")"
		}
	}
	for _, s := range o.Terms.Settings {
		m.mixed = m.mixed || s.Module != o.Terms.Settings[0].Module || s.Scenario != o.Terms.Settings[0].Scenario
	}
	c := &content{Title: clean(o.Name, "A season"), Format: m.format(), Stage: m.stage(), Why: clean(o.Why, ""),
		Terms: m.terms()}
	for _, id := range o.Ladder {
		c.Ladder = append(c.Ladder, m.name(id))
	}
	m.addGames(c)
	if len(o.Rounds) > 0 {
		m.addTables(c)
	}
	for _, p := range o.Players {
		c.Players = append(c.Players, player{m.name(p.ID), aboutPlayer(p)})
	}
	return c
}

// name returns the name by which somebody is shown.
func (m maker) name(id string) string {
	if name, ok := m.names[id]; ok {
		return name
	}
	return clean(id, "?")
}

func aboutPlayer(p overview.Player) string {
	switch {
	case !p.Left.IsZero():
		return "left on " + day(p.Left)
	case p.Reserve:
		return "reserve"
	}
	return ""
}

// addGames adds the games in groups: those of a pool, or of a round.
func (m maker) addGames(c *content) {
	done, all := 0, 0
	for _, r := range m.Rounds {
		pools := m.poolsOf(r)
		for pool := range pools { // from 0, while Game.Pool counts from 1
			open, over := &round{}, &round{}
			for _, g := range r.Games {
				if pools > 1 && g.Pool != pool+1 {
					continue
				}
				line := m.game(g)
				if g.Result == nil {
					open.Games = append(open.Games, line)
				} else {
					over.Games = append(over.Games, line)
				}
			}
			all += len(open.Games) + len(over.Games)
			done += len(over.Games)
			head := m.headOf(r, pool)
			if n := len(open.Games); n > 0 {
				open.Head = fmt.Sprintf("%s: %s by %s", head, count(n, "game", "games"), moment(r.Deadline))
				open.Shown = n <= 12 // a longer list is folded
				c.Open = append(c.Open, open)
			}
			if n := len(over.Games); n > 0 {
				over.Head = fmt.Sprintf("%s: %d of %s", head, n, count(n+len(open.Games), "game", "games"))
				over.Shown = r.Number == len(m.Rounds) && pools <= 2 // only the newest round; many pools are folded
				c.Rounds = append(c.Rounds, over)
			}
		}
	}
	if c.Counted = count(len(m.Players), "player", "players"); all > 0 {
		c.Counted += fmt.Sprintf(" · %d of %s over", done, count(all, "game", "games"))
	}
	if m.Stage == season.Cancelled || m.Stage == season.Closed {
		c.Open = nil // nobody is to play them any more
	}
}

// poolsOf returns how many groups of games a round has: one for each pool, or one for all.
func (m maker) poolsOf(r overview.Round) int {
	pools := 1
	for _, g := range r.Games {
		pools = max(pools, g.Pool)
	}
	return pools
}

func (m maker) headOf(r overview.Round, pool int) string {
	switch {
	case r.PlayOff:
		return fmt.Sprint("Play-off, round ", r.Number)
	case m.Format == season.Pools:
		return fmt.Sprint("Pool ", pool+1)
	case m.Format == season.Ladder:
		return fmt.Sprint("Challenge ", r.Number)
	}
	return fmt.Sprint("Round ", r.Number)
}

func (m maker) game(g overview.Game) *game {
	line := &game{First: m.name(g.First), Second: m.name(g.Second), Score: "–", number: g.Number, ended: g.Ended}
	if g.Second == "" {
		line.Second = "bye"
	}
	line.About = m.about(g)
	if r := g.Result; r != nil {
		line.Score = half(r.Points[0]) + "–" + half(r.Points[1])
		line.FirstWon, line.SecondWon = r.Points[0] > r.Points[1], r.Points[1] > r.Points[0]
		line.hasBoard = !g.Opened.IsZero()
	}
	return line
}

// about returns what the page says of a game beside its result.
func (m maker) about(g overview.Game) (parts []string) {
	add := func(applies bool, text string) {
		if applies {
			parts = append(parts, text)
		}
	}
	add(true, fmt.Sprint("game ", g.Number))
	add(m.mixed, strings.TrimSpace(clean(g.Module, "")+" "+clean(g.Scenario, "")))
	add(g.Repeats != 0, fmt.Sprintf("game %d once more", g.Repeats))
	add(g.Challenger != "", m.name(g.Challenger)+" challenges")
	r := g.Result
	if r == nil {
		add(g.Opened.IsZero(), "not opened yet")
		add(!g.Opened.IsZero(), "opened on "+day(g.Opened))
		return parts
	}
	add(r.Bye, "no opponent in this round")
	add(!r.Bye && g.How != "", how(g.How))
	add(r.Margin > 0, m.name(g.First)+" by "+count(r.Margin, "level", "levels"))
	add(r.Margin < 0, m.name(g.Second)+" by "+count(-r.Margin, "level", "levels"))
	add(r.Clock != "", m.name(r.Clock)+": clock ran out")
	add(r.Unplayed && !r.Bye, "counts as unplayed")
	add(g.Annulled, "annulled: a player has left")
	add(g.Ruled != "", "ruled by "+clean(g.Ruled, "?")+": "+clean(g.Reason, "no reason given"))
	add(!r.Bye, day(g.Ended))
	return parts
}
