package style

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"

	"github.com/lucasb-eyer/go-colorful"
	"pgregory.net/rapid"
)

// games are the sides of every game that ships.
func games(t *testing.T) map[string][]order.Nation {
	t.Helper()
	out := map[string][]order.Nation{}
	for _, id := range modules.Embedded() {
		d, err := rules.Modules().Load(id)
		must.Do(t, err)
		out[id] = d.Sides
	}
	return out
}

// everyPalette calls a test with the colours of every game in every style.
func everyPalette(t *testing.T, test func(t *testing.T, d *Palette, sides []SideStyle)) {
	for game, nations := range games(t) {
		for _, s := range All() {
			t.Run(game+"/"+s.Name, func(t *testing.T) {
				d, err := New(s, nations)
				must.Do(t, err)
				var sides []SideStyle
				for _, n := range nations {
					sides = append(sides, d.SideStyle(n.ID))
				}
				test(t, d, append(sides, d.SideStyle(""))) // the last: the look of no side
			})
		}
	}
}

// Text has the contrast that WCAG 2.2 asks for in 1.4.3, and in the high-contrast style what it asks for in 1.4.6.
func TestTextCanBeRead(t *testing.T) {
	everyPalette(t, func(t *testing.T, d *Palette, sides []SideStyle) {
		s := d.Style
		type text struct {
			what        string
			ink, ground color.RGBA
		}
		texts := []text{
			{"titles and legend", s.Ink, s.Paper}, {"names", s.Ink, s.Halo}, {"hex numbers", s.Number,
				s.Halo}, {"names of rivers", s.River, s.Halo},
			{"the banner", s.BannerInk, s.Banner}, {"symbols", s.On(s.Box), s.Box}, {"exploiting factors",
				s.On(s.Lit), s.Lit},
			{"names of reduced units", s.On(s.Turned), s.Turned}, {"heights", s.On(s.Tag), s.Tag},
		}
		for i, m := range s.Marks {
			texts = append(texts, text{fmt.Sprintf("marker %d", i), s.On(m), m})
		}
		for _, l := range sides {
			texts = append(texts, text{"counters of " + l.Name, l.Ink, l.Base},
				text{"backs of " + l.Name, s.On(l.Light), l.Light})
		}
		for _, x := range texts {
			if c := Contrast(x.ink, x.ground); c < s.Legible {
				t.Errorf("%s: %v on %v has a contrast of %.2f; want %.1f", x.what, x.ink, x.ground, c, s.Legible)
			}
		}
	})
}

// Whatever colours a module gives its sides, their text can be read.
func TestAnySideCanBeRead(t *testing.T) {
	for _, s := range All() {
		rapid.Check(t, func(t *rapid.T) {
			c := RGB(rapid.Uint32Range(0, 0xffffff).Draw(t, "colour"))
			l := newSideStyle(s, c, Shape(rapid.IntRange(0, int(Shapes)-1).Draw(t, "sign")), "X")
			if contrast := Contrast(l.Base, l.Ink); contrast < s.Legible {
				t.Fatalf("%s: %v on %v: %.2f", s.Name, l.Ink, l.Base, contrast)
			}
		})
	}
}

// What is drawn on the map stands out from every ground, by 3 to 1 as WCAG 2.2 asks
// of graphics in 1.4.11. Where a line has an edge, one of the two must.
func TestSignsStandOut(t *testing.T) {
	everyPalette(t, func(t *testing.T, d *Palette, sides []SideStyle) {
		s := d.Style
		grounds := map[string]color.RGBA{"open": s.Ground, "light woods": s.LightWoods, "heavy woods": s.HeavyWoods,
			"swamp": s.Swamp, "other": s.Other}
		signs := map[string][]color.RGBA{
			"river": {s.River}, "road": {s.Road,
				s.RoadEdge}, "track": {s.Track}, "railroad": {s.Rail}, "ring": {s.Ring}, "houses": {s.Roof},
		}
		for _, l := range sides {
			signs["counters of "+l.Name] = []color.RGBA{s.Dark, l.Lit}
		}
		for what, inks := range signs {
			for where, ground := range grounds {
				best := 0.0
				for _, i := range inks {
					best = max(best, Contrast(i, ground))
				}
				if best < 3 {
					t.Errorf("%s on %s: a contrast of %.2f; want 3", what, where, best)
				}
			}
		}
	})
}

