package render

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/rules/must"
	"grognard/rules/view"
)

// filmScene is a short game: a stack moves, another is hidden and loses its units,
// nothing happens in a phase, a turn begins, the game ends.
func filmScene() []*view.Board {
	var out []*view.Board
	for i := range 6 {
		b := rendertest.Stacks()
		b.Phase.Name = []string{"movement", "combat", "combat", "exploitation", "movement", "combat"}[i]
		if i > 0 {
			b.Stacks[0].Hex = rendertest.At("3.02")
		}
		if i > 2 {
			b.Stacks = b.Stacks[:len(b.Stacks)-1]
		}
		if i > 3 {
			b.Turn++
		}
		b.Over = i == 5
		out = append(out, b)
	}
	return out
}

// Laid one over the other, the frames of a film are the still pictures, pixel by pixel, in every style.
func TestAnimate_FramesAreStillPictures(t *testing.T) {
	boards := filmScene()
	for _, s := range Styles() {
		p := painter(t)
		b, _, err := p.film(boards, s, maxFilm)
		must.Do(t, err)
		frames := play(t, b)
		if len(frames) != len(boards) {
			t.Fatalf("%s: %d frames of %d boards", s.Name, len(frames), len(boards))
		}
		for i, got := range frames {
			still := must.Get(p.board(boards[i], s, filmOptions(boards[i])))(t)
			want := colours(decode(t, still))
			if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%s: frame %d is not the picture of its board", s.Name, i)
			}
		}
	}
}

// play returns what a film shows, frame by frame.
func play(t testing.TB, b []byte) (out []*image.RGBA) {
	t.Helper()
	g := must.Get(gif.DecodeAll(bytes.NewReader(b)))(t)
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, m := range g.Image {
		if g.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d does not stay", i)
		}
		draw.Draw(screen, m.Rect, m, m.Rect.Min, draw.Over)
		out = append(out, colours(screen))
	}
	return out
}

func colours(m image.Image) *image.RGBA {
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// A film plays for ever, lingers where a turn begins and longest at the end, and
// later frames are no more than what changed.
func TestAnimate_DelaysAndChanges(t *testing.T) {
	boards := filmScene()
	b, _, err := painter(t).film(boards, Paper(), maxFilm)
	must.Do(t, err)
	g := must.Get(gif.DecodeAll(bytes.NewReader(b)))(t)
	if g.LoopCount != 0 {
		t.Errorf("it plays %d times; want 0, for ever", g.LoopCount)
	}
	if want := []int{filmTurn, filmPhase, filmPhase, filmPhase, filmTurn, filmEnd}; !slices.Equal(g.Delay, want) {
		t.Errorf("delays %v; want %v", g.Delay, want)
	}
	if r := g.Image[2].Rect; r != image.Rect(0, 0, 1, 1) { // a frame has at least one pixel
		t.Errorf("where nothing changes the frame is %v", r)
	}
	if r := g.Image[4].Rect; r.Dy() > 100 {
		t.Errorf("another turn in the header is a frame of %v", r)
	}
}

// However much changes, a film keeps within its limit, by smaller hexes and then by fewer frames. The last
// frame is always one of them.
func TestAnimate_Limit(t *testing.T) {
	var boards []*view.Board
	for i := range 24 {
		b := rendertest.Stacks()
		b.Turn = i
		for j := range b.Stacks {
			b.Stacks[j].Hex = b.Stacks[(i+j)%len(b.Stacks)].Hex
		}
		boards = append(boards, b)
	}
	p := painter(t)
	whole, _, err := p.film(boards, Paper(), maxFilm)
	must.Do(t, err)
	end := func(b []byte) *image.RGBA {
		f := play(t, b)
		return f[len(f)-1]
	}
	count := 1 << 10 // more frames than any film here has
	for _, limit := range []int{len(whole), len(whole) * 9 / 10, len(whole) / 4} {
		b, every, err := p.film(boards, Paper(), int64(limit))
		if err != nil || len(b) > limit {
			t.Fatalf("with a limit of %d: %d, %v", limit, len(b), err)
		}
		n := len(play(t, b))
		if want := (len(boards) + every - 1) / every; n != want {
			t.Errorf("one of %d boards has a frame: %d frames, want %d", every, n, want)
		}
		if n > count {
			t.Errorf("a limit of %d leaves %d frames, a larger one %d", limit, n, count)
		}
		count = n
		last := boards[len(boards)-1]
		still := must.Get(p.board(last, Paper(), Options{HexSize: layout.MinHex, Film: true}))(t)
		if limit < len(whole)/2 && !bytes.Equal(end(b).Pix, colours(decode(t, still)).Pix) {
			t.Errorf("a limit of %d: the film does not end as the game did", limit)
		}
	}
	if count >= 12 {
		t.Errorf("a quarter of the bytes holds %d of 24 frames", count)
	}
	if _, _, err := p.film(boards, Paper(), 1000); !errors.Is(err, errLongFilm) {
		t.Errorf("a limit of 1000: %v", err)
	}
}

func TestAnimate_FilmsThatCannotBe(t *testing.T) {
	p := painter(t)
	if _, err := Animate(p, []view.Public{}, Paper()); !errors.Is(err, errNoFrames) {
		t.Errorf("no frames: %v", err)
	}
	if _, err := Animate(p, make([]view.Secret, 2), Paper()); !errors.Is(err, errNoMap) {
		t.Errorf("views of nothing: %v", err)
	}
	boards := filmScene()
	boards[1].Map.Key = "another"
	if _, _, err := p.film(boards, Paper(), maxFilm); err == nil || !strings.Contains(err.Error(), "another") {
		t.Errorf("frames of two games: %v", err)
	}
	boards = filmScene()
	boards[3].Stocks = []view.Stock{{Side: "blue", Dead: 3}}
	if _, _, err := p.film(boards, Paper(), maxFilm); err == nil || !strings.Contains(err.Error(), "pixels") {
		t.Errorf("frames of two sizes: %v", err)
	}
}
