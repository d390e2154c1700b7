package localtable

import "grognard/bot/localtable/wire"

// newElsewhere makes the i-th channel in which the bot is not a member: the first in another guild, the others groups.
func (t *Table) newElsewhere(i int, name string) *wire.Channel {
	c := &wire.Channel{ID: t.newID(), Type: wire.GuildText, GuildID: ForeignID, Name: name}
	if i == 0 {
		return c
	}
	c.Type, c.GuildID = wire.Group, ""
	for _, m := range t.members {
		c.Recipients = append(c.Recipients, publicUser(m.User))
	}
	return c
}

// ours says whether the channel belongs to the bot's guild.
func (c *channel) ours() bool { return c.GuildID == GuildID }

// foreign says whether the bot is not a member of the channel. Users can have installed it for themselves there; it can
// then only answer their commands.
func (c *channel) foreign() bool {
	return c.Type == wire.Group || c.Type == wire.GuildText && !c.ours()
}

// context is the interaction context of a command used in this channel.
func (c *channel) context() int {
	switch c.Type {
	case wire.DM:
		return wire.WithBot
	case wire.Group:
		return wire.InPrivate
	}
	return wire.InGuild
}

// owners say whose installation of the bot lets this user use it here, by the kind of installation: the guild, "0" for
// the bot's own direct messages, or the user.
func (c *channel) owners(user string) map[string]string {
	switch {
	case c.foreign():
		return map[string]string{"1": user}
	case c.Type == wire.DM:
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": c.GuildID}
}
