package localtable

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// member is a user and what he chose in the page.
type member struct {
	wire.User
	dmsClosed bool
	dm        string // his channel with the bot
	told      int    // events he was told of
}

// channel is a channel and its messages, oldest first. Ephemeral ones are not among them: they have no history.
type channel struct {
	wire.Channel
	posts []string
}

// post is a message with what Discord keeps to itself. Posts are values: a change makes a new one.
type post struct {
	Message   wire.Message `json:"message"`
	For       string       `json:"for,omitempty"`   // of an ephemeral message: the only user who sees it
	Nonce     string       `json:"nonce,omitempty"` // the bot's, against doubles
	Dismissed bool         `json:"-"`               // he has had enough of it
}

// seenBy tells whether a user sees a post of a channel that he sees.
func (p post) seenBy(user string) bool { return p.For == "" || p.For == user && !p.Dismissed }

// forBot is the message as the bot receives it: with addresses in full, without what only the page shows. Like
// Discord's it names no nonce, except to the sender at once (see sent).
func (p post) forBot(base string) wire.Message {
	m := p.Message
	m.Usage, m.Pinged = "", nil
	m.Attachments = slices.Clone(m.Attachments)
	for i := range m.Attachments {
		m.Attachments[i].URL = base + m.Attachments[i].URL
		m.Attachments[i].ProxyURL = m.Attachments[i].URL
	}
	return m
}

// readByBot hides the words of others from the bot, which asks for no privileged intent: it reads its own messages,
// its DMs, and what mentions it.
func (p post) readByBot(base string) wire.Message {
	m := p.forBot(base)
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == ApplicationID })
	if m.GuildID != "" && !m.Author.Bot && !mentioned {
		m.Content = ""
	}
	return m
}

// sent is the message as its sender gets it back.
func (p post) sent(base string) wire.Message {
	m := p.forBot(base)
	m.Nonce = p.Nonce
	return m
}

// apply brings an entry of the file into the table. It knows no rule: what is in the file has happened.
func (s *Server) apply(e entry) {
	switch {
	case e.Channel != nil:
		s.ids.seen(e.Channel.ID)
		s.channels = append(s.channels, &channel{Channel: *e.Channel})
		if e.Channel.Type == wire.DM {
			if m := s.member(e.Channel.Recipients[0].ID); m != nil {
				m.dm = e.Channel.ID
			}
		}
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
		if e.Commands.Guild == "" { // programs before this one registered in the guild, and hide what is everywhere
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
		return // older files hold ephemeral messages
	}
	if _, known := s.posts[m.ID]; !known {
		c.posts = append(c.posts, m.ID)
	}
	s.posts[m.ID] = p
	if p.Nonce != "" {
		s.nonces[p.Nonce] = m.ID
	}
}

// commit writes an entry to the file, then applies it: what the table shows is what it would show after a restart.
func (s *Server) commit(e entry) error {
	if err := s.journal.append(e); err != nil {
		return err
	}
	s.apply(e)
	return nil
}

// furnish makes what a new table lacks: a DM channel per user, the first channels, and those where the bot is not.
func (s *Server) furnish() error {
	for _, m := range s.members {
		if m.dm != "" {
			continue
		}
		dm := wire.Channel{ID: s.ids.next(s.opt.Now()), Type: wire.DM, Recipients: []wire.User{plain(m.User)}}
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

// plain is a user as others see him: his language is his own affair.
func plain(u wire.User) wire.User {
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
	if c == nil || c.Type == wire.DM && c.Recipients[0].ID != user {
		return nil
	}
	return c
}

// publish keeps a new or changed post and tells those who see it. An ephemeral one is not for the file or the gateway:
// the server knows it while it runs, for the bot's edits and the presses of whoever has it before him.
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
	if s.away(p.Message.ChannelID) {
		return nil
	}
	kind := "MESSAGE_CREATE"
	if known {
		kind = "MESSAGE_UPDATE"
	}
	s.gateway.dispatch(kind, messageIntent(p), func(base string) any { return eventMessage(p, base) })
	return nil
}

// eventMessage is the message as the gateway tells of it.
func eventMessage(p post, base string) wire.Message {
	m := p.readByBot(base)
	m.Nonce = p.Nonce
	return m
}

// retract deletes a post.
func (s *Server) retract(p post) error {
	m := p.Message
	gone := wire.Event{Kind: "gone", ID: m.ID}
	if p.For != "" {
		delete(s.posts, m.ID)
		s.tell(m.ChannelID, p.For, gone)
		return nil
	}
	if err := s.commit(entry{Gone: m.ID}); err != nil {
		return err
	}
	s.tell(m.ChannelID, "", gone)
	if s.away(m.ChannelID) {
		return nil
	}
	s.gateway.dispatch("MESSAGE_DELETE", messageIntent(p), func(string) any {
		return map[string]string{"id": m.ID, "channel_id": m.ChannelID, "guild_id": m.GuildID}
	})
	return nil
}
