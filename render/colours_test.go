package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/rules"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/lucasb-eyer/go-colorful"
	"pgregory.net/rapid"
)

// games are the sides of every game that ships.
func games(t *testing.T) map[string][]order.Nation {
	t.Helper()
	out := map[string][]order.Nation{}
	for _, id := range modules.Embedded() {
		d, err := rules.Modules().Load(id)
		if err != nil {
			t.Fatal(err)
		}
		out[id] = d.Sides
	}
	return out
}

// everyDye calls a test with the colours of every game in every style.
func everyDye(t *testing.T, test func(t *testing.T, d *dye, sides []livery)) {
	for game, nations := range games(t) {
		for _, s := range Styles() {
			t.Run(game+"/"+s.Name, func(t *testing.T) {
				d, err := newDye(s, nations)
				if err != nil {
					t.Fatal(err)
				}
				var sides []livery
				for _, n := range nations {
					sides = append(sides, d.livery(n.ID))
				}
				test(t, d, append(sides, d.livery("")))
			})
		}
	}
}

// Text has the contrast that WCAG 2.2 asks for in 1.4.3, and in the high-contrast
// style what it asks for in 1.4.6.
func TestTextCanBeRead(t *testing.T) {
	everyDye(t, func(t *testing.T, d *dye, sides []livery) {
		s := d.style
		type text struct {
			what        string
			ink, ground color.RGBA
		}
		texts := []text{
			{"titles and legend", s.Ink, s.Paper}, {"names", s.Ink, s.Halo}, {"hex numbers", s.Number, s.Halo}, {"names of rivers", s.River, s.Halo},
			{"the banner", s.BannerInk, s.Banner}, {"symbols", s.on(s.Box), s.Box}, {"exploiting factors", s.on(s.Lit), s.Lit},
			{"names of reduced units", s.on(s.Reduced), s.Reduced}, {"heights", s.on(s.Tag), s.Tag},
		}
		for i, m := range s.Marks {
			texts = append(texts, text{fmt.Sprintf("marker %d", i), s.on(m), m})
		}
		for _, l := range sides {
			texts = append(texts, text{"counters of " + l.name, l.ink, l.base}, text{"backs of " + l.name, s.on(l.light), l.light})
		}
		for _, x := range texts {
			if c := contrast(x.ink, x.ground); c < s.Legible {
				t.Errorf("%s: %v on %v has a contrast of %.2f; want %.1f", x.what, x.ink, x.ground, c, s.Legible)
			}
		}
	})
}

// Whatever colours a module gives its sides, their text can be read.
func TestAnySideCanBeRead(t *testing.T) {
	for _, s := range Styles() {
		rapid.Check(t, func(t *rapid.T) {
			c := rgb(rapid.Uint32Range(0, 0xffffff).Draw(t, "colour"))
			l := newLivery(s, c, sign(rapid.IntRange(0, int(signs)-1).Draw(t, "sign")), "X")
			if c := contrast(l.base, l.ink); c < s.Legible {
				t.Fatalf("%s: %v on %v: %.2f", s.Name, l.ink, l.base, c)
			}
		})
	}
}

