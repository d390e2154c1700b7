package render

import (
	"crypto/sha256"
	"fmt"
	"image"
	"runtime"
	"slices"

	"grognard/render/internal/cache"
	"grognard/render/internal/encode"
	"grognard/render/internal/ground"
	"grognard/render/internal/page"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/view"
)

// How much a Painter keeps. A whole map takes 5 MB, the sheet from which numbered close-ups are cut up to 10 MB, an
// overview or another close-up about 0.7 MB, a counter 1.5 KB on the map and 21 KB in a picture of a stack.
const (
	keepPalettes = 16       // of 290 KB each
	keepMaps     = 64 << 20 // bytes: twice what the sheets of two maps in two styles take
	keepSprites  = 16 << 20 // bytes
	keepFiles    = 4 << 20  // bytes: the pictures of three reports of a phase
)

// Painter draws pictures and keeps what they have in common: printed maps and counters, as palette entries. One serves
// a whole program, from any goroutine. What it has kept changes no byte of any picture.
type Painter struct {
	labels   Labels
	types    *typeset.Writer
	palettes *cache.Cache[paletteKey, *style.Palette]
	maps     *cache.Cache[mapKey, ground.Sheet]
	sprites  *sprite.Cache
	png      *encode.PNG
	files    *cache.Cache[fileKey, []byte]
	buffers  chan *image.Paletted // pictures that were encoded, as many as can be drawn at once
	begin    func() func(bytes int)
}

// An Option changes how a Painter is made.
type Option func(*Painter)

// WithObserver calls begin when a picture or a film begins to be made, and the function that begin returned
// when it is ready, with the size of its file in bytes: 0 for one that could not be made. Both are called
// from any goroutine and must not block.
func WithObserver(begin func() (end func(bytes int))) Option {
	return func(p *Painter) { p.begin = begin }
}

// timed makes a picture or film with draw, and tells the observer when it begins and ends.
func (p *Painter) timed(draw func() ([]byte, error)) (picture []byte, err error) {
	end := p.begin()
	defer func() { end(len(picture)) }()
	return draw()
}

// CacheUse is how often one cache of a Painter was used since the Painter was made.
type CacheUse = cache.Use

func (p *Painter) Caches() []CacheUse {
	return []CacheUse{p.palettes.Use("palettes"), p.maps.Use("maps"), p.sprites.Use("sprites")}
}

// paletteKey is all that a palette depends on.
type paletteKey struct {
	mapKey string
	style  Style
	page   bool // forPages or forMaps
}

const forMaps, forPages = false, true // pages have no map

// mapKey is all that a printed map depends on.
type mapKey struct {
	paletteKey
	labels  Labels // of the legend and the scale
	options Options
	marks   string // ground.MarkKey: the legend names the game's markers
	stocks  int    // the number of sides with stocks: the banner has a place for each
	turns   int    // the number of turns: the track has a cell for each
	kind    sheetKind
	head    int // the number of lines in the head of an overview
	foot    int // and in its foot
}

// sheetKind is what a printed map is for.
type sheetKind int8

const (
	wholePrint sheetKind = iota // the whole map or, by the options, a part, with all that stands round it
	plainPrint                  // the ground of overviews
	nearPrint                   // a sheet from which close-ups are cut
)

// Labels are the words of pictures in one language. A language of the catalogue implements them.
type Labels = scene.Labels

// In returns a Painter for pictures in another language that shares all that p keeps.
func (p *Painter) In(l Labels) *Painter {
	other := *p
	other.labels = l
	return &other
}

