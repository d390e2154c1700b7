package deliver

import (
	"context"
	"iter"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
)

// PageMaker makes the pages of notifications.
type PageMaker struct{ ask.Kit }

// outboxService is what the referee does with notifications until they are sent.
type outboxService interface {
	Delivered(ctx context.Context, e api.Notification, sent string) error
	LoseFeed(ctx context.Context, id api.GameID, channel string) error
	Notifications(ctx context.Context, o notify.Owing) iter.Seq2[api.Notification, error]
	Notified(ctx context.Context, e api.Notification, users []string) error
	Notifies(ctx context.Context, e api.Notification, users []string) ([]string, error)
	Owing(ctx context.Context) ([]notify.Owing, error)
	RefusedDM(ctx context.Context, e api.Notification) error
	Sleep(ctx context.Context, why api.Loss, channels ...string) error
	TextSent(ctx context.Context, e api.Notification, sent string) error
	Trying(ctx context.Context, e api.Notification) error
	Wake() <-chan struct{}
}

// tellSeat shows a new player of a side what he has taken over.
func (b PageMaker) tellSeat(ctx context.Context, loc wording.Localizer, e api.Notification) (page.PrivatePage, error) {
	v, t := *e.Side, e.Table
	args := []any{"side", v.Side(), "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel)}
	text := loc.Say("seat.yours", args...)
	switch c := t.Reseated; {
	case c.ForGood:
	case c.All:
		text = loc.Say("seat.your-all", append(args, "user", tell.Mention(loc, t.Player(v.Side())))...)
	default:
		text = loc.Say("seat.your-units", append(args, "user", tell.Mention(loc, t.Player(v.Side())))...)
	}
	return page.ShowSide(t, v, e.Reader, table.HandOverPage(ctx, b.Kit, loc, t, v, e.Reader, text))
}
