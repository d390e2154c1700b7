package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// atFirst is how many messages of a channel a page gets with its first event.
const atFirst = 50

// watch answers with a stream of server-sent events, each a wire.Event as JSON: first the stored messages that the user
// sees, without ephemeral ones, then the changes. A page that falls behind is cut off; its browser gets all again.
func (s *server) watch(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Time{}); err != nil { // the server's write timeout must not end the stream
		http.Error(w, "this server cannot stream", http.StatusInternalServerError)
		return
	}
	s.table.Lock()
	m := s.table.Member(r.URL.Query().Get("user"))
	if m == nil || s.announce.Closed {
		s.table.Unlock()
		http.Error(w, "no such user", http.StatusNotFound)
		return
	}
	watcher := s.announce.Watch(m.ID, s.hello(m))
	s.table.Unlock()
	defer func() {
		s.table.Lock()
		defer s.table.Unlock()
		s.announce.Unwatch(watcher)
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		select {
		case <-r.Context().Done():
			return
		case e, open := <-watcher.Events:
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

// hello returns the first event for a user: the users, the servers, and his channels with their newest messages.
func (s *server) hello(m *state.Member) wire.Event {
	e := wire.Event{Kind: "hello", Seq: m.Told, User: new(m.User), DMsClosed: m.DMsClosed}
	for _, other := range s.table.Members {
		e.Users = append(e.Users, state.PublicUser(other.User))
	}
	e.Users = append(e.Users, s.table.Bot)
	for _, g := range s.table.Guilds {
		e.Guilds = append(e.Guilds, *g)
	}
	for _, c := range s.table.Channels {
		if s.table.ChannelFor(m.ID, c.ID) == nil {
			continue
		}
		e.Channels = append(e.Channels, c.Channel)
		for _, p := range s.table.Page(c, state.PageOf{Limit: atFirst}) {
			e.Messages = append(e.Messages, p.Message)
		}
	}
	return e
}
