// Package named finds what options of commands name: users, channels and files, as Discord's client does, and what the
// bot is told of them beside the command.
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

// What returns what options of a type name, "" for those that name nothing.
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
		told := shape.Channel(c)
		told["permissions"] = state.SpellPermissions(table.Permissions(c, by))
		told["app_permissions"] = state.SpellPermissions(table.Permissions(c, state.ApplicationID))
		add("channels", id, told)
	case attachmentOption:
		add("attachments", id, table.Uploads[id])
	}
}
