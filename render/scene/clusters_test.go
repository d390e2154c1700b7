package scene

import (
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

func TestClusters(t *testing.T) {
	march := func(path ...string) view.Line { return rendertest.MapEvent(view.Marched, "blue", path...) }
	for name, c := range map[string]struct {
		told []view.Line
		due  string
		want []string // the hexes that the close-ups are named after
	}{
		"nothing":     {},
		"words alone": {told: []view.Line{{}}},
		"one fight":   {told: []view.Line{rendertest.Fight("20.10")}, want: []string{"20.10"}},
		"two fights side by side": {told: []view.Line{rendertest.Fight("20.10"), rendertest.Fight("22.11")},
			want: []string{"20.10"}},
		"far apart, from west to east": {told: []view.Line{rendertest.Fight("40.10"), rendertest.Fight("4.20"),
			rendertest.Fight("20.10")}, want: []string{"4.20", "20.10", "40.10"}},
		"one above the other, from north to south": {told: []view.Line{rendertest.Fight("20.05"),
			rendertest.Fight("20.20")}, want: []string{"20.20", "20.05"}},
		"a loss elsewhere": {told: []view.Line{rendertest.Fight("20.10"),
			rendertest.MapEvent(view.Died, "red", "30.20")}, want: []string{"20.10", "30.20"}},
		"marches far from a capture": {told: []view.Line{rendertest.MapEvent(view.Taken, "blue", "20.10"),
			march("40.10", "41.10"), march("4.20", "5.20")}, want: []string{"5.20", "20.10", "41.10"}},
		"a march beside a fight": {told: []view.Line{rendertest.Fight("20.10"), march("18.12", "19.12")},
			want: []string{"20.10"}},
		"arrivals have none": {told: []view.Line{rendertest.MapEvent(view.Came, "blue", "1.02"),
			rendertest.MapEvent(view.Placed, "blue", "20.10"), march("40.10", "41.10")}, want: []string{"41.10"}},
		"a decision owed": {due: "8.08", want: []string{"8.08"}},
		"where units went, not where they began": {told: []view.Line{march("3.03", "4.03", "5.03", "6.03", "7.03",
			"8.03", "9.03", "10.03", "11.03")}, want: []string{"11.03"}},
		"moves are few close-ups": {told: []view.Line{march("2.02", "3.02"), march("2.20", "3.20"),
			march("20.02", "21.02"), march("20.20", "21.20"), march("40.02", "41.02"), march("40.20", "41.20")},
			want: []string{"3.20", "3.02", "21.20", "21.02"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := rendertest.Board(rendertest.Map(46, 27, hex.Even))
			b.Told = c.told
			if c.due != "" {
				b.Due = &view.Prompt{Hex: rendertest.At(c.due)}
			}
			var got []string
			for i, k := range Clusters(b) {
				got = append(got, k.At.String())
				if k.Number != i+1 {
					t.Errorf("number %d is the close-up in place %d", k.Number, i+1)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("close-ups of %v, want %v", got, c.want)
			}
		})
	}
}

// A map of which one close-up would show nearly all has none.
func TestASmallMapHasNoClusters(t *testing.T) {
	b := rendertest.Stacks()
	b.Told = []view.Line{rendertest.Fight("2.02")}
	if got := Clusters(b); got != nil {
		t.Errorf("%+v of a map of 5 columns", got)
	}
}

// Whatever happened: there are no more close-ups than a message takes, each can be read on a phone, each is of
// something, no fight is left out for a loss, and the order in which things are told does not matter.
func TestClustersHoldWhatHappened(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rendertest.Board(rendertest.Map(46, 27, rapid.SampledFrom([]hex.Parity{hex.Even, hex.Odd}).Draw(t, "high")))
		g := b.Map.Grid
		some := func(name string) hex.Hex {
			return hex.Hex{Col: rapid.Int8Range(1, 46).Draw(t, name), Row: rapid.Int8Range(1, 27).Draw(t, name)}
		}
		var fights []hex.Hex
		for range rapid.IntRange(0, 12).Draw(t, "fights") {
			fights = append(fights, some("fight"))
			b.Told = append(b.Told, view.Line{Reckoned: &view.Reckoning{Target: fights[len(fights)-1]}})
		}
		for range rapid.IntRange(0, 12).Draw(t, "losses") {
			b.Told = append(b.Told, view.Line{MapEvent: &view.MapEvent{Kind: view.Died, Path: []hex.Hex{some("loss")}}})
		}
		for range rapid.IntRange(0, 12).Draw(t, "moves") {
			b.Told = append(b.Told, view.Line{MapEvent: &view.MapEvent{Kind: view.Marched,
				Path: []hex.Hex{some("from"), some("to")}}})
		}
		list := Clusters(b)
		if len(list) > mostClusters || len(b.Told) > 0 && len(list) == 0 {
			t.Fatalf("%d close-ups of %d events", len(list), len(b.Told))
		}
		shown := func(h hex.Hex) bool {
			return slices.ContainsFunc(list, func(c Cluster) bool { return g.Distance(h, c.Around) < c.Radius })
		}
		for _, c := range list {
			if c.Radius < closeLeast || c.Radius > clusterMost || g.Distance(c.At, c.Around) > c.Radius {
				t.Errorf("%+v", c)
			}
		}
		for _, h := range fights {
			if !shown(h) && len(list) < mostClusters {
				t.Errorf("the fight at %v is in none of %+v", h, list)
			}
		}
		for _, l := range b.Told {
			if d := l.MapEvent; d != nil && d.Kind == view.Died && !shown(d.Path[0]) && len(list) < mostClusters {
				t.Errorf("the loss at %v is in none of %+v", d.Path[0], list)
			}
		}
		slices.Reverse(b.Told)
		if again := Clusters(b); !slices.Equal(again, list) {
			t.Errorf("%+v, and told from the end %+v", list, again)
		}
	})
}

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
		spots := s.Spots(nil) // nil: no close-ups
		if len(spots) != 1 || spots[0].Taken != c.want {
			t.Errorf("%s: %+v", name, spots)
		}
	}
}
