package emoji_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"regexp"
	"testing"

	"grognard/render/emoji"
	"grognard/render/internal/rendertest"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/view"

	scale "golang.org/x/image/draw"
)

var update = flag.Bool("update", false, "write the golden picture anew")

// drawn are a sign of each kind, with its picture.
func drawn(t *testing.T) (list []emoji.Picture) {
	t.Helper()
	b := rendertest.Counters()
	b.Map.Cards = nil
	for _, arm := range append(rendertest.Arms(), "elephant") {
		b.Map.Cards = append(b.Map.Cards, view.Card{Side: b.Map.Sides[len(b.Map.Cards)%2].ID, Symbol: arm})
	}
	b.Marks = []view.MarkLegend{{ID: "oos"}, {ID: "dg"}, {ID: "no-safe-path"}, {ID: "fired"}}
	p := must.Get(emoji.NewPainter())(t)
	for _, s := range emoji.Signs(b) {
		list = append(list, must.Get(p.Paint(s))(t))
	}
	return list
}

// The golden picture has every kind of sign as it stands beside words, on a light and on a dark ground.
func TestPaint_Golden(t *testing.T) {
	const small, cell, perRow = 22, 28, 12
	list := drawn(t)
	rows := (len(list) + perRow - 1) / perRow
	sheet := image.NewRGBA(image.Rect(0, 0, perRow*cell, 2*rows*cell))
	for half, ground := range []color.Color{color.White, color.RGBA{0x31, 0x33, 0x38, 0xff}} {
		top := image.Pt(0, half*rows*cell)
		area := image.Rect(0, 0, perRow*cell, rows*cell).Add(top)
		draw.Draw(sheet, area, image.NewUniform(ground), image.Point{}, draw.Src)
		for i, one := range list {
			img := must.Get(png.Decode(bytes.NewReader(one.PNG)))(t)
			at := top.Add(image.Pt(i%perRow*cell+3, i/perRow*cell+3))
			scale.CatmullRom.Scale(sheet, image.Rect(0, 0, small, small).Add(at), img, img.Bounds(), draw.Over, nil)
		}
	}
	const golden = "testdata/emojis.png"
	if *update {
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, sheet))
		must.Do(t, os.WriteFile(golden, file.Bytes(), 0o644))
	}
	want := must.Get(png.Decode(bytes.NewReader(must.Get(os.ReadFile(golden))(t))))(t)
	kept := image.NewRGBA(want.Bounds())
	draw.Draw(kept, kept.Rect, want, image.Point{}, draw.Src)
	if !bytes.Equal(kept.Pix, sheet.Pix) {
		t.Error("the emojis look different: look at them, and renew the picture with -update")
	}
}

// Discord takes pictures of 256 KiB and names of 2 to 32 letters, digits and low lines; a name has one picture.
func TestPaint_WhatDiscordTakes(t *testing.T) {
	valid, pictures := regexp.MustCompile(`^`+emoji.Prefix+`[a-z0-9_]{1,18}_[0-9a-f]{8}$`), map[string]string{}
	for _, one := range drawn(t) {
		size := must.Get(png.DecodeConfig(bytes.NewReader(one.PNG)))(t)
		if size.Width != emoji.Size || size.Height != emoji.Size || len(one.PNG) > 256<<10 {
			t.Errorf("%s has %d by %d pixels in %d bytes", one.Name, size.Width, size.Height, len(one.PNG))
		}
		if !valid.MatchString(one.Name) || len(one.Name) > 32 {
			t.Errorf("%s is no name", one.Name)
		}
		if other := pictures[one.Name]; other != "" {
			t.Errorf("%s is the name of two pictures", one.Name)
		}
		pictures[one.Name] = string(one.PNG)
	}
}

// A name changes with what is shown: with the arm, with the color of the side and with its outline.
func TestPaint_NameOfWhatIsShown(t *testing.T) {
	p, names := must.Get(emoji.NewPainter())(t), map[string]emoji.Sign{}
	for _, s := range []emoji.Sign{
		{Kind: emoji.Unit, What: "infantry", Color: "#3b6ea8"}, {Kind: emoji.Unit, What: "armour", Color: "#3b6ea8"},
		{Kind: emoji.Unit, What: "infantry", Color: "#a83b3b"},
		{Kind: emoji.Unit, What: "infantry", Color: "#3b6ea8", Place: 1},
	} {
		one := must.Get(p.Paint(s))(t)
		if other, twice := names[one.Name]; twice {
			t.Errorf("%v has the name of %v", s, other)
		}
		names[one.Name] = s
		if again := must.Get(must.Get(emoji.NewPainter())(t).Paint(s))(t); again.Name != one.Name {
			t.Errorf("%v is %s, and painted again %s", s, one.Name, again.Name)
		}
	}
}

// What is not known has no sign, and what is no sign has no picture.
func TestSign_Unknown(t *testing.T) {
	m := rendertest.Counters().Map
	for name, s := range map[string]emoji.Sign{
		"a unit whose arm is not seen": emoji.UnitSign(m, m.Sides[0].ID, ""),
		"no side":                      emoji.UnitSign(m, "nobody", "infantry"),
		"no map":                       emoji.UnitSign(nil, "blue", "infantry"),
		"no legend":                    emoji.MarkSign(nil, "oos"),
		"a die of ten":                 emoji.DieSign(10),
	} {
		if s != (emoji.Sign{}) {
			t.Errorf("%s: %v", name, s)
		}
	}
	p := must.Get(emoji.NewPainter())(t)
	strange := emoji.Sign{Kind: emoji.Unit, What: "infantry", Color: "mauve"}
	for _, s := range []emoji.Sign{{}, emoji.StateSign("asleep"), strange} {
		if one, err := p.Paint(s); err == nil {
			t.Errorf("%v is %s", s, one.Name)
		}
	}
}

// All units of the games that ship have a sign, and all of them together leave nine tenths of the room at Discord.
func TestSigns_OfTheGames(t *testing.T) {
	var boards []*view.Board
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		b := must.Get(rules.New(d, must.Get(rules.Setup(d, ""))(t)))(t).Public().Board()
		boards = append(boards, b)
		for _, c := range b.Map.Cards {
			if emoji.UnitSign(b.Map, c.Side, c.Symbol) == (emoji.Sign{}) {
				t.Errorf("%s: %s has no sign", id, c.Name)
			}
		}
	}
	if n := len(emoji.Signs(boards...)); n < 50 || n > 200 {
		t.Errorf("there are %d signs", n)
	}
}
