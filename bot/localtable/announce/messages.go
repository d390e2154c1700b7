package announce

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/layout"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Publish stores a new or changed post and tells those who see it. The bot, which asks for no events about messages, is
// not told. An ephemeral post is not written to the file: the server holds it in memory, for the bot's edits and for
// use by its reader.
func (s *Announcer) Publish(p state.Post) error {
	_, known := s.Table.Posts[p.Message.ID]
	if p.For != "" {
		s.Table.Posts[p.Message.ID] = p
	} else if err := s.Table.Commit(state.Entry{Post: &p}); err != nil {
		return err
	}
	s.show(p, known)
	return nil
}

// Retract deletes a post.
func (s *Announcer) Retract(p state.Post) error {
	if p.For != "" {
		delete(s.Table.Posts, p.Message.ID)
	} else if err := s.Table.Commit(state.Entry{Gone: p.Message.ID}); err != nil {
		return err
	}
	s.Tell(p.Message.ChannelID, p.For, wire.Event{Kind: "gone", ID: p.Message.ID})
	return nil
}

// Write applies a draft to a message. The table's lock is held.
func (s *Announcer) Write(m *wire.Message, d check.Draft, uploads []check.Upload) error {
	if err := layout.SetFlag(m, d.Flags.Set, d.Flags.Value); err != nil {
		return err
	}
	if d.Content.Set {
		m.Content = d.Content.Value
		m.Mentions, m.Everyone = s.Mentions(m.Content, d.Allowed), d.Allowed.Everyone(m.Content)
	}
	if d.Components.Set {
		m.Components = d.Components.Value
	}
	if err := s.attachAll(m, d, uploads); err != nil {
		return err
	}
	if m.Content == "" && len(m.Components) == 0 && len(m.Attachments) == 0 {
		return check.EmptyMessage()
	}
	fillLists(m)
	return layout.Check(*m)
}

// fillLists replaces nil lists by empty ones, because Discord never sends null for them.
func fillLists(m *wire.Message) {
	if m.Mentions == nil {
		m.Mentions = []wire.User{}
	}
	if m.Attachments == nil {
		m.Attachments = []wire.Attachment{}
	}
	if m.Components == nil {
		m.Components = []wire.Component{}
	}
}

// attachAll keeps the old attachments that the draft lists (all if it has no list) and adds the new ones.
func (s *Announcer) attachAll(m *wire.Message, d check.Draft, uploads []check.Upload) error {
	kept := slices.Clone(m.Attachments)
	if d.Attachments.Set {
		kept = slices.DeleteFunc(kept, func(old wire.Attachment) bool {
			return !slices.ContainsFunc(d.Attachments.Value, func(a check.Attachment) bool { return a.ID == old.ID })
		})
	}
	if len(kept)+len(uploads) > check.MaxFiles {
		return check.TooManyFiles()
	}
	for _, u := range uploads {
		var description string
		for _, a := range d.Attachments.Value {
			if a.ID != strconv.Itoa(u.Index) { // a new file's ID is the n of its files[n]
				continue
			}
			if a.Description != nil {
				description = *a.Description
			}
			if a.Filename != "" {
				u.Name = a.Filename
			}
		}
		u.Name = safeName(u.Name)
		a, err := s.Table.Files.Attach(s.Table.NewID(), description, u)
		if err != nil {
			return err
		}
		kept = append(kept, a)
	}
	m.Attachments = kept
	return nil
}

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// safeName replaces characters of a file's name as Discord does, so that it can be part of an address.
func safeName(name string) string {
	name = strings.Trim(unsafeName.ReplaceAllString(name, "_"), ".")
	if name == "" {
		return "file"
	}
	return name
}

var mention = regexp.MustCompile(`<@!?(\d+)>`)

// Mentions returns the users whom the content mentions and may notify; if may is nil it may notify everybody.
func (s *Announcer) Mentions(content string, may *check.Allowed) []wire.User {
	out := []wire.User{}
	for _, found := range mention.FindAllStringSubmatch(content, -1) {
		id := found[1]
		if !may.User(id) {
			continue
		}
		u, ok := s.Table.User(id)
		if ok && !slices.ContainsFunc(out, func(o wire.User) bool { return o.ID == id }) {
			out = append(out, u)
		}
	}
	return out
}

// Pings returns the IDs of the users whom a new message notifies: none if it is silent, and never its author's.
func (s *Announcer) Pings(m wire.Message) []string {
	var out []string
	for _, u := range s.Table.Members {
		calls := m.Flags&wire.Silent == 0 && u.ID != m.Author.ID && mentions(m, u.ID)
		if calls && s.Table.ChannelFor(u.ID, m.ChannelID) != nil {
			out = append(out, u.ID)
		}
	}
	return out
}

func mentions(m wire.Message, user string) bool {
	return m.Everyone || slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == user })
}

// NewMessage returns an empty message by an author, with a new identifier and the present time.
func (s *Announcer) NewMessage(c *state.Channel, author wire.User) wire.Message {
	now := s.Table.Now()
	m := wire.Message{ID: s.Table.NewIDAt(now), ChannelID: c.ID, GuildID: c.GuildID, Author: author,
		Timestamp: now.UTC()}
	fillLists(&m)
	return m
}

// Revise edits a post and returns it. It notifies nobody, and filling in a deferred answer does not count as an edit.
func (s *Announcer) Revise(p state.Post, d check.Draft, uploads []check.Upload) (state.Post, error) {
	if c := s.Table.Channel(p.Message.ChannelID); c != nil && c.Archived() {
		return p, check.ThreadArchived()
	}
	if p.Message.Flags&wire.Loading != 0 {
		p.Message.Flags &^= wire.Loading
	} else {
		p.Message.Edited = new(s.Table.Now().UTC())
	}
	if err := s.Write(&p.Message, d, uploads); err != nil {
		return p, err
	}
	p.Message.Pinged = slices.DeleteFunc(slices.Clone(p.Message.Pinged),
		func(id string) bool { return !mentions(p.Message, id) })
	return p, s.Publish(p)
}
