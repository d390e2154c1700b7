// Package render makes pictures of views as PNG: the map with its counters, the counters of one stack or one
// unit; and a film of many views of one game as GIF.
//
// Its only input is what the viewer may know, and a picture carries the kind of its viewer in its type: a
// Picture[view.Secret] cannot be posted where a Picture[view.Public] is asked for. The same view gives the same
// bytes, whatever was drawn before and on any number of cores.
//
//	p, err := render.New(words.In(catalogue.Default)) // one for the whole program
//	v := match.Public().After(accounts...)
//	o, found := render.Focus(v.Board()) // a close-up of what happened
//	if !found {
//		o = render.Options{} // the whole map
//	}
//	pic, err := render.Draw(p, v, render.Paper(), o)
//	send(pic.PNG())
//
// A view that answers a question (what happened lately, or an overlay) has the answer drawn on it, and explained
// in a strip below. An overlay is lines, areas and labels: the rules know what they mean, and say so in notes.
//
// The game's charts, the chances of a hypothetical fight and the statistics of dice are drawn as pages: words and
// figures that the caller supplies, 900 pixels wide for a phone.
//
// The parts are package scene and packages under internal, which README.md introduces. A printed map is drawn once for
// its game, style and size and kept as palette entries, and so is every counter, badge and piece of the banner. A
// picture is a copy of the map on which sprites are copied. It takes milliseconds, nearly all of them in the encoder,
// which works in bands on all cores. Only the arrows and lines of an answer are drawn anew for each picture.
//
// Memory: a Painter keeps at most 64 MiB of printed maps (a whole one has 5 MB), 16 MiB of sprites, 2 MiB of
// letters, 200 faces of 5 to 65 KB, 16 palettes of 290 KB and 1 MiB of deflate for each core: less than 100 MiB,
// however many games and styles it serves, and about 10 MiB for one game in one style. A picture that is being
// made takes its pixels and about a third of that for its bytes, in buffers that are used again.
//
// The words on a picture are names from the view, and labels in the language of the painter, by the keys
// that they have in the catalogue. An identifier of a game that has no label is spelled out.
//
// Limits: the fonts have Latin, Greek and Cyrillic letters. Units off the map show only by the turn on which they
// come. In hexes under 44 pixels every fifth column and row has its number, and names without room are left out,
// those of rivers at every size. A picture has 10.4 million pixels at most, a film 8 MiB.
package render

import (
	"errors"
	"fmt"
	"image"

	"grognard/render/internal/board"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/scene"
	"grognard/rules/view"
)

// Picture is a PNG for the audience A.
type Picture[A view.Audience] struct {
	_   [0]A // without it pictures for different audiences would convert into each other
	png []byte
}

// PNG returns the encoded picture. It must not be changed.
func (p Picture[A]) PNG() []byte { return p.png }

// Options say which part of a map is drawn, and how large. The zero value is the whole map at its usual size.
type Options = layout.Options

// Draw makes a picture of the map as its viewer may see it. It fails for options that name no part of the map or too
// large a picture, and for sides whose colours cannot be read.
func Draw[A view.Audience](p *Painter, a A, s Style, o Options) (Picture[A], error) {
	return made[A](p, func() ([]byte, error) { return p.board(a.Board(), s, o) })
}

// made makes a picture with draw and tells the observer.
func made[A view.Audience](p *Painter, draw func() ([]byte, error)) (Picture[A], error) {
	b, err := p.timed(draw)
	return Picture[A]{png: b}, err
}

var errNoMap = errors.New("render: a view without a map")

// board draws and encodes a position.
func (p *Painter) board(v *view.Board, s Style, o Options) ([]byte, error) {
	pic, err := p.compose(v, s, o)
	if err != nil {
		return nil, err
	}
	defer p.release(pic)
	return p.png.Encode(pic)
}

// compose draws a position on its printed map. The caller releases the picture once it is encoded.
func (p *Painter) compose(v *view.Board, s Style, o Options) (*image.Paletted, error) {
	a, err := p.atlas(v, s)
	if err != nil {
		return nil, err
	}
	key := mapKey{paletteKey{v.Map.Key, s, forMaps}, p.labels, o, ground.MarkKey(v.Marks), len(v.Stocks), v.Turns,
		wholePrint, 0, 0} // no lines of an overview
	g, err := p.maps.Get(key, func() (ground.Sheet, error) { return ground.Print(a, v, o) })
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	pic := p.sized(g.Picture)
	board.Draw(a, g, scene.Of(v).Within(o.Part), pic, !o.Film)
	return pic, nil
}
