package ask

import (
	"context"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/views"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Request is one thing that a user wants: who, where, and in which language.
type Request struct {
	Localizer     wording.Localizer
	Cmd           api.Command
	Direct        bool               // in direct messages: a button that names a game means the game in its own channel
	UserInstalled bool               // the user has installed the bot for himself, and it is not in the server
	OnPanel       bool               // it is a press on the user's panel in his direct messages
	Seen          *SeenPosition      // set to the position that the answer is made from; nil if nobody needs it
	Sketch        bool               // the answer's picture is described and not drawn
	From          *discordgo.Message // the message whose button was pressed; nil for a command and for PressAside
	At            string             // the hex of the decision that it answers, "" for none
	Permissions   Permissions        // of its user and of the bot in the channel
	Sending       func(bytes int)    // see Sends; nil does nothing
	Elsewhere     func()             // lets the channel go on, as what follows does not concern it; nil does nothing

	Places map[string]NamedChannel // the channels that the command names

	Name  string                                              // how Discord shows the asker in a server
	Guild string                                              // the server, "" in direct messages
	Names discordgo.ApplicationCommandInteractionDataResolved // the users and channels that the command names
}

// Sends announces that messages are about to be sent elsewhere. Meanwhile the request needs no worker.
func (req Request) Sends(list ...rest.Message) {
	if req.Sending != nil {
		req.Sending(rest.Size(list...))
	}
}

// Say returns a message of the catalogue in the asker's language. The arguments are keys and values in turn.
func (req Request) Say(id string, args ...any) string { return req.Localizer.Say(id, args...) }

// LocalizerHere returns a localizer in the asker's language about the channel's game, if there is one, and about the
// units of his side. A failure to load the game costs only these names.
func (k Kit) LocalizerHere(ctx context.Context, req Request) wording.Localizer {
	v, err := page.Safely(func() (views.UserView, error) { return k.Referee.See(ctx, req.Cmd.Channel, req.Cmd.User) })
	switch {
	case err != nil:
		return req.Localizer
	case v.Secret != nil:
		return req.Localizer.ForPlayer(*v.Secret)
	}
	return req.Localizer.On(v.Public.Board().Map)
}

// SeenPosition is the position that an answer was made from.
type SeenPosition struct {
	Game api.GameID
	Seq  uint64
	Menu string // a checksum of the menu of games, "" where the answer has none
}

// CheckGame refuses a press that was made for another game.
func (req Request) CheckGame(t api.Table) error {
	if req.Cmd.Game != "" && req.Cmd.Game != t.Game {
		return api.ErrOtherGame
	}
	return nil
}

// Open returns a page of a secret as the answer to the asker, or an error if he does not play its side.
func (req Request) Open(t api.Table, v view.Secret, p page.Page[view.Secret]) ([]rest.Message, error) {
	private, err := page.ShowSide(t, v, req.Cmd.User, p)
	if err != nil {
		return nil, err
	}
	return req.ShowPrivate(private)
}

// ShowPrivate returns a private page as the answer to the asker, or an error if it was made for another user.
func (req Request) ShowPrivate(p page.PrivatePage) ([]rest.Message, error) {
	if p.User != req.Cmd.User {
		return nil, page.ErrNotTheirs
	}
	return p.Page.Messages(), nil
}

// TextReply returns an answer that consists of a message of the catalogue.
func (req Request) TextReply(id string, args ...any) []rest.Message {
	return page.Page[view.Public]{Text: req.Say(id, args...)}.Messages()
}
