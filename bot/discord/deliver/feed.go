package deliver

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// tellFeed returns a post of a feed: the report of a phase, or of the beginning or end of the game, in one message
// without pings and buttons.
func (t PageMaker) tellFeed(ctx context.Context, loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	v := *e.Public
	loc = loc.On(v.Board().Map)
	where := loc.Say("feed.where", "channel", page.ChannelLink(e.Table.Channel))
	words := ""
	switch {
	case e.Kind == api.Undone:
		words = loc.Header(v.Board()) + "\n" + loc.Say("feed.undone")
	case e.Kind == api.Ended && !e.Table.Started:
		words = "**" + e.Table.Title + "**\n" + loc.Say("tell.cancelled-early")
	default:
		words = t.report(ctx, loc, e, v.Board())
	}
	parts := emojis.Split(words, rest.ContentLimit-len(where)-len("\n"))
	if len(parts) > 1 {
		where = loc.Say("feed.more", "channel", page.ChannelLink(e.Table.Channel))
		parts = emojis.Split(words, rest.ContentLimit-len(where)-len("\n"))
	}
	p := page.Page[view.Public]{Text: parts[0] + "\n" + where}
	if e.TakenBack {
		return p
	}
	if look.ShowsWhole(e, v.Board()) {
		p.Figures = ask.MapFigure(t.Kit, loc, v, t.House)
	} else {
		p.Figures = look.OverviewFigure(t.Kit, loc, render.NewReport(v).Alone(), t.House)
	}
	return p
}

// inFeed posts a page in a feed. A feed that is deleted, or in which the bot may not write, is removed.
func (d *Delivery) inFeed(ctx context.Context, e api.Notification,
	p page.Page[view.Public]) (sent string, owes bool, err error) {
	sent, owes, err = d.post(ctx, e, e.Feed, p.Messages())
	if err != nil && isFinal(err) {
		return "", false, feedLost{err}
	}
	return sent, owes, err
}

// isFinal reports whether Discord itself has refused a request for good because of its channel.
func isFinal(err error) bool {
	var answer *discordgo.RESTError
	kind, _ := rest.Diagnose(err)
	return errors.As(err, &answer) && answer.Message != nil &&
		(kind == rest.Forbidden || kind == rest.Gone || kind == rest.Uneditable)
}

// feedLost says that a feed cannot be reached any more.
type feedLost struct{ error }

func (f feedLost) Unwrap() error { return f.error }
