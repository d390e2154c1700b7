package localtable

import "grognard/bot/localtable/wire"

// newElsewhere is the i-th of the places where the bot is not.
func (s *Server) newElsewhere(i int, name string) *wire.Channel {
	c := &wire.Channel{ID: s.ids.next(s.opt.Now()), Type: wire.GuildText, GuildID: ForeignID, Name: name}
	if i == 0 {
		return c
	}
	c.Type, c.GuildID = wire.Group, ""
	for _, m := range s.members {
		c.Recipients = append(c.Recipients, plain(m.User))
	}
	return c
}

// ours says whether it is a channel of the bot's guild.
func (c *channel) ours() bool { return c.GuildID == GuildID }

// away says whether it is a place where the bot is not: users can have it there for themselves alone, and all that it
// can send is answers to them.
func (c *channel) away() bool { return c.Type == wire.Group || c.Type == wire.GuildText && !c.ours() }

// context is where a command is used that is used in this channel.
func (c *channel) context() int {
	switch c.Type {
	case wire.DM:
		return wire.WithBot
	case wire.Group:
		return wire.InPrivate
	}
	return wire.InGuild
}

// owners say who installed the bot so that this user can use it here: by the kind of installation, the guild, "0" for
// the bot's own direct messages, or the user.
func (c *channel) owners(user string) map[string]string {
	switch {
	case c.away():
		return map[string]string{"1": user}
	case c.Type == wire.DM:
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": c.GuildID}
}
