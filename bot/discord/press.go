package discord

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/direct"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// pressSpecs returns all buttons, menus and forms but those by which an order is chosen (page.IsChoice).
func (b *bot) pressSpecs() []ask.PressSpec {
	return slices.Concat(b.table.Presses(), b.look.Presses(), b.play.Presses(), b.away.Presses(), b.direct.Presses(),
		b.greeter.Presses(), b.server.Presses(), b.mover.Presses(), b.seasons.Presses(), b.reports.Presses(),
		[]ask.PressSpec{{Name: page.PressWhich, Run: ask.WithWhat(b.runChosen), NoGame: true}})
}

// pressTable returns the presses by their names.
func (b *bot) pressTable() map[string]ask.PressSpec {
	table := map[string]ask.PressSpec{}
	for _, p := range b.pressSpecs() {
		table[p.Name] = p
	}
	return table
}

// pressedIn returns the press of a button or a menu, its custom ID cut at the first colon into name and argument.
func pressedIn(d discordgo.MessageComponentInteractionData) ask.Pressed {
	name, what, _ := strings.Cut(page.WithoutMark(d.CustomID), ":")
	return ask.Pressed{ID: d.CustomID, Name: name, What: what, Chosen: d.Values}
}

func formIn(d discordgo.ModalSubmitInteractionData) ask.Pressed {
	name, what, _ := strings.Cut(page.WithoutMark(d.CustomID), ":")
	p := ask.Pressed{ID: d.CustomID, Name: name, What: what, Form: true}
	p.Fields, p.Picked = layout.Fields(d)
	return p
}

// answerPress does what a button, a menu or a form says. If its game is played in another channel the error says where;
// if that channel is lost the press is carried out all the same. A game that the store does not have, perhaps because
// the store was replaced, is refused with ErrNotKept and logged.
func (b *bot) answerPress(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	for name, text := range d.Fields {
		if n := utf8.RuneCountInString(text); n > page.LongestField {
			return nil, ask.Refusal("order.long", "option", name, "most", page.LongestField, "n", n)
		}
	}
	list, err := b.runPress(ctx, req, d)
	if !errors.Is(err, api.ErrNoGame) && !errors.Is(err, api.ErrOtherGame) {
		return list, err
	}
	game, _, _ := strings.Cut(d.What, ":")
	channel, unknown := b.Referee.Looks.ChannelOf(ctx, api.GameID(game))
	if errors.Is(unknown, api.ErrNoGame) && !b.presses[d.Name].NoGame {
		b.Kit.Log.Info("a button was pressed whose game is not kept here", "interaction", req.Cmd.ID,
			"channel", req.Cmd.Channel)
		return nil, api.ErrNotKept
	}
	if unknown != nil || channel == req.Cmd.Channel {
		return nil, err
	}
	if why, _ := b.Referee.Channels.Loss(ctx, api.GameID(game)); why != "" && !req.Direct {
		req.Cmd.Channel = channel
		return b.runPress(ctx, req, d)
	}
	return nil, &api.GameMoved{Channel: channel}
}

// runPress does what a press says, for the game of req.Cmd.Channel. It doesn't look for games elsewhere.
func (b *bot) runPress(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	if page.IsChoice(d.Name) && !d.Form {
		if req.Direct && !req.OnPanel {
			return b.direct.Reopen(ctx, req)
		}
		if req.OnPanel {
			if err := b.Kit.TurnTo(ctx, &req, b.direct.Index.Game(req.Cmd.User)); err != nil {
				return nil, err
			}
		}
		p, err := b.play.Player(ctx, req)
		if err != nil {
			return nil, err
		}
		list, err := play.AnswerChoice(ctx, p, d)
		if err != nil {
			return b.play.PanelAnew(ctx, req, err)
		}
		return list, nil
	}
	spec := b.presses[d.Name]
	run := spec.Run
	if d.Form {
		run = spec.Form
	}
	if run == nil {
		if err := refuseGonePress(d.Name); err != nil {
			return nil, err
		}
		return nil, page.ErrStale
	}
	if spec.NoGame {
		return run(ctx, req, d)
	}
	game, what, _ := strings.Cut(d.What, ":")
	if game == "" {
		return nil, page.ErrStale
	}
	d.What = cmp.Or(d.Value(), what) // in a menu the argument is what was chosen
	req.Cmd.Game = api.GameID(game)
	if req.Direct {
		if err := b.Kit.TurnTo(ctx, &req, req.Cmd.Game); err != nil {
			return nil, err
		}
		if spec.Opens && !req.OnPanel {
			return b.direct.Open(ctx, req)
		}
	}
	return run(ctx, req, d)
}

// lookAgain returns a function that makes once more the page to which a press on the panel has led. It returns nil if
// the press was refused, was not made on the panel or does more than show a page.
func (b *bot) lookAgain(req ask.Request, it *discordgo.Interaction, refused error) direct.Look {
	d, ok := it.Data.(discordgo.MessageComponentInteractionData)
	if !ok || refused != nil || !req.OnPanel {
		return nil
	}
	press := pressedIn(d)
	switch isChoice := page.IsChoice(press.Name); {
	case !isChoice && b.presses[press.Name].Looks: // the press only shows a page
	case isChoice && press.Name[0] == page.ActTake: // show the choice to which the press has led
		press.Again = true
	case !isChoice || !strings.ContainsRune(page.ActLooks, rune(press.Name[0])):
		return nil
	}
	req.Sending, req.Elsewhere = nil, nil
	return func(ctx context.Context) ([]rest.Message, error) {
		req := req
		req.Seen = &ask.SeenPosition{}
		list, err := b.answerPress(ctx, req, press)
		if err != nil || req.Seen.Menu != "" { // with a menu the answer is a refusal above the whole panel
			return nil, cmp.Or(err, page.ErrStale)
		}
		return b.direct.Fit(ctx, req, list, false), nil
	}
}

// Pressable returns a function that reports whether the bot handles the custom ID of a button, a menu or a form. An ID
// without a colon is a form field's, for which it returns true. Tests check all that is sent with it.
func Pressable() func(id string) bool {
	presses := new(bot).pressTable()
	return func(id string) bool {
		name, _, hasColon := strings.Cut(page.WithoutMark(id), ":")
		return !hasColon || page.IsChoice(name) || presses[name].Run != nil
	}
}
