package referee_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/storage"
)

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
	if i < 0 {
		t.Fatalf("the file has no %q", text)
	}
	file[i] ^= 1
	check(t, os.WriteFile(path, file, 0o600))
}

// ofRow is what only one row has in its body: two games have the same orders, but not the same
// player's word.
const ofRow = `"heron"`

// A row before the snapshot is damaged. Its game is refused in words, the program's log names it,
// its row and what to do, once, and the other game goes on.
func TestADamagedGame(t *testing.T) {
	for name, find := range map[string]func(*house){
		"before its first command": func(*house) {},
		"by the check of one game": func(h *house) {
			for _, id := range h.games() {
				_ = h.Upkeep.CheckGame(h.t.Context(), id) // refusals are what follows
			}
		},
		"by the check beside play": func(h *house) {
			n, err := h.Upkeep.CheckGames(h.t.Context(), func(context.Context, time.Duration) {})
			wrong(h.t, err != nil || n != 1, "%d damaged games, %v", n, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			var log lines
			h.logger = slog.New(slog.NewTextHandler(&log, nil))
			h.begin("c1", "anna", "boris")
			must(h.NewGames.NewGame(t.Context(), h.cmd("anna", "c2"),
				arrange.Opening{Module: "drill", Side: "blue"}))(t)
			for _, user := range []string{"anna", "anna", "anna", "boris", "boris", "boris"} {
				h.must(user, "c1", "/end") // beyond a snapshot
			}
			h.shut()
			spoil(t, h.path, ofRow)
			h.open()
			find(h)
			for range 2 {
				_, err := h.Orders.Order(t.Context(), h.cmd("anna", "c1"), "/end")
				if !errors.Is(err, api.ErrDamaged) || !errors.Is(err, storage.ErrBroken) {
					t.Errorf("an order in the damaged game: %v", err)
				}
			}
			refused(t, "a look at the damaged game", api.ErrDamaged)(h.Looks.Public(t.Context(), "c1"))
			if said := log.String(); strings.Count(said, "log is damaged: it takes no orders") != 1 ||
				!strings.Contains(said, "row=3") || !strings.Contains(said, "restore a backup") {
				t.Errorf("the program's log:\n%s", said)
			}
			if _, err := h.NewGames.Join(t.Context(), h.cmd("olga", "c2"), "red", ""); err != nil {
				t.Errorf("a command in the other game: %v", err)
			}
		})
	}
}

func (h *house) games() []api.GameID {
	h.t.Helper()
	return must(h.log.GamesOf(h.t.Context(), ""))(h.t)
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
func TestDamageUnderAGameInPlay(t *testing.T) {
	w := &watched{}
	h := newHouse(t, func(l storage.Log) storage.Log { w.Log = l; return w })
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/end")
	w.damage = &storage.Damage{Game: h.games()[0], Row: 2, Why: "row 2 cannot be read"}
	h.must("anna", "c1", "/end")
	if n, err := h.Upkeep.CheckGames(t.Context(), func(context.Context, time.Duration) {}); n != 1 || err != nil {
		t.Fatalf("%d games, %v", n, err)
	}
	refused(t, "an order", api.ErrDamaged)(h.Orders.Order(t.Context(), h.cmd("anna", "c1"), "/end"))
}

// Damage that comes after the log was found sound is noticed by whoever reads it next, and told as such.
func TestDamageIsNoticedByReading(t *testing.T) {
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
	refused(t, "the story", api.ErrDamaged)(h.Looks.Story(t.Context(), "c1", "anna"))
	refused(t, "an order", api.ErrDamaged)(h.Orders.Order(t.Context(), h.cmd("anna", "c1"), "/end"))
	if said := log.String(); strings.Count(said, "log is damaged: it takes no orders") != 1 {
		t.Errorf("the program's log:\n%s", said)
	}
}

// A snapshot that does not say what the rows say is found by playing the game again.
func TestExamine(t *testing.T) {
	w := &watched{}
	h := newHouse(t, func(l storage.Log) storage.Log { w.Log = l; return w })
	h.begin("c1", "anna", "boris")
	for _, user := range []string{"anna", "anna", "anna", "boris", "boris"} {
		h.must(user, "c1", "/end")
	}
	id := h.games()[0]
	for _, replay := range []bool{false, true} {
		if err := h.Upkeep.Examine(t.Context(), id, replay); err != nil {
			t.Errorf("a sound game: %v", err)
		}
	}
	w.shot.Blob = bytes.Replace(w.shot.Blob, []byte(`"larch"`), []byte(`"birch"`), 1)
	check(t, w.Log.SaveSnapshot(t.Context(), w.shot))
	if err := h.Upkeep.Examine(t.Context(), id, false); err != nil {
		t.Errorf("without playing it again: %v", err)
	}
	if err := h.Upkeep.Examine(t.Context(), id, true); err == nil || !strings.Contains(err.Error(), "snapshot at row 7") {
		t.Errorf("another snapshot: %v", err)
	}
}
