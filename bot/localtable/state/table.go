// Package state is a local table's state: users, channels, messages, the bot's commands, permissions, the file that
// stores them and the pictures beside it. What is in the file is applied as it is, so that a table after a restart is
// the table before it. It may import check, emojis and wire. It tells nobody of a change: package announce does that.
package state

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"grognard/bot/localtable/emojis"
	"grognard/bot/localtable/wire"
)

// The fixed identifiers of a table, and the bot's token.
const (
	BotToken      = "local-table"
	ApplicationID = "1150000000000000001"
	GuildID       = "1150000000000000002"
	ForeignID     = "1150000000000000003" // of a guild of which the bot is not a member
	firstUser     = 1150000000000000101
)

// Member is a user and his settings in the page.
type Member struct {
	wire.User
	DMsClosed bool
	DM        string // his channel with the bot
	Told      int    // the number of events sent to him
}

// Table is the state of a local table: what its file keeps, and what it forgets at a restart. Its lock, which callers
// hold, guards all fields that change.
type Table struct {
	sync.Mutex
	Now func() time.Time
	Bot wire.User

	ids        snowflakes
	journal    *journal
	Files      *files
	Members    []*Member
	Guilds     []*wire.Guild
	Channels   []*Channel
	Posts      map[string]Post
	Nonces     map[string]string         // message identifiers by the bot's nonces
	Commands   map[string][]wire.Command // by guild; the global ones are under ""
	Emojis     emojis.Shelf
	Uploads    map[string]wire.Attachment // of users for commands, by their names and identifiers
	denied     map[[2]string]uint64       // permissions taken, by channel or guild, and user
	MaxThreads int                        // how many threads may be active in a guild
}

// Options say what is at a table.
type Options struct {
	File                       string   // "" keeps nothing
	Users, Channels, Elsewhere []string // names; Elsewhere are channels of which the bot is not a member
	Now                        func() time.Time
}

