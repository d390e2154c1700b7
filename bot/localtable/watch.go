package localtable

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"grognard/bot/localtable/wire"
)

// history is how many messages of a channel a page gets at first.
const history = 50

// watcher is a page, or a player of package player, that follows what one user sees.
type watcher struct {
	user   string
	events chan wire.Event // closed when the table is closed or the watcher cannot keep up
}

// watch answers with a stream of server-sent events, each a wire.Event as JSON: first the stored messages that the user
// sees, without ephemeral ones, then the changes. A page that falls behind is disconnected; its browser connects again
// and gets everything again.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Time{}); err != nil { // the server's write timeout must not end the stream
		http.Error(w, "this server cannot stream", http.StatusInternalServerError)
		return
	}
	s.mu.Lock()
	m := s.member(r.URL.Query().Get("user"))
	if m == nil || s.closed {
		s.mu.Unlock()
		http.Error(w, "no such user", http.StatusNotFound)
		return
	}
	watcher := &watcher{user: m.ID, events: make(chan wire.Event, 512)}
	watcher.events <- s.hello(m)
	s.watchers[watcher] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.unwatch(watcher)
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		select {
		case <-r.Context().Done():
			return
		case e, open := <-watcher.events:
			if !open {
				return
			}
			line, err := json.Marshal(e)
			if err != nil {
				return // impossible: events are plain data
			}
			if _, err := fmt.Fprintf(w, "data: %s\n\n", line); err != nil {
				return
			}
			if err := out.Flush(); err != nil {
				return
			}
		}
	}
}

// unwatch ends a stream. The lock is held.
func (s *Server) unwatch(w *watcher) {
	if s.watchers[w] {
		delete(s.watchers, w)
		close(w.events)
	}
}

// hello is the first event for a user: the users, the channels and the newest messages.
func (s *Server) hello(m *member) wire.Event {
	self := m.User
	e := wire.Event{Kind: "hello", Seq: m.told, User: &self, DMsClosed: m.dmsClosed}
	for _, other := range s.members {
		e.Users = append(e.Users, publicUser(other.User))
	}
	e.Users = append(e.Users, s.bot)
	for _, c := range s.channels {
		if s.channelFor(m.ID, c.ID) == nil {
			continue
		}
		e.Channels = append(e.Channels, c.Channel)
		for _, p := range s.page(c, pageOf{limit: history}) {
			e.Messages = append(e.Messages, p.Message)
		}
	}
	return e
}

// show announces a new or changed post.
func (s *Server) show(p post, changed bool) {
	if p.Dismissed {
		return
	}
	kind := "message"
	if changed {
		kind = "edit"
	}
	m := p.Message
	s.tell(m.ChannelID, p.For, wire.Event{Kind: kind, Message: &m})
}

// tell sends an event to everybody who sees the channel, or only to one of them.
func (s *Server) tell(channel, only string, e wire.Event) {
	c := s.channel(channel)
	if c == nil {
		return
	}
	for _, m := range s.members {
		if !c.visibleTo(m.ID) || only != "" && only != m.ID {
			continue
		}
		m.told++
		e.Seq = m.told
		for w := range s.watchers {
			if w.user != m.ID {
				continue
			}
			select {
			case w.events <- e:
			default:
				s.unwatch(w)
			}
		}
	}
}
