package cache

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCacheIsBoundedAndMakesOnce(t *testing.T) {
	c := New[int](3, func(int) int { return 1 })
	var made atomic.Int32
	get := func(k int) int {
		v, err := c.Get(k, func() (int, error) { made.Add(1); return k * k, nil })
		if err != nil || v != k*k {
			t.Errorf("get(%d) = %d, %v", k, v, err)
		}
		return v
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { get(2) })
	}
	wg.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times for eight who asked", n)
	}
	for k := range 50 {
		get(k)
		get(2) // used again and again, it stays
	}
	if n := made.Load(); n != 50 {
		t.Errorf("made %d times; want 50, each once", n)
	}
	if n := len(c.slots); n != 3 || c.order.Len() != 3 {
		t.Errorf("%d kept; want 3", n)
	}
}

// What is kept weighs no more than the limit: a heavy value drives out several, one
// too heavy is not kept at all, and what cannot be made weighs little.
func TestCacheWeighs(t *testing.T) {
	c := New[int](10, func(v int) int { return v })
	wrong := errors.New("wrong")
	for i, step := range []struct {
		k    int
		err  error
		kept []int
	}{
		{3, nil, []int{3}}, {4, nil, []int{3, 4}}, {2, nil, []int{2, 3, 4}}, {3, nil, []int{2, 3, 4}},
		{5, nil, []int{2, 3, 5}}, {1, wrong, []int{1, 3, 5}}, {11, nil, nil}, {9, nil, []int{9}},
	} {
		if v, err := c.Get(step.k, func() (int, error) { return step.k, step.err }); v != step.k || err != step.err {
			t.Errorf("step %d: %d, %v", i, v, err)
		}
		var kept []int
		for k := range c.slots {
			kept = append(kept, k)
		}
		slices.Sort(kept)
		if !slices.Equal(kept, step.kept) || c.weight > 10 || c.order.Len() != len(kept) {
			t.Errorf("step %d: %v are kept, of weight %d; want %v", i, kept, c.weight, step.kept)
		}
	}
}
