package deliver

import (
	"context"

	"grognard/bot/discord/page"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
)

// tellSeat shows a new player of a side what he has taken over.
func (b PageMaker) tellSeat(ctx context.Context, loc wording.Localizer, e api.Notification) (page.PrivatePage,
	error) {
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
