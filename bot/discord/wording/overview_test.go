package wording

import (
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// marches returns a board on which n units moved one after the other, each by one hex.
func marches(n int) *view.Board {
	rows := hex.Rows{First: 1, Last: 30}
	b := &view.Board{Turn: 3, Turns: 10, Map: &view.Map{Title: "Autumn", Grid: hex.Grid{Cols: 30, Odd: rows,
		Even: rows},
		Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}}}
	for i := range n {
		from, to := hex.Hex{Col: 9, Row: int8(5 + i)}, hex.Hex{Col: 10, Row: int8(5 + i)}
		name := strings.Repeat("x", 1+i) + " Pz"
		b.Told = append(b.Told, view.Line{Text: view.T("told.march", "side", order.Side("german"),
			"units", []view.Name{{Name: name}}, "more", 0, "from", from, "to", to),
			MapEvent: &view.MapEvent{Kind: view.Marched, Side: "german", Path: []hex.Hex{from, to}, Count: 1,
				Units: []view.Counter{{ID: order.UnitID(name)}}}})
	}
	return b
}

// An overview tells what happened in each numbered part, or if it has no such parts on the whole map.
func TestAltOfAnOverview(t *testing.T) {
	b := marches(1)
	loc := english(t).On(b.Map)
	at := hex.Hex{Col: 10, Row: 5}
	cluster := func(n int, at hex.Hex, radius int) scene.Cluster {
		return scene.Cluster{Number: n, Part: hex.Part{Around: at, Radius: radius}, At: at}
	}
	far := cluster(2, hex.Hex{Col: 25, Row: 25}, 3)
	const moved = "German: x Pz moved from 9.05 to 10.05."
	for want, list := range map[string][]scene.Cluster{
		"Latest: " + moved: nil,
		"Number 1, at 10.05: " + moved + " Number 2, at 25.25.": {cluster(1, at, 3), far},
	} {
		if got := loc.AltOfOverview(scene.Of(b), list); !strings.Contains(got, " "+want+" German, 0 stacks.") {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// The words for a numbered close-up end with a full sentence, however much happened there.
func TestAltOfANumberEndsWithASentence(t *testing.T) {
	at := hex.Hex{Col: 10, Row: 12}
	part := hex.Part{Around: at, Radius: 9}
	for long := range 60 {
		b := marches(18)
		b.Map.Title = strings.Repeat("A", 1+long)
		got := english(t).On(b.Map).AltOfCloseUp(scene.Of(b), scene.Cluster{Number: 1, Part: part, At: at})
		if n := utf8.RuneCountInString(got); !strings.HasSuffix(got, ".") || n > AltLimit {
			t.Errorf("a title of %d: %d characters, %q", 1+long, n, got)
		}
	}
}
