package state

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// newElsewhere makes the i-th channel in which the bot is not a member: the first in another guild, the others groups.
func (t *Table) newElsewhere(i int, name string) *wire.Channel {
	c := t.NewChannel(ForeignID, name)
	if i == 0 {
		return c
	}
	c.Type, c.GuildID = wire.Group, ""
	for _, m := range t.Members {
		c.Recipients = append(c.Recipients, PublicUser(m.User))
	}
	return c
}

// Ours says whether the channel belongs to a guild of the bot.
func (c *Channel) Ours() bool { return c.GuildID != "" && c.GuildID != ForeignID }

// Foreign says whether the bot is not a member of the channel. Users can have installed it for themselves there; it can
// then only answer their commands.
func (c *Channel) Foreign() bool {
	return c.Type == wire.Group || c.GuildID == ForeignID
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
func (t *Table) Owners(c *Channel, user string) map[string]string {
	switch {
	case t.BotAbsent(c.ID):
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
	Posts  []string
	Denied uint64 // permissions that the channel itself takes from the bot
}

// Sees says whether a user or the bot sees a channel: not the direct messages of others, nor a private thread to which
// he does not belong and which he may not manage.
func (t *Table) Sees(c *Channel, user string) bool {
	if c.Type == wire.DM {
		return c.Recipients[0].ID == user || user == ApplicationID
	}
	return c.Type != wire.PrivateThread || t.Permissions(c, user)&wire.ManageThreads != 0 || c.HasMember(user)
}

// HasMember says whether a user belongs to a thread.
func (c *Channel) HasMember(user string) bool {
	return slices.ContainsFunc(c.Members, func(m wire.Membership) bool { return m.User == user })
}

func (c *Channel) Archived() bool { return c.Thread != nil && c.Thread.Archived }
