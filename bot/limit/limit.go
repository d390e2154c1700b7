// Package limit limits how much users and servers may request. For a request that exceeds a limit it says which one,
// and how long to wait.
//
//	g := limit.New(limit.Options{Requests: 300, Pictures: 2, Films: 6, Server: 20})
//	over := g.Enter("anna", "our server", limit.Picture, now)
package limit

import (
	"sync"
	"time"
)

type Kind int // a kind of request

// The kinds. Pictures and films count as requests too.
const (
	Request    Kind = iota // anything except suggestions
	Picture                // needs a picture to be drawn
	Film                   // a film, an export, an audit or a count of dice
	Suggestion             // one keystroke of autocompletion
	kinds
)

// Options are the maximum numbers within a minute. Unused ones cannot be saved for a later minute. 0 means no limit.
type Options struct {
	Requests int `yaml:"requests"` // by a user
	Pictures int `yaml:"pictures"`
	Films    int `yaml:"films"`
	Server   int `yaml:"server"` // a server's limits are this many times those of a user
}

// Defaults never limit normal play: a phase with 300 taps within a minute stays within them.
func Defaults() Options { return Options{Requests: 300, Pictures: 60, Films: 6, Server: 20} }

// suggestions is how many lists of suggestions are allowed per request, because a word is typed letter by letter.
const suggestions = 4

// Over describes a limit that was exceeded.
type Over struct {
	Kind   Kind          // the kind of the exceeded limit
	Server bool          // it is the server's limit, and not the user's
	Most   int           // within a minute
	Wait   time.Duration // until one more is allowed
}

// Limiter counts requests. It is safe for use by several goroutines.
type Limiter struct {
	mu            sync.Mutex
	users, guilds [kinds]buckets
}

// New returns a limiter that has counted nothing yet.
func New(o Options) *Limiter {
	g := &Limiter{}
	for kind, most := range [kinds]int{Request: o.Requests, Picture: o.Pictures, Film: o.Films,
		Suggestion: suggestions * o.Requests} {
		g.users[kind], g.guilds[kind] = newBuckets(most), newBuckets(o.Server*most)
	}
	return g
}

// Enter counts a request of a user, in a server or, with "", elsewhere. It returns the limit that the request exceeds,
// or nil; a request that exceeds one is not counted.
func (g *Limiter) Enter(user, server string, kind Kind, now time.Time) *Over {
	g.mu.Lock()
	defer g.mu.Unlock()
	counted := []Kind{kind}
	if kind == Picture || kind == Film {
		counted = []Kind{kind, Request}
	}
	for _, k := range counted {
		if wait := g.users[k].wait(user, now); wait > 0 {
			return &Over{k, false, g.users[k].most, wait}
		}
		if wait := g.guilds[k].wait(server, now); server != "" && wait > 0 {
			return &Over{k, true, g.guilds[k].most, wait}
		}
	}
	for _, k := range counted {
		g.users[k].take(user, now)
		if server != "" {
			g.guilds[k].take(server, now)
		}
	}
	return nil
}

// buckets are token buckets of one size, by name, each stored as the time when it is full: full ones need not be.
type buckets struct {
	most  int
	full  map[string]time.Time
	sweep int       // the number of buckets at which full ones are dropped next
	swept time.Time // when they were last dropped
}

const (
	minute     = time.Minute
	mostKept   = 50_000 // requests by further names are not counted
	firstSweep = 1024
)

func newBuckets(most int) buckets {
	return buckets{most: most, full: map[string]time.Time{}, sweep: firstSweep}
}

// wait returns how long a name must wait for a token, 0 if one can be taken now: the bucket is then full in a minute.
func (b *buckets) wait(name string, now time.Time) time.Duration {
	full, kept := b.full[name]
	if b.most <= 0 || !kept {
		return 0
	}
	return max(full.Add(b.each()).Sub(now)-minute, 0)
}

// take takes a token, which must be available.
func (b *buckets) take(name string, now time.Time) {
	if b.most <= 0 {
		return
	}
	full, kept := b.full[name]
	if !kept && !b.room(now) {
		return
	}
	if full.Before(now) {
		full = now
	}
	b.full[name] = full.Add(b.each())
}

// each returns the time in which a bucket gets one token.
func (b *buckets) each() time.Duration { return minute / time.Duration(b.most) }

// room makes room for one more bucket and reports whether it could. It drops full buckets at most once a second if
// there are many, and once a minute if there are few, so that inactive users are not remembered.
func (b *buckets) room(now time.Time) bool {
	if len(b.full) < b.sweep && now.Sub(b.swept) < minute {
		return true
	}
	if now.Sub(b.swept) < time.Second {
		return len(b.full) < mostKept
	}
	for name, full := range b.full {
		if !full.After(now) {
			delete(b.full, name)
		}
	}
	b.sweep, b.swept = min(max(2*len(b.full), firstSweep), mostKept), now
	return len(b.full) < mostKept
}
