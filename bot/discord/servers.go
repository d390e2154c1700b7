package discord

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
)

// placeEvent is the part that is read of an event about a server, a channel or a thread.
type placeEvent struct {
	ID          string
	Guild       string `json:"guild_id"`
	Unavailable bool
	Channels    []placeEvent
	Threads     []placeEvent
	Thread      struct{ Locked bool } `json:"thread_metadata"`
}

// handlePlaceEvent handles events about servers and channels, and ignores others.
func (b *bot) handlePlaceEvent(kind string, data json.RawMessage) error {
	if !slices.Contains(placeKinds, kind) {
		return nil
	}
	var p placeEvent
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	if !rest.IsID(p.ID) {
		return errors.New("it does not say what it is about")
	}
	if kind == "GUILD_DELETE" || p.Unavailable {
		b.serverGone(p.ID, p.Unavailable)
		return nil
	}
	b.report("a private thread cannot be noted", func(ctx context.Context) error {
		return b.server.Note(ctx, kind, data)
	})
	switch kind {
	case "GUILD_CREATE":
		var channels []string
		for _, c := range append(p.Channels, p.Threads...) {
			if !c.Thread.Locked { // the bot cannot write there
				channels = append(channels, c.ID)
			}
		}
		b.servers.SetReachable(p.ID, true)
		b.report("a server's channels cannot be noted", func(ctx context.Context) error {
			// Discord sends this at every start, and when the bot is added to a server
			return errors.Join(b.leagues.Reach(ctx, p.ID, true), b.again.Reach(ctx, p.ID, channels...))
		})
		b.greeter.Note(data)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		b.servers.ForgetKnown()
		b.report("a deleted channel cannot be noted", func(ctx context.Context) error {
			return b.Referee.Channels.Sleep(ctx, api.Deleted, p.ID)
		})
	default: // CHANNEL_CREATE, CHANNEL_UPDATE, THREAD_CREATE, THREAD_UPDATE
		if p.Thread.Locked {
			return nil
		}
		// a channel or thread was made or unlocked, or its permissions have changed, which wakes its games
		b.report("a channel cannot be noted", func(ctx context.Context) error {
			return b.again.Reach(ctx, p.Guild, p.ID)
		})
	}
	return nil
}

var placeKinds = []string{"GUILD_CREATE", "GUILD_DELETE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE",
	"THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"}

// serverGone makes the games of a server that has removed the bot sleep. With outage the server is only out of
// Discord's reach for a while, and deliveries to it wait.
func (b *bot) serverGone(guild string, outage bool) {
	b.servers.SetReachable(guild, !outage) // nothing waits for a server that the bot has left
	b.report("an outage cannot be noted", func(ctx context.Context) error { return b.leagues.Reach(ctx, guild, false) })
	if outage {
		b.Kit.Log.Warn("Discord has lost a server for a while, and its games wait", "guild", guild)
		return
	}
	b.servers.ForgetKnown()
	b.report("a lost server cannot be noted", func(ctx context.Context) error {
		return b.Referee.Channels.LoseGuild(ctx, guild)
	})
}

// channelUsed wakes the games of a channel after a command in it, which shows that the bot can reach the channel again.
func (b *bot) channelUsed(ctx context.Context, guild, channel string) {
	if b.servers.IsKnown(guild, channel) {
		return
	}
	known, err := page.Safely(func() (bool, error) { return b.Referee.Channels.Used(ctx, guild, channel) })
	if err != nil {
		b.Kit.Log.Warn("a channel cannot be noted", "channel", channel, "error", err)
	}
	if known {
		b.servers.SetKnown(guild, channel)
		b.games.Chosen(guild) // a game of this channel is now known to be the server's
	}
}

// report calls tell after all that was reported before. It returns at once; an error is logged with the text failed.
func (b *bot) report(failed string, tell func(context.Context) error) {
	b.servers.Enqueue(func() {
		_, err := page.Safely(func() (struct{}, error) { return struct{}{}, tell(context.Background()) })
		if err != nil && !errors.Is(err, api.ErrShut) {
			b.Kit.Log.Warn(failed, "error", err)
		}
	})
}
