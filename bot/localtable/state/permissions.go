package state

import (
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// EveryPermission is all permissions that Discord had when this was written.
const EveryPermission = 1<<53 - 1

// foreignPermissions are the bot's permissions in channels of which it is not a member, dmPermissions those in its own
// direct messages.
const (
	foreignPermissions = wire.AttachFiles | wire.EmbedLinks | wire.MentionEveryone
	dmPermissions      = foreignPermissions | wire.ExternalEmojis
)

// Deny takes permissions in place, a channel or a whole guild, from a user or the bot; 0 gives all of them back.
func (t *Table) Deny(place, user string, permissions uint64) {
	if c := t.Channel(place); c != nil && user == ApplicationID {
		c.Denied = permissions
	}
	if permissions == 0 {
		delete(t.denied, [2]string{place, user})
		return
	}
	t.denied[[2]string{place, user}] = permissions | wire.Administrator // an administrator has all permissions
}

// BotAbsent reports whether the bot is not a member of a channel, or of its guild. The lock is held.
func (t *Table) BotAbsent(channel string) bool {
	c := t.Channel(channel)
	return c != nil && (c.Foreign() || c.GuildID != "" && t.Guild(c.GuildID).Absent)
}

// BotChannel returns the channel with an identifier, if the bot is a member and sees it.
func (t *Table) BotChannel(id string) (*Channel, error) {
	c := t.Channel(id)
	switch {
	case c == nil:
		return nil, check.UnknownChannel()
	case t.BotAbsent(c.ID):
		return nil, check.MissingAccess()
	}
	return c, t.Allows(c)
}

// Permissions returns the permissions of a user or the bot in a channel. The lock is held.
func (t *Table) Permissions(c *Channel, user string) uint64 {
	switch {
	case user == ApplicationID && c.Type == wire.DM:
		return dmPermissions
	case user == ApplicationID && t.BotAbsent(c.ID):
		return foreignPermissions
	}
	// a thread has the permissions of its channel
	return EveryPermission &^ (t.Denied(c.ID, user) | t.Denied(c.GuildID, user) | t.Denied(c.Parent, user))
}

// Denied returns the permissions that a channel or a guild itself takes from a user or the bot.
func (t *Table) Denied(place, user string) uint64 { return t.denied[[2]string{place, user}] }

func SpellPermissions(p uint64) string { return strconv.FormatUint(p, 10) }

// Allows returns a refusal if the bot lacks one of the permissions in a channel. The lock is held.
func (t *Table) Allows(c *Channel, permissions ...uint64) error {
	return t.Permits(c, ApplicationID, permissions...)
}

// Permits returns a refusal if the bot or a user lacks one of the permissions in a channel. The lock is held.
func (t *Table) Permits(c *Channel, user string, permissions ...uint64) error {
	if c.Type == wire.DM {
		return nil
	}
	may := t.Permissions(c, user)
	if may&wire.ViewChannel == 0 || !t.Sees(c, user) {
		return check.MissingAccess()
	}
	if slices.ContainsFunc(permissions, func(p uint64) bool { return may&p == 0 }) {
		return check.MissingPermissions()
	}
	return nil
}

// mayUse reports whether a user's permissions in a channel include the default permissions of a command. They are
// checked in guilds only; "0" means administrators only.
func (t *Table) mayUse(command wire.Command, c *Channel, user string) bool {
	if command.Permissions == nil || c.GuildID == "" {
		return true
	}
	need, err := strconv.ParseUint(string(*command.Permissions), 10, 64)
	may := t.Permissions(c, user)
	return may&wire.Administrator != 0 || err == nil && need != 0 && may&need == need
}

// CommandsIn returns the commands that a user can use in a channel, sorted by name.
func (t *Table) CommandsIn(c *Channel, user string) []wire.Command {
	var out []wire.Command
	absent := t.BotAbsent(c.ID)
	if !absent && c.Ours() {
		out = append(out, t.Commands[c.GuildID]...)
	}
	for _, command := range t.Commands[""] {
		if usableIn(command, c, absent) {
			out = append(out, command)
		}
	}
	out = slices.DeleteFunc(out, func(command wire.Command) bool {
		return command.Type > wire.ChatCommand || !t.mayUse(command, c, user)
	})
	slices.SortStableFunc(out, func(a, b wire.Command) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// usableIn reports whether a command's contexts and installation types allow it at a channel; absent is BotAbsent. A
// command without contexts can be used everywhere, one without installation types only where the bot is a member.
func usableIn(c wire.Command, at *Channel, absent bool) bool {
	if absent && !slices.Contains(c.Installs, wire.ForUser) ||
		!absent && at.Ours() && c.Installs != nil && !slices.Contains(c.Installs, wire.ForGuild) {
		return false
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, at.Context())
}
