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
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func TestWhatCannotBeDrawn(t *testing.T) {
	for name, o := range map[string]Options{
		"are not on the map": {Around: rendertest.At("9.01")},
		"-1 hexes":           {Around: rendertest.At("2.02"), Radius: -1},
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

// What a painter drew before, secrets of the same game included, changes no
// byte of a picture: the public's is that of a painter that never saw more.
func TestNothingKeptShows(t *testing.T) {
	known, hidden := rendertest.Stacks(), rendertest.Stacks()
	for i := range hidden.Stacks {
		s := &hidden.Stacks[i]
		s.Known = s.Known[:min(1, len(s.Known))]
	}
	for _, o := range []Options{{}, {Around: rendertest.At("2.01"), Radius: 1}} {
		fresh := shot(t, painter(t), hidden, o)
		used := painter(t)
		secret := shot(t, used, known, o)
		if bytes.Equal(secret, fresh) {
			t.Fatal("the owner sees no more than the public")
		}
		if !bytes.Equal(fresh, shot(t, used, hidden, o)) || !bytes.Equal(secret, shot(t, used, known, o)) {
			t.Errorf("%+v: what was drawn before shows", o)
		}
	}
}

// A unit that the viewer may not identify has no name in the view, so only its
// height can show: stacks of equal tops and heights look the same.
func TestHeightIsAllThatShows(t *testing.T) {
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
func TestCountersStayInTheBody(t *testing.T) {
	full, empty := rendertest.Stacks(), rendertest.Stacks()
	empty.Stacks, empty.Control, empty.Due = nil, nil, nil
	o := Options{Around: rendertest.At("3.02"), HexSize: 110}
	p := painter(t)
	f, err := layout.New(full.Map.Grid, o, ground.ContentsOf(full, nil))
	if err != nil {
		t.Fatal(err)
	}
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
func TestPaletteTellsNothing(t *testing.T) {
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

// Sixteen goroutines draw with one painter, each thing twice, and each gets the
// picture that it would get alone.
func TestManyAtOnce(t *testing.T) {
	boards := []*view.Board{rendertest.Stacks(), rendertest.Counters(), rendertest.Ways()}
	for i, b := range boards {
		b.Map.Key = string(rune('a' + i))
	}
	var jobs []func(*Painter) ([]byte, error)
	for _, b := range boards {
		for _, o := range []Options{{}, {Around: rendertest.At("2.01"), Radius: 1, HexSize: 80}} {
			jobs = append(jobs, func(p *Painter) ([]byte, error) { return p.board(b, Paper(), o) })
		}
	}
	jobs = append(jobs,
		func(p *Painter) ([]byte, error) { return p.stack(boards[0], Dark(), rendertest.At("4.01")) },
		func(p *Painter) ([]byte, error) {
			b, _, err := p.film([]*view.Board{boards[0], boards[0]}, Paper(), maxFilm)
			return b, err
		})
	p := painter(t)
	var wg sync.WaitGroup
	for i, job := range jobs {
		want, err := job(painter(t))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			wg.Go(func() {
				if got, err := job(p); err != nil || !bytes.Equal(got, want) {
					t.Errorf("job %d: %v, or another picture than alone", i, err)
				}
			})
		}
	}
	wg.Wait()
	if n := p.maps.Len(); n != 7 {
		t.Errorf("%d grounds were drawn and kept; want one for each map and cut, 7", n)
	}
}

func TestPictureSizes(t *testing.T) {
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

func TestStacksThatAreNot(t *testing.T) {
	if _, err := painter(t).stack(rendertest.Stacks(), Paper(), rendertest.At("2.02")); err == nil ||
		!strings.Contains(err.Error(), "2.02") {
		t.Errorf("a stack in an empty hex: %v", err)
	}
}

// Views that no match made hold no board: no picture, and no panic.
func TestEmptyViews(t *testing.T) {
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
func TestObserver(t *testing.T) {
	var begun int
	var ended []int
	p, err := New(rendertest.English(t), WithObserver(func() func(int) {
		begun++
		return func(bytes int) { ended = append(ended, bytes) }
	}))
	if err != nil {
		t.Fatal(err)
	}
	pic, err := DrawTable[view.Public](p, Table{}, Paper())
	if err != nil {
		t.Fatal(err)
	}
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
