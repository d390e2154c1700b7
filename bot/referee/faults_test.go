package referee_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/storage"
)

// faulty is a real store with faults: what it fails at, a full or dying disk
// fails at.
type faulty struct {
	storage.Log
	mu       sync.Mutex
	fail     int            // appends still to fail
	unclosed bool           // games cannot be closed
	torn     bool           // snapshots come back damaged
	tore     int            // so many
	lost     storage.GameID // its rows cannot be read
	headless bool           // no game's first rows can be read
}

var errDisk = errors.New("disk full")

func (f *faulty) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail > 0 {
		f.fail--
		return storage.Row{}, false, errDisk
	}
	return f.Log.Append(ctx, e)
}

func (f *faulty) CloseGame(ctx context.Context, id storage.GameID) error {
	if f.unclosed {
		return errDisk
	}
	return f.Log.CloseGame(ctx, id)
}

func (f *faulty) LatestSnapshot(ctx context.Context, id storage.GameID, format string,
	atMost uint64) (storage.Snapshot, error) {
	s, err := f.Log.LatestSnapshot(ctx, id, format, atMost)
	if f.torn && err == nil {
		s.Blob = s.Blob[:len(s.Blob)/2]
		f.tore++
	}
	return s, err
}

func (f *faulty) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if id == f.lost || f.headless && after == 0 {
		return func(yield func(storage.Row, error) bool) { yield(storage.Row{}, storage.ErrBroken) }
	}
	return f.Log.Rows(ctx, id, after)
}

// newFaulty is a house whose store can be told to fail.
func newFaulty(t *testing.T) (*house, *faulty) {
	f := &faulty{}
	return newHouse(t, func(l storage.Log) storage.Log { f.Log = l; return f }), f
}

// An order that the log did not take did not happen, and given again it meets
// the same dice: nobody gains by a broken disk.
func TestOrder_WriteFails(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	before := h.secret("anna")
	told := len(h.notifications())
	log.fail = 1
	cmd := h.by("anna")
	if _, err := h.Orders.Order(h.ctx, cmd, "/end"); !errors.Is(err, errDisk) {
		t.Fatalf("a write that failed: %v", err)
	}
	after, _, err := h.Looks.Secret(h.ctx, "c1", "anna")
	wrong(t, err != nil || !reflect.DeepEqual(before, after), "after a failed write: %v\n%+v\n%+v", err, after, before)
	wrong(t, len(h.notifications()) != told, "what did not happen is told")
	allowed(t, "the same command again")(h.Orders.Order(h.ctx, cmd, "/end"))
}

// Dice do not depend on the interaction: every roll that a failed write took
// away falls again as it fell.
func TestOrder_SameDiceAfterFailedWrite(t *testing.T) {
	play := func(failing bool) (dice [][]int) {
		h, log := newFaulty(t)
		h.begin("c1", "anna", "boris")
		p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
		for len(dice) < 4 {
			if failing {
				log.fail = 1
				p.refused = errDisk
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
	if smooth, rough := play(false), play(true); !reflect.DeepEqual(smooth, rough) {
		t.Errorf("%v on a sound disk, %v on a failing one", smooth, rough)
	}
}

// A snapshot is a help and not the game: a damaged one changes nothing.
func TestSnapshot_Damaged(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(5, 6))}
	for range 30 {
		p.turn(users)
	}
	notifications := h.notifications()
	log.torn = true
	sameAfterRestart(t, h, "c1", notifications)
	wrong(t, log.tore == 0, "no snapshot was ever kept")
}

// A process that dies between a game's last row and its closing leaves the
// channel free.
func TestNewGame_AfterGameNotClosed(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	log.unclosed = true
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(7, 8))}
	for n := 0; ; n++ {
		if _, _, _, over := p.turn(users); over {
			break
		}
		mustNot(t, n > 3000, "the drill does not end")
	}
	g := must(h.log.InChannel(t.Context(), "c1"))(t)
	mustNot(t, g.Over, "the game is closed: %+v", g)
	log.unclosed = false
	h.restart()
	allowed(t, "another game")(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))
}

