package lately_test

import (
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/lately"
	"grognard/bot/discord/wording"
	"grognard/bot/localtable/player"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// Each fight has a line with its losses, long lines are wrapped, and the last line says that the rest is above.
func TestUnder_Lines(t *testing.T) {
	english := must.Get(catalogue.New(nil))(t).In(catalogue.Default)
	m := &view.Map{Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}}
	loc, at := wording.New(english).On(m), hex.Hex{Col: 13, Row: 20}
	fight := []view.Line{{Reckoned: &view.Reckoning{Side: "german", Target: at, Note: view.T("sign.attack"), Column: "6:1",
		Result: "D4r6"}}, {MapEvent: &view.MapEvent{Kind: view.Died, Side: "soviet", Path: []hex.Hex{at}, Count: 1,
		Units: []view.Counter{{Name: "217 Inf Div"}}}}}
	strike := view.Line{MapEvent: &view.MapEvent{Kind: view.Struck, Path: []hex.Hex{at}, Hit: true, Note: view.T("sign.air-strike")}}
	kill := func(hit string) view.Line { return view.Line{Text: view.T("told.kill", "n", 1, "hit", hit, "hex", at)} }
	strikes := []view.Line{strike, kill("0"), strike, kill("1"), {Text: view.T("told.lost", "side", order.Side("german"), "units", "no unit")}}
	moved := view.Line{Text: view.T("told.march", "more", "0", "side", order.Side("german"), "units", []view.Name{{Name: "21 Pz Rgt"},
		{Name: "59 Mtr Inf Rgt"}, {Name: "112 Mtr Inf Rgt"}, {Name: "25 Pz Rgt"}}, "from", at, "to", hex.Hex{Col: 13, Row: 19})}
	for name, c := range map[string]struct {
		told       []view.Line
		said, want string
		left       string
	}{
		"nothing":  {nil, "", "", ""},
		"no order": {nil, "The buttons were of an *older* position.", "The buttons were of an *older* position.", ""},
		"a fight":  {fight, "Done.", "13.20: D4r6, German Attack at 6:1; Soviet 217 Inf Div destroyed", ""},
		"an overrun": {append([]view.Line{{MapEvent: &view.MapEvent{Kind: view.Marched}}, {Text: view.T("told.spent")}}, fight...), "",
			"13.20: D4r6, German Attack at 6:1; Soviet 217 Inf Div destroyed", ""},
		"two strikes": {strikes, "", "Air strike on 13.20: 2 of 2 hit\nGerman: no unit destroyed\nKill roll: no loss at 13.20\nKill roll: 1 hit at 13.20", ""},
		"a long line": {[]view.Line{moved}, "", "German: 21 Pz Rgt, 59 Mtr Inf Rgt, 112 Mtr Inf Rgt, 25 Pz Rgt moved from 13.20\nto 13.19", ""},
		"what is left": {strikes, "", "Air strike on 13.20: 2 of 2 hit\nGerman: no unit destroyed\n… (in full above)\nLeft: 25 Pz Rgt 3 MP.",
			"\nLeft: 25 Pz Rgt 3 MP."},
		"too many":      {nil, strings.Repeat("One line.\n", 5), "One line.\nOne line.\nOne line.\n… (in full above)", ""},
		"as many as go": {nil, strings.Repeat("One line.\n", 4), "One line.\nOne line.\nOne line.\nOne line.", ""},
	} {
		if got := scene.Say(english, lately.Under(loc, &view.Board{Map: m, Told: c.told}, c.said, c.left).Head); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The panel that answers a press on an old one has the reason below the same picture.
func TestUnder_ReasonBelowThePicture(t *testing.T) {
	f := discordtest.Begun(t)
	m := discordtest.OpenOrders(f, f.Anna)
	high := func(m player.Message) int { return discordtest.Images(f, f.Anna, m)[0].Bounds().Dy() }
	old := f.TapStarting(f.Anna, m, "3 Inf")
	f.Say(f.Anna, "/move units:b-1-mil to:7.07")
	refused := f.Has(f.TapStarting(f.Anna, old, "A "), "position has changed")
	if got, without := high(refused), high(discordtest.OpenOrders(f, f.Anna)); got <= without {
		t.Errorf("the picture with a reason is %d pixels high, and without one %d", got, without)
	}
}
