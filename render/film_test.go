package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
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

// Laid one over the other, the frames of a film are the still pictures, pixel by
// pixel, in every style.
func TestFilmIsItsPictures(t *testing.T) {
	boards := filmScene()
	for _, s := range Styles() {
		p := painter(t)
		b, _, err := p.film(boards, s, maxFilm)
		if err != nil {
			t.Fatal(err)
		}
		frames := play(t, b)
		if len(frames) != len(boards) {
			t.Fatalf("%s: %d frames of %d boards", s.Name, len(frames), len(boards))
		}
		for i, got := range frames {
			still, err := p.board(boards[i], s, filmOptions(boards[i]))
			if err != nil {
				t.Fatal(err)
			}
			want := colours(decode(t, still))
			if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%s: frame %d is not the picture of its board", s.Name, i)
			}
		}
	}
}

// play is a film as it shows, frame by frame.
func play(t testing.TB, b []byte) (out []*image.RGBA) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
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
func TestFilmPlays(t *testing.T) {
	boards := filmScene()
	b, _, err := painter(t).film(boards, Paper(), maxFilm)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("it plays %d times; want 0, for ever", g.LoopCount)
	}
	if want := []int{filmTurn, filmPhase, filmPhase, filmPhase, filmTurn, filmEnd}; !slices.Equal(g.Delay, want) {
		t.Errorf("delays %v; want %v", g.Delay, want)
	}
	if r := g.Image[2].Rect; r != image.Rect(0, 0, 1, 1) {
		t.Errorf("where nothing changes the frame is %v", r)
	}
	if r := g.Image[4].Rect; r.Dy() > 100 {
		t.Errorf("another turn in the header is a frame of %v", r)
	}
}

// A film depends neither on what its painter drew before nor on the number of cores, and the films of two
// audiences differ where one sees more.
func TestFilmTellsNothingKept(t *testing.T) {
	known, hidden := filmScene(), filmScene()
	for _, b := range hidden {
		for i := range b.Stacks {
			s := &b.Stacks[i]
			s.Known = s.Known[:min(1, len(s.Known))]
		}
	}
	film := func(p *Painter, boards []*view.Board) []byte {
		b, _, err := p.film(boards, Dark(), maxFilm)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	fresh := film(painter(t), hidden)
	used := painter(t)
	if bytes.Equal(film(used, known), fresh) {
		t.Error("the owner's film is the public's")
	}
	for range 3 {
		if !bytes.Equal(film(used, hidden), fresh) {
			t.Error("what was drawn before shows")
		}
	}
}

// However much changes, a film keeps within its limit, by smaller hexes and then by fewer frames. The last
// frame is always one of them.
func TestFilmKeepsItsLimit(t *testing.T) {
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
	if err != nil {
		t.Fatal(err)
	}
	end := func(b []byte) *image.RGBA {
		f := play(t, b)
		return f[len(f)-1]
	}
	count := 1 << 10
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
		still, err := p.board(last, Paper(), Options{HexSize: layout.MinHex, Film: true})
		if err != nil {
			t.Fatal(err)
		}
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

func TestFilmsThatAreNot(t *testing.T) {
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

// stdFilm is what image/gif makes of the same frames.
func stdFilm(b *testing.B, frames []*image.Paletted) []byte {
	g := &gif.GIF{Image: frames, Delay: make([]int, len(frames))}
	g.Config = image.Config{Width: frames[0].Rect.Dx(), Height: frames[0].Rect.Dy(), ColorModel: frames[0].Palette}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, g); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// BenchmarkFilm times a frame of a film of a whole map, in which most stacks move,
// beside image/gif on the same frames.
func BenchmarkFilm(b *testing.B) {
	const n = 24
	p := painter(b)
	var boards []*view.Board
	for i := range n {
		v := rendertest.Large()
		for j := range v.Stacks {
			h := v.Stacks[j].Hex
			if j%3 == i%3 {
				h.Row = 1 + (h.Row+int8(i))%29
			}
			v.Stacks[j].Hex = h
		}
		v.Turn = i / 8
		boards = append(boards, v)
	}
	film, _, err := p.film(boards, Paper(), maxFilm)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("film", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := p.film(boards, Paper(), maxFilm); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*n), "ms/frame")
		b.ReportMetric(float64(len(film))/n/1024, "KiB/frame")
	})
	b.Run("image gif", func(b *testing.B) {
		g, err := gif.DecodeAll(bytes.NewReader(film))
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range g.Image {
			m.Palette = m.Palette[:256:256]
			m.Palette[0] = color.RGBA{}
		}
		var out []byte
		for b.Loop() {
			out = stdFilm(b, g.Image)
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*n), "ms/frame")
		b.ReportMetric(float64(len(out))/n/1024, "KiB/frame")
	})
}