// eyes see colours: as most people do, or as those who lack a kind of cone. The
// matrices act on linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
func eyes() map[string][3][3]float64 {
	return map[string][3][3]float64{
		"most": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}},
		"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
			{0.004733, 0.691367, 0.303900}},
	}
}

func see(m [3][3]float64, c color.RGBA) colorful.Color {
	v := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var out [3]float64
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return colorful.LinearRgb(out[0], out[1], out[2]).Clamped()
}

// apart is how far two colours are from each other in CIEDE2000, for the eyes that tell them worst.
func apart(a, b color.RGBA) (least float64, who string) {
	least = math.Inf(1)
	for name, m := range eyes() {
		if d := 100 * see(m, a).DistanceCIEDE2000(see(m, b)); d < least {
			least, who = d, name
		}
	}
	return least, who
}

// The unaltered matrix keeps a colour, and red and green come near for those who
// lack the cones: else the simulation would prove nothing.
func TestEyes(t *testing.T) {
	red, green := RGB(0xc05030), RGB(0x6a7f20)
	if d := see(eyes()["most"], red).DistanceCIEDE2000(colorful.Color{R: 0xc0 / 255., G: 0x50 / 255.,
		B: 0x30 / 255.}); d > 1e-6 {
		t.Errorf("most people see another colour: %v", d)
	}
	plain := see(eyes()["most"], red).DistanceCIEDE2000(see(eyes()["most"], green))
	if _, who := apart(red, green); who == "most" || plain < 0.3 {
		t.Errorf("red and green are worst for %s; most see them %.2f apart", who, plain)
	}
}

// Colours that mean different things stay apart for all eyes. A distance of 2 can
// just be seen side by side; these are for a glance.
func TestColoursStayApart(t *testing.T) {
	everyPalette(t, func(t *testing.T, d *Palette, sides []SideStyle) {
		s := d.Style
		pairs := []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"the sides", sides[0].Base, sides[1].Base, 10},
			{"road and river", s.Road, s.River, 20}, {"road and railroad", s.Road, s.Rail, 20}, {"river and railroad",
				s.River, s.Rail, 15},
			{"river and track", s.River, s.Track, 15}, {"major river and lake", s.River, s.Lake, 10},
			{"light and heavy woods", s.LightWoods, s.HeavyWoods, 8}, {"open and light woods", s.Ground, s.LightWoods,
				5},
			{"open and swamp", s.Ground, s.Swamp, 5}, {"heavy woods and swamp", s.HeavyWoods, s.Swamp, 8},
			{"exploit and plain", s.Lit, s.Box, 10}, {"exploit and reduced", s.Lit, s.Turned, 10},
			{"exploit and a side", s.Lit, sides[0].Base, 20}, {"exploit and the other side", s.Lit, sides[1].Base, 20},
			{"reduced and a side", s.Turned, sides[0].Base, 20}, {"reduced and the other side", s.Turned,
				sides[1].Base, 20},
		}
		for _, p := range pairs {
			if d, who := apart(p.a, p.b); d < p.least {
				t.Errorf("%s: %v and %v are %.1f apart (%s); want %.0f", p.what, p.a, p.b, d, who, p.least)
			}
		}
	})
}

