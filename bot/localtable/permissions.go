package localtable

import (
	"net/http"
	"slices"
	"strconv"

	"grognard/bot/localtable/wire"
)

// everyPermission is all permissions that Discord had when this was written.
const everyPermission = 1<<51 - 1

// foreignPermissions is the bot's permissions in channels of which it is not a member, dmPermissions those in its own
// direct messages.
const (
	foreignPermissions = wire.AttachFiles | wire.EmbedLinks | wire.MentionEveryone
	dmPermissions      = foreignPermissions | wire.ExternalEmojis
)

// deny takes permissions in a channel from a user or the bot; 0 gives all of them back.
func (t *Table) deny(channel, user string, permissions uint64) {
	if permissions == 0 {
		delete(t.denied, [2]string{channel, user})
		return
	}
	t.denied[[2]string{channel, user}] = permissions | wire.Administrator
}

// botAbsent says whether the bot is absent from a channel. The lock is held.
func (t *Table) botAbsent(channel string) bool {
	c := t.channel(channel)
	return c != nil && (c.foreign() || t.botRemoved && c.ours())
}

// permissions are those of a user or the bot in a channel. The lock is held.
func (t *Table) permissions(c *channel, user string) uint64 {
	switch {
	case user == ApplicationID && c.Type == wire.DM:
		return dmPermissions
	case user == ApplicationID && t.botAbsent(c.ID):
		return foreignPermissions
	}
	denied := t.denied[[2]string{c.ID, user}]
	if c.Parent != "" { // a thread has the permissions of its channel
		denied |= t.denied[[2]string{c.Parent, user}]
	}
	return everyPermission &^ denied
}

func spellPermissions(p uint64) string { return strconv.FormatUint(p, 10) }

// allows returns a refusal if the bot lacks one of the permissions in a channel. The lock is held.
func (t *Table) allows(c *channel, permissions ...uint64) error {
	if c.Type == wire.DM {
		return nil
	}
	may := t.permissions(c, ApplicationID)
	if may&wire.ViewChannel == 0 {
		return missingAccess()
	}
	if slices.ContainsFunc(permissions, func(p uint64) bool { return may&p == 0 }) {
		return missingPermissions()
	}
	return nil
}

// writing are the permissions needed to send a message, with or without files, to a channel.
func writing(c *channel, files []upload) []uint64 {
	need := []uint64{wire.SendMessages}
	if c.Type >= wire.NewsThread && c.Type <= wire.PrivateThread {
		need[0] = wire.SendInThreads
	}
	if len(files) > 0 {
		need = append(need, wire.AttachFiles)
	}
	return need
}

func missingPermissions() *refusal {
	return &refusal{http.StatusForbidden, 50013, "Missing Permissions", nil}
}

// permits says whether a user's permissions in a channel include the default permissions of a command. They are checked
// in guilds only; "0" means administrators only.
func (t *Table) permits(command wire.Command, c *channel, user string) bool {
	if command.Permissions == nil || c.GuildID == "" {
		return true
	}
	need, err := strconv.ParseUint(*command.Permissions, 10, 64)
	may := t.permissions(c, user)
	return may&wire.Administrator != 0 || err == nil && need != 0 && may&need == need
}
