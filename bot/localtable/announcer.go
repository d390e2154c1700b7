package localtable

import (
	"grognard/bot/localtable/wire"
)

// announcer makes the changes of channels and messages: it writes them to the table, then tells the pages and the bot.
// The table's lock is held whenever a method is called.
type announcer struct {
	table    *Table
	gateway  *gateway
	watchers map[*watcher]bool
	closed   bool
}

func newAnnouncer(table *Table, gateway *gateway) *announcer {
	return &announcer{table: table, gateway: gateway, watchers: map[*watcher]bool{}}
}

// close ends every stream of a page. It reports whether it was open until now.
func (s *announcer) close() bool {
	if s.closed {
		return false
	}
	s.closed = true
	for w := range s.watchers {
		s.unwatch(w)
	}
	return true
}

// watcher is a page, or a player of package player, that follows what one user sees.
type watcher struct {
	user   string
	events chan wire.Event // closed when the table is closed or the watcher cannot keep up
}

// watch begins a stream of what a user sees, with a first event.
func (s *announcer) watch(user string, first wire.Event) *watcher {
	w := &watcher{user: user, events: make(chan wire.Event, 512)}
	w.events <- first
	s.watchers[w] = true
	return w
}

// unwatch ends a stream. The lock is held.
func (s *announcer) unwatch(w *watcher) {
	if s.watchers[w] {
		delete(s.watchers, w)
		close(w.events)
	}
}

// show announces a new or changed post.
func (s *announcer) show(p post, changed bool) {
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
func (s *announcer) tell(channel, only string, e wire.Event) {
	c := s.table.channel(channel)
	if c == nil {
		return
	}
	for _, m := range s.table.members {
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

// publish stores a new or changed post and tells those who see it. An ephemeral post is not written to the file or sent
// to the gateway. The server holds it in memory, for the bot's edits and for use by its reader.
func (s *announcer) publish(p post) error {
	_, known := s.table.posts[p.Message.ID]
	if p.For != "" {
		s.table.posts[p.Message.ID] = p
		s.show(p, known)
		return nil
	}
	if err := s.table.commit(entry{Post: &p}); err != nil {
		return err
	}
	s.show(p, known)
	if s.table.botAbsent(p.Message.ChannelID) {
		return nil
	}
	kind := "MESSAGE_CREATE"
	if known {
		kind = "MESSAGE_UPDATE"
	}
	s.gateway.dispatch(p.Message.GuildID, kind, messageIntent(p),
		func(base string) any { return eventMessage(s.table, p, base) })
	return nil
}

// loseGuild takes the guild from the bot: temporarily if outage is true, otherwise by removing the bot from it.
func (s *announcer) loseGuild(outage bool) {
	s.table.botRemoved = !outage
	s.gateway.dispatch(GuildID, "GUILD_DELETE", intentGuilds, func(string) any {
		if outage {
			return map[string]any{"id": GuildID, "unavailable": true}
		}
		return map[string]any{"id": GuildID}
	})
}

// regainGuild makes the guild available to the bot again.
func (s *announcer) regainGuild() {
	s.table.botRemoved = false
	s.gateway.dispatch(GuildID, "GUILD_CREATE", intentGuilds, func(string) any { return guildCreate(s.table) })
}
