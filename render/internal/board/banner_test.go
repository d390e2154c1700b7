package board

import (
	"image"
	"strings"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/view"
)

// What the banner says never overlaps, on a phone's width and on a desk's.
func TestBannerHasRoomForAll(t *testing.T) {
	long := rendertest.Stacks()
	long.Turn, long.Turns, long.Phase = 10, 10, view.Phase{Side: "red", Name: "reinforcements"}
	long.Map.FirstDay, long.Map.TurnDays = "1941-07-22", 6
	long.Facts[0].Name, long.Facts[0].N = "Massive Historic Victory of the Defenders", 140
	for _, v := range []*view.Board{rendertest.Stacks(), long, rendertest.Surround()} {
		for _, w := range []int{440, 700, 1100, 1199, 1200, 1700, 2400} {
			a := spritetest.Atlas(t, v, style.Paper())
			n := layout.NewBanner(w, len(v.Stocks))
			head := image.Rect(0, 0, w, n.High)
			var laid []image.Rectangle
			drawBanner(a, n, v, func(s *image.Paletted, at geom.Point) {
				r := s.Rect.Add(at.Pixel())
				if !r.In(head) {
					t.Errorf("%d wide: %v leaves the banner %v", w, r, head)
				}
				for _, o := range laid {
					if r.Overlaps(o) {
						t.Errorf("%d wide: %v and %v overlap", w, r, o)
					}
				}
				laid = append(laid, r)
			})
			if want := 4 + len(v.Stocks); len(laid) != want {
				t.Errorf("%d wide: %d parts, want %d", w, len(laid), want)
			}
		}
	}
}

// A picture of what happened in a phase that has ended is titled with that phase, and says that it has ended.
func TestTheTitleNamesThePhaseThatEnded(t *testing.T) {
	in, after := rendertest.Surround(), rendertest.Surround()
	in.Turn, in.Phase = 2, view.Phase{Side: "red", Name: "combat"}
	after.Turn, after.Phase = 3, view.Phase{Side: "blue", Name: "movement"}
	after.Closed = &view.Moment{Turn: in.Turn, Phase: in.Phase}
	labels := spritetest.Atlas(t, in, style.Paper()).Labels
	during, ended := scene.Plate(labels, in, "Red"), scene.Plate(labels, after, "Red")
	if !strings.HasPrefix(ended, during) || !strings.HasSuffix(ended, "Ended") || during == ended {
		t.Errorf("in the phase %q, after it %q", during, ended)
	}
}
