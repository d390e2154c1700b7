package referee_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

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
func TestFailedWrite(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	before := h.secret("anna")
	told := len(h.notifications())
	log.fail = 1
	cmd := h.cmd("anna", "c1")
	if _, err := h.Orders.Order(t.Context(), cmd, "/end"); !errors.Is(err, errDisk) {
		t.Fatalf("a write that failed: %v", err)
	}
	after, _, err := h.Looks.Secret(t.Context(), "c1", "anna")
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("after a failed write: %v\n%+v\n%+v", err, after, before)
	}
	wrong(t, len(h.notifications()) != told, "what did not happen is told")
	if _, err := h.Orders.Order(t.Context(), cmd, "/end"); err != nil {
		t.Errorf("the same command again: %v", err)
	}
}

// Dice do not depend on the interaction: every roll that a failed write took
// away falls again as it fell.
func TestSameDiceAfterFailedWrite(t *testing.T) {
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
			if over {
				t.Fatal("a drill with less than four rolls")
			}
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
func TestDamagedSnapshot(t *testing.T) {
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
func TestUnclosedGame(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	log.unclosed = true
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(7, 8))}
	for n := 0; ; n++ {
		if _, _, _, over := p.turn(users); over {
			break
		}
		if n > 3000 {
			t.Fatal("the drill does not end")
		}
	}
	if g, err := h.log.InChannel(t.Context(), "c1"); err != nil || g.Over {
		t.Fatalf("the game is closed: %+v, %v", g, err)
	}
	log.unclosed = false
	h.restart()
	if _, err := h.NewGames.NewGame(t.Context(), h.cmd("olga", "c1"), arrange.Opening{Module: "drill"}); err != nil {
		t.Errorf("another game: %v", err)
	}
}

// A game whose log cannot be read keeps nobody else's news back, and is
// complained of once.
func TestLostNotification(t *testing.T) {
	h, log := newFaulty(t)
	var complaints bytes.Buffer
	h.logger = slog.New(slog.NewTextHandler(&complaints, nil))
	h.begin("c1", "anna", "boris")
	h.begin("c2", "anna", "boris")
	all := h.notifications()
	table := must(h.Looks.Table(t.Context(), "c1"))(t)
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
	if _, err := h.Orders.Order(t.Context(), h.cmd("anna", "c1"), "/end"); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("an order in the lost game: %v", err)
	}
}

// A row that cannot be rebuilt keeps back what it has to tell and no more: what
// came after it in the same game is told.
func TestLostRow(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	var ends []uint64
	for _, user := range []string{"anna", "anna", "anna", "boris", "boris"} {
		ends = append(ends, h.must(user, "c1", "/end").View.Board().Seq)
	}
	if ends[2] != 7 {
		t.Fatalf("the phases end at %v, and the first snapshot is taken at 7", ends)
	}
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
