package gallery

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/must"
)

// How much pictures may differ: one pixel in this many, by more than this much of 65,535.
const (
	onePixelIn = 500
	byMoreThan = 0x1800
)

// The command makes exactly the committed pictures.
func TestTheGalleryIsAsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("the gallery is drawn by one goroutine after the other: the race detector has nothing to find")
	}
	dir := t.TempDir()
	must.Do(t, Make(dir))
	made, kept := files(t, dir), files(t, ".")
	for name := range kept {
		if made[name] == nil {
			t.Errorf("%s is kept, and no longer made", name)
		}
	}
	for name, data := range made {
		if len(data) > 400<<10 {
			t.Errorf("%s has %d KiB", name, len(data)>>10)
		}
		if bytes.Equal(data, kept[name]) {
			continue
		}
		got, want := decode(t, name, data), decode(t, name, kept[name])
		if len(got) != len(want) || got[0].Bounds() != want[0].Bounds() {
			t.Errorf("%s is %d times %v, kept is %d times %v: go run ./bot gallery bot/gallery renews it", name, len(got),
				got[0].Bounds().Size(), len(want), want[0].Bounds().Size())
			continue
		}
		for i := range got {
			if n, all := differ(got[i], want[i]), got[i].Bounds().Dx()*got[i].Bounds().Dy(); n*onePixelIn > all {
				t.Errorf("%d of %d pixels of %s, frame %d have changed: go run ./bot gallery bot/gallery renews it", n, all,
					name, i)
			}
		}
	}
	if bytes.Equal(made["stack-german.png"], made["stack-soviet.png"]) {
		t.Error("both sides see the same of a stack")
	}
}

func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, name := range must.Get(filepath.Glob(filepath.Join(dir, "*.[pg][ni][gf]")))(t) {
		found[filepath.Base(name)] = must.Get(os.ReadFile(name))(t)
	}
	return found
}

// decode returns a picture, or the frames of a film, each with what it leaves of those before it.
func decode(t *testing.T, name string, data []byte) (frames []image.Image) {
	t.Helper()
	if data == nil {
		t.Fatalf("%s is not kept: go run ./bot gallery bot/gallery makes it", name)
	}
	if filepath.Ext(name) == ".png" {
		return []image.Image{must.Get(png.Decode(bytes.NewReader(data)))(t)}
	}
	film := must.Get(gif.DecodeAll(bytes.NewReader(data)))(t)
	shown := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for _, part := range film.Image {
		draw.Draw(shown, part.Bounds(), part, part.Bounds().Min, draw.Over)
		whole := *shown
		whole.Pix = bytes.Clone(shown.Pix)
		frames = append(frames, &whole)
	}
	return frames
}

// differ is the number of differing pixels in two pictures of the same size.
func differ(a, b image.Image) (n int) {
	far := func(x, y uint32) bool { return x > y+byMoreThan || y > x+byMoreThan }
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			if br, bg, bb, _ := b.At(x, y).RGBA(); far(ar, br) || far(ag, bg) || far(ab, bb) {
				n++
			}
		}
	}
	return n
}

// A mistake in a script is reported with its place.
func TestMistakes(t *testing.T) {
	for script, want := range map[string]string{
		"# nothing\n:portrait":        "turn.txt:2: the gallery has no picture portrait",
		"/move units:g-7-pz to:14.09": "turn.txt:1: refused",
		"/fly":                        "turn.txt:1: ",
	} {
		if _, err := play(script); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", script, err, want)
		}
	}
}
