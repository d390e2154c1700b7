package ledger

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/storage"
)

func (g *Game) CheckFeed(channel string) error {
	switch {
	case g.Over:
		return api.ErrOver
	case channel == g.Kept.Channel:
		return api.ErrOwnFeed
	case slices.Contains(g.Feeds, channel):
		return api.ErrFed
	case len(g.Feeds) >= storage.FeedsKept:
		return api.ErrFeeds
	}
	return nil
}

// toFeeds makes a notice for each feed.
func (g *Game) toFeeds(k api.Kind, from uint64) (all []storage.Notice) {
	for _, channel := range g.Feeds {
		if channel != g.Kept.Channel { // the game may have been moved there
			all = append(all, storage.Notice{Audience: Everybody, Kind: string(k), From: from, Feed: channel})
		}
	}
	return all
}
