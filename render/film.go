package render

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"grognard/render/internal/encode"
	"grognard/render/internal/layout"
	"grognard/rules/view"
)

// Animation is an animated GIF for the audience A.
type Animation[A view.Audience] struct {
	_     [0]A // as in Picture
	gif   []byte
	every int
}

// GIF returns the encoded film. It must not be changed.
func (a Animation[A]) GIF() []byte { return a.gif }

// Every returns 1 if each view has a frame, n if only every nth has one.
func (a Animation[A]) Every() int { return a.every }

// Limits of a film. Discord takes attachments of 10 MiB from anybody; 8 leaves room.
const (
	maxFilm  = 8 << 20
	filmWide = 1200 // pixels
	filmHex  = 40   // the largest hexes
)

// How long a frame stays, in hundredths of a second.
const (
	filmPhase = 100
	filmTurn  = 180 // where a turn begins
	filmEnd   = 400
)

var errNoFrames = errors.New("render: a film of no frames")

// Animate makes a film of a game, a frame for each view: the whole map in small hexes, without its legend. The film
// repeats for ever. If it would be larger than 8 MiB it gets smaller hexes, then only every second view, every fourth
// and so on, so that no game is too long. Animate fails without views, for views of different games, and where Draw
// would. The film is a GIF, not an APNG, of which Discord shows only the first frame by intention:
// https://github.com/discord/discord-api-docs/issues/6359
func Animate[A view.Audience](p *Painter, frames []A, s Style) (Animation[A], error) {
	boards := make([]*view.Board, len(frames))
	for i, f := range frames {
		boards[i] = f.Board()
	}
	every := 0
	b, err := p.timed(func() (gif []byte, err error) {
		gif, every, err = p.film(boards, s, maxFilm)
		return gif, err
	})
	return Animation[A]{gif: b, every: every}, err
}

// film makes a film within a limit in bytes. Every is as in Animation.
func (p *Painter) film(boards []*view.Board, s Style, limit int64) (gif []byte, every int, err error) {
	if len(boards) == 0 {
		return nil, 0, errNoFrames
	}
	for _, v := range boards {
		if v == nil || v.Map == nil {
			return nil, 0, errNoMap
		}
		if v.Map.Key != boards[0].Map.Key {
			return nil, 0, fmt.Errorf("render: a film of %s and of %s", boards[0].Map.Key, v.Map.Key)
		}
	}
	o := filmOptions(boards[0])
	every = 1
	for {
		b, err := p.frames(thin(boards, every), s, o, limit)
		switch {
		case !errors.Is(err, errLongFilm) || every >= len(boards): // it fits, fails, or has one board left
			return b, every, err
		case o.HexSize > layout.MinHex:
			o.HexSize = layout.MinHex
		default:
			every *= 2
		}
	}
}

// filmOptions returns the options for a whole map in hexes as large as the width of a film allows.
func filmOptions(v *view.Board) Options {
	o := Options{HexSize: filmHex, Film: true}
	for ; o.HexSize > layout.MinHex; o.HexSize-- {
		if f, err := layout.New(v.Map.Grid, o, layout.Contents{}); err == nil && f.Size.X <= filmWide {
			break
		}
	}
	return o
}

// thin returns every nth board, n being every, counted back from the last one, which it always keeps.
func thin(boards []*view.Board, every int) (out []*view.Board) {
	for i, v := range boards {
		if (len(boards)-1-i)%every == 0 {
			out = append(out, v)
		}
	}
	return out
}

// errLongFilm says that frames are too large for one film. A caller of film gets it only for the last frame alone.
var errLongFilm = errors.New("render: the last frame of a film is too large for one")

// frames draws and encodes the boards, as many at a time as there are cores. It fails if the film reaches limit bytes.
func (p *Painter) frames(boards []*view.Board, s Style, o Options, limit int64) ([]byte, error) {
	frames, errs := make([][]byte, len(boards)), make([]error, len(boards))
	var size atomic.Int64
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range boards {
		if size.Load() >= limit {
			break
		}
		free <- struct{}{}
		wg.Go(func() {
			frames[i], errs[i] = p.frame(boards, i, s, o)
			size.Add(int64(len(frames[i])))
			<-free
		})
	}
	wg.Wait()
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	if size.Load() >= limit {
		return nil, errLongFilm
	}
	return slices.Concat(append(frames, []byte(encode.GIFTail))...), nil
}

// frame encodes a frame of a film: all of the first board, of others what differs from the board before.
func (p *Painter) frame(boards []*view.Board, i int, s Style, o Options) ([]byte, error) {
	pic, err := p.compose(boards[i], s, o)
	if err != nil {
		return nil, err
	}
	defer p.release(pic)
	if i == 0 {
		b, err := encode.GIFFrame(pic, filmTurn)
		return append(encode.GIFHead(pic.Rect.Max, pic.Palette), b...), err
	}
	last, err := p.compose(boards[i-1], s, o)
	if err != nil {
		return nil, err
	}
	defer p.release(last)
	if pic.Rect != last.Rect {
		return nil, fmt.Errorf("render %s: a film of %v and of %v pixels", boards[i].Map.Key, last.Rect.Max,
			pic.Rect.Max)
	}
	delay := filmPhase
	switch {
	case i == len(boards)-1:
		delay = filmEnd
	case boards[i].Turn != boards[i-1].Turn:
		delay = filmTurn
	}
	return encode.GIFFrame(encode.Changed(pic, last), delay)
}
