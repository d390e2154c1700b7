// Package typed parses what a user types as Discord's client does: /name, perhaps a subcommand, then option:value
// pairs. A value ends before the next option of the command; quotes have no meaning. It also suggests what could be
// typed next. It never asks the bot.
package typed

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/named"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Command is a parsed input that names a command.
type Command struct {
	Command  wire.Command
	sub      *wire.Option  // the subcommand, if any
	options  []wire.Option // the options that may be given
	Given    []option      // the options that are given, in the order of the input
	head     string        // the input before the first option, with a space at its end
	Unparsed string        // the text after head that belongs to no option
}

// option is an option with its value as typed.
type option struct {
	Option wire.Option
	Raw    string
	start  int // where the value begins in the input
}

// InputError is a message of the client to the user: the bot is not asked.
type InputError string

func (m InputError) Error() string { return string(m) }

func InputErrorf(format string, args ...any) error { return InputError(fmt.Sprintf(format, args...)) }

// Parse parses the input as far as possible. ok is false if it names no command or lacks a subcommand.
func Parse(text string, commands []wire.Command) (t Command, ok bool) {
	rest, slash := strings.CutPrefix(text, "/")
	if !slash {
		return t, false
	}
	name, rest, _ := strings.Cut(rest, " ")
	i := slices.IndexFunc(commands, func(c wire.Command) bool { return c.Name == name })
	if i < 0 {
		return t, false
	}
	t.Command, t.options = commands[i], commands[i].Options
	if len(t.options) > 0 && t.options[0].Type == wire.SubCommand {
		rest = strings.TrimLeft(rest, " ")
		name, after, _ := strings.Cut(rest, " ")
		i := slices.IndexFunc(t.options, func(o wire.Option) bool { return o.Name == name })
		if i < 0 {
			t.head, t.Unparsed = text[:len(text)-len(rest)], rest
			return t, false
		}
		t.sub = &t.options[i]
		t.options, rest = t.sub.Options, after
	}
	t.split(text, len(text)-len(rest))
	return t, true
}

// split finds the option:value pairs of text from start on.
func (t *Command) split(text string, start int) {
	type mark struct {
		at, value int // where the option's name and its value begin in text
		option    wire.Option
	}
	var marks []mark
	for i := start; i < len(text); i++ {
		if i > start && text[i-1] != ' ' {
			continue
		}
		for _, o := range t.options {
			if strings.HasPrefix(text[i:], o.Name+":") {
				marks = append(marks, mark{i, i + len(o.Name) + 1, o})
			}
		}
	}
	end := len(text)
	if len(marks) > 0 {
		end = marks[0].at
	}
	t.head, t.Unparsed = text[:start], strings.TrimSpace(text[start:end])
	for i, m := range marks {
		valueEnd := len(text)
		if i+1 < len(marks) {
			valueEnd = marks[i+1].at
		}
		t.Given = append(t.Given, option{m.option, strings.TrimSpace(text[m.value:valueEnd]), m.value})
	}
}

// Name returns the command's name, with its subcommand if it has one, as Discord shows it.
func (t Command) Name() string {
	if t.sub != nil {
		return t.Command.Name + " " + t.sub.Name
	}
	return t.Command.Name
}

// missing returns the options that are not given yet.
func (t Command) missing() []wire.Option {
	return slices.DeleteFunc(slices.Clone(t.options), func(o wire.Option) bool {
		return slices.ContainsFunc(t.Given, func(g option) bool { return g.Option.Name == o.Name })
	})
}

