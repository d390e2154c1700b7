package render

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// inEveryStyle are the goldens that are kept in every style: together they have all that a style colours.
// Every style draws by the same code, and the tests of package style hold their contrast.
var inEveryStyle = []string{"country-small", "counters-small", "classes-small", "signs", "reach", "unit-seen", "page-luck", "overview"}

// TestGolden draws boards, reports and pages, and holds them against testdata. After a change that is meant, look
// at the pictures and run with -update.
func TestGolden(t *testing.T) {
	for name, draw := range goldens() {
		for i, s := range Styles() {
			if i > 0 && (testing.Short() && name != "overview" || !slices.Contains(inEveryStyle, name)) {
				break
			}
			file := name
			if i > 0 {
				file += "." + s.Name
			}
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				got := must.Get(draw(painter(t), s))(t)
				golden(t, filepath.Join("testdata", file+".png"), got)
			})
		}
	}
}

type drawing = func(*Painter, Style) ([]byte, error)

// goldens are pictures of every kind, by the names of their files.
func goldens() map[string]drawing {
	board := func(b *view.Board, o Options) drawing {
		return func(p *Painter, s Style) ([]byte, error) { return p.board(b, s, o) }
	}
	near := func(b *view.Board, size int) drawing {
		return board(b, Options{Part: hex.Part{Around: rendertest.At("4.03"), Radius: 5}, HexSize: size})
	}
	closest := func(b *view.Board, at string) drawing {
		return board(b, Options{Part: hex.Part{Around: rendertest.At(at), Radius: 1}, HexSize: 110})
	}
	stack := func(at string) drawing {
		return func(p *Painter, s Style) ([]byte, error) { return p.stack(rendertest.Stacks(), s, rendertest.At(at)) }
	}
	unit := func(id order.UnitID) drawing {
		return func(p *Painter, s Style) ([]byte, error) { return p.unit(rendertest.Units(), s, id) }
	}
	out := pages()
	maps.Copy(out, map[string]drawing{
		"terrain":       board(rendertest.Terrain(), Options{}),
		"water":         board(rendertest.Water(), Options{}),
		"ways":          board(rendertest.Ways(), Options{}),
		"country-small": board(rendertest.Country(), Options{HexSize: 28}),
		"country-large": board(rendertest.Country(),
			Options{Part: hex.Part{Around: rendertest.At("4.03"), Radius: 1}, HexSize: 120}),
		"sheet":          board(rendertest.Surround(), Options{}),
		"counters":       board(rendertest.Counters(), Options{HexSize: 72}),
		"counters-small": board(rendertest.Counters(), Options{HexSize: 28}),
		"classes":        board(rendertest.Classes(), Options{HexSize: 110}),
		"classes-small":  board(rendertest.Classes(), Options{HexSize: 56}),
		"stacks":         board(rendertest.Stacks(), Options{}),
		"close-up":       closest(rendertest.Stacks(), "2.01"),
		"stack-known":    stack("1.01"),
		"stack-hidden":   stack("2.01"),
		"stack-tall":     stack("4.01"),
		"tags":           closest(rendertest.Units(), "1.01"),
		"moves":          near(rendertest.Moves(), 72),
		"fights":         near(rendertest.Fights(), 72),
		"results":        near(rendertest.Results(), 84),
		"reach":          near(rendertest.Reach(), 72),
		"letters":        near(rendertest.Letters(), 72),
		"supply":         near(rendertest.Supply(), 72),
		"forms":          near(rendertest.Forms(), 72),
		"signs":          near(rendertest.Signs(), 72),
		"unit-seen":      unit("53"),
		"unit-unseen":    unit("54"),
		"overview":       overview(campaign()),
		"overview-small": overview(rendertest.Stacks()),
		"overview-huge":  overview(huge()),
		"numbered":       numbered(campaign(), 3),
	})
	return out
}

// overview draws the overview of a report.
func overview(b *view.Board) drawing {
	return func(p *Painter, s Style) ([]byte, error) { return p.overview(scene.Of(b), s, scene.Clusters(b)) }
}

// numbered draws a close-up of a report.
func numbered(b *view.Board, number int) drawing {
	return func(p *Painter, s Style) ([]byte, error) { return p.near(scene.Of(b), s, scene.Clusters(b)[number-1]) }
}

