package handicap_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/handicap"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
)

// with returns a module that ships, whose game.yaml names another handicap.
func with(t *testing.T, id, named string) (*modules.Definition, error) {
	src := must.Get(modules.Files(id))(t)
	before, _, _ := strings.Cut(string(src["game.yaml"]), "handicap:\n")
	_, after, _ := strings.Cut(string(src["game.yaml"]), "red: {name: Replacement Point, gives: points-other, most: 4}\n")
	src["game.yaml"] = []byte(before + named + "\n" + after)
	return rules.Modules().Unpack(modules.Pack(src))
}

// Each mistake is told in words; a module without the key has no handicap.
func TestCompile_Mistakes(t *testing.T) {
	for _, c := range []struct{ module, named, want string }{
		{"bcs-drill", "", ""},
		{"drill", "", ""},
		{"afb", "", ""},
		{"afb", "handicap: {german: {name: Replacement, gives: replacements, most: 3}}", ""},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, step: 2, most: 20}}", ""},
		{"bcs-drill", "handicap: {green: {name: Air Point, gives: air, most: 3}}", "no side"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: shifts, most: 3}}", `"shifts" is no stock`},
		{"bcs-drill", "handicap: {red: {name: Air Point, most: 3}}", "stock is missing"},
		{"bcs-drill", "handicap: {red: {gives: air, most: 3}}", "name is missing"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air}}", "most is missing"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, most: 0}}", "whole number from 1 to 20"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, most: -1}}", "whole number from 1 to 20"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, most: 3, step: 0}}", "whole number from 1 to 20"},
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, most: 3, per: 2}}", "unknown field"},
		{"afb", "handicap: {german: {name: Air Point, gives: air, most: 3}}", `known are ["replacements"]`},
		{"drill", "handicap: {red: {name: Replacement, gives: replacements, most: 3}}", "no stock that a handicap could add to"},
	} {
		d, err := with(t, c.module, c.named)
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s with %s: %v, want %s", c.module, c.named, err, c.want)
		case err == nil && (len(d.Handicaps) > 0) != (c.named != ""):
			t.Errorf("%s with %q has the handicaps %v", c.module, c.named, d.Handicaps)
		}
	}
}

// A game can begin only with a handicap that the module names, and with no more steps than can be bid.
func TestAllows(t *testing.T) {
	named := handicap.List{{Side: "red", Most: 3}}
	for given, want := range map[handicap.Given]bool{{}: true, {Side: "red", Steps: 1}: true, {Side: "red", Steps: 3}: true,
		{Side: "red", Steps: 4}: false, {Side: "red"}: false, {Side: "red", Steps: -1}: false, {Side: "blue", Steps: 1}: false,
		{Steps: 1}: false} {
		if got := named.Allows(given); got != want {
			t.Errorf("%+v is allowed: %t", given, got)
		}
	}
}

// begun returns a game that has begun at a position, what was told of that, and its first record as the log has it.
func begun(t *testing.T, d *modules.Definition, p rules.Position) (m *rules.Match, told string, kept rules.Record) {
	m = must.Get(rules.New(d, p))(t)
	rec := must.Get(m.Begin(dice.Stream{Secret: make([]byte, 32), Game: "g"}))(t)
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(rec))(t), &kept))
	account := must.Get(m.Apply(2, kept))(t)
	for _, l := range account.Public() {
		told += fmt.Sprintln(l.Text.ID, l.Text.Args)
	}
	return m, told, kept
}

// stock returns how many of an item a side has, as everybody sees.
func stock(m *rules.Match, side order.Side, item string) (n int) {
	for _, s := range m.Public().Board().Stocks {
		if s.Side == side {
			n = s.Of(item)
		}
	}
	return n
}

// In both series a side with a handicap begins with that much more of the stock than the scenario and the first phase
// give it. Everybody is told, and the log gives the same game, also from a snapshot of its beginning.
func TestGiven_BeginsAGame(t *testing.T) {
	for _, c := range []struct {
		module, named, item string
		given               handicap.Given
		more                int
	}{
		{"bcs-drill", "handicap: {red: {name: Air Point, gives: air, most: 4}}", "air-point", handicap.Given{Side: "red", Steps: 3}, 3},
		{"bcs-drill", "handicap: {blue: {name: two Points, gives: points-other, step: 2, most: 4}}", "other-replacement",
			handicap.Given{Side: "blue", Steps: 2}, 4},
		{"bcs-drill", "handicap: {blue: {name: Point, gives: points-av, most: 4}}", "av-replacement", handicap.Given{Side: "blue", Steps: 1}, 1},
		{"afb", "handicap: {soviet: {name: Replacement, gives: replacements, most: 5}}", "replacement",
			handicap.Given{Side: "soviet", Steps: 5}, 5},
		{"afb", "handicap: {german: {name: Replacement, gives: replacements, most: 5}}", "replacement",
			handicap.Given{Side: "german", Steps: 2}, 2},
	} {
		t.Run(c.module+" "+c.item, func(t *testing.T) {
			d := must.Get(with(t, c.module, c.named))(t)
			p := must.Get(rules.Setup(d, ""))(t)
			before, toldBefore, _ := begun(t, d, p)
			p.Handicap = c.given
			m, told, rec := begun(t, d, p)
			for _, side := range d.Sides {
				want := stock(before, side.ID, c.item)
				if side.ID == c.given.Side {
					want += c.more
				}
				if got := stock(m, side.ID, c.item); got != want {
					t.Errorf("%s has %d of %s, want %d; told:\n%s", side.ID, got, c.item, want, told)
				}
			}
			if !strings.Contains(told, "told.handicap") || strings.Contains(toldBefore, "told.handicap") {
				t.Errorf("told with a handicap\n%s\nand without\n%s", told, toldBefore)
			}
			common := must.Get(rules.Prepare(d, p))(t)
			again := must.Get(common.Open(p, nil, func(yield func(rules.Entry, error) bool) { // without a snapshot
				yield(rules.Entry{Seq: 2, Record: rec}, nil)
			}))(t)
			unbegun := must.Get(must.Get(rules.New(d, p))(t).Snapshot())(t)
			waiting := must.Get(common.Open(p, unbegun, func(func(rules.Entry, error) bool) {}))(t) // without orders
			if first := must.Get(waiting.Begin(dice.Stream{Secret: make([]byte, 32), Game: "g"}))(t); !reflect.DeepEqual(first, rec) {
				t.Errorf("a game kept before it began begins with %+v, want %+v", first, rec)
			}
			if got, want := stock(again, c.given.Side, c.item), stock(m, c.given.Side, c.item); got != want {
				t.Errorf("%d after a replay, want %d", got, want)
			}
		})
	}
}
