// Package invitation is what the bot asks of a server that invites it: permissions, each with its name in Discord's
// settings and what it is for. It knows no game and no request.
package invitation

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// pinMessages is the permission to pin, which discordgo has no name for.
const pinMessages = 1 << 51

// Where a permission counts.
type Where int

// A permission counts everywhere in a server, in its channels alone or in its threads alone.
const (
	Everywhere Where = iota
	InChannels
	InThreads
)

// Permission is a permission that the invitation asks for.
type Permission struct {
	Bit    int64
	Name   string // in a server's settings
	Key    string // the catalogue has its name in a channel's settings under it, and under Key.for its use there
	For    string // what the bot does with it, for the bot's operator
	Where  Where
	Needed bool // without it there is no game; without the others a game goes on with less
}

// Permissions returns all permissions that the invitation asks for, those that are needed first. To manage threads is
// none of them: whoever may write in an archived thread can wake it, and whoever has opened a thread or a post can give
// it a name and tags. The bot locks no threads and changes none that others have opened.
func Permissions() []Permission {
	return []Permission{
		{discordgo.PermissionViewChannel, "View Channels", "permission.view",
			"to see where its games are", Everywhere, true},
		{discordgo.PermissionSendMessages, "Send Messages", "permission.send",
			"to tell what happens in a game", InChannels, true},
		{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads", "permission.send-in-threads",
			"to tell it in a thread, and to wake the thread for it", InThreads, true},
		{discordgo.PermissionAttachFiles, "Attach Files", "permission.attach", "for maps and charts", Everywhere, true},
		{discordgo.PermissionReadMessageHistory, "Read Message History", "permission.history",
			"to find out after an interruption what has arrived", Everywhere, true},
		{discordgo.PermissionCreatePublicThreads, "Create Public Threads", "permission.public-threads",
			"for a thread of its own for each game", InChannels, false},
		{discordgo.PermissionCreatePrivateThreads, "Create Private Threads", "permission.private-threads",
			"for a thread that only a game's players read", InChannels, false},
		{pinMessages, "Pin Messages", "permission.pin",
			"to pin the post that says whose move it is", Everywhere, false},
	}
}

// Bits returns all permissions that the invitation asks for.
func Bits() (all int64) {
	for _, p := range Permissions() {
		all |= p.Bit
	}
	return all
}

// URL returns the address by which a server invites an application with all permissions.
func URL(application string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + application +
		"&scope=bot+applications.commands&permissions=" + strconv.FormatInt(Bits(), 10)
}

// Lacking returns the permissions that count at a place and are not among those that the bot has there. An
// administrator has them all.
func Lacking(has int64, at Where) (list []Permission) {
	for _, p := range Permissions() {
		counts := p.Where == Everywhere || at == Everywhere || p.Where == at
		if counts && has&(p.Bit|discordgo.PermissionAdministrator) == 0 {
			list = append(list, p)
		}
	}
	return list
}

// Explained returns the permission's name and what it is for, for the bot's operator.
func (p Permission) Explained() string {
	if p.Needed {
		return p.Name + " (" + p.For + ")"
	}
	return p.Name + " (" + p.For + "; games go on without)"
}
