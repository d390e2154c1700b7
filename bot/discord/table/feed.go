package table

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

func (f Feeds) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "game feed", Run: f.feed, Options: []ask.Option{ask.ChannelOption("channel"), ask.YesOption("off")}},
	}
}

// feed answers /game feed: it lists the feeds of the channel's game, adds one or removes some.
func (f Feeds) feed(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	channel, off := values["channel"], values["off"] == "true"
	list, t, err := f.Referee.Feeds(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	if channel == "" && !off {
		return feedsPage(req, list), nil
	}
	if _, plays := t.Seat(req.Cmd.User); !plays && !ask.HasPermissions(req.Permissions.User, mayManage) {
		return nil, ask.Refusal("feed.not-yours")
	}
	req.Cmd.Game = t.Game // another one may have begun meanwhile
	if off {
		return f.dropFeeds(ctx, req, list, channel)
	}
	return f.addFeed(ctx, req, channel)
}

// feedsPage lists the channels in which a game is reported.
func feedsPage(req ask.Request, list []string) []rest.Message {
	if len(list) == 0 {
		return req.TextReply("feed.none")
	}
	return req.TextReply("feed.list", "channels", channelLinks(list))
}

// channelLinks returns links to channels, separated by commas.
func channelLinks(list []string) wording.InWords {
	links := make([]string, len(list))
	for i, channel := range list {
		links[i] = string(page.ChannelLink(channel))
	}
	return wording.InWords(strings.Join(links, ", "))
}

// dropFeeds removes the feed of a channel, or all of them for "".
func (f Feeds) dropFeeds(ctx context.Context, req ask.Request, list []string, channel string) ([]rest.Message, error) {
	if channel != "" {
		list = slices.DeleteFunc(list, func(c string) bool { return c != channel })
	}
	if len(list) == 0 {
		return nil, ask.Refusal("feed.nothing")
	}
	for _, c := range list {
		if err := f.Referee.DropFeed(ctx, req.Cmd, c); err != nil {
			return nil, err
		}
	}
	return answerAndPost(req, req.Say("feed.told-off", "user", tell.Mention(req.Localizer, req.Cmd.User), "channels",
		channelLinks(list))), nil
}

// addFeed makes a channel a feed of the game. Whether the bot may post there, with pictures, is known only by posting:
// the first post says how the game stands, and if it is refused, nothing is added.
func (f Feeds) addFeed(ctx context.Context, req ask.Request, channel string) ([]rest.Message, error) {
	place, known := req.Places[channel]
	name := req.Say("permission.send")
	if place.IsThread() {
		name = req.Say("permission.send-in-threads")
	}
	if !known || !ask.HasPermissions(place.User, place.Writing()) {
		return nil, ask.Refusal("feed.no-user", "channel", page.ChannelLink(channel), "permission",
			wording.InWords(name))
	}
	if err := f.Referee.MayFeed(ctx, req.Cmd, channel); err != nil {
		return nil, err
	}
	first, err := f.feedBegins(ctx, req)
	if err != nil {
		return nil, err
	}
	first.Nonce, first.Enforce = req.Cmd.ID, true // an interaction that is delivered twice posts once
	req.Sends(first)
	_, err = f.Rest.Send(ctx, channel, first)
	switch kind, _ := rest.Diagnose(err); {
	case err != nil && (kind == rest.Forbidden || kind == rest.Gone || kind == rest.Uneditable):
		return nil, ask.Refusal("feed.no-entry", "channel", page.ChannelLink(channel))
	case err != nil:
		return nil, err
	}
	if err := f.Referee.AddFeed(ctx, req.Cmd, channel); err != nil {
		return nil, err
	}
	return answerAndPost(req, req.Say("feed.told-on", "user", tell.Mention(req.Localizer, req.Cmd.User), "channels",
		page.ChannelLink(channel))), nil
}

// feedBegins returns the first post of a feed: what will be reported there, and how the game stands.
func (f Feeds) feedBegins(ctx context.Context, req ask.Request) (rest.Message, error) {
	v, t, err := f.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return rest.Message{}, err
	}
	loc := f.Messages.InChannel().On(v.Board().Map)
	lines := []string{loc.Say("feed.begins", "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel)),
		tell.TitleInWords(loc, t, v.Board()), tell.SeatsInWords(loc, t), tell.WaitingInWords(loc, t, v.Board())}
	p := page.Page[view.Public]{Text: strings.Join(lines, "\n"), Figures: ask.MapFigure(f.Kit, loc, v, f.House)}
	return p.Messages()[0], nil
}

// answerAndPost answers the asker with a message that everybody in the channel reads.
func answerAndPost(req ask.Request, words string) []rest.Message {
	all := rest.NewMessage(words, nil)
	all.Public = true
	return append(req.TextReply("feed.done"), all)
}

// TellFeedLost returns the page that says in which channel the game is no longer reported.
func TellFeedLost(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	return page.Page[view.Public]{Text: loc.Say("feed.lost", "channel", page.ChannelLink(e.Feed))}
}
