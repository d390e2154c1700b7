package referee_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/view"
	"grognard/storage"
)

// hooked is a real store some of whose calls fail as a test says, as on a full or dying disk. A nil hook does nothing.
type hooked struct {
	storage.Log
	append   func(storage.Entry) error                   // why a row is not written
	rows     func(id storage.GameID, after uint64) error // why the rows of a game cannot be read
	game     func(storage.GameID) error                  // why a game cannot be found
	closing  error                                       // why games cannot be closed
	snapshot func(*storage.Snapshot)                     // changes one that is read
	saved    storage.Snapshot                            // the last one that was written
}

var errDisk = errors.New("disk full")

// over puts the hooks around a store.
func (s *hooked) over(l storage.Log) storage.Log {
	s.Log = l
	return s
}

func (s *hooked) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	if s.append != nil {
		if err := s.append(e); err != nil {
			return storage.Row{}, false, err
		}
	}
	return s.Log.Append(ctx, e)
}

func (s *hooked) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if s.rows != nil {
		if err := s.rows(id, after); err != nil {
			return func(yield func(storage.Row, error) bool) { yield(storage.Row{}, err) }
		}
	}
	return s.Log.Rows(ctx, id, after)
}

func (s *hooked) Game(ctx context.Context, id storage.GameID) (storage.Game, error) {
	if s.game != nil {
		if err := s.game(id); err != nil {
			return storage.Game{}, err
		}
	}
	return s.Log.Game(ctx, id)
}

func (s *hooked) CloseGame(ctx context.Context, id storage.GameID) error {
	if s.closing != nil {
		return s.closing
	}
	return s.Log.CloseGame(ctx, id)
}

func (s *hooked) LatestSnapshot(ctx context.Context, id storage.GameID, format string,
	atMost uint64) (storage.Snapshot, error) {
	shot, err := s.Log.LatestSnapshot(ctx, id, format, atMost)
	if s.snapshot != nil && err == nil {
		s.snapshot(&shot)
	}
	return shot, err
}

func (s *hooked) SaveSnapshot(ctx context.Context, shot storage.Snapshot) error {
	s.saved = shot
	return s.Log.SaveSnapshot(ctx, shot)
}

// newHooked returns a house with a game of module drill in each channel, its store's hooks, and the program's log.
func newHooked(t *testing.T, channels ...string) (h *house, store *hooked, log *lines) {
	t.Helper()
	store, log = &hooked{}, &lines{}
	h = newHouse(t, store.over)
	h.logger = slog.New(slog.NewTextHandler(log, nil))
	for _, channel := range channels {
		h.begin(channel, "anna", "boris")
	}
	return h, store, log
}

// failsOnce fails at the next row.
func failsOnce() func(storage.Entry) error {
	failed := false
	return func(storage.Entry) error {
		if failed {
			return nil
		}
		failed = true
		return errDisk
	}
}

// failsAfterOne fails at all rows but the next, as does a program that is killed after one row.
func failsAfterOne() func(storage.Entry) error {
	once := failsOnce()
	return func(e storage.Entry) error {
		if once(e) != nil {
			return nil
		}
		return errDisk
	}
}

// failsAt fails at commands whose identifier ends so.
func failsAt(end string) func(storage.Entry) error {
	return func(e storage.Entry) error {
		if strings.HasSuffix(e.CommandID, end) {
			return errDisk
		}
		return nil
	}
}

// failsFor returns err if id is one of these games, else nil.
func failsFor(games []api.GameID, id storage.GameID, err error) error {
	if slices.Contains(games, id) {
		return err
	}
	return nil
}

// An order whose row could not be written has not happened, and happens when it is given again.
func TestOrder_WriteFails(t *testing.T) {
	h, store, _ := newHooked(t, "c1")
	home := h.at("anna", "b-1-arm")
	moved := h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	for _, c := range []struct {
		what string
		give func(api.Command) error
	}{
		{"an undo", func(cmd api.Command) error { return failed(h.Orders.Undo(h.ctx, cmd, moved.Undo)) }},
		{"an order", func(cmd api.Command) error { return failed(h.Orders.Order(h.ctx, cmd, "/end")) }},
	} {
		before, told, cmd := h.secret("anna"), len(h.notifications()), h.by("anna")
		store.append = failsOnce()
		refused(t, c.what, errDisk)(c.give(cmd))
		equal(t, c.what+" that failed leaves %+v", h.secret("anna"), before)
		equal(t, c.what+" that failed is told: %d", len(h.notifications()), told)
		allowed(t, c.what+" again")(c.give(cmd))
		equal(t, "the unit stands in %v", h.at("anna", "b-1-arm"), home)
	}
	now := h.public()
	equal(t, "it is %v", now.Board().Phase, view.Phase{Side: "blue", Name: "combat"})
}

