package discord

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// feedCommands is the command for the feeds of a game: other channels in which it is reported to onlookers.
func feedCommands() []commandSpec {
	return []commandSpec{
		{verb: "game feed", run: (*bot).feed, options: []option{channelOption("channel"), yesOption("off")}},
	}
}

// feed is /game feed: it lists the feeds of the channel's game, adds one or removes some.
func (b *bot) feed(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	channel, off := values["channel"], values["off"] == "true"
	list, t, err := b.referee.Feeds(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	if channel == "" && !off {
		return req.feeds(list), nil
	}
	if _, plays := t.Seat(req.cmd.User); !plays && !has(req.permissions.user, mayManage) {
		return nil, refusal("feed.not-yours")
	}
	req.cmd.Game = t.Game // another one may have begun meanwhile
	if off {
		return b.dropFeeds(ctx, req, list, channel)
	}
	return b.addFeed(ctx, req, channel)
}

// feeds lists the channels in which a game is reported.
func (req request) feeds(list []string) []rest.Message {
	if len(list) == 0 {
		return req.told("feed.none")
	}
	return req.told("feed.list", "channels", channelLinks(list))
}

func channelLinks(list []string) wording.InWords {
	links := make([]string, len(list))
	for i, channel := range list {
		links[i] = string(channelLink(channel))
	}
	return wording.InWords(strings.Join(links, ", "))
}

// dropFeeds removes the feed of a channel, or all of them for "".
func (b *bot) dropFeeds(ctx context.Context, req request, list []string, channel string) ([]rest.Message, error) {
	if channel != "" {
		list = slices.DeleteFunc(list, func(c string) bool { return c != channel })
	}
	if len(list) == 0 {
		return nil, refusal("feed.nothing")
	}
	for _, c := range list {
		if err := b.referee.DropFeed(ctx, req.cmd, c); err != nil {
			return nil, err
		}
	}
	return req.tellingAll(req.Say("feed.told-off", "user", req.mention(req.cmd.User), "channels",
		channelLinks(list))), nil
}

// addFeed makes a channel a feed of the game. Whether the bot may post there, with pictures, is known only by posting:
// the first post says how the game stands, and if it is refused, nothing is added.
func (b *bot) addFeed(ctx context.Context, req request, channel string) ([]rest.Message, error) {
	place, known := req.places[channel]
	name := req.Say("permission.send")
	if place.thread() {
		name = req.Say("permission.send-in-threads")
	}
	if !known || !has(place.user, place.writing()) {
		return nil, refusal("feed.no-user", "channel", channelLink(channel), "permission", wording.InWords(name))
	}
	if err := b.referee.MayFeed(ctx, req.cmd, channel); err != nil {
		return nil, err
	}
	first, err := b.feedBegins(ctx, req)
	if err != nil {
		return nil, err
	}
	first.Nonce, first.Enforce = req.cmd.ID, true // an interaction that is delivered twice posts once
	_, err = b.rest.Send(ctx, channel, first)
	switch kind, _ := rest.Diagnose(err); {
	case err != nil && (kind == rest.Forbidden || kind == rest.Gone || kind == rest.Uneditable):
		return nil, refusal("feed.no-entry", "channel", channelLink(channel))
	case err != nil:
		return nil, err
	}
	if err := b.referee.AddFeed(ctx, req.cmd, channel); err != nil {
		return nil, err
	}
	return req.tellingAll(req.Say("feed.told-on", "user", req.mention(req.cmd.User), "channels",
		channelLink(channel))), nil
}

// feedBegins is the first post of a feed: what will be reported there, and how the game stands.
func (b *bot) feedBegins(ctx context.Context, req request) (rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return rest.Message{}, err
	}
	loc := b.messages.inChannel().on(v.Board().Map)
	lines := []string{loc.Say("feed.begins", "title", wording.InWords(t.Title), "channel", channelLink(t.Channel)),
		loc.title(t, v.Board()), loc.seats(t), loc.waiting(t, v.Board())}
	p := page[view.Public]{text: strings.Join(lines, "\n"), figures: mapFigure(b, loc, v, b.house)}
	return p.messages()[0], nil
}

// tellingAll answers the asker with a message that everybody in the channel reads.
func (req request) tellingAll(words string) []rest.Message {
	all := rest.NewMessage(words, nil)
	all.Public = true
	return append(req.told("feed.done"), all)
}

// tellFeed is a post of a feed: the report of a phase, or of the beginning or end of the game, in one message without
// pings and buttons.
func (b *bot) tellFeed(loc localizer, e referee.Notification) page[view.Public] {
	v := *e.Public
	loc = loc.on(v.Board().Map)
	where := loc.Say("feed.where", "channel", channelLink(e.Table.Channel))
	words := ""
	switch {
	case e.Kind == referee.Undone:
		words = loc.Header(v.Board()) + "\n" + loc.Say("feed.undone")
	case e.Kind == referee.Ended && !e.Table.Started:
		words = "**" + e.Table.Title + "**\n" + loc.Say("tell.cancelled-early")
	default:
		words = loc.report(e, v.Board(), nil)
	}
	parts := rest.Split(words, rest.ContentLimit-len(where)-len("\n"))
	if len(parts) > 1 {
		where = loc.Say("feed.more", "channel", channelLink(e.Table.Channel))
		parts = rest.Split(words, rest.ContentLimit-len(where)-len("\n"))
	}
	p := page[view.Public]{text: parts[0] + "\n" + where}
	if showsWhole(e, v.Board()) {
		p.figures = mapFigure(b, loc, v, b.house)
	} else {
		p.figures = overviewFigure(b, loc, v, render.NewReport(v).Alone(), b.house)
	}
	return p
}

// tellFeedLost is the page that says in which channel the game is no longer reported.
func (loc localizer) tellFeedLost(e referee.Notification) page[view.Public] {
	return page[view.Public]{text: loc.Say("feed.lost", "channel", channelLink(e.Feed))}
}

// inFeed posts a page in a feed. A feed that is deleted, or in which the bot may not write, is removed.
func (d *delivery) inFeed(ctx context.Context, e referee.Notification,
	p page[view.Public]) (sent string, owes bool, err error) {
	sent, owes, err = d.post(ctx, e, e.Feed, p.messages())
	if err != nil && final(err) {
		return "", false, feedLost{err}
	}
	return sent, owes, err
}

// final says whether Discord itself has refused a request for good because of its channel.
func final(err error) bool {
	var answer *discordgo.RESTError
	kind, _ := rest.Diagnose(err)
	return errors.As(err, &answer) && answer.Message != nil &&
		(kind == rest.Forbidden || kind == rest.Gone || kind == rest.Uneditable)
}

// feedLost says that a feed cannot be reached any more.
type feedLost struct{ error }

func (f feedLost) Unwrap() error { return f.error }
