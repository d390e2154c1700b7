package referee

import (
	"context"
	"errors"
	"slices"

	"grognard/storage"
)

// A feed announces a game's beginning, phases and end in another channel of its server, for spectators. Feeds
// are not in the log, because no game depends on them; who adds and drops them is not kept.

// Why a channel cannot become a feed.
var (
	ErrFeeds   = errors.New("the game has as many feeds as are kept")
	ErrOwnFeed = errors.New("the game is played in that channel")
	ErrFed     = errors.New("the game is told in that channel already")
)

// Feeds lists the channels of the feeds of a channel's game. Errors: ErrNoGame.
func (r *Referee) Feeds(ctx context.Context, channel string) (list []string, t Table, err error) {
	err = r.look(ctx, channel, func(g *game) error {
		list, t = slices.Clone(g.feeds), g.table()
		return nil
	})
	return list, t, err
}

// MayFeed refuses what AddFeed would refuse.
func (r *Referee) MayFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *game) error { return g.checkFeed(channel) })
}

func (g *game) checkFeed(channel string) error {
	switch {
	case g.over:
		return ErrOver
	case channel == g.kept.Channel:
		return ErrOwnFeed
	case slices.Contains(g.feeds, channel):
		return ErrFed
	case len(g.feeds) >= storage.FeedsKept:
		return ErrFeeds
	}
	return nil
}

// AddFeed makes a channel a feed of the command's game. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrOwnFeed,
// ErrFed, ErrFeeds.
func (r *Referee) AddFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *game) error {
		if err := g.checkFeed(channel); err != nil {
			return err
		}
		_, err := r.store.AddFeed(ctx, g.kept.ID, channel)
		return err
	})
}

// DropFeed removes a feed and the messages that were still to be sent to it. Errors: ErrNoGame, ErrOtherGame.
func (r *Referee) DropFeed(ctx context.Context, c Command, channel string) error {
	return r.withFeeds(ctx, c, func(g *game) error {
		_, err := r.store.DropFeed(ctx, g.kept.ID, channel)
		return err
	})
}

// LoseFeed removes a feed whose channel cannot be reached, and says so in the game's channel.
func (r *Referee) LoseFeed(ctx context.Context, id GameID, channel string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	b := r.games.lock(id)
	defer r.games.unlock(b)
	lost := storage.Notice{Audience: everybody, Kind: string(FeedLost) + ":" + channel}
	dropped, err := r.store.DropFeed(ctx, id, channel, lost)
	if err != nil || !dropped {
		return err
	}
	if b.game != nil {
		b.game.feeds = slices.DeleteFunc(b.game.feeds, func(c string) bool { return c == channel })
	}
	r.logger.Warn("a feed is dropped, as its channel cannot be reached", "game", id, "channel", channel)
	r.wakeUp()
	return nil
}

// withFeeds calls change under the lock of a command's game, and reads its feeds again.
func (r *Referee) withFeeds(ctx context.Context, c Command, change func(*game) error) error {
	return r.look(ctx, c.Channel, func(g *game) error {
		if c.Game != "" && c.Game != g.kept.ID {
			return ErrOtherGame
		}
		if err := change(g); err != nil {
			return err
		}
		list, err := r.store.Feeds(ctx, g.kept.ID)
		g.feeds = list
		return err
	})
}

// toFeeds makes a notice for each feed.
func (g *game) toFeeds(k Kind, from uint64) (all []storage.Notice) {
	for _, channel := range g.feeds {
		if channel != g.kept.Channel { // the game may have been moved there
			all = append(all, storage.Notice{Audience: everybody, Kind: string(k), From: from, Feed: channel})
		}
	}
	return all
}

// Guild is the server of a channel, "" where it is not known.
func (r *Referee) Guild(ctx context.Context, channel string) (string, error) {
	return r.store.GuildOf(ctx, channel)
}
