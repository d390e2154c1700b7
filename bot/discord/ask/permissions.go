package ask

import (
	"strings"

	"grognard/bot/discord/invitation"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// Permissions are what the bot and the asker may do in the channel of an interaction, as the interaction states. In
// direct messages Discord does not state what users may do.
type Permissions struct {
	Bot, User int64
	Guild     bool // the channel is in a server
	Thread    bool // it is a thread
}

// NamedChannel is a channel that a command names, and what the asker may do there.
type NamedChannel struct {
	Kind discordgo.ChannelType
	User int64
}

func (p NamedChannel) IsThread() bool { return (&discordgo.Channel{Type: p.Kind}).IsThread() }

// Writing returns the permissions that are needed to write in the channel.
func (p NamedChannel) Writing() int64 {
	if p.IsThread() {
		return discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
}

// Writing returns the permission to write in the asker's channel or thread, and its name in words.
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

// HasPermissions reports whether all includes each permission of some. An administrator has every permission.
func HasPermissions(all, some int64) bool {
	return all&some == some || all&discordgo.PermissionAdministrator != 0
}

// ManagesServer reports whether the asker may manage the server and the bot is in it.
func ManagesServer(req Request) bool {
	return req.Guild != "" && !req.UserInstalled &&
		HasPermissions(req.Permissions.User, discordgo.PermissionManageGuild)
}

// MissingPermissions returns, by Discord's names, the permissions that the bot lacks to keep a game in this channel.
func MissingPermissions(req Request) (names []string) {
	for _, p := range req.lacking() {
		if p.Needed {
			names = append(names, "**"+req.Say(p.Key)+"**")
		}
	}
	return names
}

// lacking returns what the bot lacks in the asker's channel. In direct messages it lacks nothing.
func (req Request) lacking() []invitation.Permission {
	switch {
	case !req.Permissions.Guild:
		return nil
	case req.Permissions.Thread:
		return invitation.Lacking(req.Permissions.Bot, invitation.InThreads)
	}
	return invitation.Lacking(req.Permissions.Bot, invitation.InChannels)
}

// Withheld returns lines for an asker who can give the bot permissions: which optional ones it lacks in his channel,
// and what each is for. It returns nil for other askers, and if the bot lacks none.
func Withheld(req Request) (lines []string) {
	if !req.Permissions.Guild || !HasPermissions(req.Permissions.User, discordgo.PermissionManageRoles) {
		return nil
	}
	for _, p := range req.lacking() {
		if !p.Needed {
			lines = append(lines, req.Say("permit.without", "permission", wording.InWords("**"+req.Say(p.Key)+"**"),
				"for", wording.InWords(req.Say(p.Key+".for"))))
		}
	}
	if len(lines) > 0 {
		_, settings := PlaceInWords(req)
		lines = append(lines, req.Say("permit.without-how", "settings", settings))
	}
	return lines
}

// PermissionWarning returns the line of /game status on permissions that the bot lacks in the channel, nil for none.
func PermissionWarning(req Request) []string {
	names := MissingPermissions(req)
	if len(names) == 0 {
		return nil
	}
	place, settings := PlaceInWords(req)
	return []string{req.Say("permit.status", "n", len(names), "missing", wording.InWords(strings.Join(names, ", ")),
		"place", place, "settings", settings)}
}
