package typed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// IsChosen tells whether the input is one of the values, and not just a prefix of one.
func IsChosen(list wire.Suggestions, raw string) bool {
	return slices.ContainsFunc(list.Items, func(i wire.Suggestion) bool {
		return i.Label == raw ||
			spell(i.Value) == raw
	})
}

// FixedChoices are the values that a client offers for an option without asking the bot.
func FixedChoices(table *state.Table, o wire.Option, channels []string) []wire.Choice {
	var out []wire.Choice
	switch o.Type {
	case wire.Boolean:
		return []wire.Choice{{Name: "True", Value: "True"}, {Name: "False", Value: "False"}}
	case wire.UserOption:
		for _, m := range table.Members {
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

func ChannelNames(table *state.Table) []string {
	var out []string
	for _, c := range table.Channels {
		if c.Ours() {
			out = append(out, c.Name)
		}
	}
	return out
}

// Partial is the data of an autocompletion: the last option as typed so far, and the others if they are valid.
func Partial(table *state.Table, t Command, locale string) CommandData {
	var values []optionData
	for i, g := range t.Given {
		if i == len(t.Given)-1 {
			values = append(values, optionData{Name: g.Option.Name, Type: g.Option.Type, Value: g.Raw, Focused: true})
		} else if v, err := optionValue(table, g, locale); err == nil {
			values = append(values, optionData{Name: g.Option.Name, Type: g.Option.Type, Value: v})
		}
	}
	return t.data(values)
}

func SuggestCommands(text string, commands []wire.Command, locale string) wire.Suggestions {
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

func SuggestSubcommands(t Command, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "command"}
	head := strings.TrimRight(t.head, " ") + " "
	for _, o := range t.subcommands() {
		name := localized(locale, o.Name, o.Names)
		if strings.HasPrefix(name, t.Unparsed) {
			out.Items = append(out.Items, wire.Suggestion{
				Label: head + name, Detail: localized(locale, o.Description, o.Descriptions), Text: head + name + " ",
			})
		}
	}
	return out
}

// subcommands are those that may follow the typed ones.
func (t Command) subcommands() []wire.Option {
	if len(t.subs) > 0 {
		return t.subs[len(t.subs)-1].Options
	}
	return t.Command.Options
}

// SuggestOptions offers the missing options whose name begins with the text that belongs to no option yet.
func SuggestOptions(t Command, text, begun, locale string) wire.Suggestions {
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

// SuggestValues offers the choices that contain filter. It inserts the name of a choice that the command lists, because
// that reads better; of other choices the table can parse only the value.
func SuggestValues(text string, g option, choices []wire.Choice, filter, locale string) wire.Suggestions {
	out := wire.Suggestions{Kind: "choice"}
	for _, c := range choices {
		name := localized(locale, c.Name, c.Names)
		if !strings.Contains(strings.ToLower(name), strings.ToLower(filter)) {
			continue
		}
		enter := spell(c.Value)
		if len(g.Option.Choices) > 0 {
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
