package render

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// cache keeps the values used last. A value is made once, outside the lock,
// however many ask for it at the same time.
type cache[K comparable, V any] struct {
	mu    sync.Mutex
	limit int
	order *list.List // of *slot[K, V], used last first
	slots map[K]*list.Element
}

type slot[K comparable, V any] struct {
	key   K
	once  sync.Once
	made  atomic.Bool
	value V
	err   error
}

func newCache[K comparable, V any](limit int) *cache[K, V] {
	return &cache[K, V]{limit: limit, order: list.New(), slots: map[K]*list.Element{}}
}

func (c *cache[K, V]) get(k K, build func() (V, error)) (V, error) {
	s := c.slot(k)
	s.once.Do(func() {
		s.value, s.err = build()
		s.made.Store(true)
	})
	return s.value, s.err
}

// find is a value that is made already.
func (c *cache[K, V]) find(k K) (v V, ok bool) {
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
	return s.value, true
}

func (c *cache[K, V]) slot(k K) *slot[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.slots[k]; ok {
		c.order.MoveToFront(e)
		return e.Value.(*slot[K, V])
	}
	s := &slot[K, V]{key: k}
	c.slots[k] = c.order.PushFront(s)
	if c.order.Len() > c.limit {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.slots, last.Value.(*slot[K, V]).key)
	}
	return s
}
