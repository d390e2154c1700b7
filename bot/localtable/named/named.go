// Package named finds, as Discord's client does, the users, channels and files that options of commands name, and what
// the bot is told of them beside the command. For a command that a channel lacks it finds the channels that have it.
package named

import (
	"cmp"
	"slices"
	"strings"

	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// attachmentOption is the type of an option that takes a file, by Discord's number.
const attachmentOption = 11

// What returns the kind of thing that options of a type name, "" for those that name nothing.
func What(option int) string {
	return map[int]string{wire.UserOption: "user", wire.ChannelOption: "channel", attachmentOption: "file"}[option]
}

// Value returns the identifier of what is named, "" for nothing: a user or a channel by mention, name or identifier, or
// a file by the name with which it was uploaded.
func Value(table *state.Table, option int, raw string) string {
	switch option {
	case wire.UserOption:
		name := strings.TrimLeft(strings.Trim(raw, "<>"), "@!")
		for _, m := range append(slices.Clone(table.Members), &state.Member{User: table.Bot}) {
			if m.ID == name || strings.EqualFold(m.Username, name) {
				return m.ID
			}
		}
	case wire.ChannelOption:
		name := strings.Trim(raw, "<#>")
		if c := cmp.Or(table.Channel(name), table.ChannelNamed(name)); c != nil && c.Ours() {
			return c.ID
		}
	case attachmentOption:
		return table.Uploads[raw].ID
	}
	return ""
}

// Resolve adds what an option names to the resolved data. A channel includes the permissions of the user who names it,
// and those of the bot.
func Resolve(table *state.Table, resolved map[string]map[string]any, option int, value any, by string) {
	add := func(list, id string, v any) {
		if resolved[list] == nil {
			resolved[list] = map[string]any{}
		}
		resolved[list][id] = v
	}
	id, _ := value.(string)
	switch option {
	case wire.UserOption:
		if u, ok := table.User(id); ok {
			add("users", id, shape.User(u))
			add("members", id, shape.MentionedMember(u))
		}
	case wire.ChannelOption:
		c := table.Channel(id)
		data := shape.Channel(c)
		data["permissions"] = state.SpellPermissions(table.Permissions(c, by))
		data["app_permissions"] = state.SpellPermissions(table.Permissions(c, state.ApplicationID))
		add("channels", id, data)
	case attachmentOption:
		add("attachments", id, table.Uploads[id])
	}
}

// mostChannels is how many channels NoCommand names at most.
const mostChannels = 2

// NoCommand returns a message to a user whose text begins with a command that does not exist where he typed it: the
// command's name without options, and the channels of servers where he can use it. The lock is held.
func NoCommand(t *state.Table, user, text string) string {
	words := strings.Fields(text)
	name, _, _ := strings.Cut(words[0], ":")
	command, sub := strings.TrimPrefix(name, "/"), ""
	if len(words) > 1 && !strings.Contains(words[1], ":") {
		sub, name = words[1], name+" "+words[1]
	}
	var places []string
	for _, c := range t.Channels {
		if c.Ours() && !c.Archived() && t.Sees(c, user) && has(t.CommandsIn(c, user), command, sub) {
			places = append(places, "#"+c.Name)
		}
	}
	message := "there is no command " + name + " here"
	if len(places) == 0 {
		return message
	}
	return message + ": use it in " + strings.Join(places[:min(len(places), mostChannels)], " or ")
}

// has reports whether there is a command of this name that has no subcommands, or has the subcommand sub.
func has(commands []wire.Command, name, sub string) bool {
	return slices.ContainsFunc(commands, func(c wire.Command) bool {
		return c.Name == name && (len(c.Options) == 0 || c.Options[0].Type != wire.SubCommand ||
			slices.ContainsFunc(c.Options, func(o wire.Option) bool { return o.Name == sub }))
	})
}
