package localtable_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"

	"github.com/bwmarrin/discordgo"
)

type object = map[string]any
type list = []any

func many[T any](n int, make func(int) T) list {
	var out list
	for i := range n {
		out = append(out, make(i))
	}
	return out
}

func buttonAt(i int) any {
	return object{"type": 2, "style": 1, "label": "b", "custom_id": fmt.Sprint("b", i)}
}
func row(parts ...any) any { return object{"type": 1, "components": parts} }
func menu(options int) object {
	return object{"type": 3, "custom_id": "m", "options": many(options,
		func(i int) any { return object{"label": "o", "value": fmt.Sprint(i)} })}
}

// TestLimitsOfMessages sends bodies exactly at a limit, which are accepted, and just beyond, which are refused with the
// place of the mistake.
func TestLimitsOfMessages(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	url := discordgo.EndpointChannelMessages(channelOf(t, sit(t, base, "Anna")))
	long := func(n int) string { return strings.Repeat("é", n) }
	for _, c := range []struct {
		name  string
		body  object
		place string // of the mistake, "." for the body itself; "" if it is accepted
	}{
		{"content", object{"content": long(2000)}, ""},
		{"content", object{"content": long(2001)}, "content"},
		{"content of a wrong type", object{"content": 5}, "content"},
		{"embed", object{"embeds": list{object{"title": long(256), "description": long(4096)}}}, ""},
		{"title", object{"embeds": list{object{"title": long(257)}}}, "embeds.0.title"},
		{"all embeds", object{"embeds": list{object{"description": long(4000)}, object{"description": long(2001)}}},
			"embeds"},
		{"fields", object{"embeds": list{object{"fields": many(26,
			func(int) any { return object{"name": "n", "value": "v"} })}}}, "embeds.0.fields"},
		{"field without value", object{"embeds": list{object{"fields": list{object{"name": "n"}}}}},
			"embeds.0.fields.0.value"},
		{"5 rows of 5", object{"components": list{row(many(5, buttonAt)...)}}, ""},
		{"6 buttons", object{"components": list{row(many(6, buttonAt)...)}}, "components.0.components"},
		{"6 rows", object{"components": many(6, func(i int) any { return row(buttonAt(i)) })}, "components"},
		{"button outside a row", object{"components": list{buttonAt(0)}}, "components.0.type"},
		{"custom id", object{"components": list{row(object{"type": 2, "style": 1,
			"label": "b", "custom_id": long(100)})}}, ""},
		{"long custom id", object{"components": list{row(object{"type": 2, "style": 1,
			"label": "b", "custom_id": long(101)})}}, "components.0.components.0.custom_id"},
		{"no custom id", object{"components": list{row(object{"type": 2, "style": 1, "label": "b"})}},
			"components.0.components.0.custom_id"},
		{"custom id twice", object{"components": list{row(buttonAt(1)), row(buttonAt(1))}},
			"components.1.components.0.custom_id"},
		{"label", object{"components": list{row(object{"type": 2, "style": 1, "label": long(81), "custom_id": "x"})}},
			"components.0.components.0.label"},
		{"no label", object{"components": list{row(object{"type": 2, "style": 1, "custom_id": "x"})}},
			"components.0.components.0"},
		{"menu", object{"components": list{row(menu(25))}}, ""},
		{"26 options", object{"components": list{row(menu(26))}}, "components.0.components.0.options"},
		{"no options", object{"components": list{row(menu(0))}}, "components.0.components.0.options"},
		{"menu beside a button", object{"components": list{row(menu(1), buttonAt(0))}}, "components.0.components"},
		{"text input", object{"components": list{row(object{"type": 4, "custom_id": "x", "style": 1, "label": "l"})}},
			"components.0.components.0.type"},
		{"ephemeral", object{"content": "x", "flags": 64}, "flags"},
		{"nonce", object{"content": "x", "nonce": long(26)}, "nonce"},
		{"reply", object{"content": "x", "message_reference": object{"message_id": "1"}}, "."},
		{"poll", object{"content": "x", "poll": object{}}, "."},
		{"number as nonce", object{"content": "x", "nonce": 123456}, ""},
	} {
		_, err := bot.Request("POST", url, c.body)
		checkFault(t, c.name, err, c.place)
	}
}

