package state

import "grognard/bot/localtable/wire"

// newElsewhere makes the i-th channel in which the bot is not a member: the first in another guild, the others groups.
func (t *Table) newElsewhere(i int, name string) *wire.Channel {
	c := &wire.Channel{ID: t.NewID(), Type: wire.GuildText, GuildID: ForeignID, Name: name}
	if i == 0 {
		return c
	}
	c.Type, c.GuildID = wire.Group, ""
	for _, m := range t.Members {
		c.Recipients = append(c.Recipients, PublicUser(m.User))
	}
	return c
}

// Ours says whether the channel belongs to the bot's guild.
func (c *Channel) Ours() bool { return c.GuildID == GuildID }

// Foreign says whether the bot is not a member of the channel. Users can have installed it for themselves there; it can
// then only answer their commands.
func (c *Channel) Foreign() bool {
	return c.Type == wire.Group || c.Type == wire.GuildText && !c.Ours()
}

// Context is the interaction context of a command used in this channel.
func (c *Channel) Context() int {
	switch c.Type {
	case wire.DM:
		return wire.WithBot
	case wire.Group:
		return wire.InPrivate
	}
	return wire.InGuild
}

// Owners say whose installation of the bot lets this user use it here, by the kind of installation: the guild, "0" for
// the bot's own direct messages, or the user.
func (c *Channel) Owners(user string) map[string]string {
	switch {
	case c.Foreign():
		return map[string]string{"1": user}
	case c.Type == wire.DM:
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": c.GuildID}
}

// Channel is a channel and its messages, oldest first. Ephemeral messages are not among them, because they are not
// kept.
type Channel struct {
	wire.Channel
	Posts []string
}

// VisibleTo says whether a user at the table sees a channel: everybody sees all channels except the direct messages of
// others.
func (c *Channel) VisibleTo(user string) bool { return c.Type != wire.DM || c.Recipients[0].ID == user }

func (c *Channel) Archived() bool { return c.Thread != nil && c.Thread.Archived }