// What is drawn on the map stands out from every ground, by 3 to 1 as WCAG 2.2 asks
// of graphics in 1.4.11. Where a line has an edge, one of the two must.
func TestSignsStandOut(t *testing.T) {
	everyDye(t, func(t *testing.T, d *dye, sides []livery) {
		s := d.style
		grounds := map[string]color.RGBA{"open": s.Ground, "light woods": s.LightWoods, "heavy woods": s.HeavyWoods, "swamp": s.Swamp, "other": s.Other}
		signs := map[string][]color.RGBA{
			"river": {s.River}, "road": {s.Road, s.RoadEdge}, "track": {s.Track}, "railroad": {s.Rail}, "ring": {s.Ring}, "houses": {s.Roof},
		}
		for _, l := range sides {
			signs["counters of "+l.name] = []color.RGBA{s.Dark, l.lit}
		}
		for what, inks := range signs {
			for where, ground := range grounds {
				best := 0.0
				for _, i := range inks {
					best = max(best, contrast(i, ground))
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
		"most":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
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

// apart is how far two colours are from each other in CIEDE2000, for the eyes that
// tell them worst.
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
	red, green := rgb(0xc05030), rgb(0x6a7f20)
	if d := see(eyes()["most"], red).DistanceCIEDE2000(colorful.Color{R: 0xc0 / 255., G: 0x50 / 255., B: 0x30 / 255.}); d > 1e-6 {
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
	everyDye(t, func(t *testing.T, d *dye, sides []livery) {
		s := d.style
		pairs := []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"the sides", sides[0].base, sides[1].base, 10},
			{"road and river", s.Road, s.River, 20}, {"road and railroad", s.Road, s.Rail, 20}, {"river and railroad", s.River, s.Rail, 15},
			{"river and track", s.River, s.Track, 15}, {"major river and lake", s.River, s.Lake, 10},
			{"light and heavy woods", s.LightWoods, s.HeavyWoods, 8}, {"open and light woods", s.Ground, s.LightWoods, 5},
			{"open and swamp", s.Ground, s.Swamp, 5}, {"heavy woods and swamp", s.HeavyWoods, s.Swamp, 8},
			{"exploit and plain", s.Lit, s.Box, 10}, {"exploit and reduced", s.Lit, s.Reduced, 10},
			{"exploit and a side", s.Lit, sides[0].base, 20}, {"exploit and the other side", s.Lit, sides[1].base, 20},
			{"reduced and a side", s.Reduced, sides[0].base, 20}, {"reduced and the other side", s.Reduced, sides[1].base, 20},
		}
		for _, p := range pairs {
			if d, who := apart(p.a, p.b); d < p.least {
				t.Errorf("%s: %v and %v are %.1f apart (%s); want %.0f", p.what, p.a, p.b, d, who, p.least)
			}
		}
	})
}

// The palette has every colour of the style and the sides itself, and soft edges
// between colours that touch stay soft: no tone between them is lighter or darker
// by more than an eighth of the way from black to white.
func TestPaletteHoldsEveryColour(t *testing.T) {
	everyDye(t, func(t *testing.T, d *dye, sides []livery) {
		want := d.style.plain()
		v := reflect.ValueOf(d.style)
		for i := range v.NumField() {
			if c, ok := v.Field(i).Interface().(color.RGBA); ok {
				want = append(want, c)
			}
		}
		for _, l := range sides {
			want = append(want, l.base, l.light, l.trim, l.ink, l.lit, l.shade)
		}
		sides = sides[:len(sides)-1] // nobody's counters are in the legend alone
		for _, c := range want {
			if got := d.palette[d.index(c)]; got != c {
				t.Errorf("%v becomes %v", c, got)
			}
		}
		most := eyes()["most"]
		for _, e := range append(d.style.printed(sides), d.style.drawn()...) {
			for i := range 9 {
				c := mix(e[0], e[1], i, 8)
				got := d.palette[d.index(c)].(color.RGBA)
				l, _, _ := see(most, c).Lab()
				m, _, _ := see(most, got).Lab()
				if off := 100 * math.Abs(l-m); off > 12.5 {
					t.Errorf("%d/8 from %v to %v becomes %v, %.0f off", i, e[0], e[1], got, off)
				}
			}
		}
		if len(d.palette) > 256 {
			t.Errorf("%d entries", len(d.palette))
		}
	})
}

// No colour becomes the clear entry, and each becomes the same one at every asking.
func TestNearestEntry(t *testing.T) {
	b := rendertest.Stacks()
	d, err := newDye(Paper(), b.Map.Sides)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := rgb(rapid.Uint32Range(0, 0xffffff).Draw(t, "colour"))
		i := d.index(c)
		if i == unseen || int(i) >= len(d.palette) {
			t.Fatalf("%v becomes entry %d", c, i)
		}
		fresh, err := newDye(Paper(), b.Map.Sides)
		if err != nil || fresh.index(c) != i || d.index(c) != i {
			t.Fatalf("%v becomes %d, and then another", c, i)
		}
	})
}

// Without any colour the sides' counters and backs still differ, and so do markers,
// the states of a unit, and the kinds of ground, of water and of ways.
func TestShapesTell(t *testing.T) {
	for _, s := range Styles() {
		t.Run(s.Name, func(t *testing.T) {
			m := rendertest.Map(3, 3, hex.Even)
			m.Sides = []order.Nation{{ID: "a", Name: "A", Color: "#808080"}, {ID: "b", Name: "A", Color: "#808080"}, {ID: "c", Name: "A", Color: "#808080"}}
			p := painter(t)
			b, err := p.brush(&view.Board{Map: m}, uncoloured(s))
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range m.Sides { // letters aside
				l := b.liveries[n.ID]
				l.letter, l.base = "A", b.liveries["a"].base
				b.liveries[m.Sides[i].ID] = l
			}
			counter := func(change func(*view.Counter)) image.Image {
				u := rendertest.Unit("17", "infantry", "division")
				u.Side = "a"
				change(&u)
				return b.counter(u, 38)
			}
			differ := func(kind string, least float64, pics map[string]image.Image) {
				for one, p := range pics {
					for other, q := range pics {
						if d := unlike(p, q); one < other && d < least {
							t.Errorf("%s: %s and %s differ in %.1f%% of their pixels", kind, one, other, 100*d)
						}
					}
				}
			}
			differ("counters", 0.03, map[string]image.Image{
				"of a": counter(func(u *view.Counter) {}), "of b": counter(func(u *view.Counter) { u.Side = "b" }), "of c": counter(func(u *view.Counter) { u.Side = "c" }),
				"estimated": counter(func(u *view.Counter) { u.Estimate = true }), "that exploit": counter(func(u *view.Counter) { u.Ratings = rendertest.Lit(u.Ratings) }),
				"reduced": counter(func(u *view.Counter) { u.Reduced = true }),
			})
			differ("backs", 0.03, map[string]image.Image{"of a": b.back("a", 38), "of b": b.back("b", 38), "of c": b.back("c", 38)})
			badges := map[string]image.Image{}
			for k := range first + outlines {
				badges[strconv.Itoa(int(k))] = b.badge(badgeLook{k, "222", 1})
			}
			differ("badges", 0.05, badges)
			differ("ground", 0.03, pieces(t, p, s, "open light-woods heavy-woods swamp village city hills", func(m *view.Map, kind string) { m.Terrain[rendertest.At("2.02")] = []string{kind} }))
			differ("water", 0.02, pieces(t, p, s, "minor-river major-river lake rampart", func(m *view.Map, kind string) {
				m.Water = []geography.Course{{Kind: kind, Sides: []hex.Side{hex.Between(rendertest.At("2.02"), rendertest.At("2.03")), hex.Between(rendertest.At("2.02"), rendertest.At("3.03"))}}}
			}))
			differ("ways", 0.02, pieces(t, p, s, "road track railroad causeway", func(m *view.Map, kind string) {
				m.Ways = []geography.Way{{Kind: kind, Path: rendertest.Path("2.01", "2.02", "2.03")}}
			}))
		})
	}
}

// pieces are close-ups of a hex with one kind of thing in it each.
func pieces(t *testing.T, p *Painter, s Style, kinds string, put func(*view.Map, string)) map[string]image.Image {
	out := map[string]image.Image{}
	for kind := range strings.FieldsSeq(kinds) {
		m := rendertest.Map(3, 3, hex.Even)
		m.Key = kind
		put(m, kind)
		png, err := p.board(rendertest.Board(m), uncoloured(s), Options{Around: rendertest.At("2.02"), HexSize: geom.UsualHex})
		if err != nil {
			t.Fatal(err)
		}
		all := decode(t, png).(*image.Paletted)
		r := all.Rect
		out[kind] = all.SubImage(image.Rect(r.Dx()/2-29, r.Max.Y-64, r.Dx()/2+29, r.Max.Y-6))
	}
	return out
}

// uncoloured is a style in shades of grey.
func uncoloured(s Style) Style {
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		switch c := v.Field(i).Addr().Interface().(type) {
		case *color.RGBA:
			*c = grey(*c)
		case *[outlines]color.RGBA:
			for i := range c {
				c[i] = grey(c[i])
			}
		}
	}
	return s
}

func grey(c color.RGBA) color.RGBA {
	v := color.GrayModel.Convert(c).(color.Gray).Y
	return color.RGBA{v, v, v, 255}
}

// unlike is the share of pixels in which two pictures differ plainly.
func unlike(a, b image.Image) float64 {
	size := a.Bounds().Size()
	if other := b.Bounds().Size(); other != size {
		return 1
	}
	n := 0
	for y := range size.Y {
		for x := range size.X {
			p, _, _, _ := a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y).RGBA()
			q, _, _, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			if max(p, q)-min(p, q) > 24<<8 {
				n++
			}
		}
	}
	return float64(n) / float64(size.X*size.Y)
}
