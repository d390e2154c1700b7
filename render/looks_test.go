package render

import (
	"image"
	"image/color"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Without any colour the sides' counters and backs still differ, and so do markers,
// the states of a unit, and the kinds of ground, of water and of ways.
func TestStyle_ShapesDifferWithoutColour(t *testing.T) {
	for _, s := range Styles() {
		t.Run(s.Name, func(t *testing.T) {
			m := rendertest.Map(3, 3, hex.Even)
			m.Sides = []order.Nation{{ID: "a", Name: "A", Color: "#808080"}, {ID: "b", Name: "A", Color: "#808080"},
				{ID: "c", Name: "A", Color: "#808080"}}
			p := painter(t)
			b := must.Get(p.atlas(&view.Board{Map: m}, uncoloured(s)))(t)
			for i, n := range m.Sides { // letters aside
				l := b.SideStyles[n.ID]
				l.Letter, l.Base = "A", b.SideStyles["a"].Base
				b.SideStyles[m.Sides[i].ID] = l
			}
			counter := func(change func(*view.Counter)) image.Image {
				u := rendertest.Unit("17", "infantry", "division")
				u.Side = "a"
				change(&u)
				return sprite.Counter(b, u, 38)
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
				"of a":         counter(func(u *view.Counter) {}),
				"of b":         counter(func(u *view.Counter) { u.Side = "b" }),
				"of c":         counter(func(u *view.Counter) { u.Side = "c" }),
				"estimated":    counter(func(u *view.Counter) { u.Estimate = true }),
				"that exploit": counter(func(u *view.Counter) { u.Ratings = rendertest.Lit(u.Ratings) }),
				"reduced":      counter(func(u *view.Counter) { u.Up.Face = 1 }),
			})
			classes := map[string]image.Image{}
			b.Classes = []string{"1", "2", "3", "4", "5", "6", "7", "8"}
			for _, class := range append(b.Classes, "") {
				classes[class] = counter(func(u *view.Counter) {
					u.Ratings = []view.Rating{{N: 8, Text: "8", Class: class}, {N: 5, Text: "5", Class: b.Classes[0]}}
				})
			}
			differ("classes", 0.01, classes)
			differ("backs", 0.03, map[string]image.Image{"of a": sprite.Back(b, "a", 38),
				"of b": sprite.Back(b, "b", 38), "of c": sprite.Back(b, "c", 38)})
			badges := map[string]image.Image{}
			for k := range sprite.Marks + style.MarkOutlines {
				badges[strconv.Itoa(int(k))] = sprite.Badge(b, sprite.BadgeLook{BadgeKind: k, Text: "222", Px: 1})
			}
			differ("badges", 0.05, badges)
			differ("ground", 0.03, pieces(t, p, s, "open light-woods heavy-woods swamp village city hills woods rough water",
				func(m *view.Map, kind string) { m.Terrain[rendertest.At("2.02")] = []string{kind} }))
			differ("water", 0.02, pieces(t, p, s, "minor-river major-river lake rampart",
				func(m *view.Map, kind string) {
					m.Water = []geography.Course{{Kind: kind,
						Sides: []hex.Side{hex.Between(rendertest.At("2.02"), rendertest.At("2.03")),
							hex.Between(rendertest.At("2.02"), rendertest.At("3.03"))}}}
				}))
			differ("ways", 0.02, pieces(t, p, s, "road track railroad causeway secondary", func(m *view.Map, kind string) {
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
		png, err := p.board(rendertest.Board(m), uncoloured(s),
			Options{Part: hex.Part{Around: rendertest.At("2.02")}, HexSize: geom.UsualHex})
		must.Do(t, err)
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
		case *[style.MarkOutlines]color.RGBA:
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

// The dark style does not glare: no picture of it is bright on the whole, by the
// light that it gives: at most a tenth of white.
func TestDark_DoesNotGlare(t *testing.T) {
	for name, board := range map[string]*view.Board{"terrain": rendertest.Terrain(), "stacks": rendertest.Stacks(),
		"counters": rendertest.Counters()} {
		p := must.Get(painter(t).board(board, Dark(), Options{}))(t)
		m := decode(t, p).(*image.Paletted)
		light := 0.0
		for _, i := range m.Pix {
			light += style.Luminance(m.Palette[i].(color.RGBA))
		}
		if mean := light / float64(len(m.Pix)); mean > 0.1 {
			t.Errorf("%s: %.3f of the light of a white picture", name, mean)
		}
	}
}
