package render

import (
	"bytes"
	"errors"
	"image"
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/render/internal/cache"
	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

func TestDraw_OptionsThatCannotBe(t *testing.T) {
	for name, o := range map[string]Options{
		"are not on the map": {Part: hex.Part{Around: rendertest.At("9.01")}},
		"-1 hexes":           {Part: hex.Part{Around: rendertest.At("2.02"), Radius: -1}},
		"hexes of 10 pixels": {HexSize: 10},
		"more than":          {HexSize: layout.MaxHex},
	} {
		b := rendertest.Board(rendertest.Map(5, 9, hex.Even))
		if name == "more than" {
			b = rendertest.Large()
		}
		if _, err := painter(t).board(b, Paper(), o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: %v; want an error with %q", o, err, name)
		}
	}
}

// What a painter drew before, secrets of the same game included, and what it draws at the same time changes no byte
// of a picture: the public's is that of a painter that never saw more.
func TestPainter_ShowsNothingOfOtherPictures(t *testing.T) {
	known, hidden := filmScene(), filmScene()
	for _, b := range hidden {
		for i := range b.Stacks {
			s := &b.Stacks[i]
			s.Known = s.Known[:min(1, len(s.Known))]
		}
	}
	jobs := pages()
	for audience, boards := range map[string][]*view.Board{"owner": known, "public": hidden} {
		jobs[audience+" map"] = func(p *Painter, s Style) ([]byte, error) { return p.board(boards[0], s, Options{}) }
		jobs[audience+" close-up"] = func(p *Painter, s Style) ([]byte, error) {
			return p.board(boards[0], s, Options{Part: hex.Part{Around: rendertest.At("2.01"), Radius: 1}, HexSize: 80})
		}
		jobs[audience+" stack"] = func(p *Painter, s Style) ([]byte, error) {
			return p.stack(boards[0], s, rendertest.At("4.01"))
		}
		jobs[audience+" film"] = func(p *Painter, s Style) ([]byte, error) {
			b, _, err := p.film(boards, s, maxFilm)
			return b, err
		}
		jobs[audience+" overview"] = overview(boards[0])
	}
	report := campaign()
	jobs["report"], jobs["numbered"], jobs["fights"] = overview(report), numbered(report, 3), overview(rendertest.Fights())
	used, alone := painter(t), map[string][]byte{}
	var wg sync.WaitGroup
	for name, job := range jobs {
		want := must.Get(job(painter(t), Dark()))(t)
		alone[name] = want
		for range 2 {
			wg.Go(func() {
				if got, err := job(used, Dark()); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %v, or another picture than alone", name, err)
				}
			})
		}
	}
	wg.Wait()
	for _, of := range []string{" map", " close-up", " stack", " film"} {
		if bytes.Equal(alone["owner"+of], alone["public"+of]) {
			t.Errorf("the owner sees no more in a%s than the public", of)
		}
		if got, err := jobs["public"+of](used, Dark()); err != nil || !bytes.Equal(got, alone["public"+of]) {
			t.Errorf("public%s: %v, or what was drawn before shows", of, err)
		}
	}
}

// The printed map of a picture is the same with layers as without, and comes from the same cached one.
func TestPainter_LayersLeaveTheGroundAlone(t *testing.T) {
	plain := rendertest.Moves()
	plain.Told = nil
	want := shot(t, painter(t), plain, Options{})
	for name, layered := range map[string]*view.Board{"moves": rendertest.Moves(), "fights": rendertest.Fights(),
		"reach": rendertest.Reach(), "supply": rendertest.Supply()} {
		p := painter(t)
		layered.Map = plain.Map
		first := shot(t, p, layered, Options{})
		if !bytes.Equal(want, shot(t, p, plain, Options{})) {
			t.Errorf("%s: what was drawn before shows", name)
		}
		if !bytes.Equal(first, shot(t, p, layered, Options{})) {
			t.Errorf("%s: drawn twice, and not the same", name)
		}
		if n := p.maps.Len(); n != 1 {
			t.Errorf("%s: %d maps kept", name, n)
		}
		a, b := decode(t, want).Bounds(), decode(t, first).Bounds()
		if a.Dx() != b.Dx() || a.Dy() >= b.Dy() {
			t.Errorf("%s: a picture of %v, without layers of %v", name, b, a)
		}
	}
}