// A roll whose row cannot be written falls again as it fell, also by another command: nobody gains by a broken disk.
func TestOrder_SameDiceAfterFailedWrite(t *testing.T) {
	play := func(failing bool) (dice [][]int) {
		h, store, _ := newHooked(t, "c1")
		p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
		for len(dice) < 4 {
			if failing {
				store.append, p.refused = failsOnce(), errDisk
			}
			_, _, out, over := p.turn(users)
			mustNot(t, over, "a drill with less than four rolls")
			for _, l := range out.View.Board().Told {
				if len(l.Dice) > 0 {
					dice = append(dice, l.Dice)
				}
			}
		}
		return dice
	}
	equal(t, "on a failing disk the dice fall %v", play(true), play(false))
}

// A damaged snapshot changes nothing, because the game is in the rows.
func TestSnapshot_Damaged(t *testing.T) {
	h, store, _ := newHooked(t, "c1")
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(5, 6))}
	for range 30 {
		p.turn(users)
	}
	torn := 0
	store.snapshot = func(s *storage.Snapshot) { s.Blob, torn = s.Blob[:len(s.Blob)/2], torn+1 }
	sameAfterRestart(t, h, "c1", h.notifications())
	wrong(t, torn == 0, "no snapshot was ever kept")
}

// A process that dies between a game's last row and its closing leaves the channel free.
func TestNewGame_AfterGameNotClosed(t *testing.T) {
	h, store, _ := newHooked(t, "c1")
	store.closing = errDisk
	must(h.Endings.Resign(h.ctx, h.by("anna")))(t)
	g := must(h.log.InChannel(t.Context(), "c1"))(t)
	mustNot(t, g.Over, "the game is closed: %+v", g)
	store.closing = nil
	h.restart()
	allowed(t, "another game")(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))
}

// A game whose log cannot be read does not delay the messages of other games. Each lost message is logged once.
func TestNotifications_GameUnreadable(t *testing.T) {
	h, store, log := newHooked(t, "c1", "c2")
	all, lost := h.notifications(), h.table().Game
	store.rows = func(id storage.GameID, _ uint64) error {
		return failsFor([]api.GameID{lost}, id, storage.ErrBroken)
	}
	h.restart()
	for range 2 {
		left := h.notifications()
		wrong(t, len(left) == 0 || len(left) != len(all)/2, "%d notifications of %d", len(left), len(all))
		for _, e := range left {
			wrong(t, e.Game == lost, "a notification of the lost game: %+v", e)
		}
	}
	equal(t, "%d complaints", strings.Count(log.String(), "\n"), len(all)/2)
	refused(t, "an order in the lost game", storage.ErrBroken)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
}

// If rows cannot be rebuilt only their own messages are missing: what came after them in the same game is told.
func TestNotifications_RowUnreadable(t *testing.T) {
	h, store, _ := newHooked(t, "c1")
	h.ends("anna", "anna", "anna")
	equal(t, "three phases end at row %d, and the first snapshot is taken at 7", h.rows("c1"), 7)
	h.ends("boris", "boris")
	whole := h.notifications()
	store.rows = func(_ storage.GameID, after uint64) error {
		if after == 0 { // the first rows of any game
			return storage.ErrBroken
		}
		return nil
	}
	h.restart()
	want := slices.DeleteFunc(slices.Clone(whole), func(e api.Notification) bool { return e.Seq <= 7 })
	equal(t, "of two phases there are %d notifications", len(want), 6)
	equal(t, "told are %+v", h.notifications(), want)
	store.rows = nil
	equal(t, "what could not be read is told once it can be: %+v", h.notifications(), whole)
}

// lines is a log that several goroutines write to.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// spoil changes one byte of the file at path where text stands. The store must be closed.
func spoil(t *testing.T, path, text string) {
	t.Helper()
	file := must(os.ReadFile(path))(t)
	i := bytes.Index(file, []byte(text))
	mustNot(t, i < 0, "the file has no %q", text)
	file[i] ^= 1
	check(t, os.WriteFile(path, file, 0o600))
}

// ofRow is a text in the body of one row only: a player's word for the dice, as two games have the same orders.
const ofRow = `"heron"`

