package storagetest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"pgregory.net/rapid"

	"grognard/rules/must"
	"grognard/storage"
)

// model compares a store with a simple model of its contract, over random calls in which commands are repeated,
// sequences are wrong and the store is reopened.
func model(s *store) {
	folder, n := s.TempDir(), 0
	rapid.Check(s.T, func(rt *rapid.T) {
		n++
		m := &machine{
			store:    newStore(s.T, s.open, filepath.Join(folder, fmt.Sprintf("%d.db", n))),
			logs:     map[storage.GameID][]storage.Row{},
			over:     map[storage.GameID]bool{},
			commands: map[string]storage.Row{},
			known:    map[storage.GameID]map[string]string{},
		}
		defer func() { _ = m.db.Shut() }()
		rt.Repeat(map[string]func(*rapid.T){
			"create":  m.create,
			"append":  m.append,
			"close":   m.closeGame,
			"deliver": m.deliver,
			"forget":  m.forget,
			"reopen":  func(*rapid.T) { m.reopen() },
			"":        m.compare,
		})
	})
}

// machine is a store and the model of its contents.
type machine struct {
	*store
	logs     map[storage.GameID][]storage.Row
	over     map[storage.GameID]bool
	commands map[string]storage.Row
	known    map[storage.GameID]map[string]string // the user of each name
	waiting  []storage.Delivery                   // expected deliveries, without IDs
}

var (
	someGame    = rapid.SampledFrom([]storage.GameID{"a", "b", "c"})
	someCommand = rapid.StringMatching(`[0-9a-f]`)
	someUser    = rapid.SampledFrom([]string{"anna", "boris", "carla"})
)

// channelOf gives two of the three games the same channel.
func channelOf(id storage.GameID) string {
	if id == "c" {
		return "2"
	}
	return "1"
}

// draw generates a command, more often valid than not.
func (m *machine) draw(t *rapid.T, id storage.GameID, seq uint64) storage.Entry {
	e := entry(id, seq)
	e.CommandID = someCommand.Draw(t, "command")
	e.By = rapid.OneOf(someUser, rapid.Just("")).Draw(t, "by")
	e.Body = rapid.SliceOfN(rapid.Byte(), 0, 8).Draw(t, "body")
	for range rapid.IntRange(0, 2).Draw(t, "notices") {
		e.Notices = append(e.Notices, storage.Notice{Audience: "public", Kind: "account", From: max(1, seq)})
	}
	return e
}

// settle compares the answer to a command with wantErr, or with a new row if that is nil, and updates the model.
func (m *machine) settle(t *rapid.T, e storage.Entry, wantErr, err error, row storage.Row, fresh bool) {
	first, repeated := m.commands[e.CommandID]
	switch {
	case repeated:
		if err != nil || fresh || row.Hash != first.Hash {
			t.Fatalf("command %s again: %v, fresh %t, %v, want row %v", e.CommandID, row, fresh, err, first)
		}
	case wantErr != nil:
		if !errors.Is(err, wantErr) || fresh {
			t.Fatalf("command %s: fresh %t, %v, want %v", e.CommandID, fresh, err, wantErr)
		}
	case err != nil || !fresh:
		t.Fatalf("command %s: fresh %t, %v", e.CommandID, fresh, err)
	default:
		m.name(t, e, row)
		m.logs[e.Game] = append(m.logs[e.Game], row)
		m.commands[e.CommandID] = row
		for _, n := range e.Notices {
			m.waiting = append(m.waiting, storage.Delivery{Game: e.Game, Seq: e.Seq, Notice: n})
		}
	}
}

func (m *machine) create(t *rapid.T) {
	id := someGame.Draw(t, "game")
	e := m.draw(t, id, 1)
	var wantErr error
	for other := range m.logs {
		if other == id || channelOf(other) == channelOf(id) && !m.over[other] {
			wantErr = storage.ErrTaken
		}
	}
	row, fresh, err := m.db.Create(m.Context(), game(id, channelOf(id), 0), moduleBytes, e)
	m.settle(t, e, wantErr, err, row, fresh)
}