// checkFault checks that Discord's form error names this place.
func checkFault(t *testing.T, name string, err error, place string) {
	t.Helper()
	if place == "" {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	if err == nil || code(t, err) != 50035 {
		t.Errorf("%s: %v, want 50035 at %s", name, err, place)
		return
	}
	body := err.(*discordgo.RESTError).ResponseBody
	var answer struct{ Errors any }
	check(t, json.Unmarshal(body, &answer))
	node := answer.Errors
	for _, key := range append(strings.FieldsFunc(place, func(r rune) bool { return r == '.' }), "_errors") {
		inner, _ := node.(map[string]any)
		node = inner[key]
	}
	if faults, ok := node.([]any); !ok || len(faults) == 0 {
		t.Errorf("%s: no fault at %s in %s", name, place, body)
	}
}

// TestLimitsOfAnswers tries first answers to each kind of interaction. The last one is valid, because a refused answer
// leaves the interaction waiting.
func TestLimitsOfAnswers(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	choices := func(n int) object {
		return object{"choices": many(n, func(int) any { return object{"name": "n", "value": "v"} })}
	}
	answers := map[discordgo.InteractionType][]struct {
		body  object
		place string
	}{
		discordgo.InteractionApplicationCommand: {
			{object{"type": 1}, "type"},
			{object{"type": 7, "data": object{"content": "x"}}, "type"},
			{object{"type": 8, "data": choices(1)}, "type"},
			{object{"type": 4, "data": object{"content": strings.Repeat("x", 2001)}}, "data.content"},
			{object{"type": 4, "data": object{"content": "x", "flags": 2}}, "data.flags"},
			{object{"type": 9, "data": object{"title": "", "custom_id": "c"}}, "data.title"},
			{object{"type": 4, "data": object{"content": "x"}}, ""},
		},
		discordgo.InteractionApplicationCommandAutocomplete: {
			{object{"type": 4, "data": object{"content": "x"}}, "type"},
			{object{"type": 8, "data": choices(26)}, "data.choices"},
			{object{"type": 8, "data": object{"choices": list{object{"name": "", "value": "v"}}}},
				"data.choices.0.name"},
			{object{"type": 8, "data": object{"choices": list{object{"name": strings.Repeat("n", 101),
				"value": "v"}}}}, "data.choices.0.name"},
			{object{"type": 8, "data": object{"choices": list{object{"name": "n",
				"value": strings.Repeat("v", 101)}}}}, "data.choices.0.value"},
			{object{"type": 8, "data": choices(25)}, ""},
		},
	}
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		for n, a := range answers[i.Type] {
			_, err := s.Request("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), a.body)
			checkFault(t, fmt.Sprintf("type %d, answer %d", i.Type, n), err, a.place)
		}
		return nil
	})
	anna := sit(t, base, "Anna")
	if _, err := anna.Say(t.Context(), channelOf(t, anna), "/game leave"); err != nil {
		t.Error(err)
	}
	if list, err := anna.Complete(t.Context(), channelOf(t, anna), "/move units:"); err != nil || len(list) != 25 {
		t.Errorf("%d choices, %v", len(list), err)
	}
}

func TestLimitsOfCommands(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	command := func(change object) object {
		c := object{"name": "move", "description": "Move"}
		for k, v := range change {
			c[k] = v
		}
		return c
	}
	option := func(change object) object { return command(object{"options": list{change}}) }
	text := object{"type": 3, "name": "to", "description": "To"}
	for _, c := range []struct {
		name  string
		body  list
		place string
	}{
		{"plain", list{command(nil)}, ""},
		{"large letters", list{command(object{"name": "Move"})}, "0.name"},
		{"blank", list{command(object{"name": "mo ve"})}, "0.name"},
		{"other script", list{command(object{"name": "移動"})}, ""},
		{"no description", list{command(object{"description": ""})}, "0.description"},
		{"translated name", list{command(object{"name_localizations": object{"fr": "Déplacer"}})},
			"0.name_localizations.fr"},
		{"twice", list{command(nil), command(nil)}, "1.name"},
		{"26 choices", list{option(object{"type": 3, "name": "to", "description": "To",
			"choices": many(26, func(i int) any { return object{"name": "n", "value": "v"} })})},
			"0.options.0.choices"},
		{"number among texts", list{option(object{"type": 3, "name": "to", "description": "To",
			"choices": list{object{"name": "n", "value": 1}}})}, "0.options.0.choices.0.value"},
		{"choices and completion", list{option(object{"type": 3, "name": "to", "description": "To",
			"autocomplete": true, "choices": list{object{"name": "n", "value": "v"}}})}, "0.options.0"},
		{"option twice", list{command(object{"options": list{text, text}})}, "0.options.1.name"},
		{"required last", list{command(object{"options": list{text,
			object{"type": 3, "name": "by", "description": "By", "required": true}}})}, "0.options.1"},
		{"subcommand beside option", list{command(object{"options": list{text,
			object{"type": 1, "name": "by", "description": "By"}}})}, "0.options.1.type"},
		{"too large", list{command(object{"options": many(25, func(i int) any {
			return object{"type": 3, "name": fmt.Sprint("o", i), "description": strings.Repeat("d", 100),
				"choices": many(3, func(j int) any {
					return object{"name": fmt.Sprint(j), "value": strings.Repeat("v", 99) + fmt.Sprint(j)}
				})}
		})})}, "0"},
	} {
		_, err := bot.Request("PUT", discordgo.EndpointApplicationGlobalCommands(localtable.ApplicationID), c.body)
		checkFault(t, c.name, err, c.place)
	}
}
