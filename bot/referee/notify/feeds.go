package notify

import (
	"context"
	"log/slog"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
	"grognard/storage"
)

// FeedChannels announces games in other channels.
type FeedChannels struct {
	games  *games.Games
	store  storage.Feeds
	logger *slog.Logger
}

// A feed announces a game's beginning, phases and end in another channel of its server, for spectators. Feeds
// are not in the log, because no game depends on them; who adds and drops them is not stored.

// Feeds lists the channels of the feeds of a channel's game. Errors: ErrNoGame.
func (fs *FeedChannels) Feeds(ctx context.Context, channel string) (list []string, t api.Table, err error) {
	err = fs.games.Look(ctx, channel, func(g *games.Held) error {
		list, t = slices.Clone(g.Feeds), tables.Of(g.Game)
		return nil
	})
	return list, t, err
}

// MayFeed refuses a channel that AddFeed would refuse, and changes nothing.
func (fs *FeedChannels) MayFeed(ctx context.Context, c api.Command, channel string) error {
	return fs.withFeeds(ctx, c, func(g *games.Held) error { return notices.CheckFeed(g.Game, channel) })
}

// AddFeed makes a channel a feed of the game. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrOwnFeed, ErrFed, ErrFeeds.
func (fs *FeedChannels) AddFeed(ctx context.Context, c api.Command, channel string) error {
	return fs.withFeeds(ctx, c, func(g *games.Held) error {
		if err := notices.CheckFeed(g.Game, channel); err != nil {
			return err
		}
		return fs.store.AddFeed(ctx, g.Stored.ID, channel)
	})
}

// DropFeed removes a feed and the messages that were still to be sent to it. Errors: ErrNoGame, ErrOtherGame.
func (fs *FeedChannels) DropFeed(ctx context.Context, c api.Command, channel string) error {
	return fs.withFeeds(ctx, c, func(g *games.Held) error {
		_, err := fs.store.DropFeed(ctx, g.Stored.ID, channel)
		return err
	})
}

// LoseFeed removes a feed whose channel cannot be reached, and says so in the game's channel.
func (fs *FeedChannels) LoseFeed(ctx context.Context, id api.GameID, channel string) error {
	return fs.games.Gate.Enter(func() error {
		lost := storage.Notice{Audience: ledger.Everybody, Kind: string(api.FeedLost) + ":" + channel}
		dropped := false
		err := fs.games.InMemory(id, func(g *games.Held) (err error) {
			dropped, err = fs.store.DropFeed(ctx, id, channel, lost)
			if dropped && err == nil && g != nil {
				g.Feeds = slices.DeleteFunc(g.Feeds, func(c string) bool { return c == channel })
			}
			return err
		})
		if err == nil && dropped {
			fs.logger.Warn("a feed is dropped, as its channel cannot be reached", "game", id, "channel", channel)
			fs.games.WakeUp()
		}
		return err
	})
}

// withFeeds calls change under the lock of a command's game, and reads its feeds again.
func (fs *FeedChannels) withFeeds(ctx context.Context, c api.Command, change func(*games.Held) error) error {
	return fs.games.Look(ctx, c.Channel, func(g *games.Held) error {
		if c.Game != "" && c.Game != g.Stored.ID {
			return api.ErrOtherGame
		}
		if err := change(g); err != nil {
			return err
		}
		list, err := fs.store.Feeds(ctx, g.Stored.ID)
		g.Feeds = list
		return err
	})
}

// Guild returns the server of a channel, "" if it is not known.
func (cn *Channels) Guild(ctx context.Context, channel string) (string, error) {
	return cn.log.GuildOf(ctx, channel)
}

// In lists the channels of a server that have or had a game, as far as they are known.
func (cn *Channels) In(ctx context.Context, guild string) ([]string, error) {
	return cn.log.ChannelsOf(ctx, guild)
}
