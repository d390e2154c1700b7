package localtable

import (
	"net/http"
	"slices"
	"strconv"

	"grognard/bot/localtable/wire"
)

// Deny takes permissions in a channel of the guild from a user, or from the bot, whose user is ApplicationID; 0 gives
// all of them back. Everybody has all other permissions, but a user who lacks one is not an administrator. The change
// is not kept in the file.
func (s *Server) Deny(channel, user string, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if permissions == 0 {
		delete(s.denied, [2]string{channel, user})
		return
	}
	s.denied[[2]string{channel, user}] = permissions | wire.Administrator
}

// everyPermission is all permissions that Discord had when this was written.
const everyPermission = 1<<51 - 1

// foreignPermissions is the bot's permissions in channels of which it is not a member, dmPermissions those in its own
// direct messages.
const (
	foreignPermissions = wire.AttachFiles | wire.EmbedLinks | wire.MentionEveryone
	dmPermissions      = foreignPermissions | wire.ExternalEmojis
)

// permissions are those of a user or the bot in a channel. The lock is held.
func (s *Server) permissions(c *channel, user string) uint64 {
	switch {
	case user == ApplicationID && c.Type == wire.DM:
		return dmPermissions
	case user == ApplicationID && s.botAbsent(c.ID):
		return foreignPermissions
	}
	denied := s.denied[[2]string{c.ID, user}]
	if c.Parent != "" { // a thread has the permissions of its channel
		denied |= s.denied[[2]string{c.Parent, user}]
	}
	return everyPermission &^ denied
}

func spellPermissions(p uint64) string { return strconv.FormatUint(p, 10) }

// allows returns a refusal if the bot lacks one of the permissions in a channel. The lock is held.
func (s *Server) allows(c *channel, permissions ...uint64) error {
	if c.Type == wire.DM {
		return nil
	}
	may := s.permissions(c, ApplicationID)
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
func (s *Server) permits(command wire.Command, c *channel, user string) bool {
	if command.Permissions == nil || c.GuildID == "" {
		return true
	}
	need, err := strconv.ParseUint(*command.Permissions, 10, 64)
	may := s.permissions(c, user)
	return may&wire.Administrator != 0 || err == nil && need != 0 && may&need == need
}
