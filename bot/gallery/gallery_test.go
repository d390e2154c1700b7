package gallery

import (
	"bytes"
	"image"
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
		got, want := decode(t, name, data), decode(t, name, kept[name])
		if got.Bounds() != want.Bounds() {
			t.Errorf("%s is %v, kept is %v: go run ./bot gallery bot/gallery renews it", name, got.Bounds().Size(),
				want.Bounds().Size())
		} else if n, all := differ(got, want), got.Bounds().Dx()*got.Bounds().Dy(); n*onePixelIn > all {
			t.Errorf("%d of %d pixels of %s have changed: go run ./bot gallery bot/gallery renews it", n, all, name)
		}
		if len(data) > 300<<10 {
			t.Errorf("%s has %d KiB", name, len(data)>>10)
		}
	}
	if bytes.Equal(made["stack-german.png"], made["stack-soviet.png"]) {
		t.Error("both sides see the same of a stack")
	}
}

func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, name := range must.Get(filepath.Glob(filepath.Join(dir, "*.png")))(t) {
		found[filepath.Base(name)] = must.Get(os.ReadFile(name))(t)
	}
	return found
}

func decode(t *testing.T, name string, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v: go run ./bot gallery bot/gallery makes it", name, err)
	}
	return img
}

// differ is the number of differing pixels in two pictures of the same size.
func differ(a, b image.Image) (n int) {
	far := func(x, y uint32) bool { return x > y+byMoreThan || y > x+byMoreThan }
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if far(ar, br) || far(ag, bg) || far(ab, bb) {
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
