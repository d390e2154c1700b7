package ledger

import (
	"errors"
	"grognard/storage"
	"slices"
)

// Why a channel cannot become a feed.
var (
	ErrFeeds   = errors.New("the game has as many feeds as are kept")
	ErrOwnFeed = errors.New("the game is played in that channel")
	ErrFed     = errors.New("the game is told in that channel already")
)

func (g *Game) CheckFeed(channel string) error {
	switch {
	case g.Over:
		return ErrOver
	case channel == g.Kept.Channel:
		return ErrOwnFeed
	case slices.Contains(g.Feeds, channel):
		return ErrFed
	case len(g.Feeds) >= storage.FeedsKept:
		return ErrFeeds
	}
	return nil
}

// toFeeds makes a notice for each feed.
func (g *Game) toFeeds(k Kind, from uint64) (all []storage.Notice) {
	for _, channel := range g.Feeds {
		if channel != g.Kept.Channel { // the game may have been moved there
			all = append(all, storage.Notice{Audience: Everybody, Kind: string(k), From: from, Feed: channel})
		}
	}
	return all
}