// New makes a Painter for pictures in a language, with nothing kept yet.
func New(l Labels, opts ...Option) (*Painter, error) {
	t, err := typeset.New()
	if err != nil {
		return nil, err
	}
	out, err := encode.NewPNG()
	if err != nil {
		return nil, err
	}
	p := &Painter{
		labels:   l,
		begin:    func() func(int) { return func(int) {} },
		png:      out,
		buffers:  make(chan *image.Paletted, runtime.GOMAXPROCS(0)),
		types:    t,
		palettes: cache.New[paletteKey](keepPalettes, func(*style.Palette) int { return 1 }),
		maps:     cache.New[mapKey](keepMaps, func(g ground.Sheet) int { return len(g.Picture.Pix) }),
		sprites:  sprite.NewCache(keepSprites),
		files:    cache.New[fileKey](keepFiles, func(b []byte) int { return len(b) }),
	}
	for _, opt := range opts {
		opt(p)
	}
	return p, nil
}

// atlas returns the sprites in the colours of a game and a style. It fails for a view without a map.
func (p *Painter) atlas(v *view.Board, s Style) (sprite.Atlas, error) {
	if v == nil || v.Map == nil {
		return sprite.Atlas{}, errNoMap
	}
	d, err := p.palettes.Get(paletteKey{v.Map.Key, s, forMaps},
		func() (*style.Palette, error) { return style.New(s, v.Map.Sides) })
	if err != nil {
		return sprite.Atlas{}, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	return sprite.NewAtlas(d, p.types, p.sprites, p.labels, v.Marks, v.Map.Classes), nil
}

// madePage makes a picture of a page, which fill fills, in the colours of a style and of the sides of a game. The
// palette is kept by the map's Key; a page without a game passes an empty Map.
func madePage[A view.Audience](p *Painter, s Style, of *view.Map, fill func(*page.Page) error) (Picture[A], error) {
	return made[A](p, func() ([]byte, error) {
		if of == nil {
			return nil, errNoMap
		}
		d, err := p.palettes.Get(paletteKey{of.Key, s, forPages},
			func() (*style.Palette, error) { return style.NewForPages(s, of.Sides) })
		if err != nil {
			return nil, fmt.Errorf("render %s: %w", of.Key, err)
		}
		g := page.New(sprite.NewAtlas(d, p.types, p.sprites, p.labels, nil, nil))
		if err := fill(g); err != nil {
			return nil, err
		}
		pic, err := g.Draw()
		if err != nil {
			return nil, err
		}
		return p.png.Encode(pic)
	})
}

// fileKey is all that the file of a picture depends on.
type fileKey [sha256.Size]byte

// file returns the PNG file of a picture, a kept one if the pixels are the same: close-ups in which neither side sees
// more than the public are the same in all three reports of a phase, and deflating is a third of the work. The file
// must not be changed.
func (p *Painter) file(pic *image.Paletted) ([]byte, error) {
	sum := sha256.New()
	fmt.Fprint(sum, pic.Rect, pic.Stride)
	var colours []byte
	for _, c := range pic.Palette {
		r, g, b, a := c.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8))
	}
	sum.Write(colours)
	sum.Write(pic.Pix)
	return p.files.Get(fileKey(sum.Sum(nil)), func() ([]byte, error) { return p.png.Encode(pic) })
}

// sized returns a picture of the size of a printed map to draw on; release takes back its buffer.
func (p *Painter) sized(printed *image.Paletted) *image.Paletted {
	var pic *image.Paletted
	select {
	case pic = <-p.buffers:
	default:
		pic = &image.Paletted{}
	}
	pix := slices.Grow(pic.Pix[:0], len(printed.Pix))[:len(printed.Pix)]
	*pic = image.Paletted{Pix: pix, Stride: printed.Stride, Rect: printed.Rect, Palette: printed.Palette}
	return pic
}

// release keeps the buffer of a picture for the next one.
func (p *Painter) release(pic *image.Paletted) {
	select {
	case p.buffers <- pic:
	default: // enough are kept
	}
}

// Style is the look of a picture. It is a value that can be compared and be a key.
type Style = style.Style

// Styles returns all styles, the usual one first.
func Styles() []Style { return style.All() }

func StyleNamed(name string) (Style, bool) { return style.Named(name) }

// Paper returns the usual style, which looks like a printed map on cream paper.
func Paper() Style { return style.Paper() }

// Dark returns the style for reading at night, in Discord's dark theme.
func Dark() Style { return style.Dark() }
