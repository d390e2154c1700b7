package standings_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/render"
	"grognard/render/standings"
	"grognard/rules/must"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func columns() []standings.Column {
	return []standings.Column{{Head: "#"}, {Head: "Player", Text: true}, {Head: "Points"}, {Head: "Can reach"},
		{Head: "Games"}, {Head: "W–D–L"}, {Head: "Head to head"}, {Head: "Margin"}}
}

// names are of several scripts, and some are too long.
func names() []string {
	return []string{"Anna", "Борис Николаевич", "Ωmega_7", "田中さん", "Maximilian von und zu Hohenstauffen-Weibersbrunn",
		"al", "김민수", "\u202egnorw\u0000 name", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Zoë"}
}

// table is a table of so many rows, two of which go up and two down.
func table(n int) standings.Picture {
	p := standings.Picture{Title: "Winter campaign: Pool 2", Subtitle: "27 of 36 games over, until 1 April 2027",
		Columns: columns()}
	for i := range n {
		r := standings.Row{Cells: []string{fmt.Sprint(i + 1), names()[i%len(names())], fmt.Sprint((n-i)/2, "½"), "1–4",
			"12", "10–2–0", "1½", fmt.Sprintf("%+d", 9-i)}}
		switch {
		case i < 2:
			r.Mark = standings.Up
		case i >= n-2:
			r.Mark = standings.Down
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

func drawn(t testing.TB, p standings.Picture, s render.Style) [][]byte {
	t.Helper()
	return must.Get(must.Get(standings.New())(t).Draw(p, s))(t)
}

// TestDraw_Golden holds pictures against testdata. After a change that is meant, run with -update and look at them.
func TestDraw_Golden(t *testing.T) {
	for _, s := range render.Styles() {
		golden(t, "pool."+s.Name, drawn(t, table(10), s)[0])
	}
	golden(t, "long", drawn(t, table(64), render.Paper())[3])
}

// golden compares what a picture shows: soft edges may differ a little between machines.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	kept, err := os.ReadFile(file)
	read := func(file []byte) image.Image { return must.Get(png.Decode(bytes.NewReader(file)))(t) }
	if err == nil && differ(read(kept), read(got)) <= 8 {
		return
	}
	if *update {
		must.Do(t, os.WriteFile(file, got, 0o644))
		return
	}
	t.Errorf("%s looks different: %v", file, err)
}

// differ counts the pixels that differ plainly.
func differ(a, b image.Image) (n int) {
	r := a.Bounds().Union(b.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if max(r1, r2)-min(r1, r2) > 24<<8 || max(g1, g2)-min(g1, g2) > 24<<8 || max(b1, b2)-min(b1, b2) > 24<<8 {
				n++
			}
		}
	}
	return n
}

// A long table is divided evenly, and no picture is higher than a phone's screen is in proportion.
func TestDraw_LongTablesAreDivided(t *testing.T) {
	for rows, want := range map[int]int{0: 1, 1: 1, 20: 1, 21: 2, 64: 4, 200: 10} {
		pages := drawn(t, table(rows), render.Paper())
		if len(pages) != want {
			t.Errorf("%d rows: %d pictures, want %d", rows, len(pages), want)
		}
		least, most := 1<<20, 0
		for _, file := range pages {
			size := must.Get(png.DecodeConfig(bytes.NewReader(file)))(t)
			least, most = min(least, size.Height), max(most, size.Height)
			if size.Width != 900 || size.Height > 1400 {
				t.Errorf("%d rows: a picture of %d × %d", rows, size.Width, size.Height)
			}
		}
		if most-least > 60 {
			t.Errorf("%d rows: pictures from %d to %d pixels high", rows, least, most)
		}
	}
}

func TestDraw_Refusals(t *testing.T) {
	p := must.Get(standings.New())(t)
	if _, err := p.Draw(table(201), render.Paper()); !errors.Is(err, standings.ErrTooLong) {
		t.Errorf("201 rows: %v", err)
	}
	crowded := table(3)
	for range 8 {
		crowded.Columns = append(crowded.Columns, standings.Column{Head: "Sonneborn–Berger"})
	}
	if _, err := p.Draw(crowded, render.Paper()); !errors.Is(err, standings.ErrTooWide) {
		t.Errorf("16 columns: %v", err)
	}
}

// Whatever the texts are, there is a picture, and what has no shape changes nothing in it.
func TestDraw_StrangeTexts(t *testing.T) {
	plain := table(3)
	strange := table(3)
	strange.Title, strange.Rows[0].Cells[1] = "Winter\n\u200fcampaign: Pool 2", "\u202eAn\x00na\u2066"
	if !bytes.Equal(drawn(t, plain, render.Paper())[0], drawn(t, strange, render.Paper())[0]) {
		t.Error("marks without a shape show")
	}
	for _, text := range []string{"", " ", strings.Repeat("long ", 5000), strings.Repeat("W", 9000), "\xff", "🐯🐯"} {
		p := table(2)
		p.Title, p.Subtitle, p.Rows[0].Cells[1] = text, text, text
		p.Rows[1].Cells = p.Rows[1].Cells[:1]
		if n := len(drawn(t, p, render.Paper())); n != 1 {
			t.Errorf("%.20q: %d pictures", text, n)
		}
	}
}

// BenchmarkDraw draws the four pictures of 64 players.
func BenchmarkDraw(b *testing.B) {
	p := must.Get(standings.New())(b)
	size := 0
	for b.Loop() {
		size = 0
		for _, file := range must.Get(p.Draw(table(64), render.Paper()))(b) {
			size += len(file)
		}
	}
	b.ReportMetric(float64(size)/1024, "KiB")
}