// A unit that the viewer may not identify has no name in the view, so only its
// height can show: stacks of equal tops and heights look the same.
func TestDraw_OnlyHeightOfHiddenUnits(t *testing.T) {
	one, two := rendertest.Stacks(), rendertest.Stacks()
	top := one.Stacks[0].Known[:1]
	one.Stacks[0].Known = top
	two.Stacks[0] = view.Stack{Hex: rendertest.At("1.01"), Side: "blue", Height: 3, Known: []view.Counter{top[0]}}
	p := painter(t)
	if !bytes.Equal(shot(t, p, one, Options{}), shot(t, p, two, Options{})) {
		t.Error("equal views, different pictures")
	}
	two.Stacks[0].Height++
	if bytes.Equal(shot(t, p, one, Options{}), shot(t, p, two, Options{})) {
		t.Error("a higher stack looks the same")
	}
}

// Nothing that lies half beside a close-up reaches into its banner.
func TestDraw_CountersStayInTheBody(t *testing.T) {
	full, empty := rendertest.Stacks(), rendertest.Stacks()
	empty.Stacks, empty.Control, empty.Due = nil, nil, nil
	o := Options{Part: hex.Part{Around: rendertest.At("3.02")}, HexSize: 110}
	p := painter(t)
	f := must.Get(layout.New(full.Map.Grid, o, ground.ContentsOf(full, nil)))(t)
	a, b := decode(t, shot(t, p, full, o)).(*image.Paletted), decode(t, shot(t, p, empty, o)).(*image.Paletted)
	head := f.Head.Dx() * f.Head.Dy()
	if !bytes.Equal(a.Pix[:head], b.Pix[:head]) {
		t.Error("the banner differs with the counters below it")
	}
	if bytes.Equal(a.Pix, b.Pix) {
		t.Error("no counter shows")
	}
}

// The palette depends on the map and the style alone: one made from the position would give away what is in it.
func TestDraw_PaletteIndependentOfPosition(t *testing.T) {
	p := painter(t)
	full, empty := rendertest.Stacks(), rendertest.Stacks()
	empty.Stacks, empty.Control, empty.Due = nil, nil, nil
	a, b := decode(t, shot(t, p, full, Options{})), decode(t, shot(t, p, empty, Options{}))
	pa, pb := a.(*image.Paletted).Palette, b.(*image.Paletted).Palette
	for i := range max(len(pa), len(pb)) {
		if pa[i] != pb[i] {
			t.Fatalf("entry %d is %v with counters and %v without", i, pa[i], pb[i])
		}
	}
}

func TestDraw_Sizes(t *testing.T) {
	f, err := layout.New(rendertest.Large().Map.Grid, Options{},
		layout.Contents{Turns: 10, Scale: true, Legend: [layout.LegendGroups]int{6, 6, 6, 6}})
	if err != nil || f.Size.X < 2380 || f.Size.X > 2400 || f.Size.Y < 2150 || f.Size.Y > 2250 {
		t.Errorf("a whole map is %v, %v", f.Size, err)
	}
	m := decode(t, shot(t, painter(t), rendertest.Stacks(), Options{}))
	if b := m.Bounds(); b.Dx() != layout.MinWidth {
		t.Errorf("a small map is %v; want it %d wide", b, layout.MinWidth)
	}
	if _, ok := m.(*image.Paletted); !ok {
		t.Errorf("a map is a %T, not paletted", m)
	}
}

func TestDrawStack_EmptyHex(t *testing.T) {
	if _, err := painter(t).stack(rendertest.Stacks(), Paper(), rendertest.At("2.02")); err == nil ||
		!strings.Contains(err.Error(), "2.02") {
		t.Errorf("a stack in an empty hex: %v", err)
	}
}

// Views that no match made hold no board: no picture, and no panic.
func TestDraw_EmptyViews(t *testing.T) {
	p := painter(t)
	if _, err := Draw(p, view.Public{}, Paper(), Options{}); !errors.Is(err, errNoMap) {
		t.Errorf("Draw: %v", err)
	}
	if _, err := DrawStack(p, view.Secret{}, Paper(), rendertest.At("1.01")); !errors.Is(err, errNoMap) {
		t.Errorf("DrawStack: %v", err)
	}
	if _, err := DrawUnit(p, view.Secret{}, Paper(), "53"); !errors.Is(err, errNoMap) {
		t.Errorf("DrawUnit: %v", err)
	}
	if _, err := painter(t).unit(rendertest.Units(), Paper(), "99"); err == nil ||
		!strings.Contains(err.Error(), `no unit "99"`) {
		t.Errorf("a unit that there is not: %v", err)
	}
	b := rendertest.Stacks()
	b.Map.Sides[0].Color = "blueish"
	if _, err := p.board(b, Paper(), Options{}); err == nil || !strings.Contains(err.Error(), "blueish") {
		t.Errorf("a colour that is none: %v", err)
	}
}

