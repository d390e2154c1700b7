package games

import (
	"sync"

	"grognard/storage"
)

// channelsKept is how many channels the cache remembers.
const channelsKept = 1000

// channelCache remembers which game a channel has, so that not every command asks the store. It can do so
// because only one program uses a database. A channel's game changes in three places: where a game is opened,
// moved or closed. All of them call forget.
type channelCache struct {
	mu      sync.Mutex
	games   map[string]storage.Game // by channel
	changes uint64                  // calls of forget: a game that was read before the last one may be out of date
}

func newChannelCache() *channelCache { return &channelCache{games: map[string]storage.Game{}} }

// find returns a channel's game, from memory or else by read.
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

// forget makes the next find read the channel's game again.
func (p *channelCache) forget(channel string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.games, channel)
	p.changes++
}
