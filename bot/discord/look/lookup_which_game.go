package look

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/rules/first"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// GameChoice is the name of the preference for the game whose tables a user has looked up last.
const GameChoice = "game"

// GameValue is the value of a look-up that says whose tables are meant: the identifier or the title of a module. It
// cannot be typed, and the channel's game comes before it.
const GameValue = "game"

// gamesVerb is the look-up of what can be played.
const gamesVerb = "games"

// errWhichGame says that several games could be meant.
var errWhichGame = errors.New("no game was chosen whose tables are meant")

// gameOf returns the game whose tables are meant: the channel's game, else the one that a button names, else the
// asker's last choice, else the only one. With several it returns errWhichGame.
func (l *Lookups) gameOf(ctx context.Context, req ask.Request, m ask.TypedCommand) (*titles.Printed, error) {
	here, err := l.Referee.GameHere(ctx, req.Cmd.Channel)
	if !errors.Is(err, api.ErrNoGame) {
		return here, err
	}
	games := l.Referee.Games()
	named := func(name string) *titles.Printed {
		p, _ := first.In(games, func(p *titles.Printed) bool { return p.ID == name || p.Title == name })
		return p
	}
	if p := named(m.Values[GameValue]); p != nil {
		return p, nil
	}
	choice, err := l.Preferences.Preference(ctx, req.Cmd.User, GameChoice)
	if err != nil {
		l.Log.Warn("a user's choice of a game is not known", "error", err)
	}
	if p := named(choice); p != nil {
		return p, nil
	}
	switch len(games) {
	case 0:
		return nil, api.ErrNoModule
	case 1:
		return games[0], nil
	}
	return nil, errWhichGame
}

// whichGame asks whose tables are meant, with a button for each game that keeps the choice and answers the look-up.
func (l *Lookups) whichGame(req ask.Request, m ask.TypedCommand) []rest.Message {
	p := page.Page[view.Public]{Text: req.Say("lookup.which-game"), Rows: page.Rows(l.gameButtons(m, page.ButtonLimit))}
	return p.Messages()
}

// gameButtons returns buttons for the first most games: each keeps its game for the asker and answers the look-up.
func (l *Lookups) gameButtons(m ask.TypedCommand, most int) (buttons []discordgo.MessageComponent) {
	for _, g := range l.Referee.Games() {
		id, ok := m.With(GameValue, g.ID).ID(page.PressIn)
		if !ok { // too long for a button: it can be typed again after the choice
			id, ok = ask.TypedCommand{Verb: gamesVerb, Values: nil}.With(GameValue, g.ID).ID(page.PressIn)
		}
		if ok && len(buttons) < most {
			buttons = append(buttons, page.Button(g.Title, id, discordgo.PrimaryButton))
		}
	}
	return buttons
}

// ofPrinted completes with what the game looked up has printed. A user with none chosen is asked after the command.
func (b *Lookups) ofPrinted(list func(loc wording.Localizer, g *titles.Printed, l *ask.Listing)) ask.Completer {
	return func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		g, err := b.gameOf(ctx, req, ask.TypedCommand{Verb: t.Verb})
		if err != nil {
			return nil, nil
		}
		l := ask.NewListing(t.Text())
		list(req.Localizer.On(g.Map()), g, l)
		return l.Suggestions(), nil
	}
}

// bookOf returns the tables and charts of the game that is meant by a command that is being typed.
func (l *Lookups) bookOf(ctx context.Context, req ask.Request, t ask.Typing) (*lookup.Book, error) {
	g, err := l.gameOf(ctx, req, ask.TypedCommand{Verb: t.Verb})
	if err != nil {
		return nil, err
	}
	return g.Book, nil
}

const allTables, onlyFights = false, true // for listTables

// listTables returns a function that lists tables in the game's printed order; with fights, those that /odds takes.
func listTables(fights bool) func(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
	return func(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
		for i, t := range g.Book.Reference().Tables {
			if !fights || !t.NoFight {
				l.Add(i, t.ID, loc.Text(t.Title), []string{t.ID, loc.Text(t.Title)})
			}
		}
	}
}

// listDice lists the dice of the game's tables, each with the first table that they are for.
func listDice(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
	for i, t := range g.Book.Reference().Tables {
		l.Add(i, t.Dice, t.Dice+" · "+loc.Text(t.Title), []string{t.Dice, loc.Text(t.Title)})
	}
}

func listTerrain(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
	known := map[string]bool{}
	for _, c := range g.Book.Reference().Terrain {
		for _, row := range c.Rows {
			if !known[row.Kind] {
				known[row.Kind] = true
				l.Add(len(known), row.Kind, loc.Text(row.Name), []string{row.Kind, loc.Text(row.Name)})
			}
		}
	}
}

func listNations(_ wording.Localizer, g *titles.Printed, l *ask.Listing) {
	for i, n := range g.Sides {
		l.Add(i, string(n.ID), n.Name, []string{string(n.ID), n.Name})
	}
}
