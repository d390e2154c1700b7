package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// signLayout holds the signs of a picture with their places, and in signs what they should not cover.
type signLayout struct {
	c     canvas
	signs layout.Signs
	laid  []laidSign
}

// laidSign is a sign in its place. From is the hex to which a line leads from a sign that lies outside of it, hex.None
// for a sign without a line; in the list of countsOf it is the hex to which the sign belongs.
type laidSign struct {
	*image.Paletted
	at   image.Point // its upper left corner on the picture
	from hex.Hex
}

// newSignLayout returns a layout without signs that knows what signs should not cover: counters with the arrows over
// them, and at a higher cost names, numbers, badges, flags and outlines. If nothing is told there are no signs, and it
// lists no obstacles.
func newSignLayout(c canvas) *signLayout {
	t := &signLayout{c: c, signs: layout.Signs{Body: c.Body}}
	if len(c.Board.Told) == 0 {
		return t
	}
	for _, s := range c.Board.Stacks {
		if !c.Shows(s.Hex) {
			continue
		}
		p := pileOf(c, s)
		t.signs.Counters = append(t.signs.Counters, boundsOf(c, s, p))
		if plate, at, ok := movedNumber(c, s); ok {
			t.signs.Kept = append(t.signs.Kept, plate.Rect.Add(at))
		}
	}
	for _, m := range c.Moves {
		if m.Rank() != scene.RankLongMoves { // attacks and short moves lie on counters; keep their middle free
			mid, far := geom.Lerp(c.Centre(m.Path[0]), c.Centre(m.Path[1]), 0.5), 0.14*c.HexSize
			t.signs.Counters = append(t.signs.Counters, image.Rectangle{Min: mid.Offset(-far, -far).Pixel(),
				Max: mid.Offset(far, far).Pixel()})
		}
	}
	for _, s := range countsOf(c) {
		t.signs.Kept = append(t.signs.Kept, s.Rect.Add(s.at))
	}
	t.signs.Kept = append(t.signs.Kept, outlines(c)...)
	t.signs.Kept = append(t.signs.Kept, c.Names...)
	for h := range c.toldHexes() {
		if at := c.Grid.Index(h); at < len(c.Numbers) {
			t.signs.Kept = append(t.signs.Kept, c.Numbers[at])
		}
	}
	return t
}

// toldHexes returns the hexes that Board.Told names: targets of fights, the hexes of their attackers, and both ends of
// each path. Signs should not cover their printed numbers.
func (c canvas) toldHexes() map[hex.Hex]bool {
	told := map[hex.Hex]bool{}
	add := func(hexes ...hex.Hex) {
		for _, h := range hexes {
			if c.Grid.Contains(h) {
				told[h] = true
			}
		}
	}
	for _, l := range c.Board.Told {
		if f := l.Reckoned; f != nil {
			add(f.Target)
			add(f.From...)
		}
		if d := l.MapEvent; d != nil && len(d.Path) > 0 {
			add(d.Path[0], d.Path[len(d.Path)-1])
		}
	}
	return told
}

// outlines returns small boxes that follow the rings round hexes, of the decision that has to be made and of forms, and
// the boxes of labels on plates.
func outlines(c canvas) (boxes []image.Rectangle) {
	var ringed []hex.Hex
	if d := c.Board.Due; d != nil && c.Grid.Contains(d.Hex) {
		ringed = append(ringed, d.Hex)
	}
	for _, f := range c.Forms {
		if f.Shape == view.Ring {
			ringed = append(ringed, f.Hexes...)
		}
		for _, h := range f.Hexes {
			if f.Shape == view.LabelPlated && c.Shows(h) {
				label, mid := labelIn(c, f, h)
				boxes = append(boxes, label.Rect.Add(sprite.Corner(label.Rect, mid)))
			}
		}
	}
	const parts = 8 // of a hexside
	for _, h := range ringed {
		if !c.Shows(h) {
			continue
		}
		for i := range 6 {
			for k := range parts {
				at := geom.Lerp(c.Corner(h, i), c.Corner(h, i+1), (float64(k)+0.5)/parts).Pixel()
				boxes = append(boxes, image.Rectangle{Min: at, Max: at}.Inset(-int(c.HexSize/20)-1))
			}
		}
	}
	return boxes
}
