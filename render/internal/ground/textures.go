package ground

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"

	"github.com/fogleman/gg"
)

// texture has small signs that are scattered over the hexes of a kind, in a pattern that repeats over the
// whole map: so it has no seams and compresses well.
type texture struct {
	kind  string  // of terrain: a result of looksLike
	cell  float64 // the side of a square in pixels at grain 1
	count int     // how many signs such a square has on average
	signs []*image.RGBA
}

// grain returns the scale of textures, 1 for hexes of the usual size. It never gets so small that signs are illegible.
func grain(s *sketch) float64 { return max(s.HexSize, 30) / geom.UsualHex }

func textures(s *sketch) []texture {
	st := s.Style
	line := func(x1, y1, x2, y2 float64, ink color.RGBA) func(*gg.Context) {
		return func(dc *gg.Context) {
			dc.DrawLine(x1, y1, x2, y2)
			sprite.Stroke(dc, ink, 1)
		}
	}
	return []texture{
		{slopes, 64, 20, []*image.RGBA{textureSign(s, 9, 9, line(1.5, 7.5, 7.5, 1.5, st.Track))}},
		{"rough", 64, 16, []*image.RGBA{textureSign(s, 10, 6, rock(st.Track))}},
		{"water", 80, 22, []*image.RGBA{textureSign(s, 12, 5, wave(st.River))}},
		{"swamp", 80, 16, []*image.RGBA{textureSign(s, 12, 8, reeds(s)), textureSign(s, 12, 8, reeds(s)),
			textureSign(s, 12, 3, line(1, 1.5, 11, 1.5, st.Reed))}},
		{"woods", 80, 13, []*image.RGBA{textureSign(s, 8, 11, fir(s, 1)), textureSign(s, 9, 9, leafTree(s, 3.4))}},
		{"light-woods", 80, 13, []*image.RGBA{textureSign(s, 9, 9, leafTree(s, 3.4)),
			textureSign(s, 8, 8, leafTree(s, 2.8))}},
		{"heavy-woods", 80, 26, []*image.RGBA{textureSign(s, 8, 11, fir(s, 1)), textureSign(s, 7, 10, fir(s, 0.85)),
			textureSign(s, 8, 11, fir(s, 1)), textureSign(s, 9, 9, crown(3.4, st.HeavyTree, st.SunnyFir()))}},
	}
}

// textureSign draws a sign whose size is given for hexes of the usual size.
func textureSign(s *sketch, w, h float64, draw func(dc *gg.Context)) *image.RGBA {
	g := grain(s)
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w*g)), int(math.Ceil(h*g))))
	dc := gg.NewContextForRGBA(img)
	dc.Scale(g, g)
	dc.SetLineCapRound()
	draw(dc)
	return img
}

func leafTree(s *sketch, r float64) func(*gg.Context) {
	return crown(r, s.Style.LightTree, s.Style.Sunny())
}

// crown draws a tree from above, lit from the upper left.
func crown(r float64, leaf, light color.RGBA) func(*gg.Context) {
	return func(dc *gg.Context) {
		dc.DrawCircle(r+0.9, r+0.9, r)
		sprite.Fill(dc, leaf)
		dc.DrawCircle(r+0.1, r+0.1, 0.45*r)
		sprite.Fill(dc, light)
	}
}

func fir(s *sketch, size float64) func(*gg.Context) {
	return func(dc *gg.Context) {
		x := 4 * size
		for _, y := range []float64{0, 3.4} {
			w := (2.4 + y/3) * size
			dc.MoveTo(x, y*size)
			dc.LineTo(x+w, (y+6.4)*size)
			dc.LineTo(x-w, (y+6.4)*size)
			dc.ClosePath()
		}
		sprite.Fill(dc, s.Style.HeavyTree)
		dc.MoveTo(x, 0)
		dc.LineTo(x-3.4*size, 9.8*size)
		dc.LineTo(x-0.6*size, 9.8*size)
		dc.ClosePath()
		sprite.Fill(dc, s.Style.SunnyFir())
	}
}

func reeds(s *sketch) func(*gg.Context) {
	return func(dc *gg.Context) {
		dc.DrawLine(1, 7, 11, 7)
		dc.DrawLine(6, 7, 6, 1)
		dc.DrawLine(4, 7, 2.5, 2.6)
		dc.DrawLine(8, 7, 9.5, 2.6)
		sprite.Stroke(dc, s.Style.Reed, 1.1)
	}
}

