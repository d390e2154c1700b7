package discord

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
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