// The observer is called when a picture begins and when it is ready, with its size, or with 0 where there is
// none; a map that is kept counts as a hit.
func TestObserver_BeginningAndSize(t *testing.T) {
	var begun int
	var ended []int
	p, err := New(rendertest.English(t), WithObserver(func() func(int) {
		begun++
		return func(size int) { ended = append(ended, size) }
	}))
	must.Do(t, err)
	pic := must.Get(DrawTable[view.Public](p, Table{}, Paper()))(t)
	if _, err := Draw(p, view.Public{}, Paper(), Options{}); err == nil {
		t.Error("a picture of nothing")
	}
	if want := []int{len(pic.PNG()), 0}; begun != 2 || !slices.Equal(ended, want) {
		t.Errorf("%d pictures began and those of %v bytes ended, want %v", begun, ended, want)
	}
	for range 3 {
		shot(t, p, rendertest.Stacks(), Options{})
	}
	uses := p.Caches()
	i := slices.IndexFunc(uses, func(u cache.Use) bool { return u.Name == "maps" })
	if i < 0 || uses[i].Hits != 2 || uses[i].Misses != 1 {
		t.Errorf("of three pictures of one map: %+v", uses)
	}
}

// Every shape of a form is drawn, under the counters or over them, and a form without hexes
// is nothing but a veil over all.
func TestDraw_EveryShape(t *testing.T) {
	plain := rendertest.Board(rendertest.Map(5, 3, hex.Even))
	p := painter(t)
	bare := shot(t, p, plain, Options{})
	for _, s := range []view.Shape{view.SolidLine, view.DashedLine, view.DottedLine, view.Tint, view.FineHatch,
		view.BroadHatch, view.CrossHatch,
		view.Border, view.Veil, view.Ring, view.Label, view.LabelPlated} {
		f := view.Form{Shape: s, Side: "blue", Text: "7"}
		drawn := func(f view.Form) bool {
			b := *plain
			b.Overlays = []view.Overlay{{Forms: []view.Form{f}}}
			return !bytes.Equal(bare, shot(t, p, &b, Options{}))
		}
		if got := drawn(f); got != (s == view.Veil) {
			t.Errorf("a %s of no hexes is drawn: %v", s, got)
		}
		f.Hexes = rendertest.Path("2.02", "3.02")
		if !drawn(f) {
			t.Errorf("a %s is not drawn", s)
		}
		if f.Over = true; !drawn(f) {
			t.Errorf("a %s over the counters is not drawn", s)
		}
		f.Hexes = rendertest.Path("2.02")
		drawn(f) // a line of one hex has no length, and is no reason to draw nothing at all
	}
}

// A close-up of a fire shows where it came from.
func TestFocus_HoldsForms(t *testing.T) {
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 30},
		Even: hex.Rows{First: 1, Last: 30}}},
		Told: []view.Line{{Forms: []view.Form{{Shape: view.DottedLine, Hexes: rendertest.Path("20.10", "22.11")}}}}}
	o, ok := Focus(b)
	if !ok {
		t.Fatal("no close-up")
	}
	for _, h := range rendertest.Path("20.10", "22.11") {
		if b.Map.Grid.Distance(h, o.Around) > o.Radius {
			t.Errorf("%v is not within %d of %v", h, o.Radius, o.Around)
		}
	}
}

// Units that are due change the box of their turn and nothing else.
func TestDraw_TrackShowsUnitsThatAreDue(t *testing.T) {
	p, with, without := painter(t), rendertest.Surround(), rendertest.Surround()
	without.OffMap = without.OffMap[:2]
	a, b := decode(t, shot(t, p, with, Options{})), decode(t, shot(t, p, without, Options{}))
	f, err := layout.New(with.Map.Grid, Options{}, ground.ContentsOf(with, scene.Legend(rendertest.English(t), with)))
	must.Do(t, err)
	box := f.Footer.Track.Box(5).Grow(1)
	changed := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) == b.At(x, y) {
				continue
			}
			changed++
			if !box.Contains(geom.Box{X0: float64(x), Y0: float64(y), X1: float64(x), Y1: float64(y)}) {
				t.Fatalf("a pixel at %d, %d differs, outside of the box of turn 6", x, y)
			}
		}
	}
	if changed == 0 {
		t.Error("units due on turn 6 do not show")
	}
	over := rendertest.Surround()
	over.Over = true
	if bytes.Equal(shot(t, p, over, Options{}), shot(t, p, with, Options{})) {
		t.Error("the end of the game does not show")
	}
}
