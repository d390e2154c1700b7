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

// watch answers with a stream of server-sent events, each a wire.Event as JSON: first the stored messages that the user
// sees, without ephemeral ones, then the changes. A page that falls behind is disconnected; its browser connects again
// and gets everything again.
func (s *pageServer) watch(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Time{}); err != nil { // the server's write timeout must not end the stream
		http.Error(w, "this server cannot stream", http.StatusInternalServerError)
		return
	}
	s.table.Lock()
	m := s.table.member(r.URL.Query().Get("user"))
	if m == nil || s.announce.closed {
		s.table.Unlock()
		http.Error(w, "no such user", http.StatusNotFound)
		return
	}
	watcher := s.announce.watch(m.ID, s.hello(m))
	s.table.Unlock()
	defer func() {
		s.table.Lock()
		defer s.table.Unlock()
		s.announce.unwatch(watcher)
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

// hello is the first event for a user: the users, the channels and the newest messages.
func (s *pageServer) hello(m *member) wire.Event {
	self := m.User
	e := wire.Event{Kind: "hello", Seq: m.told, User: &self, DMsClosed: m.dmsClosed}
	for _, other := range s.table.members {
		e.Users = append(e.Users, publicUser(other.User))
	}
	e.Users = append(e.Users, s.table.bot)
	for _, c := range s.table.channels {
		if s.table.channelFor(m.ID, c.ID) == nil {
			continue
		}
		e.Channels = append(e.Channels, c.Channel)
		for _, p := range s.table.page(c, pageOf{limit: history}) {
			e.Messages = append(e.Messages, p.Message)
		}
	}
	return e
}
