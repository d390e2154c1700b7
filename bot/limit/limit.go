// Package limit counts what users and servers ask for, and says of the next thing that one of them
// asks for whether it is too much, and how long it has to wait.
//
//	g := limit.New(limit.Options{Requests: 300, Pictures: 2, Films: 6, Server: 20})
//	over := g.Enter("anna", "our server", limit.Picture, now)
package limit

import (
	"sync"
	"time"
)

// Kind is a kind of things that are asked for.
type Kind int

// The kinds. A picture and a film count as a request too.
const (
	Request    Kind = iota // anything but suggestions
	Picture                // that has to be drawn
	Film                   // and exports, audits and counts of dice
	Suggestion             // a keystroke
	kinds
)

// Options are how much is taken within a minute. What was not asked for in one minute cannot be
// saved for a later one. 0 is no limit.
type Options struct {
	Requests int `yaml:"requests"` // of a user
	Pictures int `yaml:"pictures"`
	Films    int `yaml:"films"`
	Server   int `yaml:"server"` // a server may ask for so many times as much as a user
}

// Defaults leaves those alone who play: a phase of 300 taps within a minute is no more than this.
func Defaults() Options { return Options{Requests: 300, Pictures: 30, Films: 6, Server: 20} }

// suggestions are how many lists of suggestions go with a request: a word is typed letter by letter.
const suggestions = 4

// Over says that something is too much.
type Over struct {
	Kind   Kind          // of which there was too much
	Server bool          // the server asked for it, and else the user
	Most   int           // within a minute
	Wait   time.Duration // until one more is taken
}

// Gate counts. It is safe for use by several goroutines.
type Gate struct {
	mu            sync.Mutex
	users, guilds [kinds]buckets
}

// New is a gate at which nothing was asked for yet.
func New(o Options) *Gate {
	g := &Gate{}
	for kind, most := range [kinds]int{Request: o.Requests, Picture: o.Pictures, Film: o.Films,
		Suggestion: suggestions * o.Requests} {
		g.users[kind], g.guilds[kind] = newBuckets(most), newBuckets(o.Server*most)
	}
	return g
}

// Enter counts something that a user asks for, in a server or, with "", elsewhere. What is too much
// is not counted.
func (g *Gate) Enter(user, server string, kind Kind, now time.Time) *Over {
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

// buckets are token buckets of one size, by the names of those who draw from them. Each is known by
// the moment at which it will be full again: one that is full need not be kept.
type buckets struct {
	most  int
	full  map[string]time.Time
	sweep int       // how many there are when the full ones are dropped next
	swept time.Time // when they were
}

const (
	minute     = time.Minute
	mostKept   = 50_000 // those who would have one more are not counted
	firstSweep = 1024
)

func newBuckets(most int) buckets {
	return buckets{most: most, full: map[string]time.Time{}, sweep: firstSweep}
}

// wait is how long a name must wait until a token is in its bucket.
func (b *buckets) wait(name string, now time.Time) time.Duration {
	full, kept := b.full[name]
	if b.most <= 0 || !kept {
		return 0
	}
	return max(full.Add(b.each()).Sub(now)-minute, 0)
}

// take takes a token that is there.
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

// each is how long a token takes to come.
func (b *buckets) each() time.Duration { return minute / time.Duration(b.most) }

// room makes room for one more bucket, if there can be one. It looks through many buckets once a
// second at most, and through few once a minute: whoever has asked for nothing is not to be known.
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
