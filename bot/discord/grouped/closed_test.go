package grouped_test

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/grouped"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

func TestClosed_OneLineForAReason(t *testing.T) {
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	var closed grouped.Closed
	for _, h := range []hex.Hex{must.Get(hex.Parse("12.14"))(t), must.Get(hex.Parse("12.12"))(t)} {
		closed.Add(loc, h, &view.Denial{Rule: "9.1c", Why: view.T("deny.not-toward-supply", "hex", h)})
	}
	lines := closed.InWords(loc)
	if want := "-# Not 12.14, 12.12: does not lead toward a supply source (9.1c)."; len(lines) != 1 || lines[0] != want {
		t.Errorf("%q", lines)
	}
}
