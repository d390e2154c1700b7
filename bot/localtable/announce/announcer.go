// Package announce makes every change of channels and messages: it writes the change to the table's file, unless the
// message is ephemeral, then tells the pages of those who see it, and of channels the bot too. It handles no requests.
package announce

import (
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Announcer makes the changes of channels and messages. Callers must hold the table's lock.
type Announcer struct {
	Table    *state.Table
	Gateway  *gateway.Gateway
	watchers map[*Watcher]bool
	Closed   bool // Close was called
}

// New returns the announcer of a table and the gateway of its bot.
func New(table *state.Table, g *gateway.Gateway) *Announcer {
	return &Announcer{Table: table, Gateway: g, watchers: map[*Watcher]bool{}}
}

// Close ends the stream of every watcher. It reports whether the announcer was open until now.
func (s *Announcer) Close() bool {
	if s.Closed {
		return false
	}
	s.Closed = true
	for w := range s.watchers {
		s.Unwatch(w)
	}
	return true
}

// Watcher is a page, or a player of package player, that follows what one user sees.
type Watcher struct {
	user   string
	Events chan wire.Event // closed by Unwatch, with the table, or if the watcher cannot keep up
}

// Watch begins a stream of what a user sees, with a first event.
func (s *Announcer) Watch(user string, first wire.Event) *Watcher {
	w := &Watcher{user: user, Events: make(chan wire.Event, 512)}
	w.Events <- first
	s.watchers[w] = true
	return w
}

// Unwatch ends a stream. For one that has ended it does nothing.
func (s *Announcer) Unwatch(w *Watcher) {
	if s.watchers[w] {
		delete(s.watchers, w)
		close(w.Events)
	}
}

// show tells the pages of a post that is new or, with changed, edited. It tells nothing of a dismissed one.
func (s *Announcer) show(p state.Post, changed bool) {
	if p.Dismissed {
		return
	}
	kind := "message"
	if changed {
		kind = "edit"
	}
	m := p.Message
	s.Tell(m.ChannelID, p.For, wire.Event{Kind: kind, Message: &m})
}

// Tell sends an event to everybody who sees the channel; if only is not "", to that user alone.
func (s *Announcer) Tell(channel, only string, e wire.Event) {
	c := s.Table.Channel(channel)
	if c == nil {
		return
	}
	for _, m := range s.Table.Members {
		if s.Table.Sees(c, m.ID) && (only == "" || only == m.ID) {
			s.TellUser(m.ID, e)
		}
	}
}

// TellUser sends an event to all streams of a user, even if he does not see its channel, with the next of his numbers.
// A stream whose buffer is full is ended.
func (s *Announcer) TellUser(user string, e wire.Event) {
	m := s.Table.Member(user)
	if m == nil {
		return
	}
	m.Told++
	e.Seq = m.Told
	for w := range s.watchers {
		if w.user != m.ID {
			continue
		}
		select {
		case w.Events <- e:
		default:
			s.Unwatch(w)
		}
	}
}