// Open reads a table's file, if there is one, and adds what is missing.
func Open(opt Options) (*Table, error) {
	t := &Table{
		Now: opt.Now, Bot: wire.User{ID: ApplicationID, Username: "Grognard", Discriminator: "0", Bot: true},
		Posts: map[string]Post{}, Nonces: map[string]string{}, denied: map[[2]string]uint64{},
		Commands: map[string][]wire.Command{}, MaxThreads: 1000,
	}
	for i, name := range opt.Users {
		user := wire.User{ID: strconv.Itoa(firstUser + i), Username: name, Discriminator: "0", Locale: "en-US"}
		t.Members = append(t.Members, &Member{User: user})
	}
	var err error
	if t.Files, err = openFiles(opt.File); err != nil {
		return nil, err
	}
	t.Emojis = emojis.Shelf{NewID: t.NewID, Keep: t.Files.put,
		Write: func(e emojis.Emoji) error { return t.Commit(Entry{Emoji: &e}) }}
	if t.journal, err = openJournal(opt.File, t.apply); err != nil {
		return nil, err
	}
	if err := t.addMissing(opt.Channels, opt.Elsewhere); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// Close closes the file.
func (t *Table) Close() error { return t.journal.close() }

// NewID returns an identifier for something that is made now.
func (t *Table) NewID() string { return t.ids.next(t.Now()) }

// NewIDAt returns an identifier for something that is made at a time.
func (t *Table) NewIDAt(at time.Time) string { return t.ids.next(at) }

// apply applies an entry of the file to the table. It checks no rules, because what is in the file has happened.
func (t *Table) apply(e Entry) {
	switch {
	case e.Guild != nil:
		t.ids.note(e.Guild.ID)
		if known := t.Guild(e.Guild.ID); known != nil {
			*known = *e.Guild
		} else {
			t.Guilds = append(t.Guilds, e.Guild)
		}
	case e.Channel != nil:
		t.applyChannel(*e.Channel)
	case e.ChannelGone != "":
		for _, id := range t.Channel(e.ChannelGone).Posts {
			delete(t.Posts, id)
		}
		t.Channels = slices.DeleteFunc(t.Channels, func(c *Channel) bool { return c.ID == e.ChannelGone })
	case e.Post != nil:
		t.applyPost(*e.Post)
	case e.Gone != "":
		p := t.Posts[e.Gone]
		delete(t.Posts, e.Gone)
		if c := t.Channel(p.Message.ChannelID); c != nil {
			c.Posts = slices.DeleteFunc(c.Posts, func(id string) bool { return id == e.Gone })
		}
	case e.Commands != nil:
		t.Commands[e.Commands.Guild] = e.Commands.List
		for _, c := range e.Commands.List {
			t.ids.note(c.ID)
			t.ids.note(c.Version)
		}
	case e.Emoji != nil:
		t.ids.note(e.Emoji.ID)
		t.Emojis.Apply(*e.Emoji)
	case e.Settings != nil:
		if m := t.Member(e.Settings.User); m != nil {
			m.DMsClosed, m.Locale = e.Settings.DMsClosed, e.Settings.Locale
		}
	}
}

func (t *Table) applyChannel(c wire.Channel) {
	if known := t.Channel(c.ID); known != nil {
		known.Channel = c
		return
	}
	t.ids.note(c.ID)
	t.Channels = append(t.Channels, &Channel{Channel: c})
	if c.Type == wire.DM {
		if m := t.Member(c.Recipients[0].ID); m != nil {
			m.DM = c.ID
		}
	}
}

func (t *Table) applyPost(p Post) {
	m := p.Message
	c := t.Channel(m.ChannelID)
	if c == nil {
		return
	}
	t.ids.note(m.ID)
	for _, a := range m.Attachments {
		t.ids.note(a.ID)
	}
	if _, known := t.Posts[m.ID]; !known {
		c.Posts = append(c.Posts, m.ID)
	}
	t.Posts[m.ID] = p
	if p.Nonce != "" {
		t.Nonces[p.Nonce] = m.ID
	}
}

// Commit writes an entry to the file, then applies it, so that the table shows what it would after a restart.
func (t *Table) Commit(e Entry) error {
	if err := t.journal.append(e); err != nil {
		return err
	}
	t.apply(e)
	return nil
}

// addMissing adds what the table lacks: its guild, a DM channel for each user, the first channels, and the channels of
// Elsewhere, with their guild.
func (t *Table) addMissing(channels, elsewhere []string) (err error) {
	for _, g := range []wire.Guild{{ID: GuildID, Name: "Local table"},
		{ID: ForeignID, Name: "Elsewhere", Absent: true}} {
		if t.Guild(g.ID) == nil && (!g.Absent || len(elsewhere) > 0) { // the second only for channels elsewhere
			err = errors.Join(err, t.Commit(Entry{Guild: &g}))
		}
	}
	add := func(c *wire.Channel) {
		if err == nil {
			err = t.Commit(Entry{Channel: c})
		}
	}
	for _, m := range t.Members {
		if m.DM == "" {
			add(&wire.Channel{ID: t.NewID(), Type: wire.DM, Recipients: []wire.User{PublicUser(m.User)}})
		}
	}
	for _, name := range channels {
		if t.ChannelNamed(name) == nil {
			add(t.NewChannel(GuildID, name))
		}
	}
	for i, name := range elsewhere {
		if t.ChannelNamed(name) == nil {
			add(t.newElsewhere(i, name))
		}
	}
	return err
}

// NewChannel returns a text channel of a guild that the table does not have yet.
func (t *Table) NewChannel(guild, name string) *wire.Channel {
	return &wire.Channel{ID: t.NewID(), Type: wire.GuildText, GuildID: guild, Name: name}
}

// PublicUser returns a user without the field that others do not see: the locale.
func PublicUser(u wire.User) wire.User {
	u.Locale = ""
	return u
}

// User returns a person at the table or the bot, as other users see them, and whether there is one with this ID.
func (t *Table) User(id string) (wire.User, bool) {
	if id == t.Bot.ID {
		return t.Bot, true
	}
	if m := t.Member(id); m != nil {
		return PublicUser(m.User), true
	}
	return wire.User{}, false
}

// Member returns the user with an identifier, or nil.
func (t *Table) Member(id string) *Member {
	if i := slices.IndexFunc(t.Members, func(m *Member) bool { return m.ID == id }); i >= 0 {
		return t.Members[i]
	}
	return nil
}

// Guild returns the guild with an identifier, or nil.
func (t *Table) Guild(id string) *wire.Guild {
	if i := slices.IndexFunc(t.Guilds, func(g *wire.Guild) bool { return g.ID == id }); i >= 0 {
		return t.Guilds[i]
	}
	return nil
}

// Channel returns the channel or thread with an identifier, or nil.
func (t *Table) Channel(id string) *Channel {
	if i := slices.IndexFunc(t.Channels, func(c *Channel) bool { return c.ID == id }); i >= 0 {
		return t.Channels[i]
	}
	return nil
}

// ChannelNamed returns the first channel with a name, or nil.
func (t *Table) ChannelNamed(name string) *Channel {
	if i := slices.IndexFunc(t.Channels, func(c *Channel) bool { return c.Name == name }); i >= 0 {
		return t.Channels[i]
	}
	return nil
}

// ChannelFor returns the channel with an identifier if the user sees it, or nil.
func (t *Table) ChannelFor(user, id string) *Channel {
	c := t.Channel(id)
	if c == nil || !t.Sees(c, user) {
		return nil
	}
	return c
}
