package board

import (
	"image"
	"slices"
	"testing"

	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// underSigns draws all of a scene that lies under its signs.
func underSigns(c canvas) *image.Paletted {
	c.pic = &image.Paletted{Pix: slices.Clone(c.Picture.Pix), Stride: c.Picture.Stride, Rect: c.Picture.Rect,
		Palette: c.Picture.Palette}
	for r := range scene.RankSigns {
		drawRank(c, c.pic.SubImage(c.Body).(*image.Paletted), r)
	}
	return c.pic
}

// Wherever units march, retreat, advance and attack, no arrow, head or dot covers a pixel of a name, of a hex's number,
// of a flag or of a stack's count and markers, and of a counter it covers no more than measured, a long retreat nothing.
func TestArrows_LeaveFreeWhatIsToBeRead(t *testing.T) {
	plain := rendertest.Results()
	for h := range plain.Map.Grid.All() {
		if (h.Col+h.Row)%3 == 0 {
			plain.Map.Places = append(plain.Map.Places,
				geography.Place{Hex: h, Name: "Novo Selo", Kind: "village", VP: 1})
		}
	}
	a := spritetest.Atlas(t, plain, style.Paper())
	g := must.Get(ground.Print(a, plain, layout.Options{HexSize: 60, Film: true}))(t)
	rapid.Check(t, func(t *rapid.T) {
		v := battlefield(t)
		v.Map = plain.Map
		v.Told = slices.DeleteFunc(v.Told, func(l view.Line) bool { return l.Reckoned == nil })
		kinds, long, most := []view.MapEventKind{view.Marched, view.Retreated, view.Advanced}, 1, 0.12 // of a counter
		if rapid.Bool().Draw(t, "retreats alone") {
			v.Told, kinds, long, most = nil, kinds[1:2], 2, 0
		}
		for range rapid.IntRange(1, 8).Draw(t, "moves") {
			path := []hex.Hex{rapid.SampledFrom(slices.Collect(v.Map.Grid.All())).Draw(t, "from")}
			for range rapid.IntRange(long, 3).Draw(t, "hexes") {
				next := slices.Collect(v.Map.Grid.Neighbours(path[len(path)-1]))
				path = append(path, rapid.SampledFrom(next).Draw(t, "to"))
			}
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			v.Told = append(v.Told, view.Line{MapEvent: &view.MapEvent{Kind: kind, Side: "red", Path: path, Count: 1}})
		}
		c := canvas{a, g, scene.Of(v), nil}
		with, counts := underSigns(c), countsOf(c)
		c.Moves = nil
		without := underSigns(c)
		covered := func(x, y int) bool { return with.ColorIndexAt(x, y) != without.ColorIndexAt(x, y) }
		for _, l := range g.Letters {
			eachPixel(l.Rect.Intersect(g.Body), func(x, y int) {
				seen := without.ColorIndexAt(x, y) == g.Picture.ColorIndexAt(x, y)
				if l.AlphaAt(x, y).A > 0 && seen && covered(x, y) {
					t.Fatalf("a name or number is covered at %d, %d", x, y)
				}
			})
		}
		for _, s := range counts {
			eachPixel(s.Rect.Add(s.at).Intersect(g.Body), func(x, y int) {
				ink := s.ColorIndexAt(x-s.at.X, y-s.at.Y)
				if ink != style.Clear && without.ColorIndexAt(x, y) == ink && covered(x, y) {
					t.Fatalf("a count of %v is covered at %d, %d", s.from, x, y)
				}
			})
		}
		for _, s := range v.Stacks {
			n, r := 0, boundsOf(c, s, pileOf(c, s))
			eachPixel(r, func(x, y int) {
				if covered(x, y) {
					n++
				}
			})
			if share := float64(n) / float64(r.Dx()*r.Dy()); share > most {
				t.Fatalf("arrows cover %.3f of the counters in %v", share, s.Hex)
			}
		}
	})
}

func eachPixel(r image.Rectangle, do func(x, y int)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			do(x, y)
		}
	}
}
