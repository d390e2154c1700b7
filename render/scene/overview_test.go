package scene

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// An overview marks a place that another side holds than before, and not one that was taken and taken back.
func TestSpotsMarkWhatChangedHands(t *testing.T) {
	for name, c := range map[string]struct {
		by   []order.Side // who took it, one after the other
		want bool
	}{
		"untouched":  {nil, false},
		"taken":      {[]order.Side{"blue"}, true},
		"taken back": {[]order.Side{"blue", "red"}, false},
	} {
		b := rendertest.Board(rendertest.Map(9, 9, hex.Even))
		at := rendertest.At("5.05")
		b.Map.Places = []geography.Place{{Hex: at, Name: "Orsha", VP: 3}}
		from := order.Side("red")
		for _, by := range c.by {
			l := rendertest.MapEvent(view.Taken, by, "5.05")
			l.MapEvent.From, from = from, by
			b.Told = append(b.Told, l)
		}
		b.Control = []view.Held{{Hex: at, Side: from}}
		s := Of(b)
		spots := s.Spots(nil)
		if len(spots) != 1 || spots[0].Taken != c.want {
			t.Errorf("%s: %+v", name, spots)
		}
	}
}
