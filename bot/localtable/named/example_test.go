package named_test

import (
	"fmt"
	"log"
	"testing"
	"time"

	"grognard/bot/localtable/named"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

func Example() {
	table, err := state.Open(state.Options{Users: []string{"Anna"}, Now: time.Now})
	if err != nil {
		log.Fatal(err)
	}
	id, resolved := named.Value(table, wire.UserOption, "@anna"), map[string]map[string]any{}
	named.Resolve(table, resolved, wire.UserOption, id, id)
	fmt.Println(id == table.Members[0].ID, len(resolved["users"]), named.What(wire.UserOption))
	// Output: true 1 user
}

// If a channel lacks a command, the message names the command with its subcommand and without its options, and channels
// of servers that have it.
func TestNoCommand_WhereElse(t *testing.T) {
	table := must.Get(state.Open(state.Options{Users: []string{"Anna"}, Channels: []string{"afb", "drill", "third"},
		Elsewhere: []string{"friends"}, Now: time.Now}))(t)
	table.Commands = map[string][]wire.Command{"": {{Name: "move", Contexts: []int{wire.InGuild}}, {Name: "game",
		Contexts: []int{wire.InGuild}, Options: []wire.Option{{Name: "new", Type: wire.SubCommand}}}}}
	for text, want := range map[string]string{
		"/game new module:bcs-drill": "there is no command /game new here: use it in #afb or #drill",
		"/move units:7 to:1.01":      "there is no command /move here: use it in #afb or #drill",
		"/game fly":                  "there is no command /game fly here",
		"/fly":                       "there is no command /fly here",
		"/":                          "there is no command / here",
	} {
		if said := named.NoCommand(table, table.Members[0].ID, text); said != want {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
}
