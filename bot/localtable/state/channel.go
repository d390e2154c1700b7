package state

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// newElsewhere makes the i-th channel without the bot: the first is in another guild, the others are group messages.
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

// Ours reports whether the channel belongs to a guild that can have the bot.
func (c *Channel) Ours() bool { return c.GuildID != "" && c.GuildID != ForeignID }

// Foreign reports whether the bot can never be a member of the channel. Users may have installed it for themselves
// there; then it can only answer their commands.
func (c *Channel) Foreign() bool { return c.Type == wire.Group || c.GuildID == ForeignID }

// Context returns the interaction context of a command used in this channel.
func (c *Channel) Context() int {
	switch c.Type {
	case wire.DM:
		return wire.WithBot
	case wire.Group:
		return wire.InPrivate
	}
	return wire.InGuild
}

// Owners returns whose installation of the bot lets this user use it here. The key is the kind of installation, the
// value the guild's identifier, "0" in the bot's own direct messages, or the user's identifier.
func (t *Table) Owners(c *Channel, user string) map[string]string {
	switch {
	case t.BotAbsent(c.ID):
		return map[string]string{"1": user} // wire.ForUser
	case c.Type == wire.DM:
		return map[string]string{"0": "0"} // wire.ForGuild, of no guild
	}
	return map[string]string{"0": c.GuildID}
}

// Channel is a channel and the identifiers of its messages, oldest first. Ephemeral messages are not among them: they
// are not stored.
type Channel struct {
	wire.Channel
	Posts  []string
	Denied uint64 // permissions that the channel itself takes from the bot
}

// Sees reports whether a user or the bot sees a channel: not the direct messages of others, nor a private thread to
// which he does not belong and which he may not manage. It does not look at the permission to view channels.
func (t *Table) Sees(c *Channel, user string) bool {
	if c.Type == wire.DM {
		return c.Recipients[0].ID == user || user == ApplicationID
	}
	return c.Type != wire.PrivateThread || t.Permissions(c, user)&wire.ManageThreads != 0 || c.HasMember(user)
}

// HasMember reports whether a user belongs to a thread.
func (c *Channel) HasMember(user string) bool {
	return slices.ContainsFunc(c.Members, func(m wire.Membership) bool { return m.User == user })
}

func (c *Channel) Archived() bool { return c.Thread != nil && c.Thread.Archived }