func (m *machine) append(t *rapid.T) {
	id := someGame.Draw(t, "game")
	head := uint64(len(m.logs[id]))
	e := m.draw(t, id, head+rapid.SampledFrom([]uint64{1, 1, 1, 0, 2}).Draw(t, "step"))
	var wantErr error
	switch {
	case head == 0:
		wantErr = storage.ErrNotFound
	case e.Seq != head+1:
		wantErr = storage.ErrConflict
	}
	row, fresh, err := m.db.Append(m.Context(), e)
	m.settle(t, e, wantErr, err, row, fresh)
}

func (m *machine) closeGame(t *rapid.T) {
	id := someGame.Draw(t, "game")
	var wantErr error
	if m.logs[id] == nil {
		wantErr = storage.ErrNotFound
	}
	if err := m.db.CloseGame(m.Context(), id); !errors.Is(err, wantErr) {
		t.Fatalf("CloseGame(%s): %v, want %v", id, err, wantErr)
	}
	if wantErr == nil {
		m.over[id] = true
	}
}

// name checks the name of a new row's user: the same as before, or the next name of the game.
func (m *machine) name(t *rapid.T, e storage.Entry, row storage.Row) {
	known := m.known[e.Game]
	if known == nil {
		known = map[string]string{}
		m.known[e.Game] = known
	}
	given := map[string]bool{}
	for _, r := range m.logs[e.Game] {
		if r.Sealed != "" {
			given[r.Sealed] = true
		}
	}
	want := ""
	if e.By != "" {
		want = storage.PlayerName(len(given) + 1)
		for name, user := range known {
			if user == e.By {
				want = name
			}
		}
		known[want] = e.By
	}
	if row.Sealed != want || row.By != e.By {
		t.Fatalf("row %d of %s by %q is by %q, sealed %q, want %q", row.Seq, e.Game, e.By, row.By, row.Sealed, want)
	}
}

func (m *machine) forget(t *rapid.T) {
	user := someUser.Draw(t, "user")
	games, err := m.db.Forget(m.Context(), user)
	var want []storage.GameID
	for id, known := range m.known {
		for name, of := range known {
			if of == user {
				want = append(want, id)
				delete(known, name)
			}
		}
	}
	slices.Sort(want)
	if err != nil || !slices.Equal(games, want) {
		t.Fatalf("Forget(%s) = %v, %v, want %v", user, games, err, want)
	}
}

func (m *machine) deliver(t *rapid.T) {
	if len(m.waiting) == 0 {
		t.Skip("nothing to say")
	}
	i := rapid.IntRange(0, len(m.waiting)-1).Draw(t, "delivery")
	id := m.outbox()[i].ID
	if rapid.Bool().Draw(t, "begin only") {
		m.waiting[i].Tried = true
		must.Do(t, m.db.Trying(m.Context(), id))
		return
	}
	m.waiting = slices.Delete(m.waiting, i, i+1)
	must.Do(t, m.db.Delivered(m.Context(), id, "message"))
}

// compare compares the whole store with the whole model.
func (m *machine) compare(t *rapid.T) {
	for id, log := range m.logs {
		same := slices.EqualFunc(m.rows(id), log, func(a, b storage.Row) bool { return a.Hash == b.Hash })
		if !same {
			t.Fatalf("the log of %s is not what was written", id)
		}
		for _, r := range m.rows(id) {
			by, known := m.known[id][r.Sealed]
			if !known {
				by = r.Sealed
			}
			if r.By != by {
				t.Fatalf("row %d of %s, sealed %q, is by %q, want %q", r.Seq, id, r.Sealed, r.By, by)
			}
		}
		if g, err := m.db.Game(m.Context(), id); err != nil || g.Over != m.over[id] {
			t.Fatalf("Game(%s) = %+v, %v, want over %t", id, g, err, m.over[id])
		}
	}
	got := m.outbox()
	for i := range got {
		got[i].ID = 0
	}
	if !slices.Equal(got, m.waiting) {
		t.Fatalf("Outbox = %v, want %v", got, m.waiting)
	}
}
