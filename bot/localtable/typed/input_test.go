package typed_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/page"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

func ptr[T any](v T) *T { return &v }

// lines are the commands for the tests in this file.
func lines() []wire.Command {
	return []wire.Command{
		{Name: "move", Options: []wire.Option{
			{Type: wire.String, Name: "units", Required: true, Autocomplete: true},
			{Type: wire.String, Name: "to", Required: true},
			{Type: wire.Integer, Name: "speed", MinValue: ptr(1.0), MaxValue: ptr(4.0)},
			{Type: wire.Boolean, Name: "road"},
			{Type: wire.String, Name: "how", Choices: []wire.Choice{{Name: "Fast", Value: "f"},
				{Name: "Slow march", Value: "s"}}},
			{Type: wire.UserOption, Name: "with"},
			{Type: wire.ChannelOption, Name: "in"},
		}},
		{Name: "game", Options: []wire.Option{
			{Type: wire.SubCommand, Name: "join"},
			{Type: wire.SubCommand, Name: "find", Options: []wire.Option{{Type: wire.String, Name: "text"},
				{Type: wire.Boolean, Name: "public"}}},
			{Type: wire.SubCommand, Name: "word", Options: []wire.Option{{Type: wire.String, Name: "is",
				Required: true}}},
		}},
	}
}

func openTable(t *testing.T) *state.Table {
	t.Helper()
	table := must.Get(state.Open(state.Options{Users: []string{"Anna", "Boris", "Olga"},
		Channels: []string{"autumn-for-barbarossa"}, Now: time.Now}))(t)
	return table
}

func TestTypedLines(t *testing.T) {
	t.Parallel()
	table := openTable(t)
	anna, channel := table.Members[0].ID, table.ChannelNamed("autumn-for-barbarossa").ID
	for _, c := range []struct {
		text string
		want string // the options as JSON; "" if the line is refused
	}{
		{"/game join", `[{"name":"join","type":1}]`},
		{"/game  word is:a b ", `[{"name":"word","type":1,"options":[{"name":"is","type":3,"value":"a b"}]}]`},
		{"/game find 6.2a", `[{"name":"find","type":1,"options":[{"name":"text","type":3,"value":"6.2a"}]}]`},
		{"/move units:1, 2 to:10.11", `[{"name":"units","type":3,"value":"1, 2"},{"name":"to","type":3,"value":"10.11"}]`},
		{"/move to:a:b units:to the west",
			`[{"name":"to","type":3,"value":"a:b"},{"name":"units","type":3,"value":"to the west"}]`},
		{"/move units:1 to:2 speed:3 road:True",
			`[{"name":"units","type":3,"value":"1"},{"name":"to","type":3,"value":"2"},{"name":"speed","type":4,"value":3},{"name":"road","type":5,"value":true}]`},
		{"/move units:1 to:2 how:Slow march",
			`[{"name":"units","type":3,"value":"1"},{"name":"to","type":3,"value":"2"},{"name":"how","type":3,"value":"s"}]`},
		{"/move units:1 to:2 with:@boris in:#autumn-for-barbarossa",
			`[{"name":"units","type":3,"value":"1"},{"name":"to","type":3,"value":"2"},{"name":"with","type":6,"value":"` + table.Members[1].ID + `"},{"name":"in","type":7,"value":"` + channel + `"}]`},
		{"/move units:1 to:2 with:<@" + anna + ">",
			`[{"name":"units","type":3,"value":"1"},{"name":"to","type":3,"value":"2"},{"name":"with","type":6,"value":"` + anna + `"}]`},
		{"/move units:1 units:2 to:3", ``},
		{"/move units: to:3", ``},
		{"/move units:1 to:2 speed:5", ``},
		{"/move units:1 to:2 speed:1.5", ``},
		{"/move units:1 to:2 road:maybe", ``},
		{"/move units:1 to:2 how:slowly", ``},
		{"/move units:1 to:2 with:Cyril", ``},
		{"/move units:1 to:2 in:nowhere", ``},
		{"/move soon units:1 to:2", ``}, // "soon" is in no option; the refusal lists the options
		{"/game", ``},
	} {
		parsed, ok := typed.Parse(c.text, lines())
		data, err := typed.Data(table, parsed, "") // "": nobody in particular types
		if !ok {
			err = typed.InputError("no such command")
		}
		var wrong typed.InputError
		if c.want == "" {
			if !errors.As(err, &wrong) || strings.Contains(c.text, " soon ") && !strings.Contains(err.Error(), "it has units:, to:, ") {
				t.Errorf("%s: %v, want it refused", c.text, err)
			}
			continue
		}
		got, jsonErr := json.Marshal(data.Options)
		if err != nil || jsonErr != nil || string(got) != c.want {
			t.Errorf("%s: %v %v\ngot  %s\nwant %s", c.text, err, jsonErr, got, c.want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	table := openTable(t)
	table.Commands[state.GuildID] = lines()
	table.Commands[""] = []wire.Command{{Name: "guild-only", Contexts: []int{wire.InGuild}}, {Name: "help"}}
	channel := table.ChannelNamed("autumn-for-barbarossa").ID
	mux := http.NewServeMux()
	bot := gateway.New(table, time.Minute)
	page.Route(mux, announce.New(table, bot), &interact.Asker{Table: table})
	for _, c := range []struct {
		channel, text string
		kind          string
		want          []string // the inputs that the suggestions make; nil: nothing is suggested
	}{
		{channel, "/", "command", []string{"/game ", "/guild-only ", "/help ", "/move "}},
		{channel, "/g", "command", []string{"/game ", "/guild-only "}},
		{table.Members[0].DM, "/", "command", []string{"/help "}},
		{channel, "/game ", "command", []string{"/game join ", "/game find ", "/game word "}},
		{channel, "/game w", "command", []string{"/game word "}},
		{channel, "/game word ", "option", []string{"/game word is:"}},
		{channel, "/move t", "option", []string{"/move to:"}},
		{channel, "/move to:1 road:", "choice", []string{"/move to:1 road:True ", "/move to:1 road:False "}},
		{channel, "/move to:1 how:ma", "choice", []string{"/move to:1 how:Slow march "}},
		{channel, "/move how:Fast to:1 with:an", "choice", []string{"/move how:Fast to:1 with:@Anna "}},
		{channel, "/move units:1 to:2 road:True with:@Anna in:#autumn-for-barbarossa speed:1 how:Fast ", "option", nil},
		{channel, "/move units:1 to:2 road:True with:@Anna in:#autumn-for-barbarossa how:Fast ",
			"option", []string{"/move units:1 to:2 road:True with:@Anna in:#autumn-for-barbarossa how:Fast speed:"}},
		{channel, "plain words", "command", nil},
	} {
		body, err := json.Marshal(map[string]string{"user": table.Members[0].ID, "channel": c.channel, "text": c.text})
		must.Do(t, err)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/table/suggest", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		var got wire.Suggestions
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK || got.Kind != c.kind || len(got.Items) != len(c.want) {
			t.Errorf("%q: %+v, %v, want %s %q", c.text, got, err, c.kind, c.want)
			continue
		}
		for i, item := range got.Items {
			if item.Text != c.want[i] {
				t.Errorf("%q: line %d makes %q, want %q", c.text, i, item.Text, c.want[i])
			}
		}
	}
}
