package check

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

// commandName is Discord's pattern for the names of commands and options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func (f *Form) Commands(list []wire.Command) {
	f.Count(nil, len(list), 0, MaxCommands)
	names := map[string]bool{}
	for i, c := range list {
		here := At{}.In(i)
		f.Command(here, c)
		if names[c.Name] {
			f.Fault(here.In("name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[c.Name] = true
	}
}

func (f *Form) Slash(place At, d CommandDraft) {
	if d.Type > 1 {
		f.Fault(place.In("type"), "BASE_TYPE_CHOICES", "The local table knows slash commands only.")
	}
}

func (f *Form) Command(place At, c wire.Command) {
	f.names(place, c.Name, c.Names, c.Description, c.Descriptions)
	if p := c.Permissions; p != nil {
		if _, err := strconv.ParseUint(*p, 10, 64); err != nil {
			f.Fault(place.In("default_member_permissions"), "NUMBER_TYPE_COERCE",
				"Value %q is not a set of permissions.", *p)
		}
	}
	f.options(place.In("options"), c.Options, wire.SubCommandGroup)
	if n := commandText(c); n > maxCommandText {
		f.Fault(place, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

// names checks a name and a description with their translations.
func (f *Form) names(place At, name string, names map[string]string, description string,
	descriptions map[string]string) {
	check := func(place At, name string) {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			f.Fault(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(place.In("name"), name)
	f.text(place.In("description"), description, 1, 100)
	for locale, s := range names {
		check(place.In("name_localizations").In(locale), s)
	}
	for locale, s := range descriptions {
		f.text(place.In("description_localizations").In(locale), s, 1, 100)
	}
}

// options checks one level of options. nesting is the highest type of subcommand that is allowed there: 2, 1 or 0.
func (f *Form) options(place At, list []wire.Option, nesting int) {
	f.Count(place, len(list), 0, 25)
	names, optional := map[string]bool{}, false
	for i, o := range list {
		here := place.In(i)
		f.names(here, o.Name, o.Names, o.Description, o.Descriptions)
		if names[o.Name] {
			f.Fault(here.In("name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name already exists in options.")
		}
		names[o.Name] = true
		if o.Type <= wire.SubCommandGroup {
			if o.Type < wire.SubCommand || o.Type > nesting || IsSub(o) != IsSub(list[0]) {
				f.Fault(here.In("type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A subcommand cannot stand here.")
			}
			f.options(here.In("options"), o.Options, o.Type-1)
			continue
		}
		if o.Required && optional {
			f.Fault(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		f.option(here, o, list)
	}
}

func IsSub(o wire.Option) bool { return o.Type == wire.SubCommand || o.Type == wire.SubCommandGroup }

func (f *Form) option(place At, o wire.Option, siblings []wire.Option) {
	switch o.Type {
	case wire.String, wire.Integer, wire.Number:
	case wire.Boolean, wire.UserOption, wire.ChannelOption:
		if o.Autocomplete || len(o.Choices) > 0 {
			f.Fault(place, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Only strings and numbers have choices.")
		}
	default:
		f.Fault(place.In("type"), "BASE_TYPE_CHOICES", "The local table knows the option types 1 to 7 and 10.")
	}
	if IsSub(siblings[0]) {
		f.Fault(place.In("type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.Fault(place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
			"Choices and autocompletion exclude each other.")
	}
	f.Count(place.In("choices"), len(o.Choices), 0, maxChoices)
	for i, c := range o.Choices {
		f.choice(place.In("choices").In(i), c)
		if _, isText := c.Value.(string); isText != (o.Type == wire.String) {
			f.Fault(place.In("choices").In(i).In("value"), "BASE_TYPE_CONVERT",
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