// CommandData is the "data" of a command's interaction.
type CommandData struct {
	ID       string                    `json:"id"`
	Name     string                    `json:"name"`
	Type     int                       `json:"type"` // wire.ChatCommand
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

// data nests the values in the subcommand and the command.
func (t Command) data(values []optionData) CommandData {
	if t.sub != nil {
		values = []optionData{{Name: t.sub.Name, Type: t.sub.Type, Options: values}}
	}
	return CommandData{ID: t.Command.ID, Name: t.Command.Name, Type: wire.ChatCommand, GuildID: t.Command.GuildID,
		Options: values}
}

// firstText returns the option that a text without an option's name is meant for: the first one, if no option was
// given, the first takes free text and no other is required. Otherwise it returns nil.
func firstText(t Command) *wire.Option {
	if len(t.Given) > 0 || len(t.options) == 0 || t.options[0].Type != wire.String || len(t.options[0].Choices) > 0 ||
		slices.ContainsFunc(t.options[1:], func(o wire.Option) bool { return o.Required }) {
		return nil
	}
	return &t.options[0]
}

// Data checks a user's whole input and returns the data for the bot.
func Data(table *state.Table, t Command, user string) (CommandData, error) {
	if text := firstText(t); t.Unparsed != "" && text != nil {
		t.Given, t.Unparsed = []option{{Option: *text, Raw: t.Unparsed}}, ""
	}
	if t.Unparsed != "" {
		var names []string
		for _, o := range t.options {
			names = append(names, o.Name+":")
		}
		return CommandData{}, InputErrorf("%q belongs to no option of /%s; it has %s", t.Unparsed, t.Name(),
			cmp.Or(strings.Join(names, ", "), "none"))
	}
	var values []optionData
	resolved := map[string]map[string]any{}
	for i, g := range t.Given {
		if slices.ContainsFunc(t.Given[:i], func(o option) bool { return o.Option.Name == g.Option.Name }) {
			return CommandData{}, InputErrorf("%s is given twice", g.Option.Name)
		}
		v, err := optionValue(table, g)
		if err != nil {
			return CommandData{}, err
		}
		named.Resolve(table, resolved, g.Option.Type, v, user)
		values = append(values, optionData{Name: g.Option.Name, Type: g.Option.Type, Value: v})
	}
	for _, o := range t.missing() {
		if o.Required {
			return CommandData{}, InputErrorf("/%s needs %s: %s", t.Name(), o.Name, o.Description)
		}
	}
	data := t.data(values)
	if len(resolved) > 0 {
		data.Resolved = resolved
	}
	return data, nil
}

// optionValue checks and converts the text of an option.
func optionValue(table *state.Table, g option) (any, error) {
	o := g.Option
	if g.Raw == "" {
		return nil, InputErrorf("%s has no value", o.Name)
	}
	for _, c := range o.Choices {
		if g.Raw == c.Name || g.Raw == c.Value {
			return c.Value, nil
		}
	}
	if len(o.Choices) > 0 {
		return nil, InputErrorf("%q is no choice for %s", g.Raw, o.Name)
	}
	switch o.Type {
	case wire.String:
		if n := utf8.RuneCountInString(g.Raw); n > cmp.Or(o.MaxLength, 6000) { // 6000: as Discord
			return nil, InputErrorf("the length of %s does not fit", o.Name)
		}
		return g.Raw, nil
	case wire.Integer:
		return numeric(g)
	case wire.Boolean:
		switch strings.ToLower(g.Raw) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, InputErrorf("%s is True or False", o.Name)
	}
	if what := named.What(o.Type); what != "" {
		if id := named.Value(table, o.Type, g.Raw); id != "" {
			return id, nil
		}
		return nil, InputErrorf("there is no %s %s", what, g.Raw)
	}
	return nil, InputErrorf("the local table cannot enter %s", o.Name)
}

// numeric checks an integer, which Discord limits to 2^53.
func numeric(g option) (any, error) {
	o := g.Option
	v, err := strconv.ParseFloat(g.Raw, 64)
	if err != nil || math.Abs(v) > 1<<53 || v != math.Trunc(v) {
		return nil, InputErrorf("%q is no number for %s", g.Raw, o.Name)
	}
	if o.MinValue != nil && v < *o.MinValue || o.MaxValue != nil && v > *o.MaxValue {
		return nil, InputErrorf("%s is out of range", o.Name)
	}
	return v, nil
}
