package ask

import (
	"strings"

	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// Permissions are what the bot and the asker may do in the channel of an interaction, as Discord says with it. In
// direct messages it does not say what users may do.
type Permissions struct {
	Bot, User int64
	Guild     bool
	Thread    bool
}

// NamedChannel is a channel that a command names, and what the asker may do there.
type NamedChannel struct {
	Kind discordgo.ChannelType
	User int64
}

// IsThread reports whether the channel is a thread.
func (p NamedChannel) IsThread() bool { return (&discordgo.Channel{Type: p.Kind}).IsThread() }

// Writing returns the permissions that are needed to write in the channel.
func (p NamedChannel) Writing() int64 {
	if p.IsThread() {
		return discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
}

// Writing returns the permission to write in the asker's channel, and its name in words. Threads have another one than
// channels.
func (req Request) Writing() (permission int64, name string) {
	if req.Permissions.Thread {
		return discordgo.PermissionSendMessagesInThreads, req.Say("permission.send-in-threads")
	}
	return discordgo.PermissionSendMessages, req.Say("permission.send")
}

// PlaceInWords returns what the asker's place is called, and the channel whose settings count there: a thread has the
// permissions of the channel that it belongs to.
func PlaceInWords(req Request) (place, settings wording.InWords) {
	if req.Permissions.Thread {
		return wording.InWords(req.Say("permit.thread")), wording.InWords(req.Say("permit.thread-settings"))
	}
	return wording.InWords(req.Say("permit.channel")), wording.InWords(req.Say("permit.channel-settings"))
}

// HasPermissions reports whether all permissions of some are among all. An administrator has every permission.
func HasPermissions(all, some int64) bool {
	return all&some == some || all&discordgo.PermissionAdministrator != 0
}

// MissingPermissions returns the permissions that the bot needs to keep a game in this channel and does not have, by
// Discord's names: it posts there, with pictures, and after an interruption reads what it has posted.
func MissingPermissions(req Request) (names []string) {
	if !req.Permissions.Guild {
		return nil
	}
	writing, write := req.Writing()
	for _, p := range []struct {
		permission int64
		name       string
	}{
		{discordgo.PermissionViewChannel, req.Say("permission.view")},
		{writing, write},
		{discordgo.PermissionAttachFiles, req.Say("permission.attach")},
		{discordgo.PermissionReadMessageHistory, req.Say("permission.history")},
	} {
		if !HasPermissions(req.Permissions.Bot, p.permission) {
			names = append(names, "**"+p.name+"**")
		}
	}
	return names
}

// PermissionWarning returns the line of /game status about the permissions that the bot lacks in its channel, nothing
// if it has them all.
func PermissionWarning(req Request) []string {
	names := MissingPermissions(req)
	if len(names) == 0 {
		return nil
	}
	place, settings := PlaceInWords(req)
	return []string{req.Say("permit.status", "n", len(names), "missing", wording.InWords(strings.Join(names, ", ")),
		"place", place, "settings", settings)}
}
