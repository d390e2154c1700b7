package scs_test

import (
	"testing"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
)

// TestAFeatureIsWhole: a feature that brings units into play must have a box and a count for them, and one that brings
// none must have neither. A copy of a definition has paragraphs of its own.
func TestAFeatureIsWhole(t *testing.T) {
	d := must.Get(rules.Modules().Load("afb"))(t)
	stock := "garrison"
	for name, c := range map[string]struct {
		symbol string
		hooks  game.Hooks
		holds  bool
	}{
		"units, a box and a count": {"garrison", game.Hooks{Pools: []game.Pool{{Box: "pool", Stock: stock}}}, true},
		"units without a box":      {"garrison", game.Hooks{Pools: []game.Pool{{Stock: stock}}}, false},
		"units without a count":    {"garrison", game.Hooks{Pools: []game.Pool{{Box: "pool"}}}, false},
		"a box without units":      {"", game.Hooks{Pools: []game.Pool{{Box: "pool"}}}, false},
		"orders alone":             {"", game.Hooks{}, true},
	} {
		f := scs.Feature{Wording: data.Wording{Name: "garrisons", Rules: []string{"garrisons"}, Symbol: c.symbol},
			New: func(*game.Game) game.Hooks { return c.hooks }}
		if _, err := scs.New(d, f); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
	data.Of(d.Clone()).Paragraphs["garrisons"] = "x"
	if data.Of(d).Paragraphs["garrisons"] == "x" {
		t.Error("a copy's paragraphs are the original's")
	}
}

// TestFeaturesShareNoWord: two features must not use the same name: the first would get what is meant for the second.
func TestFeaturesShareNoWord(t *testing.T) {
	d := must.Get(rules.Modules().Load("drill"))(t).Clone()
	data.Of(d).Paragraphs = map[string]string{"one": "drill 9.1", "two": "drill 9.2"}
	everybody := func(order.Side) bool { return true }
	for what, h := range map[string]game.Hooks{
		"a count":    {Tallies: []game.Tally{{Name: "wagons", Item: "wagon", Has: everybody}}},
		"a question": {Questions: []game.Question{{Kind: "toll"}}},
		"a lot":      {Lot: &game.Lot{Box: "sack"}},
	} {
		feature := func(name string) scs.Feature {
			return scs.Feature{Wording: data.Wording{Name: name, Rules: []string{name}}, New: func(*game.Game) game.Hooks { return h }}
		}
		if _, err := scs.New(d, feature("one")); err != nil {
			t.Errorf("%s of one feature: %v", what, err)
		}
		if _, err := scs.New(d, feature("one"), feature("two")); err == nil {
			t.Errorf("two features have %s by the same word", what)
		}
	}
}
