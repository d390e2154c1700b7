package referee

import (
	"context"
	"slices"
	"sync"

	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// maxMoments is how many moments stay in memory. One of Autumn for Barbarossa takes some 100 KB, and most are dropped
// within a second, when their messages are sent.
const maxMoments = 64

// moment is a game as one of its rows left it, for the messages about that row, and what the rows before it told. A
// commit leaves one, so that its messages read no row again. After a restart, and when it was dropped, it is made
// anew from the log.
type moment struct {
	id   storage.GameID
	seq  uint64     // the row
	lock sync.Mutex // the match serves one delivery at a time
	game *held
	told []ledger.ToldRow
	from uint64 // the first row in told
}

// moments holds the moments whose messages are not all sent yet.
type moments struct {
	mu  sync.Mutex
	all []*moment // the oldest first
}

// add keeps a moment, and drops the oldest where there are too many.
func (k *moments) add(m *moment) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = append(k.all, m)
	if len(k.all) > maxMoments {
		k.all = slices.Delete(k.all, 0, 1)
	}
}

// find returns the moment of a row, with what was told from first on; nil where there is none.
func (k *moments) find(game storage.GameID, seq, first uint64) *moment {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(m *moment) bool {
		return m.id == game && m.seq == seq && m.from <= first
	})
	if i < 0 {
		return nil
	}
	return k.all[i]
}

// drop drops the moments of a game.
func (k *moments) drop(game storage.GameID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = slices.DeleteFunc(k.all, func(m *moment) bool { return m.id == game })
}

// tell keeps what a row told for the reports to come. What no report can repeat any more is dropped.
func (g *held) tell(row ledger.ToldRow, undone *ledger.UndoneOf) {
	if g.toldFrom == 0 {
		g.toldFrom = row.Seq
	}
	g.told = append(stillTold(slices.Clone(g.told), undone), row)
	if len(g.Closed) > 0 && g.Closed[0] >= g.toldFrom {
		g.toldFrom = g.Closed[0] + 1
		g.told = slices.DeleteFunc(g.told, func(t ledger.ToldRow) bool { return t.Seq < g.toldFrom })
	}
}

// moment returns the game as it is now, for the messages about its last row.
func (g *held) moment() *moment {
	frozen := g.Game.Frozen()
	return &moment{id: g.Kept.ID, seq: frozen.Match.Seq(), game: &held{Game: frozen}, told: slices.Clip(g.told), from: g.toldFrom}
}

// momentOf returns the game as a row left it and what was told from the row first on: from memory, or else by
// replaying the log. The caller must call release when it has read what it needs.
func (r *Referee) momentOf(ctx context.Context, id storage.GameID, first, seq uint64) (m *moment, release func(), err error) {
	kept, err := r.log.Game(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if m := r.moments.find(id, seq, first); m != nil {
		m.lock.Lock()
		m.game.Kept = kept
		if err := r.loadClockHolds(ctx, m.game); err != nil {
			m.lock.Unlock()
			return nil, nil, err
		}
		return m, m.lock.Unlock, nil
	}
	g, told, err := r.replay(ctx, kept, first, seq)
	if err != nil {
		return nil, nil, err
	}
	return &moment{id: id, seq: seq, game: g, told: told, from: first}, func() {}, nil
}