// campaign is a large map after a phase: two fights side by side, one far off, a loss, a way, and a place that changed
// hands.
func campaign() *view.Board {
	b := rendertest.Large()
	b.Map.Places = append(b.Map.Places, geography.Place{Hex: rendertest.At("21.15"), Name: "Orsha", Kind: "city", VP: 3},
		geography.Place{Hex: rendertest.At("6.25"), Name: "Toropets", Kind: "village"})
	b.Control = append(b.Control, view.Held{Hex: rendertest.At("21.15"), Side: "blue"})
	b.Told = []view.Line{rendertest.Fight("20.14"), rendertest.Fight("22.15"), rendertest.Fight("6.25"),
		rendertest.MapEvent(view.Died, "red", "22.15"), rendertest.MapEvent(view.Died, "red", "38.06"),
		rendertest.MapEvent(view.Taken, "blue", "21.15"),
		rendertest.MapEvent(view.Marched, "blue", "12.20", "13.19", "14.19", "15.18", "16.18", "17.17")}
	return b
}

// huge is the largest map, with two fights far from each other.
func huge() *view.Board {
	b := rendertest.Board(rendertest.Map(99, 99, hex.Odd))
	b.Told = []view.Line{rendertest.Fight("20.14"), rendertest.Fight("95.90")}
	b.Stacks = []view.Stack{{Hex: rendertest.At("20.14"), Side: "red", Height: 3},
		{Hex: rendertest.At("19.14"), Side: "blue", Height: 1}}
	return b
}

// A game of another series is drawn as any: its activation on the plate, the ratings of both sides of its counters, an
// Engagement, steps lost, markers on counters, an overlay.
func TestGolden_AnotherSeries(t *testing.T) {
	t.Parallel()
	def := must.Get(rules.Modules().Load("bcs-drill"))(t)
	pos := must.Get(rules.Setup(def, ""))(t)
	m := must.Get(rules.New(def, pos))(t)
	script := &dice.Script{Faces: []int{6, 6, 5, 4}} // in order as a whole, and an Engagement that hits
	var accounts []view.Account
	apply := func(rec rules.Record, err error) {
		t.Helper()
		must.Do(t, err)
		told := must.Get(m.Apply(m.Seq()+1, rec))(t)
		accounts = append(accounts, told)
	}
	apply(m.Begin(script))
	for _, text := range []string{"/end", "/end", "/activate formation:lancers", "/snafu", "/objective hex:6.13", "/end",
		"/move units:lancers-2 to:6.09", "/flip unit:lancers-3", "/move units:lancers-1 to:6.11",
		"/engage unit:lancers-1 target:6.13"} {
		side := m.Standing().Phase.Side
		read := must.Get(m.Parse(side, text))(t)
		apply(m.Decide(side, read.Order, script))
	}
	p := painter(t)
	after := m.Public(view.Layer{Kind: "zones"}).After(accounts[len(accounts)-2:]...)
	board := must.Get(p.board(after.Board(), Paper(), Options{}))(t)
	golden(t, filepath.Join("testdata", "battalions.png"), board)
	unit := must.Get(p.unit(m.Public().Board(), Paper(), "hussars-1"))(t)
	golden(t, filepath.Join("testdata", "battalions-unit.png"), unit)
	for _, k := range m.Layers() {
		if k.Of != view.OfMap {
			continue
		}
		for _, s := range Styles() {
			file := "battalions-" + k.Name + "." + s.Name + ".png"
			small := must.Get(p.board(m.Public(view.Layer{Kind: k.Name}).Board(), s, Options{HexSize: 24}))(t)
			golden(t, filepath.Join("testdata", file), small)
			for _, side := range def.Sides { // a layer of the map shows a side no more than the public
				own := must.Get(p.board(m.View(side.ID, view.Layer{Kind: k.Name}).Board(), s, Options{HexSize: 24}))(t)
				if !bytes.Equal(own, small) {
					t.Errorf("%s sees another picture than the public: %s", side.ID, keep(t, "got-*.png", own))
				}
			}
		}
	}
}

// A picture in which one figure differs must not pass as the same.
func TestGolden_OneFigureCounts(t *testing.T) {
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
	return must.Get(New(rendertest.English(t)))(t)
}

func shot(t testing.TB, p *Painter, b *view.Board, o Options) []byte {
	t.Helper()
	return must.Get(p.board(b, Paper(), o))(t)
}

func decode(t testing.TB, b []byte) image.Image {
	t.Helper()
	return must.Get(png.Decode(bytes.NewReader(b)))(t)
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
		must.Do(t, encoder.Encode(&small, m))
		must.Do(t, os.WriteFile(file, small.Bytes(), 0o644))
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
	f := must.Get(os.CreateTemp("", pattern))(t)
	defer f.Close()
	must.Get(f.Write(b))(t)
	return f.Name()
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	return b.Bytes()
}

// Machines round soft edges differently: so many pixels may differ, and each by so much before it counts.
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
