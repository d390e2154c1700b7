package registry_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/registry"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

func open(t *testing.T) *state.Table {
	t.Helper()
	return must.Get(state.Open(state.Options{Users: []string{"Anna"}, Channels: []string{"x"}, Now: time.Now}))(t)
}

// What Discord refuses of a list is refused with the places in it, and changes nothing.
func TestReplace_Refused(t *testing.T) {
	t.Parallel()
	table := open(t)
	good := wire.Command{Name: "map", Description: "Map"}
	must.Get(registry.Replace(table, state.ApplicationID, "", []wire.Command{good}))(t)
	many := wire.Command{Name: "many", Description: "Many", Options: make([]wire.Option, 26)} // 25 are allowed
	for i := range many.Options {
		many.Options[i] = wire.Option{Name: fmt.Sprint("o", i), Description: "x"}
	}
	for want, list := range map[string][]wire.Command{
		`{"1":{"name":{"_errors":[{"code":"APPLICATION_COMMAND_INVALID_NAME"`:                     {good, {Name: "Map", Description: "x"}},
		`{"0":{"description":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH"`:                          {{Name: "map"}},
		`{"1":{"_errors":[{"code":"APPLICATION_COMMANDS_DUPLICATE_NAME"`:                          {good, good},
		`{"0":{"options":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"`:                              {many},
		`{"0":{"options":{"1":{"_errors":[{"code":"APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"`: {{Name: "map", Description: "x", Options: []wire.Option{{Name: "a", Description: "a"}, {Name: "b", Description: "b", Required: true}}}},
		`{"0":{"options":{"0":{"options":{"0":{"description":{"_errors":`:                         {{Name: "map", Description: "x", Options: []wire.Option{{Type: wire.SubCommand, Name: "a", Description: "a", Options: []wire.Option{{Name: "b"}}}}}},
	} {
		_, err := registry.Replace(table, state.ApplicationID, "", list)
		raw := must.Get(json.Marshal(err))(t)
		if !strings.Contains(string(raw), `"code":50035`) || !strings.Contains(string(raw), `"errors":`+want) {
			t.Errorf("%v: %s, want %s", list, raw, want)
		}
	}
	if got := must.Get(registry.List(table, state.ApplicationID, ""))(t); len(got) != 1 || got[0].Name != "map" {
		t.Errorf("a refusal changed the commands to %v", got)
	}
}

// An entry point stays while others are replaced, and may be changed.
func TestReplace_EntryPoint(t *testing.T) {
	t.Parallel()
	table := open(t)
	replace := func(list ...wire.Command) (ids string, err error) {
		out, err := registry.Replace(table, state.ApplicationID, "", list)
		for _, c := range out {
			ids += c.ID + " "
		}
		return ids, err
	}
	entry := wire.Command{Name: "launch", Type: wire.EntryPoint, Handler: 2} // 2: Discord answers it
	before := must.Get(replace(entry))(t)
	if _, err := replace(wire.Command{Name: "map", Description: "Map"}); err == nil || !strings.Contains(err.Error(), "50240") {
		t.Errorf("without its entry point the list is answered %v", err)
	}
	entry.Handler = 1 // 1: the bot answers it
	if after := must.Get(replace(entry))(t); after != before {
		t.Errorf("the entry point was %s and is %s", before, after)
	}
	must.Get(replace(wire.Command{Name: "launch", Type: wire.EntryPoint}, wire.Command{Name: "launch", Description: "Typed"}))(t)
	if c := table.CommandsIn(table.ChannelNamed("x"), table.Members[0].ID); len(c) != 1 || c[0].Description != "Typed" {
		t.Errorf("a user can type %v", c)
	}
}
