package localtable

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// member is a user and his settings in the page.
type member struct {
	wire.User
	dmsClosed bool
	dm        string // his channel with the bot
	told      int    // the number of events sent to him
}

// channel is a channel and its messages, oldest first. Ephemeral messages are not among them, because they are not
// kept.
type channel struct {
	wire.Channel
	posts []string
	sent  int // messages so far, deleted ones included
}

// post is a message with data that Discord keeps to itself. Posts are values: a change makes a new one.
type post struct {
	Message   wire.Message `json:"message"`
	For       string       `json:"for,omitempty"`   // of an ephemeral message: the only user who sees it
	Nonce     string       `json:"nonce,omitempty"` // the bot's, against duplicates
	Dismissed bool         `json:"-"`               // the reader has dismissed the ephemeral message
}

// seenBy tells whether a user sees a post, given that he sees its channel.
func (p post) seenBy(user string) bool { return p.For == "" || p.For == user && !p.Dismissed }

// apply applies an entry of the file to the table. It checks no rules, because what is in the file has happened.
func (s *Server) apply(e entry) {
	switch {
	case e.Channel != nil:
		s.applyChannel(*e.Channel)
	case e.ChannelGone != "":
		for _, id := range s.channel(e.ChannelGone).posts {
			delete(s.posts, id)
		}
		s.channels = slices.DeleteFunc(s.channels, func(c *channel) bool { return c.ID == e.ChannelGone })
	case e.Post != nil:
		s.applyPost(*e.Post)
	case e.Gone != "":
		p := s.posts[e.Gone]
		delete(s.posts, e.Gone)
		if c := s.channel(p.Message.ChannelID); c != nil {
			c.posts = slices.DeleteFunc(c.posts, func(id string) bool { return id == e.Gone })
		}
	case e.Commands != nil:
		s.commands[e.Commands.Guild] = e.Commands.List
		if e.Commands.Guild != "" {
			s.older = !e.Commands.Apart
		} else if s.older {
			delete(s.commands, GuildID)
		}
		for _, c := range e.Commands.List {
			s.ids.seen(c.ID)
			s.ids.seen(c.Version)
		}
	case e.Settings != nil:
		if m := s.member(e.Settings.User); m != nil {
			m.dmsClosed, m.Locale = e.Settings.DMsClosed, e.Settings.Locale
		}
	}
}

func (s *Server) applyChannel(c wire.Channel) {
	if known := s.channel(c.ID); known != nil {
		known.Channel = c
		return
	}
	s.ids.seen(c.ID)
	s.channels = append(s.channels, &channel{Channel: c})
	if c.Type == wire.DM {
		if m := s.member(c.Recipients[0].ID); m != nil {
			m.dm = c.ID
		}
	}
}

func (s *Server) applyPost(p post) {
	m := p.Message
	c := s.channel(m.ChannelID)
	if c == nil {
		return
	}
	s.ids.seen(m.ID)
	for _, a := range m.Attachments {
		s.ids.seen(a.ID)
	}
	if p.For != "" {
		return // in older files
	}
	if _, known := s.posts[m.ID]; !known {
		c.posts = append(c.posts, m.ID)
		c.sent++
	}
	s.posts[m.ID] = p
	if p.Nonce != "" {
		s.nonces[p.Nonce] = m.ID
	}
}

// commit writes an entry to the file, then applies it, so that the table always shows what it would show after a
// restart.
func (s *Server) commit(e entry) error {
	if err := s.journal.append(e); err != nil {
		return err
	}
	s.apply(e)
	return nil
}

// addMissing adds what the table lacks: a DM channel for each user, the first channels, and the channels of Elsewhere.
func (s *Server) addMissing() error {
	for _, m := range s.members {
		if m.dm != "" {
			continue
		}
		dm := wire.Channel{ID: s.ids.next(s.opt.Now()), Type: wire.DM, Recipients: []wire.User{publicUser(m.User)}}
		if err := s.commit(entry{Channel: &dm}); err != nil {
			return err
		}
	}
	for _, name := range s.opt.Channels {
		if s.channelNamed(name) != nil {
			continue
		}
		if err := s.commit(entry{Channel: s.newChannel(name)}); err != nil {
			return err
		}
	}
	for i, name := range s.opt.Elsewhere {
		if s.channelNamed(name) == nil {
			if err := s.commit(entry{Channel: s.newElsewhere(i, name)}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Server) newChannel(name string) *wire.Channel {
	return &wire.Channel{ID: s.ids.next(s.opt.Now()), Type: wire.GuildText, GuildID: GuildID, Name: name}
}

// publicUser is a user without the fields that others do not see: the locale.
func publicUser(u wire.User) wire.User {
	u.Locale = ""
	return u
}

func (s *Server) member(id string) *member {
	if i := slices.IndexFunc(s.members, func(m *member) bool { return m.ID == id }); i >= 0 {
		return s.members[i]
	}
	return nil
}

func (s *Server) channel(id string) *channel {
	if i := slices.IndexFunc(s.channels, func(c *channel) bool { return c.ID == id }); i >= 0 {
		return s.channels[i]
	}
	return nil
}

func (s *Server) channelNamed(name string) *channel {
	if i := slices.IndexFunc(s.channels, func(c *channel) bool { return c.Name == name }); i >= 0 {
		return s.channels[i]
	}
	return nil
}

// channelFor is a channel that the user sees, or nil.
func (s *Server) channelFor(user, id string) *channel {
	c := s.channel(id)
	if c == nil || !c.visibleTo(user) {
		return nil
	}
	return c
}

// visibleTo says whether a user at the table sees a channel: everybody sees all channels except the direct messages of
// others.
func (c *channel) visibleTo(user string) bool { return c.Type != wire.DM || c.Recipients[0].ID == user }

// publish stores a new or changed post and tells those who see it. An ephemeral post is not written to the file or sent
// to the gateway. The server holds it in memory, for the bot's edits and for use by its reader.
func (s *Server) publish(p post) error {
	_, known := s.posts[p.Message.ID]
	if p.For != "" {
		s.posts[p.Message.ID] = p
		s.show(p, known)
		return nil
	}
	if err := s.commit(entry{Post: &p}); err != nil {
		return err
	}
	s.show(p, known)
	if s.botAbsent(p.Message.ChannelID) {
		return nil
	}
	kind := "MESSAGE_CREATE"
	if known {
		kind = "MESSAGE_UPDATE"
	}
	s.gateway.dispatch(p.Message.GuildID, kind, messageIntent(p),
		func(base string) any { return s.eventMessage(p, base) })
	return nil
}