// If a row before the snapshot is damaged its game is refused in words, and the other game goes on. The program's log
// says once which game and row it is, and what to do.
func TestCheckGame_DamagedRow(t *testing.T) {
	for name, find := range map[string]func(*house){
		"before its first command": func(*house) {},
		"by the check of one game": func(h *house) {
			for _, id := range h.games() {
				_ = h.Upkeep.CheckGame(h.ctx, id) // the log is looked at below
			}
		},
		"by the check beside play": func(h *house) {
			n, err := h.Upkeep.CheckGames(h.ctx, func(context.Context, time.Duration) {})
			wrong(h.t, err != nil || n != 1, "%d damaged games, %v", n, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, _, log := newHooked(t, "c1")
			must(h.NewGames.NewGame(h.ctx, h.cmd("anna", "c2"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
			h.ends("anna", "anna", "anna", "boris", "boris", "boris") // beyond a snapshot
			h.shut()
			spoil(t, h.path, ofRow)
			h.open()
			find(h)
			for range 2 {
				_, err := h.Orders.Order(h.ctx, h.by("anna"), "/end")
				refused(t, "an order in the damaged game", api.ErrDamaged)(err)
				refused(t, "a broken log", storage.ErrBroken)(err)
			}
			refused(t, "a look at the damaged game", api.ErrDamaged)(h.Looks.Public(h.ctx, "c1"))
			if said := log.String(); strings.Count(said, "log is damaged: it takes no orders") != 1 ||
				!strings.Contains(said, "row=3") || !strings.Contains(said, "restore a backup") {
				t.Errorf("the program's log:\n%s", said)
			}
			allowed(t, "a command in the other game")(h.NewGames.Join(h.ctx, h.cmd("olga", "c2"), "red", ""))
		})
	}
}

func (h *house) games() []api.GameID {
	h.t.Helper()
	return must(h.log.GamesOf(h.ctx, ""))(h.t)
}

// Damage done while a game is in memory is noticed when its log is next read, and logged once. Then orders are refused.
func TestCheckGames_DamageDuringPlay(t *testing.T) {
	for what, read := range map[string]func(*house){
		"a check": func(h *house) {
			n, err := h.Upkeep.CheckGames(h.ctx, func(context.Context, time.Duration) {})
			wrong(h.t, n != 1 || err != nil, "%d games, %v", n, err)
		},
		"a story": func(h *house) { refused(h.t, "a story", api.ErrDamaged)(h.Looks.Story(h.ctx, "c1", "anna")) },
	} {
		h, store, log := newHooked(t, "c1")
		h.must("anna", "c1", "/end")
		h.restart()
		h.must("anna", "c1", "/end")
		damage := &storage.Damage{Game: h.games()[0], Row: 2, Why: "row 2 cannot be read"}
		store.rows = func(storage.GameID, uint64) error { return damage }
		read(h)
		refused(t, "an order after "+what, api.ErrDamaged)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
		equal(t, "after "+what+" %d lines of the log say so",
			strings.Count(log.String(), "log is damaged: it takes no orders"), 1)
	}
}

// A snapshot that does not say what the rows say is found by playing the game again.
func TestExamine_WrongSnapshot(t *testing.T) {
	h, store, _ := newHooked(t, "c1")
	h.ends("anna", "anna", "anna", "boris", "boris")
	id := h.games()[0]
	for _, replay := range []bool{false, true} {
		equal(t, "a sound game: %v", h.Upkeep.Examine(h.ctx, id, replay), nil)
	}
	store.saved.Blob = bytes.Replace(store.saved.Blob, []byte(`"larch"`), []byte(`"birch"`), 1)
	check(t, store.Log.SaveSnapshot(t.Context(), store.saved))
	equal(t, "without playing it again: %v", h.Upkeep.Examine(h.ctx, id, false), nil)
	if err := h.Upkeep.Examine(h.ctx, id, true); err == nil || !strings.Contains(err.Error(), "snapshot at row 7") {
		t.Errorf("another snapshot: %v", err)
	}
}

// A game that cannot be opened is left out of the list of its player's games. If none can be opened, that is an error.
func TestDueOf_GameUnreadable(t *testing.T) {
	for name, shut := range map[string]func(s *hooked, games []api.GameID){
		"its rows cannot be read": func(s *hooked, games []api.GameID) {
			s.rows = func(id storage.GameID, _ uint64) error { return failsFor(games, id, errDisk) }
		},
		"it is not there": func(s *hooked, games []api.GameID) {
			s.game = func(id storage.GameID) error { return failsFor(games, id, storage.ErrNotFound) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, store, log := newHooked(t, "c1", "c2", "c3")
			games := h.games()
			for n := range len(games) + 1 {
				shut(store, games[:n])
				h.restart()
				list, err := h.Digests.DueOf(h.ctx, "anna")
				wrong(t, len(list) != len(games)-n || (err != nil) != (n == len(games)),
					"of %d games, %d of which cannot be opened, %d are listed: %v", len(games), n, len(list), err)
				for _, id := range games[:n] {
					wrong(t, !strings.Contains(log.String(), string(id)), "the log does not name game %s:\n%s", id, log)
				}
			}
		})
	}
}
