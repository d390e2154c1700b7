package render

import (
	"errors"
	"fmt"
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// frame is the parts of a picture: a banner, the board, and below a whole map the
// turn track and the legend.
type frame struct {
	geom.Plane
	size             image.Point
	head, body, foot image.Rectangle
	banner           banner
	footing          footing
}

// Limits of a picture, in pixels.
const (
	minHex    = 24
	maxHex    = 200
	minWidth  = 440
	maxPixels = 10 << 20
)

var errTooLarge = fmt.Errorf("a picture of more than %d pixels", maxPixels)

// furniture is what stands round a map and takes room.
type furniture struct {
	stocks int // sides that hold something beside their units
	turns  int
	dated  bool // turns have dates
	scale  bool
	legend [groups]int // cells of each group
}

func furnish(v *view.Board, entries []entry) furniture {
	u := furniture{stocks: len(v.Stocks), turns: v.Turns, scale: v.Map.Across.Tenths > 0,
		dated: dates(v.Map.FirstDay, v.Map.TurnDays, 1, "") != ""}
	for _, e := range entries {
		u.legend[e.kind.group()]++
	}
	return u
}

// newFrame lays out a picture with its furniture. Unless a size is asked for, hexes are
// as large as fits, up to the usual size.
func newFrame(g hex.Grid, o Options, u furniture) (frame, error) {
	if o.HexSize != 0 {
		return layOut(g, o, o.HexSize, u)
	}
	f, err := layOut(g, o, geom.UsualHex, u)
	for d := geom.UsualHex - 1; errors.Is(err, errTooLarge) && d >= minHex; d-- {
		f, err = layOut(g, o, d, u)
	}
	return f, err
}

func layOut(g hex.Grid, o Options, d int, u furniture) (frame, error) {
	whole := o.Around == hex.None
	if d < minHex || d > maxHex {
		return frame{}, fmt.Errorf("hexes of %d pixels: from %d to %d can be drawn", d, minHex, maxHex)
	}
	if !whole && (!g.Contains(o.Around) || o.Radius < 0) {
		return frame{}, fmt.Errorf("%d hexes round %v are not on the map", o.Radius, o.Around)
	}
	f := frame{Plane: geom.Plane{Grid: g, HexSize: float64(d)}}
	box, any := f.Bounds(o.Around, o.Radius)
	if !any {
		return frame{}, fmt.Errorf("a map of %d columns has no hexes", g.Cols)
	}
	margin := 0.1 * f.HexSize
	if whole {
		margin = 0.62 * f.HexSize // room for the letters of entry areas
	}
	w := max(minWidth, int(math.Ceil(box.W()+2*margin)))
	h := int(math.Ceil(box.H() + 2*margin))
	f.banner = newBanner(w, u.stocks)
	f.head = image.Rect(0, 0, w, f.banner.high)
	f.body = image.Rect(0, f.head.Max.Y, w, f.head.Max.Y+h)
	f.foot = image.Rect(0, f.body.Max.Y, w, f.body.Max.Y)
	if whole && !o.film {
		f.footing = newFooting(w, f.body.Max.Y, u)
		f.foot.Max.Y = f.footing.end
	}
	f.size = f.foot.Max
	if w*f.size.Y > maxPixels {
		return frame{}, errTooLarge
	}
	f.X = math.Round((float64(w)-box.W())/2 - box.X0)
	f.Y = math.Round(float64(f.body.Min.Y)+margin-box.Y0) + 0.5 // flat hexsides lie in the middle of a row of pixels
	return f, nil
}

// shows says whether any of a hex, or of a name in it, can lie in the picture.
func (f frame) shows(h hex.Hex) bool {
	c := f.Centre(h)
	m := 1.5 * f.HexSize
	return c.X > -m && c.X < float64(f.size.X)+m && c.Y > float64(f.body.Min.Y)-m && c.Y < float64(f.body.Max.Y)+m
}
