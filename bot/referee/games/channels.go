package games

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/tables"
	"grognard/storage"
)

const channelsKept = 1000 // if a channelCache would have more, it forgets all

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

// Create opens a game of a module in the command's channel by writing its first row, whose hash is posted. kept has the
// game's identifier and secret. Errors: ErrGameHere, ErrReused.
func (gs *Games) Create(ctx context.Context, c api.Command, module Offer, kept storage.Game,
	genesis *ledger.Opened) (api.Table, error) {
	kept.Channel, kept.Module, kept.Opened = c.Channel, sha256.Sum256(module.Blob), gs.now()
	g := &ledger.Game{Stored: kept, Def: module.Def, Prepare: gs.Definitions.Prepare}
	first := ledger.Body{Version: ledger.BodyVersion, Opened: genesis,
		Live: &[]ledger.Message{{Kind: api.Opened, Row: 1}}, Salt: g.Salt(1)}
	raw, err := json.Marshal(first)
	if err != nil {
		return api.Table{}, err
	}
	if err := replay.Open(g, nil, []ledger.Step{{Row: storage.Row{Seq: 1, By: c.User, At: kept.Opened},
		Body: first}}); err != nil {
		return api.Table{}, err
	}
	defer gs.channels.forget(kept.Channel)
	row, fresh, err := gs.log.Create(ctx, kept, module.Blob, storage.Entry{Game: kept.ID, Seq: 1, CommandID: c.ID,
		At: kept.Opened, By: c.User, Body: raw,
		Notices: []storage.Notice{{Audience: ledger.Everybody, Kind: string(api.Opened), From: 1}}})
	switch {
	case errors.Is(err, storage.ErrTaken):
		return api.Table{}, api.ErrGameHere // somebody else opened a game first
	case err != nil:
		return api.Table{}, err
	case !fresh:
		return api.Table{}, api.ErrReused // the command was given in two channels at once
	}
	g.Since, g.LastAt = row.At, row.At
	g.First = hex.EncodeToString(row.Hash[:])
	g.Head = g.First
	gs.WakeUp()
	return tables.Of(g), nil
}
