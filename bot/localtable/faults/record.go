package faults

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"
)

// BotAction is something that the bot did.
type BotAction struct {
	At   time.Time
	What string // CONNECT, IDENTIFY, RESUME, HEARTBEAT, CLOSE, or a request: POST /channels/{channel_id}/messages
	// of CLOSE: the code, 0 if the connection broke without one; of a request: the status of the answer
	Code int
	Line int // the number of the connection, from 1; 0 for a request
}

func (d BotAction) String() string {
	s := d.What
	if d.Line > 0 {
		s = strconv.Itoa(d.Line) + " " + s
	}
	if d.Code > 0 {
		s += " " + strconv.Itoa(d.Code)
	}
	return s
}

// Record lists what the bot did, in order. It is safe for use by several goroutines.
type Record struct {
	mu      sync.Mutex
	actions []BotAction
	changed chan struct{} // closed and replaced at each action, if somebody waits
}

// Add records an action, as localtable.Options.Seen tells of it.
func (r *Record) Add(what string, code, line int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.actions = append(r.actions, BotAction{At: time.Now(), What: what, Code: code, Line: line})
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}

// Actions lists the actions of one kind, or all for "".
func (r *Record) Actions(what string) []BotAction {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of(what)
}

func (r *Record) of(what string) []BotAction {
	return slices.DeleteFunc(slices.Clone(r.actions), func(d BotAction) bool { return what != "" && d.What != what })
}

// Await waits until the bot has done something this many times since the beginning.
func (r *Record) Await(ctx context.Context, what string, times int) error {
	for {
		r.mu.Lock()
		n := len(r.of(what))
		if r.changed == nil {
			r.changed = make(chan struct{})
		}
		changed, actions := r.changed, r.actions
		r.mu.Unlock()
		if n >= times {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s, %d of %d times, after %v: %w", what, n, times, actions, ctx.Err())
		}
	}
}
