package referee

import (
	"sync"

	"grognard/storage"
)

// channelsKept is how many channels the cache remembers.
const channelsKept = 1000

// channelCache remembers which game a channel has, so that not every command asks the store. One
// program uses a database, and it changes a channel's game in three places: where a game is
// opened, where one is moved and where one is closed. All call forget.
type channelCache struct {
	mu      sync.Mutex
	games   map[string]storage.Game // by channel
	changes uint64                  // a game that was read before the last of them may be an old one
}

func newChannelCache() *channelCache { return &channelCache{games: map[string]storage.Game{}} }

// find is a channel's game, read from the store unless it is known.
func (p *channelCache) find(channel string, read func() (storage.Game, error)) (storage.Game, error) {
	p.mu.Lock()
	kept, known := p.games[channel]
	changes := p.changes
	p.mu.Unlock()
	if known {
		return kept, nil
	}
	kept, err := read()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && p.changes == changes {
		if len(p.games) >= channelsKept {
			clear(p.games)
		}
		p.games[channel] = kept
	}
	return kept, err
}

// forget has the channel's game read anew.
func (p *channelCache) forget(channel string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.games, channel)
	p.changes++
}
