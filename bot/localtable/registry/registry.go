// Package registry stores the commands that a bot registers at a table: it lists them, and replaces all or none. A
// refusal names the command by its index, as Discord's does (50035). A list that drops the existing entry point of an
// Activity is refused too (50240). The tests check the bot's requests for all else that Discord refuses of commands.
package registry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/faults"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// List returns the commands of an application: a guild's, or the global ones if guild is "".
func List(t *state.Table, application, guild string) ([]wire.Command, error) {
	switch {
	case application != state.ApplicationID:
		return nil, check.UnknownApplication()
	case guild != "" && (t.Guild(guild) == nil || t.Guild(guild).Absent):
		return nil, check.UnknownGuild()
	}
	return append([]wire.Command{}, t.Commands[guild]...), nil
}

// Replace replaces an application's commands and returns the new ones. A known name and type keep their ID.
func Replace(t *state.Table, application, guild string, list []wire.Command) ([]wire.Command, error) {
	known, err := List(t, application, guild)
	if err != nil {
		return nil, err
	}
	ids := map[string]string{}
	for _, old := range known {
		ids[key(old)] = old.ID
	}
	for i := range list {
		list[i].Type = max(list[i].Type, wire.ChatCommand) // 0: no type was given
	}
	if err := refuse(known, list); err != nil {
		return nil, err
	}
	for i := range list {
		c := &list[i]
		c.Application, c.GuildID, c.Version, c.ID = state.ApplicationID, guild, t.NewID(), ids[key(*c)]
		if c.ID == "" {
			c.ID = t.NewID()
		}
	}
	return list, t.Commit(state.Entry{Commands: &state.Registration{Guild: guild, List: list}})
}

func key(c wire.Command) string { return fmt.Sprint(c.Type, " ", c.Name) }

// refuse refuses a list of commands that Discord refuses.
func refuse(known, list []wire.Command) error {
	isEntry := func(c wire.Command) bool { return c.Type == wire.EntryPoint }
	if slices.ContainsFunc(known, isEntry) && !slices.ContainsFunc(list, isEntry) {
		return check.EntryPointDropped()
	}
	wrong := faults.Faults{}
	for i, c := range list {
		at := strconv.Itoa(i)
		if slices.ContainsFunc(list[:i], func(d wire.Command) bool { return key(c) == key(d) }) {
			wrong.Add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique", at)
		}
		if c.Type != wire.ChatCommand {
			continue
		}
		checkTexts(wrong, c.Name, c.Description, at)
		checkOptions(wrong, c.Options, at)
	}
	return wrong.Refusal()
}

func checkOptions(wrong faults.Faults, list []wire.Option, at ...string) {
	at = append(at, "options")
	if len(list) > 25 {
		wrong.Add("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.", at...)
	}
	for i, o := range list {
		here := append(slices.Clone(at), strconv.Itoa(i))
		checkTexts(wrong, o.Name, o.Description, here...)
		if i > 0 && o.Required && !list[i-1].Required {
			wrong.Add("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options", here...)
		}
		if len(o.Options) > 0 {
			checkOptions(wrong, o.Options, here...)
		}
	}
}

// checkTexts checks the name and the description of a command or an option.
func checkTexts(wrong faults.Faults, name, description string, at ...string) {
	if n := utf8.RuneCountInString(name); n == 0 || n > 32 || strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsUpper(r) || !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("-_'", r)
	}) {
		wrong.Add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", append(at, "name")...)
	}
	if n := utf8.RuneCountInString(description); n == 0 || n > 100 {
		wrong.Add("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.", append(at, "description")...)
	}
}
