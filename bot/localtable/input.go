package localtable

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

// The input is parsed as Discord's client does: /name, up to two subcommands, then option:value pairs. A value ends
// before the next option of the command; quotes have no meaning.

// typedCommand is a parsed input that names a command.
type typedCommand struct {
	command  wire.Command
	subs     []wire.Option // the subcommand group and the subcommand, if any
	options  []wire.Option // the options that may be given
	given    []typedOption
	head     string // the input before the first option, with a space at its end
	unparsed string // the text after head that belongs to no option
}

// typedOption is an option with its value as typed.
type typedOption struct {
	option wire.Option
	raw    string
	start  int // where the value begins in the input
}

// inputError is a message of the client to the user: the bot is not asked.
type inputError string

func (m inputError) Error() string { return string(m) }

func inputErrorf(format string, args ...any) error { return inputError(fmt.Sprintf(format, args...)) }

// parseInput parses the input as far as possible. ok is false if it names no command or lacks a subcommand.
func parseInput(text string, commands []wire.Command, locale string) (t typedCommand, ok bool) {
	rest, slash := strings.CutPrefix(text, "/")
	if !slash {
		return t, false
	}
	name, rest, _ := strings.Cut(rest, " ")
	i := slices.IndexFunc(commands, func(c wire.Command) bool { return matchesName(name, c.Name, c.Names, locale) })
	if i < 0 {
		return t, false
	}
	t.command, t.options = commands[i], commands[i].Options
	for len(t.options) > 0 && isSub(t.options[0]) {
		rest = strings.TrimLeft(rest, " ")
		name, after, _ := strings.Cut(rest, " ")
		i := slices.IndexFunc(t.options, func(o wire.Option) bool { return matchesName(name, o.Name, o.Names, locale) })
		if i < 0 {
			t.head, t.unparsed = text[:len(text)-len(rest)], rest
			return t, false
		}
		t.subs, t.options, rest = append(t.subs, t.options[i]), t.options[i].Options, after
	}
	t.split(text, len(text)-len(rest), locale)
	return t, true
}

func matchesName(typed, name string, translations map[string]string, locale string) bool {
	return typed == name || typed == localized(locale, name, translations)
}

// split finds the option:value pairs of text from start on.
func (t *typedCommand) split(text string, start int, locale string) {
	type mark struct {
		at, value int
		option    wire.Option
	}
	var marks []mark
	for i := start; i < len(text); i++ {
		if i > start && text[i-1] != ' ' {
			continue
		}
		for _, o := range t.options {
			for _, name := range []string{o.Name, localized(locale, o.Name, o.Names)} {
				if strings.HasPrefix(text[i:], name+":") {
					marks = append(marks, mark{i, i + len(name) + 1, o})
					break
				}
			}
		}
	}
	end := len(text)
	if len(marks) > 0 {
		end = marks[0].at
	}
	t.head, t.unparsed = text[:start], strings.TrimSpace(text[start:end])
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1].at
		}
		t.given = append(t.given, typedOption{m.option, strings.TrimSpace(text[m.value:end]), m.value})
	}
}

// name is the command with its subcommands, as Discord shows it.
func (t typedCommand) name() string {
	parts := []string{t.command.Name}
	for _, s := range t.subs {
		parts = append(parts, s.Name)
	}
	return strings.Join(parts, " ")
}

// missing are the options that are not given yet.
func (t typedCommand) missing() []wire.Option {
	return slices.DeleteFunc(slices.Clone(t.options), func(o wire.Option) bool {
		return slices.ContainsFunc(t.given, func(g typedOption) bool { return g.option.Name == o.Name })
	})
}

// commandData is the "data" of a command's interaction.
type commandData struct {
	ID       string                    `json:"id"`
	Name     string                    `json:"name"`
	Type     int                       `json:"type"`
	GuildID  string                    `json:"guild_id,omitempty"`
	Options  []optionData              `json:"options,omitempty"`
	Resolved map[string]map[string]any `json:"resolved,omitempty"`
}

type optionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Options []optionData `json:"options,omitempty"`
	Focused bool         `json:"focused,omitempty"`
}

// data nests the values in the subcommands and the command.
func (t typedCommand) data(values []optionData) commandData {
	for _, sub := range slices.Backward(t.subs) {
		values = []optionData{{Name: sub.Name, Type: sub.Type, Options: values}}
	}
	return commandData{ID: t.command.ID, Name: t.command.Name, Type: 1, GuildID: t.command.GuildID, Options: values}
}

