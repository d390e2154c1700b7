package games

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// How many moments stay in memory, of all games and of one. One of Autumn for Barbarossa takes some 100 KB. Messages
// are sent within a second as a rule; if one waits until its moment has been dropped, the log is replayed.
const (
	maxMoments       = 64
	maxMomentsOfGame = 16
)

// Moment is a game as one of its rows left it, for the messages about that row, and what it and the rows before it
// told. A commit leaves one, so that its messages read no row again. After a restart, and when it was dropped, it is
// made anew from the log.
type Moment struct {
	Game *Held
	Told []tables.RowAccount // from the row first on

	id    storage.GameID
	seq   uint64 // the row
	first uint64
	lock  sync.Mutex // the match serves one delivery at a time
}

// moments holds the moments whose messages are not all sent yet.
type moments struct {
	mu  sync.Mutex
	all []*Moment // the oldest first
}

// add stores a moment, and drops the oldest if there are too many of its game, or too many at all.
func (k *moments) add(m *Moment) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = append(k.all, m)
	ofGame := 0
	for i := len(k.all) - 1; i >= 0; i-- {
		if k.all[i].id != m.id {
			continue
		}
		if ofGame++; ofGame > maxMomentsOfGame {
			k.all = slices.Delete(k.all, i, i+1)
		}
	}
	if len(k.all) > maxMoments {
		k.all = slices.Delete(k.all, 0, 1)
	}
}

// find returns the moment of row seq if its Told begins at the row first or earlier, nil if there is none.
func (k *moments) find(game storage.GameID, seq, first uint64) *Moment {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(m *Moment) bool { return m.id == game && m.seq == seq && m.first <= first })
	if i < 0 {
		return nil
	}
	return k.all[i]
}

func (k *moments) drop(game storage.GameID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = slices.DeleteFunc(k.all, func(m *Moment) bool { return m.id == game })
}

// tell stores what a row told for the reports to come. It drops rows up to PhaseEnds[0]: no report repeats them.
func (g *Held) tell(row tables.RowAccount, undone *ledger.Undone) {
	g.toldFrom = cmp.Or(g.toldFrom, row.Seq)
	g.Told = append(StillTold(slices.Clone(g.Told), undone), row)
	if len(g.PhaseEnds) > 0 && g.PhaseEnds[0] >= g.toldFrom && g.PhaseEnds[0] < row.Seq {
		g.toldFrom = g.PhaseEnds[0] + 1
		g.Told = slices.DeleteFunc(g.Told, func(t tables.RowAccount) bool { return t.Seq < g.toldFrom })
	}
}

// Moment returns the game as a row left it and what was told from the row first on: from memory, or else by replaying
// the log. The caller must call release when it has read what it needs.
func (gs *Games) Moment(ctx context.Context, id storage.GameID, first, seq uint64) (m *Moment, release func(),
	err error) {
	stored, err := gs.log.Game(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if m := gs.moments.find(id, seq, first); m != nil {
		m.lock.Lock()
		m.Game.Stored = stored
		if err := gs.Holds.Load(ctx, m.Game); err != nil {
			m.lock.Unlock()
			return nil, nil, err
		}
		return m, m.lock.Unlock, nil
	}
	g, told, err := gs.Logs.Replay(ctx, stored, first, seq)
	if err != nil {
		return nil, nil, err
	}
	return &Moment{Game: g, Told: told}, func() {}, nil
}

// DropMoments drops all moments of a game. It is for a game whose messages are all sent.
func (gs *Games) DropMoments(id storage.GameID) { gs.moments.drop(id) }

// RowAccount returns what a row of a game in memory told, or else what the log says of it, without an account.
func (gs *Games) RowAccount(ctx context.Context, g *Held, seq uint64) (tables.RowAccount, error) {
	for _, t := range g.Told {
		if t.Seq == seq {
			return t, nil
		}
	}
	steps, err := gs.Logs.Steps(ctx, g.Stored.ID, &ledger.Snapshot{Seq: seq - 1}, seq)
	if err != nil || len(steps) == 0 {
		return tables.RowAccount{}, err
	}
	return tables.AccountOf(steps[0], view.Account{}), nil
}

// SeatsInMemory returns the present seats of a game that is in memory, nil for any other.
func (gs *Games) SeatsInMemory(id storage.GameID) []ledger.Seat {
	b := gs.cache.lockIfThere(id)
	if b == nil {
		return nil
	}
	defer gs.cache.unlock(b)
	if b.game == nil {
		return nil
	}
	return slices.Clone(b.game.Seats)
}
