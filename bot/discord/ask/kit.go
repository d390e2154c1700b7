package ask

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"grognard/bot/catalogue"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/views"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Kit is what an answer is made with: the referee, and what its words and pictures need.
type Kit struct {
	Referee     Referee
	Preferences Preferences
	Painter     *render.Painter
	House       render.Style // of pictures in channels
	Specs       []order.Spec
	Log         *slog.Logger

	Drawing chan struct{} // a semaphore: its capacity is how many pictures of reports are drawn at once
	// HouseOf returns the style that a server has chosen, or else house; nil for House
	HouseOf func(ctx context.Context, guild, channel string, house render.Style) render.Style
}

// Referee is what every answer may need of the referee: a game as its reader sees it and was told of it, and its place.
type Referee interface {
	ChannelOf(ctx context.Context, game api.GameID) (string, error)
	Lately(ctx context.Context, channel, user string) (v view.Secret, t api.Table, err error)
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
	Secret(ctx context.Context, channel, user string, with ...view.Layer) (v view.Secret, t api.Table, err error)
	See(ctx context.Context, channel, user string) (s views.UserView, err error)
	Story(ctx context.Context, channel, user string) (views.UserView, error)
	Table(ctx context.Context, channel string) (t api.Table, err error)
}

// At returns the kit for what everybody reads in a channel, with the style of its server. guild is "" if it is unknown.
func (k Kit) At(ctx context.Context, guild, channel string) Kit {
	if k.HouseOf != nil {
		k.House = k.HouseOf(ctx, guild, channel, k.House)
	}
	return k
}

// PublicHere returns the game of the asker's channel as everybody may see it. It refuses a press for another game.
func (k Kit) PublicHere(ctx context.Context, req Request, with ...view.Layer) (view.Public, api.Table, error) {
	v, t, err := k.Referee.Public(ctx, req.Cmd.Channel, with...)
	if err == nil {
		err = req.CheckGame(t)
	}
	return v, t, err
}

// PainterIn returns the painter for pictures in the localizer's language.
func (k Kit) PainterIn(loc wording.Localizer) *render.Painter { return k.Painter.In(loc.Language) }

// DrawFigure returns a figure with the picture that draw returns. If that fails, it logs the error and returns nil: the
// words are sent without the picture.
func DrawFigure[A view.Audience](k Kit, name, alt string,
	draw func() (render.Picture[A], error)) (list []page.Figure[A]) {
	picture, err := page.Safely(draw)
	if err != nil {
		k.Log.Error("a picture cannot be drawn, and the words go without it", "picture", name, "error", err)
		return nil
	}
	return []page.Figure[A]{{Name: name, Alt: alt, Data: picture.PNG()}}
}

// DrawFigures returns the figures of all functions in their order. It calls them on all cores, because most of the
// time until a report is read goes into its pictures. All reports together draw no more at once than k.Drawing holds,
// because each picture takes megabytes while it is drawn. A function that panics gives no figures.
func DrawFigures[A view.Audience](k Kit, draw []func() []page.Figure[A]) []page.Figure[A] {
	lists := make([][]page.Figure[A], len(draw))
	var wg sync.WaitGroup
	for i, one := range draw {
		k.Drawing <- struct{}{}
		wg.Go(func() {
			defer func() { <-k.Drawing }()
			var err error
			if lists[i], err = page.Safely(func() ([]page.Figure[A], error) { return one(), nil }); err != nil {
				k.Log.Error("a picture cannot be drawn, and the words go without it", "error", err)
			}
		})
	}
	wg.Wait()
	return slices.Concat(lists...)
}

// MapFigure returns a figure of the whole map as the audience may see it, nil if it cannot be drawn.
func MapFigure[A view.Audience](k Kit, loc wording.Localizer, v A, look render.Style) []page.Figure[A] {
	return DrawFigure(k, page.MapName, loc.Alt(v.Board()), func() (render.Picture[A], error) {
		return render.Draw(k.PainterIn(loc), v, look, render.Options{})
	})
}

// OwnMap returns a page with a side's map and the contents of its stacks, for a user who plays it.
func OwnMap(k Kit, loc wording.Localizer, t api.Table, v view.Secret, user string,
	look render.Style) (page.PrivatePage, error) {
	return page.ShowSide(t, v, user, page.Page[view.Secret]{Text: loc.OwnBoard(v), Figures: MapFigure(k, loc, v, look)})
}

// MessageCatalogue are all messages of the program.
type MessageCatalogue struct {
	*catalogue.Catalogue
	Emojis *emojis.Set // nil for none
}

// NewWords reads the catalogue. more adds English messages, in the form of the catalogue's files.
func NewWords(more []byte) (MessageCatalogue, error) {
	c, err := catalogue.New(more)
	return MessageCatalogue{Catalogue: c}, err
}

// For returns the localizer for readers of these languages, in order of preference.
func (w MessageCatalogue) For(languages ...string) wording.Localizer {
	loc := wording.New(w.In(languages...))
	loc.Emojis.Set = w.Emojis
	return loc
}

// InChannel returns the localizer for messages that nobody has asked for: in channels, in direct messages, and for the
// registered commands. Discord tells no language for these.
func (w MessageCatalogue) InChannel() wording.Localizer { return w.For(catalogue.Default) }