// A game whose log cannot be read keeps nobody else's news back, and is
// complained of once.
func TestNotifications_GameUnreadable(t *testing.T) {
	h, log := newFaulty(t)
	var complaints bytes.Buffer
	h.logger = slog.New(slog.NewTextHandler(&complaints, nil))
	h.begin("c1", "anna", "boris")
	h.begin("c2", "anna", "boris")
	all := h.notifications()
	table := must(h.Looks.Table(h.ctx, "c1"))(t)
	log.lost = table.Game
	h.restart()
	for range 2 {
		left := h.notifications()
		wrong(t, len(left) == 0 || len(left) != len(all)/2, "%d notifications of %d", len(left), len(all))
		for _, e := range left {
			wrong(t, e.Game == table.Game, "a notification of the lost game: %+v", e)
		}
	}
	if n := strings.Count(complaints.String(), "\n"); n != len(all)/2 {
		t.Errorf("%d complaints about %d notifications:\n%s", n, len(all)/2, &complaints)
	}
	refused(t, "an order in the lost game", storage.ErrBroken)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
}

// A row that cannot be rebuilt keeps back what it has to tell and no more: what
// came after it in the same game is told.
func TestNotifications_RowUnreadable(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	var ends []uint64
	for _, user := range []string{"anna", "anna", "anna", "boris", "boris"} {
		ends = append(ends, h.must(user, "c1", "/end").View.Board().Seq)
	}
	mustNot(t, ends[2] != 7, "the phases end at %v, and the first snapshot is taken at 7", ends)
	whole := h.notifications()
	log.headless = true
	h.restart()
	var want []api.Notification
	for _, e := range whole {
		if e.Seq > 7 {
			want = append(want, e)
		}
	}
	if left := h.notifications(); len(left) != 6 || !reflect.DeepEqual(left, want) {
		t.Errorf("of %d notifications %d are told:\n%+v", len(whole), len(left), left)
	}
	log.headless = false
	if again := h.notifications(); !reflect.DeepEqual(again, whole) {
		t.Error("what was lost for a time is not told when it can be")
	}
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

// spoil alters, on the disk, the one place where a text stands that is in the log of a closed store.
func spoil(t *testing.T, path, text string) {
	t.Helper()
	file := must(os.ReadFile(path))(t)
	i := bytes.Index(file, []byte(text))
	mustNot(t, i < 0, "the file has no %q", text)
	file[i] ^= 1
	check(t, os.WriteFile(path, file, 0o600))
}

// ofRow is what only one row has in its body: two games have the same orders, but not the same
// player's word.
const ofRow = `"heron"`

// A row before the snapshot is damaged. Its game is refused in words, the program's log names it,
// its row and what to do, once, and the other game goes on.
func TestCheckGame_DamagedRow(t *testing.T) {
	for name, find := range map[string]func(*house){
		"before its first command": func(*house) {},
		"by the check of one game": func(h *house) {
			for _, id := range h.games() {
				_ = h.Upkeep.CheckGame(h.ctx, id) // refusals are what follows
			}
		},
		"by the check beside play": func(h *house) {
			n, err := h.Upkeep.CheckGames(h.ctx, func(context.Context, time.Duration) {})
			wrong(h.t, err != nil || n != 1, "%d damaged games, %v", n, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			var log lines
			h.logger = slog.New(slog.NewTextHandler(&log, nil))
			h.begin("c1", "anna", "boris")
			must(h.NewGames.NewGame(h.ctx, h.cmd("anna", "c2"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
			h.ends("anna", "anna", "anna", "boris", "boris", "boris") // beyond a snapshot
			h.shut()
			spoil(t, h.path, ofRow)
			h.open()
			find(h)
			for range 2 {
				_, err := h.Orders.Order(h.ctx, h.by("anna"), "/end")
				if !errors.Is(err, api.ErrDamaged) || !errors.Is(err, storage.ErrBroken) {
					t.Errorf("an order in the damaged game: %v", err)
				}
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

// watched is a store whose rows can be damaged while a game is in play, and whose last snapshot is
// known.
type watched struct {
	storage.Log
	damage *storage.Damage
	shot   storage.Snapshot
}

func (w *watched) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if w.damage != nil {
		return func(yield func(storage.Row, error) bool) { yield(storage.Row{}, w.damage) }
	}
	return w.Log.Rows(ctx, id, after)
}

func (w *watched) SaveSnapshot(ctx context.Context, s storage.Snapshot) error {
	w.shot = s
	return w.Log.SaveSnapshot(ctx, s)
}

// A game that is in memory is refused as soon as its log is found to be damaged.
func TestCheckGames_DamageDuringPlay(t *testing.T) {
	w := &watched{}
	h := newHouse(t, func(l storage.Log) storage.Log { w.Log = l; return w })
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/end")
	w.damage = &storage.Damage{Game: h.games()[0], Row: 2, Why: "row 2 cannot be read"}
	h.must("anna", "c1", "/end")
	if n, err := h.Upkeep.CheckGames(h.ctx, func(context.Context, time.Duration) {}); n != 1 || err != nil {
		t.Fatalf("%d games, %v", n, err)
	}
	refused(t, "an order", api.ErrDamaged)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
}

// Damage that comes after the log was found sound is noticed by whoever reads it next, and told as such.
func TestStory_NoticesDamage(t *testing.T) {
	w := &watched{}
	h := newHouse(t, func(l storage.Log) storage.Log { w.Log = l; return w })
	var log lines
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/end")
	h.shut()
	h.open()
	h.must("anna", "c1", "/end")
	w.damage = &storage.Damage{Game: h.games()[0], Row: 2, Why: "row 2 cannot be read"}
	refused(t, "the story", api.ErrDamaged)(h.Looks.Story(h.ctx, "c1", "anna"))
	refused(t, "an order", api.ErrDamaged)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
	if said := log.String(); strings.Count(said, "log is damaged: it takes no orders") != 1 {
		t.Errorf("the program's log:\n%s", said)
	}
}

// A snapshot that does not say what the rows say is found by playing the game again.
func TestExamine_WrongSnapshot(t *testing.T) {
	w := &watched{}
	h := newHouse(t, func(l storage.Log) storage.Log { w.Log = l; return w })
	h.begin("c1", "anna", "boris")
	h.ends("anna", "anna", "anna", "boris", "boris")
	id := h.games()[0]
	for _, replay := range []bool{false, true} {
		equal(t, "a sound game: %v", h.Upkeep.Examine(h.ctx, id, replay), nil)
	}
	w.shot.Blob = bytes.Replace(w.shot.Blob, []byte(`"larch"`), []byte(`"birch"`), 1)
	check(t, w.Log.SaveSnapshot(t.Context(), w.shot))
	equal(t, "without playing it again: %v", h.Upkeep.Examine(h.ctx, id, false), nil)
	if err := h.Upkeep.Examine(h.ctx, id, true); err == nil || !strings.Contains(err.Error(), "snapshot at row 7") {
		t.Errorf("another snapshot: %v", err)
	}
}

// shutGames is a store some of whose games cannot be opened.
type shutGames struct {
	storage.Log
	rows, gone map[storage.GameID]bool // whose rows cannot be read; that are not there
}

func (s *shutGames) Game(ctx context.Context, id storage.GameID) (storage.Game, error) {
	if s.gone[id] {
		return storage.Game{}, storage.ErrNotFound
	}
	return s.Log.Game(ctx, id)
}

func (s *shutGames) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if s.rows[id] {
		return func(yield func(storage.Row, error) bool) { yield(storage.Row{}, errors.New("rows cannot be read")) }
	}
	return s.Log.Rows(ctx, id, after)
}

// A game that cannot be opened does not keep its player from the list of his other games. If none can be opened, that
// is no empty list.
func TestDueOf_GameUnreadable(t *testing.T) {
	for name, shut := range map[string]func(*shutGames, storage.GameID){
		"its rows cannot be read": func(s *shutGames, id storage.GameID) { s.rows[id] = true },
		"it is not there":         func(s *shutGames, id storage.GameID) { s.gone[id] = true },
	} {
		t.Run(name, func(t *testing.T) {
			s := &shutGames{rows: map[storage.GameID]bool{}, gone: map[storage.GameID]bool{}}
			h := newHouse(t, func(l storage.Log) storage.Log { s.Log = l; return s })
			var log lines
			h.logger = slog.New(slog.NewTextHandler(&log, nil))
			for _, channel := range []string{"c1", "c2", "c3"} {
				h.begin(channel, "anna", "boris")
			}
			games := h.games()
			for shutSoFar, id := range append([]api.GameID{""}, games...) {
				if id != "" {
					shut(s, id)
				}
				h.restart()
				list, err := h.Digests.DueOf(h.ctx, "anna")
				if len(list) != len(games)-shutSoFar || (err != nil) != (shutSoFar == len(games)) {
					t.Errorf("of %d games, %d of which cannot be opened, %d are listed: %v", len(games), shutSoFar,
						len(list), err)
				}
				if id != "" && !strings.Contains(log.String(), string(id)) {
					t.Errorf("the log does not name game %s:\n%s", id, log.String())
				}
			}
		})
	}
}
