package localtable

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/localtable/wire"
)

// field is a member of a JSON object that may be absent. An edit changes only the members that it contains, and null
// clears one.
type field[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON is also called for null.
func (f *field[T]) UnmarshalJSON(raw []byte) error {
	f.Set = true
	return json.Unmarshal(raw, &f.Value)
}

// flexibleString is a string that may be written as a number: an identifier or a nonce.
type flexibleString string

// UnmarshalJSON accepts a string, a number and null.
func (w *flexibleString) UnmarshalJSON(raw []byte) error {
	if s := string(raw); s == "null" || raw[0] != '"' {
		*w = flexibleString(strings.TrimPrefix(s, "null"))
		return nil
	}
	return json.Unmarshal(raw, (*string)(w))
}

// draft is the body of a request that creates or changes a message.
type draft struct {
	Content      field[string]           `json:"content"`
	Embeds       field[[]wire.Embed]     `json:"embeds"`
	Components   field[[]wire.Component] `json:"components"`
	Attachments  field[[]attachment]     `json:"attachments"`
	Flags        field[int]              `json:"flags"`
	Allowed      *allowed                `json:"allowed_mentions"`
	Nonce        flexibleString          `json:"nonce"`
	EnforceNonce bool                    `json:"enforce_nonce"`
	Reply        json.RawMessage         `json:"message_reference"`
	Poll         json.RawMessage         `json:"poll"`
	Stickers     []string                `json:"sticker_ids"`
	Aloud        bool                    `json:"tts"`
}

// attachment names an existing file by its identifier, or a new one by the n of files[n].
type attachment struct {
	ID          flexibleString `json:"id"`
	Filename    string         `json:"filename"`
	Description *string        `json:"description"`
}

// allowed says which mentions of a message may notify users.
type allowed struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// nonceMemory is how long a nonce prevents duplicates. Discord's reference says "a few minutes".
const nonceMemory = 5 * time.Minute

// write applies a draft to a message. The server's lock is held.
func (s *announcer) write(m *wire.Message, d draft, uploads []upload) error {
	if d.Content.Set {
		m.Content = d.Content.Value
		m.Mentions, m.Everyone = s.mentions(m.Content, d.Allowed), d.Allowed.everyone(m.Content)
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
		return emptyMessage()
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
func (s *announcer) attachAll(m *wire.Message, d draft, uploads []upload) error {
	kept := slices.Clone(m.Attachments)
	if d.Attachments.Set {
		kept = slices.DeleteFunc(kept, func(old wire.Attachment) bool {
			return !slices.ContainsFunc(d.Attachments.Value, func(a attachment) bool { return string(a.ID) == old.ID })
		})
	}
	for _, u := range uploads {
		var description string
		for _, a := range d.Attachments.Value {
			if string(a.ID) != strconv.Itoa(u.index) {
				continue
			}
			if a.Description != nil {
				description = *a.Description
			}
			if a.Filename != "" {
				u.name = a.Filename
			}
		}
		u.name = safeName(u.name)
		a, err := s.table.files.attach(s.table.newID(), description, u)
		if err != nil {
			return err
		}
		kept = append(kept, a)
	}
	if len(kept) > maxFiles {
		var f form
		f.count(at{"attachments"}, len(kept), 0, maxFiles)
		return f.err()
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

// user tells whether a mention of this user notifies him. A nil receiver allows all mentions.
func (a *allowed) user(id string) bool {
	return a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

// everyone tells whether the content mentions everyone and may notify them.
func (a *allowed) everyone(content string) bool {
	named := strings.Contains(content, "@everyone") || strings.Contains(content, "@here")
	return named && (a == nil || slices.Contains(a.Parse, "everyone"))
}

// mentions are the users whom the content mentions and may notify.
func (s *announcer) mentions(content string, may *allowed) []wire.User {
	out := []wire.User{}
	for _, found := range mention.FindAllStringSubmatch(content, -1) {
		id := found[1]
		if !may.user(id) {
			continue
		}
		u, ok := s.table.user(id)
		if ok && !slices.ContainsFunc(out, func(o wire.User) bool { return o.ID == id }) {
			out = append(out, u)
		}
	}
	return out
}

// pings are the users whom a new message notifies; its author is never among them.
func (s *announcer) pings(m wire.Message) []string {
	var out []string
	for _, u := range s.table.members {
		if u.ID != m.Author.ID && mentions(m, u.ID) && s.table.channelFor(u.ID, m.ChannelID) != nil {
			out = append(out, u.ID)
		}
	}
	return out
}

func mentions(m wire.Message, user string) bool {
	return m.Everyone || slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == user })
}

// user is a person at the table or the bot, as other users see them.
func (t *Table) user(id string) (wire.User, bool) {
	if id == t.bot.ID {
		return t.bot, true
	}
	if m := t.member(id); m != nil {
		return publicUser(m.User), true
	}
	return wire.User{}, false
}

// newMessage is an empty message by an author, with an identifier and a time.
func (s *announcer) newMessage(c *channel, author wire.User) wire.Message {
	now := s.table.now()
	m := wire.Message{ID: s.table.newIDAt(now), ChannelID: c.ID, GuildID: c.GuildID, Author: author, Timestamp: now.UTC()}
	fillLists(&m)
	return m
}

func (s *messageRoutes) createMessage(r *request) (any, error) {
	var d draft
	if err := r.decode(&d); err != nil {
		return nil, err
	}
	var f form
	f.message(nil, d, r.uploads)
	if d.Flags.Value&wire.Ephemeral != 0 {
		f.fault(at{"flags"}, "MESSAGE_FLAGS_INVALID", "Only answers to interactions are ephemeral.")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	if err := s.table.allows(c, writing(c, r.uploads)...); err != nil {
		return nil, err
	}
	if c.Type == wire.DM {
		if m := s.table.member(c.Recipients[0].ID); m == nil || m.dmsClosed {
			return nil, dmsClosed()
		}
	}
	if first, ok := s.table.posts[s.table.nonces[string(d.Nonce)]]; ok && d.EnforceNonce &&
		s.table.now().Sub(first.Message.Timestamp) < nonceMemory {
		return sent(s.table, first, r.base), nil
	}
	if err := s.announce.unarchive(c); err != nil {
		return nil, err
	}
	m := s.announce.newMessage(c, s.table.bot)
	m.Flags, m.Aloud = d.Flags.Value, d.Aloud
	if err := s.announce.write(&m, d, r.uploads); err != nil {
		return nil, err
	}
	m.Pinged = s.announce.pings(m)
	p := post{Message: m, Nonce: string(d.Nonce)}
	return sent(s.table, p, r.base), s.announce.publish(p)
}

// botChannel finds the channel that a route names, if the bot is a member. The lock is held.
func botChannel(table *Table, r *request) (*channel, error) {
	c := table.channel(r.PathValue("channel_id"))
	switch {
	case c == nil:
		return nil, unknownChannel()
	case table.botAbsent(c.ID):
		return nil, missingAccess()
	}
	return c, table.allows(c)
}

// botGuildChannel is botChannel for operations that are impossible in direct messages. The lock is held.
func botGuildChannel(table *Table, r *request) (*channel, error) {
	c, err := botChannel(table, r)
	if err == nil && !c.ours() {
		return nil, notInDM()
	}
	return c, err
}

// routeMessage finds the message that a route names. The lock is held.
func routeMessage(table *Table, r *request) (post, error) {
	c := table.channel(r.PathValue("channel_id"))
	if c != nil && table.botAbsent(c.ID) {
		return post{}, missingAccess()
	}
	if c != nil {
		if err := table.allows(c); err != nil {
			return post{}, err
		}
	}
	p, ok := table.posts[r.PathValue("message_id")]
	if !ok || p.For != "" || p.Message.ChannelID != r.PathValue("channel_id") {
		return p, unknownMessage()
	}
	return p, nil
}

func (s *messageRoutes) getMessage(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if err := s.table.allows(s.table.channel(p.Message.ChannelID), wire.ReadHistory); err != nil {
		return nil, err
	}
	return readByBot(s.table, p, r.base), nil
}

func (s *messageRoutes) editMessage(r *request) (any, error) {
	d, err := r.edit()
	if err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	p, err := routeMessage(s.table, r)
	if err != nil {
		return nil, err
	}
	if p.Message.Author.ID != s.table.bot.ID {
		return nil, notTheAuthor()
	}
	if len(r.uploads) > 0 {
		if err := s.table.allows(s.table.channel(p.Message.ChannelID), wire.AttachFiles); err != nil {
			return nil, err
		}
	}
	p, err = s.announce.revise(p, d, r.uploads)
	return forBot(s.table, p, r.base), err
}

// showTyping accepts a typing notice. The page does not show it.
func (s *messageRoutes) showTyping(r *request) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	_, err := botChannel(s.table, r)
	return nil, err
}

// edit reads and checks the body of an edit.
func (r *request) edit() (draft, error) {
	var d draft
	if err := r.decode(&d); err != nil {
		return d, err
	}
	var f form
	f.message(nil, d, r.uploads)
	return d, f.err()
}

// revise edits a post. Filling in a deferred answer does not mark it as edited and, like an edit, notifies nobody.
func (s *announcer) revise(p post, d draft, uploads []upload) (post, error) {
	if c := s.table.channel(p.Message.ChannelID); c != nil && c.archived() {
		return p, threadArchived()
	}
	if p.Message.Flags&wire.Loading != 0 {
		p.Message.Flags &^= wire.Loading
	} else {
		now := s.table.now().UTC()
		p.Message.Edited = &now
	}
	if err := s.write(&p.Message, d, uploads); err != nil {
		return p, err
	}
	p.Message.Pinged = slices.DeleteFunc(slices.Clone(p.Message.Pinged),
		func(id string) bool { return !mentions(p.Message, id) })
	return p, s.publish(p)
}

// listMessages answers with the newest first, as Discord does. Ephemeral messages are never listed.
func (s *messageRoutes) listMessages(r *request) (any, error) {
	page, err := parsePage(r.Request)
	if err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	c, err := botChannel(s.table, r)
	if err != nil {
		return nil, err
	}
	out := []message{}
	if c.Type != wire.DM && s.table.permissions(c, ApplicationID)&wire.ReadHistory == 0 {
		return out, nil // Discord also answers with an empty list, without an error
	}
	for _, p := range s.table.page(c, page) {
		out = append(out, readByBot(s.table, p, r.base))
	}
	slices.Reverse(out)
	return out, nil
}

// pageOf selects the newest messages before one, the oldest after one, or the newest of all.
type pageOf struct {
	limit         int
	before, after uint64
}

func parsePage(r *http.Request) (pageOf, error) {
	q, p := r.URL.Query(), pageOf{limit: 50}
	var f form
	if s := q.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			f.fault(at{"limit"}, "NUMBER_TYPE_RANGE", "Value should be between 1 and 100.")
		}
		p.limit = n
	}
	for name, to := range map[string]*uint64{"before": &p.before, "after": &p.after} {
		if s := q.Get(name); s != "" {
			if *to = number(s); *to == 0 {
				f.fault(at{name}, "NUMBER_TYPE_COERCE", "Value %q is not a snowflake.", s)
			}
		}
	}
	if q.Has("around") || p.before != 0 && p.after != 0 {
		return p, notHere("list of messages around one or between two")
	}
	return p, f.err()
}

// page returns posts of a channel, oldest first.
func (t *Table) page(c *channel, want pageOf) []post {
	var out []post
	for _, id := range c.posts {
		if n := number(id); n > want.after && (want.before == 0 || n < want.before) {
			out = append(out, t.posts[id])
		}
	}
	if len(out) <= want.limit {
		return out
	}
	if want.after != 0 {
		return out[:want.limit]
	}
	return out[len(out)-want.limit:]
}

// openDM finds a user's DM channel. It succeeds even if the user takes no messages; sending then fails.
func (s *guildRoutes) openDM(r *request) (any, error) {
	var body struct {
		Recipient flexibleString `json:"recipient_id"`
	}
	if err := r.decode(&body); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	m := s.table.member(string(body.Recipient))
	if m == nil {
		return nil, invalidRecipient()
	}
	return asChannel(s.table, s.table.channel(m.dm)), nil
}
