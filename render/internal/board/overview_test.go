package board

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// An overview has lines for what it says, and explains only marks that it has.
func TestLinesOfAnOverview(t *testing.T) {
	list := []scene.Cluster{{Number: 1, Around: rendertest.At("5.05"), Radius: 3, At: rendertest.At("5.05")}}
	for name, c := range map[string]struct {
		facts      []view.Fact
		told       []view.Line
		list       []scene.Cluster
		head, foot int
		want       marks
	}{
		"nothing":       {head: 2, foot: 1},
		"points":        {facts: []view.Fact{{Side: order.Side("blue")}}, head: 3, foot: 1},
		"a fight":       {told: []view.Line{rendertest.Fight("5.05")}, head: 2, foot: 2, want: marks{fights: true}},
		"with a number": {list: list, head: 2, foot: 2, want: marks{closeUps: true}},
		"a loss": {told: []view.Line{rendertest.MapEvent(view.Died, "red", "5.05")}, head: 2, foot: 2,
			want: marks{losses: true}},
		"units that only went": {told: []view.Line{rendertest.MapEvent(view.Gone, "red", "5.05")}, head: 2, foot: 1},
	} {
		b := rendertest.Board(rendertest.Map(9, 9, hex.Even))
		b.Facts, b.Told = c.facts, c.told
		s := scene.Of(b)
		if head, foot := OverviewLines(s, c.list); head != c.head || foot != c.foot {
			t.Errorf("%s: %d lines above and %d below, want %d and %d", name, head, foot, c.head, c.foot)
		}
		if got := marksOf(s, c.list); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
