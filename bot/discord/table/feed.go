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

	"github.com/bwmarrin/discordgo"
)

// mayFeed reports whether the asker may choose the channels in which a game is reported.
func mayFeed(req ask.Request, t api.Table) bool {
	_, plays := t.Seat(req.Cmd.User)
	return plays || ask.HasPermissions(req.Permissions.User, mayManage)
}

func feedsInWords(req ask.Request, c chosen) string {
	if len(c.feeds) == 0 {
		return req.Say("feed.none")
	}
	return string(channelLinks(c.feeds))
}

// channelLinks returns links to channels, separated by commas.
func channelLinks(list []string) wording.InWords {
	links := make([]string, len(list))
	for i, channel := range list {
		links[i] = string(page.ChannelLink(channel))
	}
	return wording.InWords(strings.Join(links, ", "))
}

// noFeeds lists the one option that stops all reports. The menu cannot show channels: to stop one, use the command.
func noFeeds(req ask.Request, c chosen, _ string) []discordgo.SelectMenuOption {
	if len(c.feeds) == 0 {
		return nil
	}
	return []discordgo.SelectMenuOption{{Label: req.Say("feed.stop"), Value: off}}
}

// setFeed makes a channel a feed of the game in the asker's channel, or ends it if it is a feed already; "off" ends all
// feeds. posts is what to post in the game's channel.
func (s Settings) setFeed(ctx context.Context, req ask.Request, channel string) (posts string, err error) {
	list, t, err := s.Referee.Feeds(ctx, req.Cmd.Channel)
	if err != nil {
		return "", err
	}
	if !mayFeed(req, t) {
		return "", ask.Refusal("feed.not-yours")
	}
	req.Cmd.Game = t.Game // refused if another game has begun meanwhile
	drop := list          // all of them, if channel is off
	if slices.Contains(list, channel) {
		drop = []string{channel}
	} else if channel != off {
		return s.addFeed(ctx, req, channel)
	}
	if len(drop) == 0 {
		return "", nil
	}
	for _, c := range drop {
		if err := s.Referee.DropFeed(ctx, req.Cmd, c); err != nil {
			return "", err
		}
	}
	return req.Say("feed.told-off", "user", tell.Mention(req.Localizer, req.Cmd.User), "channels",
		channelLinks(drop)), nil
}

// addFeed makes a channel a feed of the game. Only posting shows whether the bot may post there, with pictures. So the
// first post says how the game stands; if it is refused, no feed is added.
func (s Settings) addFeed(ctx context.Context, req ask.Request, channel string) (posts string, err error) {
	place, known := req.Places[channel]
	name := req.Say("permission.send")
	if place.IsThread() {
		name = req.Say("permission.send-in-threads")
	}
	if !known || !ask.HasPermissions(place.User, place.Writing()) {
		return "", ask.Refusal("feed.no-user", "channel", page.ChannelLink(channel), "permission",
			wording.InWords(name))
	}
	if err := s.Referee.MayFeed(ctx, req.Cmd, channel); err != nil {
		return "", err
	}
	first, err := s.feedBegins(ctx, req)
	if err != nil {
		return "", err
	}
	first.Nonce, first.Enforce = req.Cmd.ID, true // an interaction that is delivered twice posts once
	req.Sends(first)
	_, err = s.Rest.Send(ctx, channel, first)
	switch kind, _ := rest.Diagnose(err); {
	case err != nil && (kind == rest.Forbidden || kind == rest.Gone || kind == rest.Uneditable):
		return "", ask.Refusal("feed.no-entry", "channel", page.ChannelLink(channel))
	case err != nil:
		return "", err
	}
	if err := s.Referee.AddFeed(ctx, req.Cmd, channel); err != nil {
		return "", err
	}
	return req.Say("feed.told-on", "user", tell.Mention(req.Localizer, req.Cmd.User), "channels",
		page.ChannelLink(channel)), nil
}

// feedBegins returns the first post of a feed: what will be reported there, and how the game stands.
func (s Settings) feedBegins(ctx context.Context, req ask.Request) (rest.Message, error) {
	v, t, err := s.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return rest.Message{}, err
	}
	loc := s.Messages.InChannel().On(v.Board().Map)
	lines := []string{loc.Say("feed.begins", "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel)),
		tell.TitleInWords(loc, t, v.Board()), tell.SeatsInWords(loc, t), tell.WaitingInWords(loc, t, v.Board())}
	p := page.Page[view.Public]{Text: strings.Join(lines, "\n"), Figures: ask.MapFigure(s.Kit, loc, v,
		s.At(ctx, req.Guild, req.Cmd.Channel).House)}
	return p.Messages()[0], nil
}