// The palette has every colour of the style and the sides itself, and soft edges between colours that touch stay soft:
// no tone between them is lighter or darker by more than an eighth of the way from black to white.
func TestPaletteHoldsEveryColour(t *testing.T) {
	everyPalette(t, func(t *testing.T, d *Palette, sides []SideStyle) {
		want := d.Style.plain()
		v := reflect.ValueOf(d.Style)
		for i := range v.NumField() {
			if c, ok := v.Field(i).Interface().(color.RGBA); ok {
				want = append(want, c)
			}
		}
		for _, l := range sides {
			want = append(want, l.Base, l.Light, l.Trim, l.Ink, l.Lit, l.Shade)
		}
		sides = sides[:len(sides)-1] // counters of no side are in the legend alone
		for _, c := range want {
			if got := d.Entries[d.Index(c)]; got != c {
				t.Errorf("%v becomes %v", c, got)
			}
		}
		most := eyes()["most"]
		for _, e := range append(d.Style.spritePairs(sides), d.Style.mapPairs()...) {
			for i := range 9 {
				c := Mix(e[0], e[1], i, 8)
				got := d.Entries[d.Index(c)].(color.RGBA)
				l, _, _ := see(most, c).Lab()
				m, _, _ := see(most, got).Lab()
				if off := 100 * math.Abs(l-m); off > 12.5 {
					t.Errorf("%d/8 from %v to %v becomes %v, %.0f off", i, e[0], e[1], got, off)
				}
			}
		}
		if len(d.Entries) > 256 {
			t.Errorf("%d entries", len(d.Entries))
		}
	})
}

// No colour becomes the clear entry, and each becomes the same entry each time.
func TestNearestEntry(t *testing.T) {
	b := rendertest.Stacks()
	d, err := New(Paper(), b.Map.Sides)
	must.Do(t, err)
	rapid.Check(t, func(t *rapid.T) {
		c := RGB(rapid.Uint32Range(0, 0xffffff).Draw(t, "colour"))
		i := d.Index(c)
		if i == Clear || int(i) >= len(d.Entries) {
			t.Fatalf("%v becomes entry %d", c, i)
		}
		fresh, err := New(Paper(), b.Map.Sides)
		if err != nil || fresh.Index(c) != i || d.Index(c) != i {
			t.Fatalf("%v becomes %d, and then another", c, i)
		}
	})
}

// What a hex costs can be read on every step of the tints, in every style, and the
// steps grow lighter or darker one after the other.
func TestCostsCanBeRead(t *testing.T) {
	everyPalette(t, func(t *testing.T, d *Palette, sides []SideStyle) {
		s := d.Style
		for _, l := range sides[:len(sides)-1] {
			last := 0.0
			for i := range tintSteps {
				tint := l.Tint(s.Ground, i, tintSteps)
				if c := Contrast(s.Ink, tint); c < s.Legible {
					t.Errorf("%s: step %d is only %.1f from the ink", l.Name, i, c)
				}
				if c := Contrast(l.Base, tint); c <= last {
					t.Errorf("%s: step %d is no farther from the side's colour than the one before", l.Name, i)
				} else {
					last = c
				}
			}
		}
	})
}

func TestParseColor(t *testing.T) {
	if c, err := parseColor("#6d6f68"); err != nil || c != (color.RGBA{0x6d, 0x6f, 0x68, 255}) {
		t.Errorf("#6d6f68 = %v, %v", c, err)
	}
	for _, s := range []string{"", "6d6f68", "#6d6f6", "#6d6f6g", "#+d6f68", "#6d6f688"} {
		if c, err := parseColor(s); err == nil {
			t.Errorf("%q = %v; want an error", s, c)
		}
	}
}

// Two sides whose names begin alike still have letters of their own, and a side's text can be read on its colour.
func TestSideStyles(t *testing.T) {
	d, err := New(Paper(), []order.Nation{
		{ID: "a", Name: "Soviet", Color: "#000000"}, {ID: "b", Name: "Swedish", Color: "#ffffff"}, {ID: "c", Name: "",
			Color: "#7a5c3e"},
	})
	must.Do(t, err)
	letters := map[string]bool{}
	for id, l := range d.SideStyles {
		if letters[l.Letter] || l.Letter == "" {
			t.Errorf("%s has the letter %q, and is not alone", id, l.Letter)
		}
		letters[l.Letter] = true
		if c := Contrast(l.Base, l.Ink); c < 4.5 {
			t.Errorf("%s: %v on %v has a contrast of %.2f", id, l.Ink, l.Base, c)
		}
	}
}
