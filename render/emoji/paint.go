package emoji

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"
	"strings"

	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
)

// Size is how many pixels wide and high the picture of an emoji is. Discord shows it at 22 beside words.
const Size = 128

// Picture is a picture of a sign, and the name that it gets on Discord.
type Picture struct {
	Sign Sign
	Name string // Prefix, a word that says what it shows to those who can't see it, and a hash of its pixels
	PNG  []byte
}

// The parts of a name. Discord takes 32 letters, digits and low lines.
const (
	Prefix     = "grog_"
	hashDigits = 8
	wordRoom   = 32 - len(Prefix) - hashDigits - len("_") // the most letters of the word
)

// Painter paints signs. One goroutine at a time may use it.
type Painter struct {
	types   *typeset.Writer
	look    style.Style
	atlases map[Sign]sprite.Atlas // by the color and the place of a side
}

// NewPainter returns a painter that has painted nothing.
func NewPainter() (*Painter, error) {
	types, err := typeset.New()
	if err != nil {
		return nil, err
	}
	look := style.Paper()
	look.Line = 2 // what is one pixel wide on a map would not be seen
	return &Painter{types, look, map[Sign]sprite.Atlas{}}, nil
}

// Paint returns the picture of a sign. It fails for the zero Sign, and for a Color that is not valid.
func (p *Painter) Paint(s Sign) (Picture, error) {
	side := order.Side("own")
	a, err := p.atlas(s, side)
	if err != nil {
		return Picture{}, fmt.Errorf("emoji of %s: %w", s.What, err)
	}
	img := image.NewRGBA(image.Rect(0, 0, Size, Size))
	switch s.Kind {
	case Unit:
		img = sprite.DrawArm(a, side, s.What, Size)
	case Mark:
		kind := sprite.Marks + sprite.BadgeKind(s.Place)
		drawMark(img, a, sprite.BadgeLook{BadgeKind: kind, Text: s.What, Px: markScale})
	case State:
		err = drawState(img, p.look, s.What)
	case Die:
		face, bad := strconv.Atoi(s.What)
		err = bad
		centre(img, sprite.DrawDie(a, sprite.DieLook{Face: face, Size: Size}))
	default:
		err = errNoSign
	}
	if err != nil {
		return Picture{}, fmt.Errorf("emoji of %q: %w", s.What, err)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return Picture{}, fmt.Errorf("emoji of %s: %w", s.What, err)
	}
	return Picture{s, nameOf(s, img), file.Bytes()}, nil
}

// The measures of a marker's badge: the scale of one with few letters, the steps by which it is made smaller until it
// fits, and the width in pixels of the light rim that a dark ground needs.
const (
	markScale = 8.0
	markStep  = 0.25
	markRim   = 4
)

// drawMark draws the badge of a marker with a light rim, as large as it fits.
func drawMark(img *image.RGBA, a sprite.Atlas, l sprite.BadgeLook) {
	badge := sprite.Badge(a, l)
	for ; badge.Rect.Dx() > Size-2*markRim; badge = sprite.Badge(a, l) {
		l.Px -= markStep
	}
	at := img.Rect.Size().Sub(badge.Rect.Size()).Div(2)
	lay := func(by image.Point, ink func(x, y int) color.Color) {
		for y := range badge.Rect.Dy() {
			for x := range badge.Rect.Dx() {
				if badge.ColorIndexAt(x, y) != style.Clear {
					img.Set(at.X+by.X+x, at.Y+by.Y+y, ink(x, y))
				}
			}
		}
	}
	for dy := -markRim; dy <= markRim; dy++ {
		for dx := -markRim; dx <= markRim; dx++ {
			if dx*dx+dy*dy <= markRim*markRim {
				lay(image.Pt(dx, dy), func(int, int) color.Color { return a.Style.Light })
			}
		}
	}
	lay(image.Point{}, badge.At)
}

var errNoSign = errors.New("there is no such sign")

// atlas returns the sprites for a sign. In them side has the colours of the sign's side.
func (p *Painter) atlas(s Sign, side order.Side) (sprite.Atlas, error) {
	key := Sign{Color: s.Color, Place: s.Place}
	if a, ok := p.atlases[key]; ok {
		return a, nil
	}
	var sides []order.Nation
	if s.Kind == Unit {
		for i := range s.Place { // placeholders for the sides before it: its index decides its outline
			sides = append(sides, order.Nation{ID: order.Side(strconv.Itoa(i)), Color: s.Color})
		}
		sides = append(sides, order.Nation{ID: side, Color: s.Color})
	}
	palette, err := style.New(p.look, sides)
	if err != nil {
		return sprite.Atlas{}, err
	}
	p.atlases[key] = sprite.NewAtlas(palette, p.types, sprite.NewCache(0), nil, nil, nil) // for no game
	return p.atlases[key], nil
}

// centre draws a smaller picture into the middle of another.
func centre(img, small *image.RGBA) {
	at := img.Rect.Size().Sub(small.Rect.Size()).Div(2)
	draw.Draw(img, small.Rect.Add(at), small, image.Point{}, draw.Src)
}

// nameOf returns the name of a picture. The size of the picture and all of its pixels count for the hash.
func nameOf(s Sign, img *image.RGBA) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(s.What))
	if s.Kind == Die {
		word = "die" + word
	}
	sum := sha256.Sum256(img.Pix)
	return Prefix + word[:min(len(word), wordRoom)] + "_" + hex.EncodeToString(sum[:])[:hashDigits]
}
