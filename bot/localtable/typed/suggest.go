package typed

import (
	"slices"
	"strings"

	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// IsChosen reports whether the input is one of the values, and not just a prefix of one.
func IsChosen(list wire.Suggestions, raw string) bool {
	return slices.ContainsFunc(list.Items, func(i wire.Suggestion) bool { return i.Label == raw || i.Value == raw })
}

// FixedChoices returns the values that a client offers for an option without asking the bot.
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

// Partial returns the data of an autocompletion: the last option as typed so far, and the others if they are valid.
func Partial(table *state.Table, t Command) CommandData {
	var values []optionData
	for i, g := range t.Given {
		if i == len(t.Given)-1 {
			values = append(values, optionData{Name: g.Option.Name, Type: g.Option.Type, Value: g.Raw, Focused: true})
		} else if v, err := optionValue(table, g); err == nil {
			values = append(values, optionData{Name: g.Option.Name, Type: g.Option.Type, Value: v})
		}
	}
	return t.data(values)
}

func SuggestCommands(text string, commands []wire.Command) wire.Suggestions {
	out := wire.Suggestions{Kind: "command"}
	typed, slash := strings.CutPrefix(text, "/")
	for _, c := range commands {
		if slash && strings.HasPrefix(c.Name, typed) {
			command := "/" + c.Name
			out.Items = append(out.Items, wire.Suggestion{Label: command, Detail: c.Description, Text: command + " "})
		}
	}
	return out
}

// SuggestSubcommands offers the subcommands whose names begin with what is typed after the command.
func SuggestSubcommands(t Command) wire.Suggestions {
	out := wire.Suggestions{Kind: "command"}
	head := strings.TrimRight(t.head, " ") + " "
	for _, o := range t.Command.Options {
		if strings.HasPrefix(o.Name, t.Unparsed) {
			line := head + o.Name
			out.Items = append(out.Items, wire.Suggestion{Label: line, Detail: o.Description, Text: line + " "})
		}
	}
	return out
}

// SuggestOptions offers the missing options whose names begin with begun, the end of text that is in no option yet.
func SuggestOptions(t Command, text, begun string) wire.Suggestions {
	out := wire.Suggestions{Kind: "option"}
	head := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, " "), begun), " ") + " "
	for _, o := range t.missing() {
		detail := o.Description
		if !strings.HasPrefix(o.Name, begun) {
			continue
		}
		if !o.Required {
			detail += " (optional)"
		}
		out.Items = append(out.Items, wire.Suggestion{Label: o.Name, Detail: detail, Text: head + o.Name + ":"})
	}
	return out
}

// SuggestValues offers the choices whose names contain filter. If the command itself lists the choices it inserts a
// choice's name, because that reads better; of other choices the table can parse only the value.
func SuggestValues(text string, g option, choices []wire.Choice, filter string) wire.Suggestions {
	out := wire.Suggestions{Kind: "choice"}
	for _, c := range choices {
		if !strings.Contains(strings.ToLower(c.Name), strings.ToLower(filter)) {
			continue
		}
		enter := c.Value
		if len(g.Option.Choices) > 0 {
			enter = c.Name
		}
		whole := text[:g.start] + enter + " "
		out.Items = append(out.Items, wire.Suggestion{Label: c.Name, Text: whole, Value: c.Value})
	}
	return out
}