// commandOf checks a user's whole input and returns the data for the bot.
func commandOf(table *Table, t typedCommand, user, locale string) (commandData, error) {
	if t.unparsed != "" {
		return commandData{}, inputErrorf("%q belongs to no option of /%s", t.unparsed, t.name())
	}
	var values []optionData
	resolved := map[string]map[string]any{}
	for i, g := range t.given {
		if slices.ContainsFunc(t.given[:i], func(o typedOption) bool { return o.option.Name == g.option.Name }) {
			return commandData{}, inputErrorf("%s is given twice", g.option.Name)
		}
		v, err := value(table, g, locale)
		if err != nil {
			return commandData{}, err
		}
		resolve(table, resolved, g.option.Type, v, user)
		values = append(values, optionData{Name: g.option.Name, Type: g.option.Type, Value: v})
	}
	for _, o := range t.missing() {
		if o.Required {
			return commandData{}, inputErrorf("/%s needs %s: %s", t.name(), o.Name,
				localized(locale, o.Description, o.Descriptions))
		}
	}
	data := t.data(values)
	if len(resolved) > 0 {
		data.Resolved = resolved
	}
	return data, nil
}

// value checks and converts the text of an option.
func value(table *Table, g typedOption, locale string) (any, error) {
	o := g.option
	if g.raw == "" {
		return nil, inputErrorf("%s has no value", o.Name)
	}
	for _, c := range o.Choices {
		if g.raw == c.Name || g.raw == localized(locale, c.Name, c.Names) || g.raw == spell(c.Value) {
			return c.Value, nil
		}
	}
	if len(o.Choices) > 0 {
		return nil, inputErrorf("%q is no choice for %s", g.raw, o.Name)
	}
	switch o.Type {
	case wire.String:
		n := utf8.RuneCountInString(g.raw)
		if o.MinLength != nil && n < *o.MinLength || o.MaxLength != nil && n > *o.MaxLength || n > 6000 {
			return nil, inputErrorf("the length of %s does not fit", o.Name)
		}
		return g.raw, nil
	case wire.Integer, wire.Number:
		return numeric(g)
	case wire.Boolean:
		switch strings.ToLower(g.raw) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, inputErrorf("%s is True or False", o.Name)
	case wire.UserOption:
		return userNamed(table, g.raw)
	case wire.ChannelOption:
		name := strings.Trim(g.raw, "<#>")
		if c := cmp.Or(table.channel(name), table.channelNamed(name)); c != nil && c.ours() {
			return c.ID, nil
		}
		return nil, inputErrorf("there is no channel %s", g.raw)
	}
	return nil, inputErrorf("the local table cannot enter %s", o.Name)
}

// numeric checks a number or an integer, which Discord limits to 2^53.
func numeric(g typedOption) (any, error) {
	o := g.option
	v, err := strconv.ParseFloat(g.raw, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1<<53 || o.Type == wire.Integer && v != math.Trunc(v) {
		return nil, inputErrorf("%q is no number for %s", g.raw, o.Name)
	}
	if o.MinValue != nil && v < *o.MinValue || o.MaxValue != nil && v > *o.MaxValue {
		return nil, inputErrorf("%s is out of range", o.Name)
	}
	return v, nil
}

// userNamed finds a user by mention, by name with or without @, or by identifier.
func userNamed(table *Table, raw string) (any, error) {
	name := strings.TrimLeft(strings.Trim(raw, "<>"), "@!")
	for _, m := range append(table.members[:len(table.members):len(table.members)], &member{User: table.bot}) {
		if m.ID == name || strings.EqualFold(m.Username, name) {
			return m.ID, nil
		}
	}
	return nil, inputErrorf("there is no user %s", raw)
}

// resolve adds the user or channel that an option names to the resolved data. A channel includes the permissions of the
// user who names it.
func resolve(table *Table, resolved map[string]map[string]any, kind int, value any, by string) {
	add := func(list, id string, v any) {
		if resolved[list] == nil {
			resolved[list] = map[string]any{}
		}
		resolved[list][id] = v
	}
	id, _ := value.(string)
	switch kind {
	case wire.UserOption:
		if u, ok := table.user(id); ok {
			add("users", id, asUser(u))
			add("members", id, mentionedMember(u))
		}
	case wire.ChannelOption:
		c := table.channel(id)
		told := asChannel(table, c)
		told["permissions"] = spellPermissions(table.permissions(c, by))
		add("channels", id, told)
	}
}
