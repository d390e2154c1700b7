package discord

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// page is something for an audience to see: words, and pictures and buttons made from the same view. A page for one
// audience does not convert to a page for another.
type page[A view.Audience] struct {
	text    string
	figures []figure[A]
	rows    []discordgo.MessageComponent
	ping    []string // users
	quiet   bool     // it notifies nobody
}

// messages are the page in parts that Discord accepts. The pictures and the buttons come with the last part.
func (p page[A]) messages() []rest.Message {
	texts := rest.Split(p.text, rest.ContentLimit)
	list := make([]rest.Message, len(texts))
	for i, t := range texts {
		var ping []string
		if i == 0 {
			ping = p.ping
		}
		list[i] = rest.NewMessage(t, nil, ping...)
		if p.quiet {
			list[i].Flags = discordgo.MessageFlagsSuppressNotifications
		}
	}
	last := &list[len(list)-1]
	if p.rows != nil {
		last.Components = p.rows
	}
	for _, f := range p.figures {
		last.Attach(f.name, f.data, f.alt)
	}
	return list
}

// privatePage is a page for one user.
type privatePage struct {
	user string
	page page[view.Secret]
}

var errNotTheirs = errors.New("a secret was about to be shown to somebody else")

// showSide is the only way to make a private page of a secret. Whether the reader may see it is found from the secret
// itself: he must play its side at the table.
func showSide(t referee.Table, v view.Secret, user string, p page[view.Secret]) (privatePage, error) {
	if !t.Plays(user, v.Side()) {
		return privatePage{}, errNotTheirs
	}
	return privatePage{user, p}, nil
}

// mapFigure is the whole map as the audience may see it.
func mapFigure[A view.Audience](b *bot, loc localizer, v A, look render.Style) []figure[A] {
	return drawn(b, mapName, loc.Alt(v.Board()), func() (render.Picture[A], error) {
		return render.Draw(b.painterIn(loc), v, look, render.Options{})
	})
}

// ownMap is a side's map and the contents of its stacks, for a user who plays it.
func (b *bot) ownMap(loc localizer, t referee.Table, v view.Secret, user string,
	look render.Style) (privatePage, error) {
	return showSide(t, v, user, page[view.Secret]{text: loc.OwnBoard(v), figures: mapFigure(b, loc, v, look)})
}

// pageRoom is how many characters of a list fit a page of it; the rest of the message is for what is above and below.
const pageRoom = rest.ContentLimit - 200

// pageButtons turn to the page before and the one after. id makes the custom ID for a page.
func (loc localizer) pageButtons(number, pages int, id func(int) string) (buttons []discordgo.MessageComponent) {
	if number > 0 {
		buttons = append(buttons, button(loc.Say("button.earlier"), id(number-1), discordgo.SecondaryButton))
	}
	if number+1 < pages {
		buttons = append(buttons, button(loc.Say("button.later"), id(number+1), discordgo.SecondaryButton))
	}
	return buttons
}
