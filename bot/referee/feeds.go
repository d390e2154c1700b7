package referee

import (
	"context"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// A feed announces a game's beginning, phases and end in another channel of its server, for spectators. Feeds
// are not in the log, because no game depends on them; who adds and drops them is not kept.

// Feeds lists the channels of the feeds of a channel's game. Errors: ErrNoGame.
func (r *Referee) Feeds(ctx context.Context, channel string) (list []string, t api.Table, err error) {
	err = r.look(ctx, channel, func(g *held) error {
		list, t = slices.Clone(g.Feeds), g.Table()
		return nil
	})
	return list, t, err
}

// MayFeed refuses what AddFeed would refuse.
func (r *Referee) MayFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *held) error { return g.CheckFeed(channel) })
}

// AddFeed makes a channel a feed of the command's game. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrOwnFeed,
// ErrFed, ErrFeeds.
func (r *Referee) AddFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *held) error {
		if err := g.CheckFeed(channel); err != nil {
			return err
		}
		_, err := r.store.AddFeed(ctx, g.Kept.ID, channel)
		return err
	})
}

// DropFeed removes a feed and the messages that were still to be sent to it. Errors: ErrNoGame, ErrOtherGame.
func (r *Referee) DropFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *held) error {
		_, err := r.store.DropFeed(ctx, g.Kept.ID, channel)
		return err
	})
}

// LoseFeed removes a feed whose channel cannot be reached, and says so in the game's channel.
func (r *Referee) LoseFeed(ctx context.Context, id api.GameID, channel string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	b := r.games.lock(id)
	defer r.games.unlock(b)
	lost := storage.Notice{Audience: ledger.Everybody, Kind: string(api.FeedLost) + ":" + channel}
	dropped, err := r.store.DropFeed(ctx, id, channel, lost)
	if err != nil || !dropped {
		return err
	}
	if b.game != nil {
		b.game.Feeds = slices.DeleteFunc(b.game.Feeds, func(c string) bool { return c == channel })
	}
	r.logger.Warn("a feed is dropped, as its channel cannot be reached", "game", id, "channel", channel)
	r.wakeUp()
	return nil
}

// withFeeds calls change under the lock of a command's game, and reads its feeds again.
func (r *Referee) withFeeds(ctx context.Context, c Command, change func(*held) error) error {
	return r.look(ctx, c.Channel, func(g *held) error {
		if c.Game != "" && c.Game != g.Kept.ID {
			return api.ErrOtherGame
		}
		if err := change(g); err != nil {
			return err
		}
		list, err := r.store.Feeds(ctx, g.Kept.ID)
		g.Feeds = list
		return err
	})
}

// Guild is the server of a channel, "" where it is not known.
func (r *Referee) Guild(ctx context.Context, channel string) (string, error) {
	return r.store.GuildOf(ctx, channel)
}
