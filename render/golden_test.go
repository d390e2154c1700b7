package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// inEveryStyle are the goldens that are kept in every style: together they have all that a style colours.
// Every style draws by the same code, and the tests of package style hold their contrast.
var inEveryStyle = []string{"country-small", "counters-small", "signs", "reach", "unit-seen", "page-luck"}

// TestGolden draws small boards and holds them against testdata. After a change that is meant, look at the
// pictures and run with -update.
func TestGolden(t *testing.T) {
	for name, c := range map[string]struct {
		board   *view.Board
		options Options
		stack   hex.Hex
		unit    order.UnitID
	}{
		"terrain":       {board: rendertest.Terrain()},
		"water":         {board: rendertest.Water()},
		"ways":          {board: rendertest.Ways()},
		"country-small": {board: rendertest.Country(), options: Options{HexSize: 28}},
		"country-large": {board: rendertest.Country(),
			options: Options{Around: rendertest.At("4.03"), Radius: 1, HexSize: 120}},
		"sheet":          {board: rendertest.Surround()},
		"counters":       {board: rendertest.Counters(), options: Options{HexSize: 72}},
		"counters-small": {board: rendertest.Counters(), options: Options{HexSize: 28}},
		"stacks":         {board: rendertest.Stacks()},
		"close-up": {board: rendertest.Stacks(),
			options: Options{Around: rendertest.At("2.01"), Radius: 1, HexSize: 110}},
		"stack-known":  {board: rendertest.Stacks(), stack: rendertest.At("1.01")},
		"stack-hidden": {board: rendertest.Stacks(), stack: rendertest.At("2.01")},
		"stack-tall":   {board: rendertest.Stacks(), stack: rendertest.At("4.01")},
		"tags": {board: rendertest.Units(),
			options: Options{Around: rendertest.At("1.01"), Radius: 1, HexSize: 110}},
		"moves": {board: rendertest.Moves(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"fights": {board: rendertest.Fights(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"results": {board: rendertest.Results(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 84}},
		"reach": {board: rendertest.Reach(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"letters": {board: rendertest.Letters(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"supply": {board: rendertest.Supply(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"forms": {board: rendertest.Forms(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"signs": {board: rendertest.Signs(),
			options: Options{Around: rendertest.At("4.03"), Radius: 5, HexSize: 72}},
		"unit-seen":   {board: rendertest.Units(), unit: "53"},
		"unit-unseen": {board: rendertest.Units(), unit: "54"},
	} {
		for i, s := range Styles() {
			if i > 0 && (testing.Short() || !slices.Contains(inEveryStyle, name)) {
				break
			}
			file := name
			if i > 0 {
				file += "." + s.Name
			}
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				p := painter(t)
				var got []byte
				var err error
				switch {
				case c.stack != hex.None:
					got, err = p.stack(c.board, s, c.stack)
				case c.unit != "":
					got, err = p.unit(c.board, s, c.unit)
				default:
					got, err = p.board(c.board, s, c.options)
				}
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", file+".png"), got)
			})
		}
	}
}

// A picture in which one figure differs must not pass as the same.
func TestGoldenSeesAFigure(t *testing.T) {
	b := rendertest.Stacks()
	p := painter(t)
	one := decode(t, shot(t, p, b, Options{}))
	b.Stacks[0].Known[0].Ratings = rendertest.Factors(4, 6, 6)
	if _, n := differ(one, decode(t, shot(t, p, b, Options{}))); n <= tolerated {
		t.Errorf("another movement factor makes %d pixels differ; %d are tolerated", n, tolerated)
	}
}

func painter(t testing.TB) *Painter {
	t.Helper()
	p, err := New(rendertest.English(t))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func shot(t testing.TB, p *Painter, b *view.Board, o Options) []byte {
	t.Helper()
	png, err := p.board(b, Paper(), o)
	if err != nil {
		t.Fatal(err)
	}
	return png
}

func decode(t testing.TB, b []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// golden holds a picture against the one that is kept, or as much of its top as that shows.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	m := top(decode(t, got))
	want, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var diff image.Image
	if n := tolerated + 1; err == nil {
		if diff, n = differ(decode(t, want), m); n <= tolerated { // what looks the same stays as it is
			return
		}
	}
	if *update {
		var small bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&small, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, small.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s looks different; got, and what differs: %s, %s", file, keep(t, "got-*.png", got),
		keep(t, "diff-*.png", pngOf(t, diff)))
}

// tallest is how many rows of a picture are kept: of longer ones the rest is more of the same.
const tallest = 1100

func top(m image.Image) image.Image {
	r := m.Bounds()
	r.Max.Y = min(r.Max.Y, r.Min.Y+tallest)
	return m.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(r)
}

// keep leaves a picture for a person to look at after the test.
func keep(t *testing.T, pattern string, b []byte) string {
	t.Helper()
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(b); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Machines round soft edges differently: so many pixels may differ, and each by
// so much before it counts.
const (
	tolerated = 8
	slack     = 24 << 8
)

// differ paints what differs between two pictures white on black, and counts it.
func differ(a, b image.Image) (image.Image, int) {
	r := a.Bounds().Union(b.Bounds())
	out := image.NewGray(r)
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if far(r1, r2) || far(g1, g2) || far(b1, b2) {
				out.SetGray(x, y, color.Gray{255})
				n++
			}
		}
	}
	return out, n
}

func far(a, b uint32) bool { return max(a, b)-min(a, b) > slack }
