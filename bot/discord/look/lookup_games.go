package look

import (
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// gamesShown is how many games are on a page of /games, each with its map.
const gamesShown = 4

// pageValue is the value of a look-up that says which page of the answer is meant, from 0.
const pageValue = "page"

// lookGames answers /games: the games with pictures of their maps, and buttons that choose whose tables are looked up.
func (l *Lookups) lookGames(ctx context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	games := l.Referee.Games()
	if len(games) == 0 {
		return ask.LookupResult{}, api.ErrNoModule
	}
	pages := (len(games) + gamesShown - 1) / gamesShown
	number, err := strconv.Atoi(m.Values[pageValue])
	if err != nil || number < 0 || number >= pages {
		number = 0
	}
	games = games[number*gamesShown : min((number+1)*gamesShown, len(games))]
	chosen, err := l.Preferences.Preference(ctx, req.Cmd.User, GameChoice)
	if err != nil {
		l.Log.Warn("a user's choice of a game is not known", "error", err)
	}
	f := ask.LookupResult{Said: m.With(pageValue, strconv.Itoa(number))}
	var lines []string
	var buttons []discordgo.MessageComponent
	for _, g := range games {
		words := gameInWords(req.Localizer, g)
		if g.ID == chosen && m.Values["public"] != "true" {
			words += " " + req.Say("games.chosen")
		} else if id, ok := f.Said.With(GameValue, g.ID).ID(page.PressIn); ok {
			buttons = append(buttons, page.Button(req.Say("games.choose", "title", wording.InWords(g.Title)), id,
				discordgo.SecondaryButton))
		}
		lines = append(lines, wording.Clip(words, page.PageRoom/gamesShown))
		alt := req.Say("alt.game", "title", wording.InWords(g.Title),
			"game", wording.InWords(wording.Unmarked(gameInWords(req.Localizer, g))))
		if !g.Playable() {
			continue // the game has no map
		}
		f.Page.Figures = append(f.Page.Figures, l.cachedFigure(ctx, req, m, g, g.ID+".png", alt, "",
			func(style render.Style) (render.Picture[view.Public], error) {
				grid := g.SetUp.Board().Map.Grid
				wide := max(int(grid.Cols), int(grid.Odd.Last-grid.Odd.First)+1)
				return render.Draw(l.PainterIn(req.Localizer), g.SetUp, style,
					render.Options{HexSize: min(max(thumbnailWidth/wide, leastHex), mostHex)})
			})...)
	}
	f.Page.Text = strings.Join(append(lines, req.Say("games.open")), "\n\n")
	f.Page.Rows = append(page.Rows(buttons), page.Rows(page.PageButtons(req.Localizer, number, pages,
		func(n int) string {
			id, _ := m.With(pageValue, strconv.Itoa(n)).ID(page.PressLook)
			return id
		}))...)
	return f, nil
}

func gameInWords(loc wording.Localizer, g *titles.Printed) string {
	if !g.Playable() {
		var tables []view.Text
		for _, t := range g.Book.Reference().Tables {
			tables = append(tables, t.Title)
		}
		return loc.Say("games.tables", "title", wording.InWords(g.Title), "module", g.ID, "tables", tables)
	}
	var sides, scenarios []string
	for _, n := range g.Sides {
		sides = append(sides, n.Name)
	}
	for _, sc := range g.Scenarios {
		scenarios = append(scenarios, loc.Say("games.scenario", "scenario", wording.InWords(sc.Name), "n", sc.Turns))
	}
	edition := g.Edition
	if g.Errata {
		edition = loc.Say("rule.errata", "editions", edition)
	}
	return loc.Say("games.game", "title", wording.InWords(g.Title), "module", g.ID,
		"series", wording.InWords(strings.ToUpper(g.Series)), "edition", wording.InWords(edition),
		"sides", sides, "scenarios", wording.InWords(strings.Join(scenarios, " · ")))
}

// The width of a map in a list of games and of its hexes, in pixels.
const (
	thumbnailWidth = 700
	leastHex       = 24
	mostHex        = 40
)
