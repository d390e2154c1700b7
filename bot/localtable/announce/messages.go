package announce

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Publish stores a new or changed post and tells those who see it. An ephemeral post is not written to the file or sent
// to the gateway. The server holds it in memory, for the bot's edits and for use by its reader.
func (s *Announcer) Publish(p state.Post) error {
	_, known := s.Table.Posts[p.Message.ID]
	if p.For != "" {
		s.Table.Posts[p.Message.ID] = p
		s.show(p, known)
		return nil
	}
	if err := s.Table.Commit(state.Entry{Post: &p}); err != nil {
		return err
	}
	s.show(p, known)
	if s.Table.BotAbsent(p.Message.ChannelID) {
		return nil
	}
	kind := "MESSAGE_CREATE"
	if known {
		kind = "MESSAGE_UPDATE"
	}
	s.Gateway.Dispatch(p.Message.GuildID, kind, messageIntent(p),
		func(base string) any { return shape.EventMessage(s.Table, p, base) })
	return nil
}

// RetractAll deletes posts of a channel and tells the bot of it in one event.
func (s *Announcer) RetractAll(c *state.Channel, posts []state.Post) error {
	ids := []string{}
	for _, p := range posts {
		if err := s.Table.Commit(state.Entry{Gone: p.Message.ID}); err != nil {
			return err
		}
		s.Tell(c.ID, "", wire.Event{Kind: "gone", ID: p.Message.ID})
		ids = append(ids, p.Message.ID)
	}
	s.Gateway.Dispatch(c.GuildID, "MESSAGE_DELETE_BULK", gateway.IntentGuildMessages, func(string) any {
		return map[string]any{"ids": ids, "channel_id": c.ID, "guild_id": c.GuildID}
	})
	return nil
}

// Retract deletes a post.
func (s *Announcer) Retract(p state.Post) error {
	m := p.Message
	gone := wire.Event{Kind: "gone", ID: m.ID}
	if p.For != "" {
		delete(s.Table.Posts, m.ID)
		s.Tell(m.ChannelID, p.For, gone)
		return nil
	}
	if err := s.Table.Commit(state.Entry{Gone: m.ID}); err != nil {
		return err
	}
	s.Tell(m.ChannelID, "", gone)
	if s.Table.BotAbsent(m.ChannelID) {
		return nil
	}
	s.Gateway.Dispatch(m.GuildID, "MESSAGE_DELETE", messageIntent(p), func(string) any {
		told := map[string]string{"id": m.ID, "channel_id": m.ChannelID}
		if m.GuildID != "" {
			told["guild_id"] = m.GuildID
		}
		return told
	})
	return nil
}

func messageIntent(p state.Post) int {
	if p.Message.GuildID == "" {
		return gateway.IntentDMs
	}
	return gateway.IntentGuildMessages
}

// Write applies a draft to a message. The table's lock is held.
func (s *Announcer) Write(m *wire.Message, d check.Draft, uploads []check.Upload) error {
	if d.Content.Set {
		m.Content = d.Content.Value
		m.Mentions, m.Everyone = s.Mentions(m.Content, d.Allowed), d.Allowed.Everyone(m.Content)
	}
	if d.Embeds.Set {
		m.Embeds = d.Embeds.Value
	}
	if d.Components.Set {
		m.Components = d.Components.Value
	}
	if err := s.attachAll(m, d, uploads); err != nil {
		return err
	}
	m.Embeds = slices.Clone(m.Embeds) // readers may still use the old list
	for i := range m.Embeds {
		m.Embeds[i].Type = "rich"
		m.Embeds[i].Image = attached(m.Embeds[i].Image, m.Attachments)
		m.Embeds[i].Thumbnail = attached(m.Embeds[i].Thumbnail, m.Attachments)
	}
	if m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0 {
		return check.EmptyMessage()
	}
	fillLists(m)
	return nil
}

// fillLists replaces nil lists by empty ones, because Discord never sends null for them.
func fillLists(m *wire.Message) {
	if m.Mentions == nil {
		m.Mentions = []wire.User{}
	}
	if m.Attachments == nil {
		m.Attachments = []wire.Attachment{}
	}
	if m.Embeds == nil {
		m.Embeds = []wire.Embed{}
	}
	if m.Components == nil {
		m.Components = []wire.Component{}
	}
}

// attachAll keeps the old attachments that the draft names (all if it names none) and adds the new ones.
func (s *Announcer) attachAll(m *wire.Message, d check.Draft, uploads []check.Upload) error {
	kept := slices.Clone(m.Attachments)
	if d.Attachments.Set {
		kept = slices.DeleteFunc(kept, func(old wire.Attachment) bool {
			return !slices.ContainsFunc(d.Attachments.Value,
				func(a check.Attachment) bool { return string(a.ID) == old.ID })
		})
	}
	for _, u := range uploads {
		var description string
		for _, a := range d.Attachments.Value {
			if string(a.ID) != strconv.Itoa(u.Index) {
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
	if len(kept) > check.MaxFiles {
		var f check.Form
		f.Count(check.At{"attachments"}, len(kept), 0, check.MaxFiles)
		return f.Err()
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

// attached resolves an attachment://name URL.
func attached(image *wire.EmbedImage, list []wire.Attachment) *wire.EmbedImage {
	if image == nil {
		return nil
	}
	name, ok := strings.CutPrefix(image.URL, "attachment://")
	for _, a := range list {
		if ok && a.Filename == safeName(name) {
			return &wire.EmbedImage{URL: a.URL}
		}
	}
	return image
}

var mention = regexp.MustCompile(`<@!?(\d+)>`)

// Mentions are the users whom the content mentions and may notify.
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

// Pings are the users whom a new message notifies; its author is never among them.
func (s *Announcer) Pings(m wire.Message) []string {
	var out []string
	for _, u := range s.Table.Members {
		if u.ID != m.Author.ID && mentions(m, u.ID) && s.Table.ChannelFor(u.ID, m.ChannelID) != nil {
			out = append(out, u.ID)
		}
	}
	return out
}

func mentions(m wire.Message, user string) bool {
	return m.Everyone || slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == user })
}

// NewMessage is an empty message by an author, with an identifier and a time.
func (s *Announcer) NewMessage(c *state.Channel, author wire.User) wire.Message {
	now := s.Table.Now()
	m := wire.Message{ID: s.Table.NewIDAt(now), ChannelID: c.ID, GuildID: c.GuildID, Author: author,
		Timestamp: now.UTC()}
	fillLists(&m)
	return m
}

// Revise edits a post. Filling in a deferred answer does not mark it as edited and, like an edit, notifies nobody.
func (s *Announcer) Revise(p state.Post, d check.Draft, uploads []check.Upload) (state.Post, error) {
	if c := s.Table.Channel(p.Message.ChannelID); c != nil && c.Archived() {
		return p, check.ThreadArchived()
	}
	if p.Message.Flags&wire.Loading != 0 {
		p.Message.Flags &^= wire.Loading
	} else {
		now := s.Table.Now().UTC()
		p.Message.Edited = &now
	}
	if err := s.Write(&p.Message, d, uploads); err != nil {
		return p, err
	}
	p.Message.Pinged = slices.DeleteFunc(slices.Clone(p.Message.Pinged),
		func(id string) bool { return !mentions(p.Message, id) })
	return p, s.Publish(p)
}
