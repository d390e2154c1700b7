// Package recall remembers what was last, by a key, such as when a user of a game looked at it.
//
//	var looks recall.Of[time.Time]
//	before := looks.Swap("game user", now)
//	isDue := recall.Due(&looks, "game user", later, time.Minute)
//	looks.Forget()
//
// Limits: it forgets all when there would be too many keys, and when the program ends.
package recall

import (
	"sync"
	"time"
)

// most is how many keys are remembered.
const most = 10_000

// Of remembers a value for each key. The zero value remembers nothing yet.
type Of[V any] struct {
	mu   sync.Mutex
	last map[string]V
}

// Swap remembers a value, and returns the one before, zero for none.
func (o *Of[V]) Swap(key string, now V) (before V) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if before = o.last[key]; o.last == nil || len(o.last) >= most {
		o.last = map[string]V{}
	}
	o.last[key] = now
	return before
}

// Last returns the value that is remembered, zero for none.
func (o *Of[V]) Last(key string) V {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last[key]
}

// Forget forgets all.
func (o *Of[V]) Forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = nil
}

// Due reports whether every has passed since the time that is remembered, and remembers the time now if it has.
func Due(o *Of[time.Time], key string, now time.Time, every time.Duration) bool {
	if ago := now.Sub(o.Last(key)); ago >= 0 && ago < every {
		return false
	}
	o.Swap(key, now)
	return true
}
