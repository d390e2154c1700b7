package discord

import (
	"strings"

	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// permissions are what the bot and the asker may do in the channel of an interaction, as Discord says with it. In
// direct messages it does not say what users may do.
type permissions struct {
	bot, user int64
	guild     bool
	thread    bool
}

func (it *interaction) permissions() permissions {
	r := permissions{bot: it.AppPermissions, guild: it.GuildID != "", thread: it.thread}
	if it.Member != nil {
		r.user = it.Member.Permissions
	}
	return r
}

// placed is a channel that a command names, and what the asker may do there.
type placed struct {
	kind discordgo.ChannelType
	user int64
}

func (p placed) thread() bool { return (&discordgo.Channel{Type: p.kind}).IsThread() }

// writing are the permissions that are needed to write there.
func (p placed) writing() int64 {
	if p.thread() {
		return discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
}

// writing is the permission to write in a channel, which is another one for threads.
func (req request) writing() (permission int64, name string) {
	if req.permissions.thread {
		return discordgo.PermissionSendMessagesInThreads, req.Say("permission.send-in-threads")
	}
	return discordgo.PermissionSendMessages, req.Say("permission.send")
}

// place is where the asker is, and the channel whose settings count there: a thread has the permissions of the channel
// that it belongs to.
func (req request) place() (place, settings wording.InWords) {
	if req.permissions.thread {
		return wording.InWords(req.Say("permit.thread")), wording.InWords(req.Say("permit.thread-settings"))
	}
	return wording.InWords(req.Say("permit.channel")), wording.InWords(req.Say("permit.channel-settings"))
}

// has says whether all permissions of some are among all. An administrator has every permission.
func has(all, some int64) bool {
	return all&some == some || all&discordgo.PermissionAdministrator != 0
}

// lacking are the permissions that the bot needs to keep a game in this channel and does not have, by Discord's names:
// it posts there, with pictures, and after an interruption reads what it has posted.
func (req request) lacking() (names []string) {
	if !req.permissions.guild {
		return nil
	}
	writing, write := req.writing()
	for _, p := range []struct {
		permission int64
		name       string
	}{
		{discordgo.PermissionViewChannel, req.Say("permission.view")},
		{writing, write},
		{discordgo.PermissionAttachFiles, req.Say("permission.attach")},
		{discordgo.PermissionReadMessageHistory, req.Say("permission.history")},
	} {
		if !has(req.permissions.bot, p.permission) {
			names = append(names, "**"+p.name+"**")
		}
	}
	return names
}

// permitted refuses what the bot may not do in the channel, before a game is set up there, and what the asker may not
// have it do: a user who may not write there does not write through the bot. The orders of a player are always
// permitted, because his opponent waits for them.
func (req request) permitted(w intent) error {
	writing, name := req.writing()
	if req.permissions.guild && w.postsToChannel() && !has(req.permissions.user, writing) {
		return refusal("permit.user", "permission", wording.InWords(name))
	}
	if names := req.lacking(); w.setsUp() && len(names) > 0 {
		place, settings := req.place()
		return refusal("permit.bot", "n", len(names), "missing", wording.InWords(strings.Join(names, ", ")),
			"place", place, "settings", settings)
	}
	return nil
}

// setsUp says whether the intent is to set a game up.
func (w intent) setsUp() bool { return w.command.setsUp || w.press.setsUp }

// postsToChannel says whether everybody in the channel will read something that is not an order in a game.
func (w intent) postsToChannel() bool {
	return w.setsUp() || w.command.posts || w.press.posts || w.values["public"] == "true"
}

// permissionWarning is a line of /game status about what the bot lacks in its channel.
func (req request) permissionWarning() []string {
	names := req.lacking()
	if len(names) == 0 {
		return nil
	}
	place, settings := req.place()
	return []string{req.Say("permit.status", "n", len(names), "missing", wording.InWords(strings.Join(names, ", ")),
		"place", place, "settings", settings)}
}
