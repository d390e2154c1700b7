package discord

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// gameChoice is the name of the preference for the game whose tables a user has looked up last.
const gameChoice = "game"

// gameValue is the value of a look-up that says whose tables are meant: the identifier of a module. It cannot be typed,
// and the channel's game comes before it.
const gameValue = "game"

// gamesVerb is the look-up of what can be played.
const gamesVerb = "games"

// errWhichGame says that several games could be meant.
var errWhichGame = errors.New("no game was chosen whose tables are meant")

// gameOf is the game whose tables are meant: the channel's game, else the one that a button names, else the asker's
// last choice, else the only one. With several it returns errWhichGame.
func (b *bot) gameOf(ctx context.Context, req request, m typedCommand) (*referee.Printed, error) {
	here, err := b.referee.GameHere(ctx, req.cmd.Channel)
	if !errors.Is(err, referee.ErrNoGame) {
		return here, err
	}
	games := b.referee.Games()
	named := func(id string) *referee.Printed {
		if i := slices.IndexFunc(games, func(p *referee.Printed) bool { return p.ID == id }); i >= 0 {
			return games[i]
		}
		return nil
	}
	if p := named(m.values[gameValue]); p != nil {
		return p, nil
	}
	choice, err := b.preferences.Preference(ctx, req.cmd.User, gameChoice)
	if err != nil {
		b.log.Warn("a user's choice of a game is not known", "error", err)
	}
	if p := named(choice); p != nil {
		return p, nil
	}
	switch len(games) {
	case 0:
		return nil, referee.ErrNoModule
	case 1:
		return games[0], nil
	}
	return nil, errWhichGame
}

// whichGame asks whose tables are meant, with a button for each game, which keeps it as the asker's choice and answers
// the look-up.
func (b *bot) whichGame(req request, m typedCommand) []rest.Message {
	p := page[view.Public]{text: req.Say("lookup.which-game")}
	var buttons []discordgo.MessageComponent
	for _, g := range b.referee.Games() {
		id, ok := m.with(gameValue, g.ID).id(pressIn)
		if !ok { // too long for a button: it can be typed again after the choice
			id, ok = typedCommand{gamesVerb, nil}.with(gameValue, g.ID).id(pressIn)
		}
		if ok && len(buttons) < buttonLimit {
			buttons = append(buttons, button(g.Title, id, discordgo.PrimaryButton))
		}
	}
	p.rows = rows(buttons)
	return p.messages()
}
