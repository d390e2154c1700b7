package threads

import (
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Types of messages by Discord itself, numbered by it.
const (
	typePlain   = 0
	typeAdded   = 1 // in a thread: somebody has added another, whom the message mentions
	typeRemoved = 2
	typeRenamed = 4  // in a thread: somebody has given it another name
	typeOpened  = 18 // in a channel: somebody has opened a thread
	typeAnswer  = 19
	typeCommand = 20
	typeStarter = 21 // in a thread: the message with which it began
)

// Open opens a thread in a channel, without a message. A notice in the channel says who has opened a public thread.
func Open(s *announce.Announcer, home *state.Channel, d Draft, by wire.User) (*state.Channel, error) {
	kind := wire.PrivateThread // unless the draft has a type, as at Discord
	set(d.Type, &kind)
	need := uint64(wire.PublicThreads)
	switch {
	case home.Type == wire.GuildText && kind == wire.PrivateThread:
		need = wire.PrivateThreads
	case home.Type == wire.GuildText && kind == wire.PublicThread:
	case home.Type == wire.Announcements && kind == wire.NewsThread:
	default:
		return nil, check.WrongChannelType()
	}
	if err := s.Table.Permits(home, by.ID, need); err != nil {
		return nil, err
	}
	thread, err := begin(s, home, kind, s.Table.NewID(), d, by)
	if err != nil {
		return nil, err
	}
	opened, err := s.OpenChannel(thread)
	if err != nil || kind == wire.PrivateThread {
		return opened, err
	}
	return opened, notice(s, home, typeOpened, by.ID, func(m *wire.Message) {
		m.Content, m.Reference = thread.Name, &wire.Reference{ChannelID: thread.ID, GuildID: thread.GuildID}
	})
}

// notice posts a message of Discord's own in a channel; it counts as written by the user by.
func notice(s *announce.Announcer, c *state.Channel, kind int, by string, write func(*wire.Message)) error {
	author, _ := s.Table.User(by)
	m := s.NewMessage(c, author)
	m.Type = kind
	write(&m)
	return s.Publish(state.Post{Message: m})
}

// Branch opens a thread that begins with a message, and has the message's identifier.
func Branch(s *announce.Announcer, p state.Post, d Draft, by wire.User) (*state.Channel, error) {
	home := s.Table.Channel(p.Message.ChannelID)
	kind := map[int]int{wire.GuildText: wire.PublicThread, wire.Announcements: wire.NewsThread}[home.Type]
	switch m := p.Message; {
	case kind == 0: // home is neither of the two
		return nil, check.WrongChannelType()
	case s.Table.Channel(m.ID) != nil || m.Flags&wire.HasThread != 0:
		return nil, exists()
	case m.Type != typePlain && m.Type != typeAnswer && m.Type != typeCommand:
		return nil, systemText()
	}
	if err := s.Table.Permits(home, by.ID, wire.PublicThreads); err != nil {
		return nil, err
	}
	thread, err := begin(s, home, kind, p.Message.ID, d, by)
	if err != nil {
		return nil, err
	}
	opened, err := s.OpenChannel(thread)
	if err != nil {
		return nil, err
	}
	p.Message.Flags |= wire.HasThread
	if err := s.Publish(p); err != nil {
		return nil, err
	}
	return opened, notice(s, opened, typeStarter, p.Message.Author.ID, func(m *wire.Message) {
		m.Reference = &wire.Reference{MessageID: p.Message.ID, ChannelID: home.ID, GuildID: home.GuildID}
	})
}

// Post opens a post of a forum: a thread and its first message, which have one identifier. Write writes the message.
func Post(s *announce.Announcer, forum *state.Channel, d Draft, by wire.User,
	write func(*wire.Message) error) (opened *state.Channel, first state.Post, err error) {
	if err := s.Table.Permits(forum, by.ID, wire.SendMessages); err != nil {
		return nil, first, err
	}
	if forum.Flags&requireTag != 0 && (d.Tags == nil || len(*d.Tags) == 0) {
		return nil, first, needsTag()
	}
	id := s.Table.NewID()
	thread, err := begin(s, forum, wire.PublicThread, id, d, by)
	if err != nil {
		return nil, first, err
	}
	thread.Tags = []string{}
	set(d.Tags, &thread.Tags)
	m := s.NewMessage(&state.Channel{Channel: thread}, by)
	m.ID = id
	if err := write(&m); err != nil {
		return nil, first, err
	}
	if opened, err = s.OpenChannel(thread); err != nil {
		return nil, first, err
	}
	if err := Enter(s, opened, &m); err != nil {
		return nil, first, err
	}
	first = state.Post{Message: m}
	return opened, first, s.Publish(first)
}

// begin returns a new thread of home, which is still to be opened, or a refusal if it cannot be opened now.
func begin(s *announce.Announcer, home *state.Channel, kind int, id string, d Draft, by wire.User) (wire.Channel,
	error) {
	if d.Name == nil {
		return wire.Channel{}, check.InvalidForm("name is required")
	}
	if err := d.check(s.Table, home, by.ID); err != nil {
		return wire.Channel{}, err
	}
	if err := checkRoom(s.Table, home.GuildID); err != nil {
		return wire.Channel{}, err
	}
	now := s.Table.Now().UTC()
	c := wire.Channel{ID: id, Type: kind, GuildID: home.GuildID, Parent: home.ID, Owner: by.ID, Name: *d.Name,
		Thread:  &wire.Thread{AutoArchive: defaultRest, Changed: now, Created: now},
		Members: []wire.Membership{{Thread: id, User: by.ID, Joined: now}}}
	set(d.AutoArchive, &c.Thread.AutoArchive)
	if kind == wire.PrivateThread {
		c.Thread.Invitable = true
		set(d.Invitable, &c.Thread.Invitable)
	}
	return c, nil
}

// checkRoom refuses a further active thread if a guild already has as many as it may have.
func checkRoom(t *state.Table, guild string) error {
	active := 0
	for _, c := range t.Channels {
		if c.GuildID == guild && c.Thread != nil && !c.Thread.Archived {
			active++
		}
	}
	if active >= t.MaxThreads {
		return tooMany()
	}
	return nil
}
