// Package cache keeps values that were used lately, up to a limit on their weight.
//
//	c := cache.New[string](1<<20, func(b []byte) int { return len(b) })
//	b, err := c.Get("map", draw) // draws it once
//
// Which values are kept depends on when they were asked for, so a value must depend on its key alone.
package cache

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// Cache keeps the values that were used last, as many as a limit on their weight allows. If several goroutines
// ask for a value at the same time, it is made once, outside the lock.
type Cache[K comparable, V any] struct {
	weigh func(V) int
	limit int

	mu     sync.Mutex
	hits   uint64     // requests for values that were kept
	misses uint64     // requests for values that had to be made
	weight int        // of all values that are kept
	order  *list.List // of *slot[K, V], used last first
	slots  map[K]*list.Element
}

// slot holds one value, or the error from making it.
type slot[K comparable, V any] struct {
	key    K
	once   sync.Once
	made   atomic.Bool
	value  V
	err    error
	weight int
}

// New returns an empty cache whose values weigh at most limit together.
func New[K comparable, V any](limit int, weigh func(V) int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, weigh: weigh, order: list.New(), slots: map[K]*list.Element{}}
}

// Get returns the value of a key. It makes the value with build if the cache does not have it, and keeps errors too.
func (c *Cache[K, V]) Get(k K, build func() (V, error)) (V, error) {
	s := c.slot(k)
	s.once.Do(func() {
		s.value, s.err = build()
		s.made.Store(true)
		c.settle(s)
	})
	return s.value, s.err
}

// Find returns the value of a key if it is kept and was made without an error. It counts no miss.
func (c *Cache[K, V]) Find(k K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.slots[k]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	s := e.Value.(*slot[K, V])
	if !s.made.Load() || s.err != nil {
		return v, false
	}
	c.hits++
	return s.value, true
}

func (c *Cache[K, V]) slot(k K) *slot[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.slots[k]; ok {
		c.hits++
		c.order.MoveToFront(e)
		return e.Value.(*slot[K, V])
	}
	c.misses++
	s := &slot[K, V]{key: k}
	c.slots[k] = c.order.PushFront(s)
	return s
}

// settle weighs a new value and drops the values that were unused for longest, until the rest weighs no more
// than the limit. An error counts as a value of weight 1.
func (c *Cache[K, V]) settle(s *slot[K, V]) {
	weight := 1
	if s.err == nil {
		weight = c.weigh(s.value)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.slots[s.key]; !ok || e.Value != any(s) {
		return // dropped while it was made
	}
	s.weight = weight
	c.weight += weight
	for c.weight > c.limit {
		last := c.order.Remove(c.order.Back()).(*slot[K, V])
		delete(c.slots, last.key)
		c.weight -= last.weight
	}
}

// Len returns how many values are kept.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}

// Use returns how often values were asked for so far, under a name that the caller gives the cache.
func (c *Cache[K, V]) Use(name string) Use {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Use{name, c.hits, c.misses}
}

// Use is how often a cache was asked for values.
type Use struct {
	Name   string
	Hits   uint64 // the value was kept
	Misses uint64 // the value had to be made
}
