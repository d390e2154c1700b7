package look

import (
	"errors"
	"fmt"
	"testing"
)

// A cache draws a picture once while there is room, and never holds more than that; what
// cannot be drawn is tried again.
func TestPictureCache_Bounded(t *testing.T) {
	t.Parallel()
	var g PictureCache
	drawn := 0
	draw := func() ([]byte, error) { drawn++; return make([]byte, PictureCacheSize/4), nil }
	for range 3 {
		for i := range 4 {
			if data, err := g.Find(fmt.Sprint(i), draw); err != nil || len(data) != PictureCacheSize/4 {
				t.Fatal(len(data), err)
			}
		}
	}
	if drawn != 4 {
		t.Errorf("four pictures are drawn %d times", drawn)
	}
	for i := range 20 {
		if _, err := g.Find(fmt.Sprint("more ", i), draw); err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, data := range g.Shown {
			size += len(data)
		}
		if size > PictureCacheSize || size != g.Size {
			t.Fatalf("%d bytes are kept and %d are counted, where there is room for %d", size, g.Size, PictureCacheSize)
		}
	}
	broken := errors.New("broken")
	if _, err := g.Find("broken", func() ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("what cannot be drawn: %v", err)
	}
	if data, err := g.Find("broken", draw); err != nil || data == nil {
		t.Errorf("tried again: %v", err)
	}
}

// What was done lately is known, and what was done long ago is forgotten.
func TestRecentSet_Forgets(t *testing.T) {
	t.Parallel()
	var r RecentSet
	if !r.Add("a") || r.Add("a") {
		t.Error("a name is not new once")
	}
	for i := range RecentSetSize {
		if !r.Add(fmt.Sprint(i)) {
			t.Fatalf("%d is not new", i)
		}
	}
	if !r.Add("a") || r.Add(fmt.Sprint(RecentSetSize-1)) || len(r.Names) != RecentSetSize || len(r.Order) != RecentSetSize {
		t.Errorf("%d names and %d places are kept", len(r.Names), len(r.Order))
	}
}
