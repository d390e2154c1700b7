package places

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/guilds"
	"grognard/bot/localtable/pins"
	"grognard/bot/localtable/roles"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

// addGuild adds a server that has invited the bot.
func (s server) addGuild(_ wire.User, d Action) (any, error) {
	name := strings.TrimSpace(d.Name)
	if n := utf8.RuneCountInString(name); n < 2 || n > 100 {
		return nil, typed.InputError("a server's name has 2 to 100 characters")
	}
	id, err := guilds.Add(s.Announcer, name, "general")
	if err != nil {
		return nil, err
	}
	return s.Table.Guild(id), nil
}

// invite lets the bot into a server again.
func (s server) invite(_ wire.User, d Action) (any, error) {
	g, err := s.guild(d)
	if err != nil || !g.Absent {
		return nil, err
	}
	return nil, guilds.Invite(s.Announcer, g.ID)
}

// remove takes the bot from a server.
func (s server) remove(_ wire.User, d Action) (any, error) {
	g, err := s.guild(d)
	if err != nil || g.Absent {
		return nil, err
	}
	return nil, guilds.Remove(s.Announcer, g.ID)
}

// makeRole makes a role in a server.
func (s server) makeRole(_ wire.User, d Action) (any, error) {
	g, err := s.guild(d)
	name := strings.TrimSpace(d.Name)
	if n := utf8.RuneCountInString(name); err == nil && (n < 1 || n > 100) {
		err = typed.InputError("a role's name has 1 to 100 characters")
	}
	if err != nil {
		return nil, err
	}
	id, err := roles.Make(s.Announcer, g, roles.New{Name: name, Above: d.Above, Permissions: d.Permissions})
	return map[string]string{"id": id}, err
}

var channelName = regexp.MustCompile(`^[-_\p{L}\p{N}]{1,100}$`)

// addChannel adds a channel of d.Kind to a server. A forum gets the tags that d names.
func (s server) addChannel(_ wire.User, d Action) (any, error) {
	g, err := s.guild(d)
	if err != nil {
		return nil, err
	}
	kind, known := map[string]int{"": wire.GuildText, "text": wire.GuildText, "announcements": wire.Announcements,
		"forum": wire.Forum}[d.Kind]
	if !known || !channelName.MatchString(d.Name) || strings.ToLower(d.Name) != d.Name {
		return nil, typed.InputError("a channel's name has small letters, digits and hyphens")
	}
	if other := s.Table.ChannelNamed(d.Name); other != nil && other.GuildID == g.ID {
		return nil, typed.InputErrorf("there is a channel %s already", d.Name)
	}
	made := s.Table.NewChannel(g.ID, d.Name)
	made.Type = kind
	for _, name := range d.Tags {
		made.Available = append(made.Available, wire.Tag{ID: s.Table.NewID(), Name: name})
	}
	c, err := s.OpenChannel(*made)
	if err != nil {
		return nil, err
	}
	return c.Channel, nil
}

// drop deletes a channel or a thread.
func (s server) drop(by wire.User, d Action) (any, error) {
	c, err := s.channel(by, d)
	if err != nil {
		return nil, err
	}
	if !c.Ours() {
		return nil, typed.InputError("this channel stays")
	}
	return nil, threads.Delete(s.Announcer, c, by.ID)
}

// openThread opens a thread without a message.
func (s server) openThread(by wire.User, d Action) (any, error) {
	home, err := s.channel(by, d)
	if err != nil {
		return nil, err
	}
	kind := wire.PublicThread
	switch {
	case d.Private:
		kind = wire.PrivateThread
	case home.Type == wire.Announcements:
		kind = wire.NewsThread
	}
	return opened(threads.Open(s.Announcer, home, threads.Draft{Name: &d.Name, Type: &kind, AutoArchive: d.Rest}, by))
}

// branch opens a thread at a message.
func (s server) branch(by wire.User, d Action) (any, error) {
	p, err := s.message(by, d)
	if err != nil {
		return nil, err
	}
	return opened(threads.Branch(s.Announcer, p, threads.Draft{Name: &d.Name, AutoArchive: d.Rest}, by))
}

// openPost opens a post of a forum.
func (s server) openPost(by wire.User, d Action) (any, error) {
	forum, err := s.channel(by, d)
	if err != nil {
		return nil, err
	}
	if forum.Type != wire.Forum {
		return nil, typed.InputError("only a forum has posts")
	}
	chosen, err := tags(forum, d.Tags)
	if err != nil {
		return nil, err
	}
	draft := threads.Draft{Name: &d.Name, Tags: &chosen, AutoArchive: d.Rest}
	c, _, err := threads.Post(s.Announcer, forum, draft, by, func(m *wire.Message) error {
		if n := utf8.RuneCountInString(d.Text); n == 0 || n > check.MaxContent {
			return typed.InputErrorf("a message has 1 to %d characters", check.MaxContent)
		}
		m.Content, m.Mentions = d.Text, s.Mentions(d.Text, nil)
		m.Everyone = (*check.Allowed)(nil).Everyone(d.Text)
		return nil
	})
	return opened(c, err)
}

// opened returns what the page gets of a new thread.
func opened(c *state.Channel, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return c.Channel, nil
}

// change archives, wakes, locks or unlocks a thread, or gives it another name or other tags.
func (s server) change(by wire.User, d Action) (any, error) {
	c, err := s.thread(by, d)
	if err != nil {
		return nil, err
	}
	draft := threads.Draft{Archived: d.Archived, Locked: d.Locked, AutoArchive: d.Rest}
	if d.Name != "" {
		draft.Name = &d.Name
	}
	if d.Tags != nil {
		chosen, err := tags(s.Table.Channel(c.Parent), d.Tags)
		if err != nil {
			return nil, err
		}
		draft.Tags = &chosen
	}
	return nil, threads.Change(s.Announcer, c, draft, by.ID)
}

func (s server) join(by wire.User, d Action) (any, error) {
	c, err := s.thread(by, d)
	if err != nil {
		return nil, err
	}
	return nil, threads.Join(s.Announcer, c, by.ID)
}

func (s server) leave(by wire.User, d Action) (any, error) {
	c, err := s.thread(by, d)
	if err != nil {
		return nil, err
	}
	return nil, threads.Leave(s.Announcer, c, by.ID)
}

func (s server) pin(by wire.User, d Action) (any, error) {
	p, err := s.message(by, d)
	if err != nil {
		return nil, err
	}
	return nil, pins.Pin(s.Announcer, p, by)
}

func (s server) unpin(by wire.User, d Action) (any, error) {
	p, err := s.message(by, d)
	if err != nil {
		return nil, err
	}
	return nil, pins.Unpin(s.Announcer, p, by.ID)
}

// pins lists the pinned messages of a channel, the last pinned first.
func (s server) pins(by wire.User, d Action) (any, error) {
	c, err := s.channel(by, d)
	if err != nil {
		return nil, err
	}
	out := []wire.Message{}
	for _, p := range pins.List(s.Table, c) {
		out = append(out, p.Message)
	}
	return out, nil
}

// deleteMessage deletes a message of the user, or of somebody else if he manages messages.
func (s server) deleteMessage(by wire.User, d Action) (any, error) {
	p, err := s.message(by, d)
	if err != nil {
		return nil, err
	}
	if p.Message.Author.ID != by.ID {
		c := s.Table.Channel(p.Message.ChannelID)
		if err := s.Table.Permits(c, by.ID, wire.ManageMessages); err != nil || c.GuildID == "" { // "": in DMs
			return nil, typed.InputError("it is not your message")
		}
	}
	return nil, s.Retract(p)
}
