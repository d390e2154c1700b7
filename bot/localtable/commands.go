package localtable

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

// commandName is Discord's pattern for the names of commands and options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func (f *form) commands(list []wire.Command) {
	f.count(nil, len(list), 0, maxCommands)
	names := map[string]bool{}
	for i, c := range list {
		here := at{}.in(i)
		f.command(here, c)
		if names[c.Name] {
			f.fault(here.in("name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[c.Name] = true
	}
}

func (f *form) slash(place at, d commandDraft) {
	if d.Type > 1 {
		f.fault(place.in("type"), "BASE_TYPE_CHOICES", "The local table knows slash commands only.")
	}
}

func (f *form) command(place at, c wire.Command) {
	f.names(place, c.Name, c.Names, c.Description, c.Descriptions)
	if p := c.Permissions; p != nil {
		if _, err := strconv.ParseUint(*p, 10, 64); err != nil {
			f.fault(place.in("default_member_permissions"), "NUMBER_TYPE_COERCE",
				"Value %q is not a set of permissions.", *p)
		}
	}
	f.options(place.in("options"), c.Options, wire.SubCommandGroup)
	if n := commandText(c); n > maxCommandText {
		f.fault(place, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

// names checks a name and a description with their translations.
func (f *form) names(place at, name string, names map[string]string, description string,
	descriptions map[string]string) {
	check := func(place at, name string) {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			f.fault(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(place.in("name"), name)
	f.text(place.in("description"), description, 1, 100)
	for locale, s := range names {
		check(place.in("name_localizations").in(locale), s)
	}
	for locale, s := range descriptions {
		f.text(place.in("description_localizations").in(locale), s, 1, 100)
	}
}

// options checks one level of options. nesting is the highest type of subcommand that is allowed there: 2, 1 or 0.
func (f *form) options(place at, list []wire.Option, nesting int) {
	f.count(place, len(list), 0, 25)
	names, optional := map[string]bool{}, false
	for i, o := range list {
		here := place.in(i)
		f.names(here, o.Name, o.Names, o.Description, o.Descriptions)
		if names[o.Name] {
			f.fault(here.in("name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name already exists in options.")
		}
		names[o.Name] = true
		if o.Type <= wire.SubCommandGroup {
			if o.Type < wire.SubCommand || o.Type > nesting || isSub(o) != isSub(list[0]) {
				f.fault(here.in("type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A subcommand cannot stand here.")
			}
			f.options(here.in("options"), o.Options, o.Type-1)
			continue
		}
		if o.Required && optional {
			f.fault(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		f.option(here, o, list)
	}
}

func isSub(o wire.Option) bool { return o.Type == wire.SubCommand || o.Type == wire.SubCommandGroup }

func (f *form) option(place at, o wire.Option, siblings []wire.Option) {
	switch o.Type {
	case wire.String, wire.Integer, wire.Number:
	case wire.Boolean, wire.UserOption, wire.ChannelOption:
		if o.Autocomplete || len(o.Choices) > 0 {
			f.fault(place, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Only strings and numbers have choices.")
		}
	default:
		f.fault(place.in("type"), "BASE_TYPE_CHOICES", "The local table knows the option types 1 to 7 and 10.")
	}
	if isSub(siblings[0]) {
		f.fault(place.in("type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.fault(place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
			"Choices and autocompletion exclude each other.")
	}
	f.count(place.in("choices"), len(o.Choices), 0, maxChoices)
	for i, c := range o.Choices {
		f.choice(place.in("choices").in(i), c)
		if _, isText := c.Value.(string); isText != (o.Type == wire.String) {
			f.fault(place.in("choices").in(i).in("value"), "BASE_TYPE_CONVERT",
				"The value is not of the option's type.")
		}
	}
}

// commandText is the number of characters that Discord limits: names, descriptions and values, each in its longest
// translation.
func commandText(c wire.Command) int {
	n := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions)
	for _, o := range c.Options {
		n += optionText(o)
	}
	return n
}

func optionText(o wire.Option) int {
	n := longest(o.Name, o.Names) + longest(o.Description, o.Descriptions)
	for _, c := range o.Choices {
		n += longest(c.Name, c.Names)
		if s, ok := c.Value.(string); ok {
			n += utf8.RuneCountInString(s)
		}
	}
	for _, sub := range o.Options {
		n += optionText(sub)
	}
	return n
}

func longest(s string, translations map[string]string) int {
	n := utf8.RuneCountInString(s)
	for t := range maps.Values(translations) {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}

// commandsIn are the commands that a user can use in a channel, by name.
func (t *Table) commandsIn(c *channel, user string) []wire.Command {
	var out []wire.Command
	if c.ours() {
		out = append(out, t.commands[GuildID]...)
	}
	for _, command := range t.commands[""] {
		if usableIn(command, c) {
			out = append(out, command)
		}
	}
	out = slices.DeleteFunc(out, func(command wire.Command) bool { return !t.permits(command, c, user) })
	slices.SortStableFunc(out, func(a, b wire.Command) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// usableIn checks a command's contexts and installation types. A command without contexts can be used everywhere,
// unless the older field dm_permission excludes direct messages; one without installation types is for guilds only.
func usableIn(c wire.Command, at *channel) bool {
	installs := c.Installs
	if installs == nil {
		installs = []int{wire.ForGuild}
	}
	switch {
	case at.foreign() && !slices.Contains(installs, wire.ForUser),
		at.ours() && !slices.Contains(installs, wire.ForGuild):
		return false
	case c.Contexts != nil:
		return slices.Contains(c.Contexts, at.context())
	}
	return at.context() == wire.InGuild || c.DMPermission == nil || *c.DMPermission
}

// localized returns a name in a user's language, or the untranslated name if there is no translation.
func localized(locale, name string, translations map[string]string) string {
	if t := translations[locale]; t != "" {
		return t
	}
	return name
}
