package welcome

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/titles"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses of a greeting.
const (
	pressPlay   = "welcome-play"   // a menu of games, or of the scenarios of the one that is chosen
	pressOpen   = "welcome-open"   // opens a game: its module and scenario, in the custom ID or chosen from the menu
	pressTables = "welcome-tables" // what can be looked up
)

// tutorial names the module and the scenario that is played alone.
const tutorial = "bcs-drill|tutorial"

// Presses returns the buttons and menus of this package.
func (g *Greeter) Presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressPlay, Run: g.choose, NoGame: true, Aside: true},
		{Name: pressOpen, Run: g.open, NoGame: true, SetsUp: true},
		{Name: pressTables, Run: g.tables, NoGame: true, Aside: true},
	}
}

// choose shows the games that two can play, or the scenarios of a game that has several.
func (g *Greeter) choose(_ context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	chosen := d.Value()
	m := discordgo.SelectMenu{CustomID: pressPlay + ":", Placeholder: req.Say("welcome.choose")}
	words := req.Say("welcome.which")
	for _, game := range g.Library.Modules() {
		scenarios := slices.DeleteFunc(slices.Clone(game.Scenarios), func(s titles.Scenario) bool { return s.Alone })
		switch {
		case len(scenarios) == 0:
		case chosen == "":
			m.Options = append(m.Options, menuOption(game.Title, game.ID))
		case chosen == game.ID:
			m.CustomID, m.Placeholder = pressOpen+":", req.Say("welcome.choose-scenario")
			words = req.Say("welcome.which-scenario", "title", wording.InWords(game.Title))
			for _, s := range scenarios {
				m.Options = append(m.Options, menuOption(s.Name, game.ID+"|"+s.ID))
			}
		}
	}
	if len(m.Options) == 0 {
		return nil, page.ErrStale
	}
	return page.Page[view.Public]{Text: words, Rows: page.OneRow(page.Limited(req.Localizer, m))}.Messages(), nil
}

// open opens a game in the channel, as /game new does.
func (g *Greeter) open(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	module, scenario, ok := strings.Cut(cmp.Or(d.Value(), d.What), "|")
	if !ok {
		return nil, page.ErrStale
	}
	return g.Open(ctx, req, map[string]string{"module": module, "scenario": scenario})
}

// tables shows what can be looked up. Each is a look-up of the asker's, which asks for the game if there are several.
func (g *Greeter) tables(_ context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	games, _ := ask.TypedCommand{Verb: "games"}.ID(page.PressLook)
	combat, _ := ask.TypedCommand{Verb: "crt"}.ID(page.PressLook)
	terrain, _ := ask.TypedCommand{Verb: "terrain"}.ID(page.PressLook)
	return page.Page[view.Public]{Text: req.Say("welcome.tables"), Rows: page.OneRow(
		page.Button(req.Say("button.welcome-games"), games, discordgo.SecondaryButton),
		page.Button(req.Say("button.welcome-crt"), combat, discordgo.SecondaryButton),
		page.Button(req.Say("button.welcome-terrain"), terrain, discordgo.SecondaryButton))}.Messages(), nil
}
