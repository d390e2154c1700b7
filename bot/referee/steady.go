package referee

import (
	"sync"
	"time"
)

// clockStep is by how much the computer's clock may be set back unseen. After a larger step the time is the computer's
// again, because nobody would be called or reminded until it was caught up.
const clockStep = time.Minute

// steady returns a clock of which no two looks show the same microsecond, so that no two rows of a log have one time.
// It is safe for use by several goroutines.
func steady(clock func() time.Time) func() time.Time {
	var mu sync.Mutex
	var last time.Time
	return func() time.Time {
		now := clock()
		at := now.UTC().Truncate(time.Microsecond) // the log's precision
		mu.Lock()
		defer mu.Unlock()
		if next := last.Add(time.Microsecond); at.Before(next) && next.Sub(at) <= clockStep {
			now, at = next, next
		}
		last = at
		return now
	}
}
