package wording

import (
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/referee/api"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A reason as long as the referee takes one is told whole.
func TestArgument_LongReason(t *testing.T) {
	t.Parallel()
	reason := strings.Repeat("ж", api.ReasonLimit)
	if got := english(t).Argument("reason", reason); got != reason {
		t.Errorf("of %d characters %d are told", api.ReasonLimit, len([]rune(got)))
	}
}

func TestValue_Kinds(t *testing.T) {
	c := must.Get(catalogue.New(nil))(t)
	loc := New(c.In("en-GB", "fr")).On(&view.Map{
		Sides:  []order.Nation{{ID: "german", Name: "German"}},
		Places: []geography.Place{{Hex: hex.Hex{Col: 9, Row: 7}, Name: "Yel'nya"}},
	})
	for _, c := range []struct {
		give any
		want string
	}{
		{order.Side("german"), "German"},
		{order.Side("soviet"), "soviet"},
		{hex.Hex{Col: 9, Row: 7}, "Yel'nya (9.07)"},
		{[]hex.Hex{{Col: 9, Row: 7}, {Col: 10, Row: 7}}, "Yel'nya (9.07), 10.07"},
		{view.Name{ID: "g-6", Name: "6 Pz Rgt"}, "6 Pz Rgt"},
		{[]view.Name{{ID: "g-6"}, {ID: "g-7", Name: "7 Pz Rgt"}}, "g-6, 7 Pz Rgt"},
		{view.T("why.mark", "mark", "dg"), "disorganized"},
		{[]view.Rule{"3.1a", "afb 1.8a"}, "3.1a, afb 1.8a"},
		{order.Verb("stack order"), "/stack order"},
		{7, "7"},
		{"minor-river", "minor-river"},
	} {
		if got := loc.Value(c.give); got != c.want {
			t.Errorf("%#v is said as %q, want %q", c.give, got, c.want)
		}
	}
	if got := loc.Say("deny.remove-count", "n", 1); got != "Exactly 1 unit has to be destroyed" {
		t.Errorf("singular: %q", got)
	}
	if got := loc.Say("no.such.message", "unit", view.Name{ID: "x"}); got != "no.such.message unit=x" {
		t.Errorf("a message without words shows itself, got %q", got)
	}
}
