package games

import (
	"errors"
	"fmt"
	"testing"

	"grognard/storage"
)

// A channel's game is read once, until the channel has another one. A game that could not be read, or was read while
// that changed, is read again.
func TestChannelCache(t *testing.T) {
	p := newChannelCache()
	reads, gone := 0, errors.New("gone")
	find := func(channel string, during func() error) storage.GameID {
		t.Helper()
		g, err := p.find(channel, func() (storage.Game, error) {
			reads++
			return storage.Game{ID: storage.GameID(fmt.Sprint(channel, " ", reads))}, during()
		})
		if err != nil && !errors.Is(err, gone) {
			t.Fatal(err)
		}
		return g.ID
	}
	quiet := func() error { return nil }
	find("a", func() error { return gone })
	find("a", func() error { p.forget("b"); return nil })
	if first, again := find("a", quiet), find("a", quiet); first != "a 3" || again != "a 3" { // found by the third read
		t.Errorf("channel a has %s, then %s", first, again)
	}
	p.forget("a")
	if now := find("a", quiet); now != "a 4" {
		t.Errorf("after a change channel a has %s", now)
	}
	for i := range 3 * channelsKept {
		find(fmt.Sprint(i), quiet)
	}
	if len(p.games) > channelsKept {
		t.Errorf("%d channels are remembered", len(p.games))
	}
}
