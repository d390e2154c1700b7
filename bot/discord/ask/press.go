package ask

import (
	"context"
	"strconv"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
)

// PressSpec is a button or a menu, and the form with the same name.
type PressSpec struct {
	Name string       // the beginning of its custom ID, before a colon
	Run  PressHandler // what a press does
	Form PressHandler // takes what was written in the form; nil for none

	NoGame bool // its custom ID names no game
	Opens  bool // it opens the panel, which is one message in direct messages
	Posts  bool // everybody in the channel reads of it, so that its user must be permitted to write there
	SetsUp bool // it sets a game up, so that the bot must have the permissions for a game
	Looks  bool // it changes nothing, not even what the bot keeps for its user alone
	// it is about its user and not about the channel's game, so that it does not count as a look at the game
	Aside bool

	Cost, FormCost limit.Kind // as what a press and a form count against the limits
}

// PressHandler carries out a press or a form.
type PressHandler func(context.Context, Request, Pressed) ([]rest.Message, error)

// Pressed is a button, a menu or a form as it was pressed, chosen from or filled in.
type Pressed struct {
	ID, Name string              // the custom ID, and its name
	What     string              // what follows the name and, if the ID has one, the game
	Chosen   []string            // in a menu
	Form     bool                // it is a form
	Fields   map[string]string   // what was written in it
	Again    bool                // only shows once more what the press has led to, and gives no order
	Picked   map[string][]string // what was chosen in a form, by the custom IDs of its menus and boxes
}

// Value returns the choice in a menu, "" if not exactly one was made.
func (d Pressed) Value() string {
	if len(d.Chosen) != 1 {
		return ""
	}
	return d.Chosen[0]
}

// Text returns what was written in a form with one field.
func (d Pressed) Text() string { return page.Paragraphs(d.Fields) }

// WithNothing makes a handler of a function that needs only the request.
func WithNothing(run func(context.Context, Request) ([]rest.Message, error)) PressHandler {
	return func(ctx context.Context, req Request, _ Pressed) ([]rest.Message, error) {
		return run(ctx, req)
	}
}

// WithWhat makes a handler of a function that takes what follows the name and the game in the custom ID.
func WithWhat(run func(context.Context, Request, string) ([]rest.Message, error)) PressHandler {
	return func(ctx context.Context, req Request, d Pressed) ([]rest.Message, error) {
		return run(ctx, req, d.What)
	}
}

// WithNumber makes a handler of a function that takes a number from 1. A press without one is stale.
func WithNumber(run func(context.Context, Request, int) ([]rest.Message, error)) PressHandler {
	return func(ctx context.Context, req Request, d Pressed) ([]rest.Message, error) {
		n, err := strconv.Atoi(d.What)
		if err != nil || n < 1 {
			return nil, page.ErrStale
		}
		return run(ctx, req, n)
	}
}

// WithText makes a handler of a function that takes the text of a form with one field.
func WithText(run func(context.Context, Request, string) ([]rest.Message, error)) PressHandler {
	return func(ctx context.Context, req Request, d Pressed) ([]rest.Message, error) {
		return run(ctx, req, d.Text())
	}
}

// TurnTo changes a request from direct messages into one about a game, in the channel of that game.
func (k Kit) TurnTo(ctx context.Context, req *Request, game api.GameID) (err error) {
	req.Cmd.Game = game
	req.Cmd.Channel, err = k.Referee.ChannelOf(ctx, game)
	return err
}
