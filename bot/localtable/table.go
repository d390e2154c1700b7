package localtable

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

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

// Table is the state of a local table: what its file keeps, and what it forgets at a restart. Its lock, which callers
// hold, guards all fields that change.
type Table struct {
	sync.Mutex
	now func() time.Time
	bot wire.User

	ids        snowflakes
	journal    *journal
	files      *files
	members    []*member
	channels   []*channel
	posts      map[string]post
	nonces     map[string]string // message identifiers by the bot's nonces
	commands   map[string][]wire.Command
	denied     map[[2]string]uint64 // permissions, by channel and user
	older      bool                 // the guild's commands are of an older program, which registered no global ones
	botRemoved bool                 // the guild has removed the bot
}

// tableOptions say what is at a table.
type tableOptions struct {
	file                       string // "" keeps nothing
	users, channels, elsewhere []string
	now                        func() time.Time
}

// openTable reads a table's file, if there is one, and adds what is missing.
func openTable(opt tableOptions) (*Table, error) {
	t := &Table{
		now: opt.now, bot: wire.User{ID: ApplicationID, Username: "Grognard", Discriminator: "0", Bot: true},
		posts: map[string]post{}, nonces: map[string]string{}, denied: map[[2]string]uint64{},
		commands: map[string][]wire.Command{},
	}
	for i, name := range opt.users {
		user := wire.User{ID: strconv.Itoa(firstUser + i), Username: name, Discriminator: "0", Locale: "en-US"}
		t.members = append(t.members, &member{User: user})
	}
	var err error
	if t.files, err = openFiles(opt.file); err != nil {
		return nil, err
	}
	if t.journal, err = openJournal(opt.file, t.apply); err != nil {
		return nil, err
	}
	if err := t.addMissing(opt.channels, opt.elsewhere); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

// close closes the file.
func (t *Table) close() error { return t.journal.close() }

// newID returns an identifier for something that is made now.
func (t *Table) newID() string { return t.ids.next(t.now()) }

// newIDAt returns an identifier for something that is made at a time.
func (t *Table) newIDAt(at time.Time) string { return t.ids.next(at) }

// apply applies an entry of the file to the table. It checks no rules, because what is in the file has happened.
func (t *Table) apply(e entry) {
	switch {
	case e.Channel != nil:
		t.applyChannel(*e.Channel)
	case e.ChannelGone != "":
		for _, id := range t.channel(e.ChannelGone).posts {
			delete(t.posts, id)
		}
		t.channels = slices.DeleteFunc(t.channels, func(c *channel) bool { return c.ID == e.ChannelGone })
	case e.Post != nil:
		t.applyPost(*e.Post)
	case e.Gone != "":
		p := t.posts[e.Gone]
		delete(t.posts, e.Gone)
		if c := t.channel(p.Message.ChannelID); c != nil {
			c.posts = slices.DeleteFunc(c.posts, func(id string) bool { return id == e.Gone })
		}
	case e.Commands != nil:
		t.commands[e.Commands.Guild] = e.Commands.List
		if e.Commands.Guild != "" {
			t.older = !e.Commands.Apart
		} else if t.older {
			delete(t.commands, GuildID)
		}
		for _, c := range e.Commands.List {
			t.ids.seen(c.ID)
			t.ids.seen(c.Version)
		}
	case e.Settings != nil:
		if m := t.member(e.Settings.User); m != nil {
			m.dmsClosed, m.Locale = e.Settings.DMsClosed, e.Settings.Locale
		}
	}
}

func (t *Table) applyChannel(c wire.Channel) {
	if known := t.channel(c.ID); known != nil {
		known.Channel = c
		return
	}
	t.ids.seen(c.ID)
	t.channels = append(t.channels, &channel{Channel: c})
	if c.Type == wire.DM {
		if m := t.member(c.Recipients[0].ID); m != nil {
			m.dm = c.ID
		}
	}
}

func (t *Table) applyPost(p post) {
	m := p.Message
	c := t.channel(m.ChannelID)
	if c == nil {
		return
	}
	t.ids.seen(m.ID)
	for _, a := range m.Attachments {
		t.ids.seen(a.ID)
	}
	if p.For != "" {
		return // in older files
	}
	if _, known := t.posts[m.ID]; !known {
		c.posts = append(c.posts, m.ID)
		c.sent++
	}
	t.posts[m.ID] = p
	if p.Nonce != "" {
		t.nonces[p.Nonce] = m.ID
	}
}

// commit writes an entry to the file, then applies it, so that the table always shows what it would show after a
// restart.
func (t *Table) commit(e entry) error {
	if err := t.journal.append(e); err != nil {
		return err
	}
	t.apply(e)
	return nil
}

// addMissing adds what the table lacks: a DM channel for each user, the first channels, and the channels of Elsewhere.
func (t *Table) addMissing(channels, elsewhere []string) error {
	for _, m := range t.members {
		if m.dm != "" {
			continue
		}
		dm := wire.Channel{ID: t.newID(), Type: wire.DM, Recipients: []wire.User{publicUser(m.User)}}
		if err := t.commit(entry{Channel: &dm}); err != nil {
			return err
		}
	}
	for _, name := range channels {
		if t.channelNamed(name) != nil {
			continue
		}
		if err := t.commit(entry{Channel: t.newChannel(name)}); err != nil {
			return err
		}
	}
	for i, name := range elsewhere {
		if t.channelNamed(name) == nil {
			if err := t.commit(entry{Channel: t.newElsewhere(i, name)}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *Table) newChannel(name string) *wire.Channel {
	return &wire.Channel{ID: t.newID(), Type: wire.GuildText, GuildID: GuildID, Name: name}
}

// publicUser is a user without the fields that others do not see: the locale.
func publicUser(u wire.User) wire.User {
	u.Locale = ""
	return u
}

func (t *Table) member(id string) *member {
	if i := slices.IndexFunc(t.members, func(m *member) bool { return m.ID == id }); i >= 0 {
		return t.members[i]
	}
	return nil
}

func (t *Table) channel(id string) *channel {
	if i := slices.IndexFunc(t.channels, func(c *channel) bool { return c.ID == id }); i >= 0 {
		return t.channels[i]
	}
	return nil
}

func (t *Table) channelNamed(name string) *channel {
	if i := slices.IndexFunc(t.channels, func(c *channel) bool { return c.Name == name }); i >= 0 {
		return t.channels[i]
	}
	return nil
}

// channelFor is a channel that the user sees, or nil.
func (t *Table) channelFor(user, id string) *channel {
	c := t.channel(id)
	if c == nil || !c.visibleTo(user) {
		return nil
	}
	return c
}

// visibleTo says whether a user at the table sees a channel: everybody sees all channels except the direct messages of
// others.
func (c *channel) visibleTo(user string) bool { return c.Type != wire.DM || c.Recipients[0].ID == user }