// rock draws two edges of stone, the lower one before the upper.
func rock(ink color.RGBA) func(*gg.Context) {
	return func(dc *gg.Context) {
		dc.MoveTo(1, 5)
		dc.LineTo(3.5, 1)
		dc.LineTo(6, 5)
		dc.MoveTo(5.5, 4)
		dc.LineTo(7.5, 2)
		dc.LineTo(9, 5)
		sprite.Stroke(dc, ink, 1.2)
	}
}

func wave(ink color.RGBA) func(*gg.Context) {
	return func(dc *gg.Context) {
		dc.MoveTo(1, 3)
		dc.QuadraticTo(3.5, 0, 6, 2.5)
		dc.QuadraticTo(8.5, 5, 11, 2)
		sprite.Stroke(dc, ink, 1)
	}
}

// scatter returns the signs of a texture in their places, the upper ones first: lower ones are drawn in front of them.
func scatter(s *sketch, t texture) (out []stamped) {
	in := hexesOf(s, t.kind)
	if len(in) == 0 {
		return nil
	}
	wide, high := 2*int(s.Step()), int(s.HexSize)*3
	spots := spreadPoints(t.count*wide*high/int(t.cell*t.cell*grain(s)*grain(s)), wide, high)
	for y := s.Body.Min.Y / high * high; y < s.Body.Max.Y; y += high {
		for x := 0; x < s.Body.Max.X; x += wide {
			for i, at := range spots {
				sign := t.signs[i%len(t.signs)]
				r := sign.Rect.Add(at.Add(image.Pt(x, y)))
				if standsIn(s, in, r) {
					out = append(out, stamped{r.Min, sign})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b stamped) int {
		return cmp.Compare(a.at.Y+a.sprite.Rect.Dy(), b.at.Y+b.sprite.Rect.Dy())
	})
	return out
}

// standsIn reports whether the lower half of the sign in r stands in a region.
func standsIn(s *sketch, in geom.Region, r image.Rectangle) bool {
	for _, q := range []geom.Point{
		geom.Pt(float64(r.Min.X), float64(r.Max.Y)), geom.Pt(float64(r.Max.X), float64(r.Max.Y)),
		geom.Pt(float64(r.Min.X), float64(r.Min.Y+r.Max.Y)/2), geom.Pt(float64(r.Max.X), float64(r.Min.Y+r.Max.Y)/2),
	} {
		if h, ok := s.HexAt(q); !ok || !in[h] {
			return false
		}
	}
	return true
}

// hexesOf returns the hexes whose terrain looks like a kind.
func hexesOf(s *sketch, kind string) geom.Region {
	r := geom.Region{}
	for h, kinds := range s.m.Terrain {
		if slices.ContainsFunc(kinds, func(k string) bool { return looksLike(k) == kind }) {
			r[h] = true
		}
	}
	return r
}

// spreadPoints returns n points spread over an area that repeats in both directions. For each a fixed random
// sequence proposes some points; the one farthest from the points before is taken.
func spreadPoints(n, wide, high int) []image.Point {
	out := make([]image.Point, 0, n)
	random := uint32(20260321)
	next := func(limit int) int {
		random = random*1664525 + 1013904223
		return int(random>>8) % limit
	}
	for range n {
		var best image.Point
		far := -1
		for range 24 {
			p := image.Pt(next(wide), next(high))
			near := wide*wide + high*high
			for _, q := range out {
				d := p.Sub(q)
				dx, dy := min(abs(d.X), wide-abs(d.X)), min(abs(d.Y), high-abs(d.Y))
				near = min(near, dx*dx+dy*dy)
			}
			if near > far {
				best, far = p, near
			}
		}
		out = append(out, best)
	}
	return out
}

func abs(i int) int { return max(i, -i) }

// slopes is the look of hills and of all kinds of terrain that the style does not know.
const slopes = "hills"

// looksLike returns the kind of terrain whose look a kind has. The houses of towns are drawn by themselves.
func looksLike(kind string) string {
	switch kind {
	case "open", "village", "city":
		return "open"
	case "light-woods", "heavy-woods", "woods", "swamp", "rough", "water":
		return kind
	case "forest":
		return "woods"
	case "marsh":
		return "swamp"
	case "sea", "lake":
		return "water"
	}
	return slopes
}
