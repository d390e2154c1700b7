package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestLanesKeepTheirOrder(t *testing.T) {
	l := newLanes()
	var mu sync.Mutex
	done := map[string][]int{}
	for i := range 50 {
		for lane := range 12 {
			name := strconv.Itoa(lane)
			if err := l.add(name, func() {
				mu.Lock()
				defer mu.Unlock()
				done[name] = append(done[name], i)
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	l.drain()
	for lane, list := range done {
		if len(list) != 50 || !slices.IsSorted(list) {
			t.Errorf("lane %s: %v", lane, list)
		}
	}
	if err := l.add("late", func() {}); !errors.Is(err, errClosed) {
		t.Errorf("after the end: %v", err)
	}
	if len(l.waiting) != 0 {
		t.Errorf("lanes stay behind: %v", l.waiting)
	}
}

func TestLanesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLanes()
		hold := make(chan struct{})
		working := 0
		var mu sync.Mutex
		for lane := range 2 * workers {
			if err := l.add(strconv.Itoa(lane), func() { mu.Lock(); working++; mu.Unlock(); <-hold }); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		mu.Lock()
		if working != workers {
			t.Errorf("%d at work, not %d", working, workers)
		}
		mu.Unlock()
		fill := func(lane func(n int) string) (taken int, err error) {
			for err == nil && taken < 2*queueSize {
				if err = l.add(lane(taken), func() {}); err == nil {
					taken++
				}
			}
			return taken, err
		}
		n, err := fill(func(int) string { return "0" })
		if n != laneSize || !errors.Is(err, errBusy) {
			t.Errorf("one lane takes %d jobs: %v", n, err)
		}
		rest, err := fill(func(n int) string { return strconv.Itoa(1 + n%(2*workers-1)) })
		if n+rest != queueSize || !errors.Is(err, errBusy) {
			t.Errorf("the queue takes %d jobs: %v", n+rest, err)
		}
		close(hold)
		l.drain()
	})
}

func TestWatchdog(t *testing.T) {
	start := time.Unix(1_700_000_000, 0)
	look := func(list []time.Time) func() (time.Time, bool) {
		return func() (time.Time, bool) {
			at := list[0]
			if len(list) > 1 {
				list = list[1:]
			}
			return at, !at.IsZero()
		}
	}
	ticks := func(n int) <-chan time.Time {
		c := make(chan time.Time, n)
		for range n {
			c <- time.Time{}
		}
		return c
	}
	t.Run("a stall ends it", func(t *testing.T) {
		beats := 0
		err := watch(t.Context(), ticks(100), look([]time.Time{start, start.Add(time.Minute), start.Add(2 * time.Minute)}), func() { beats++ })
		if !errors.Is(err, errStalled) || beats != 3 {
			t.Errorf("%v after %d beats", err, beats)
		}
	})
	t.Run("a hung lock ends it", func(t *testing.T) {
		if err := watch(t.Context(), ticks(100), look([]time.Time{{}}), nil); !errors.Is(err, errStalled) {
			t.Error(err)
		}
	})
	t.Run("a pause shorter than the limit does not", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		list := slices.Repeat([]time.Time{start}, watchLimit-1)
		list = append(list, start.Add(time.Minute))
		beats := 0
		err := watch(ctx, ticks(100), look(list), func() {
			if beats++; beats == 2 {
				cancel()
			}
		})
		if beats != 2 {
			t.Errorf("%v after %d beats", err, beats)
		}
		cancel()
	})
}
