package localtable

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/wire"
)

// suggest returns what could be typed next: a command, a subcommand, an option, or a value of the last option. The bot
// is asked only for autocompletion, and only the typing user gets its answer.
func (s *pageServer) suggest(ctx context.Context, user, channelID, text string) (wire.Suggestions, error) {
	s.table.Lock()
	m, c := s.table.member(user), s.table.channelFor(user, channelID)
	if m == nil || c == nil {
		s.table.Unlock()
		return wire.Suggestions{}, inputError("there is no such channel")
	}
	commands := s.table.commandsIn(c, m.ID)
	t, ok := parseInput(text, commands, m.Locale)
	locale := m.Locale
	var typed commandData
	if ok && len(t.given) > 0 {
		typed = partial(s.table, t, locale)
	}
	channels := channelNames(s.table)
	s.table.Unlock()

	switch {
	case !ok && t.command.Name != "":
		return suggestSubcommands(t, locale), nil
	case !ok:
		return suggestCommands(text, commands, locale), nil
	case len(t.given) == 0:
		return suggestOptions(t, text, t.unparsed, locale), nil
	}
	last := t.given[len(t.given)-1]
	choices, filter := fixedChoices(s.table, last.option, channels), last.raw
	if last.option.Autocomplete {
		r := s.asker.ask(ctx, &interaction{kind: onAutocomplete, user: m, channel: c}, typed)
		if r.answer.Outcome == wire.Failed {
			return wire.Suggestions{}, inputError("Loading options failed")
		}
		choices, filter = r.choices, "" // the bot has already filtered them
	}
	values := suggestValues(text, last, choices, filter, locale)
	ended := strings.HasSuffix(text, " ") && last.raw != ""
	if ended && (len(values.Items) == 0 || isChosen(values, last.raw)) {
		return suggestOptions(t, text, "", locale), nil
	}
	return values, nil
}

// isChosen tells whether the input is one of the values, and not just a prefix of one.
func isChosen(list wire.Suggestions, raw string) bool {
	return slices.ContainsFunc(list.Items, func(i wire.Suggestion) bool {
		return i.Label == raw ||
			spell(i.Value) == raw
	})
}

// fixedChoices are the values that a client offers for an option without asking the bot.
func fixedChoices(table *Table, o wire.Option, channels []string) []wire.Choice {
	var out []wire.Choice
	switch o.Type {
	case wire.Boolean:
		return []wire.Choice{{Name: "True", Value: "True"}, {Name: "False", Value: "False"}}
	case wire.UserOption:
		for _, m := range table.members {
			out = append(out, wire.Choice{Name: "@" + m.Username, Value: "@" + m.Username})
		}
		return out
	case wire.ChannelOption:
		for _, name := range channels {
			out = append(out, wire.Choice{Name: "#" + name, Value: "#" + name})
		}
		return out
	}
	return o.Choices
}

func channelNames(table *Table) []string {
	var out []string
	for _, c := range table.channels {
		if c.ours() {
			out = append(out, c.Name)
		}
	}
	return out
}

// partial is the data of an autocompletion: the last option as typed so far, and the others if they are valid.
func partial(table *Table, t typedCommand, locale string) commandData {
	var values []optionData
	for i, g := range t.given {
		if i == len(t.given)-1 {
			values = append(values, optionData{Name: g.option.Name, Type: g.option.Type, Value: g.raw, Focused: true})
		} else if v, err := value(table, g, locale); err == nil {
			values = append(values, optionData{Name: g.option.Name, Type: g.option.Type, Value: v})
		}
	}
	return t.data(values)
}

func suggestCommands(text string, commands []wire.Command, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "command"}
	typed, slash := strings.CutPrefix(text, "/")
	for _, c := range commands {
		name := localized(locale, c.Name, c.Names)
		if slash && strings.HasPrefix(name, typed) {
			out.Items = append(out.Items, wire.Suggestion{
				Label: "/" + name, Detail: localized(locale, c.Description, c.Descriptions), Text: "/" + name + " ",
			})
		}
	}
	return out
}

func suggestSubcommands(t typedCommand, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "command"}
	head := strings.TrimRight(t.head, " ") + " "
	for _, o := range t.subcommands() {
		name := localized(locale, o.Name, o.Names)
		if strings.HasPrefix(name, t.unparsed) {
			out.Items = append(out.Items, wire.Suggestion{
				Label: head + name, Detail: localized(locale, o.Description, o.Descriptions), Text: head + name + " ",
			})
		}
	}
	return out
}

// subcommands are those that may follow the typed ones.
func (t typedCommand) subcommands() []wire.Option {
	if len(t.subs) > 0 {
		return t.subs[len(t.subs)-1].Options
	}
	return t.command.Options
}

// suggestOptions offers the missing options whose name begins with the text that belongs to no option yet.
func suggestOptions(t typedCommand, text, begun, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "option"}
	head := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, " "), begun), " ") + " "
	for _, o := range t.missing() {
		name, detail := localized(locale, o.Name, o.Names), localized(locale, o.Description, o.Descriptions)
		if !strings.HasPrefix(name, begun) {
			continue
		}
		if !o.Required {
			detail += " (optional)"
		}
		out.Items = append(out.Items, wire.Suggestion{Label: name, Detail: detail, Text: head + name + ":"})
	}
	return out
}

// suggestValues offers the choices that contain filter. It inserts the name of a choice that the command lists, because
// that reads better; of other choices the table can parse only the value.
func suggestValues(text string, g typedOption, choices []wire.Choice, filter, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "choice"}
	for _, c := range choices {
		name := localized(locale, c.Name, c.Names)
		if !strings.Contains(strings.ToLower(name), strings.ToLower(filter)) {
			continue
		}
		enter := spell(c.Value)
		if len(g.option.Choices) > 0 {
			enter = name
		}
		out.Items = append(out.Items, wire.Suggestion{Label: name, Text: text[:g.start] + enter + " ", Value: c.Value})
	}
	return out
}

// spell writes a choice's value as a user would type it.
func spell(value any) string {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
