package notices

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// CheckFeed refuses a channel that cannot become a feed of the game.
func CheckFeed(g *ledger.Game, channel string) error {
	switch {
	case g.Over:
		return api.ErrOver
	case channel == g.Stored.Channel:
		return api.ErrOwnFeed
	case slices.Contains(g.Feeds, channel):
		return api.ErrFed
	case len(g.Feeds) >= storage.FeedsKept:
		return api.ErrFeeds
	}
	return nil
}

// toFeeds returns a notice for each feed.
func toFeeds(g *ledger.Game, k api.Kind, from uint64) (all []storage.Notice) {
	for _, channel := range g.Feeds {
		if channel != g.Stored.Channel { // the game may have been moved there
			all = append(all, storage.Notice{Audience: ledger.Everybody, Kind: string(k), From: from, Feed: channel})
		}
	}
	return all
}
