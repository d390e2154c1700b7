package discord

import (
	"errors"
	"fmt"
	"testing"
)

// A gallery draws a picture once while there is room, and never holds more than that; what
// cannot be drawn is tried again.
func TestGallery(t *testing.T) {
	t.Parallel()
	var g pictureCache
	drawn := 0
	draw := func() ([]byte, error) { drawn++; return make([]byte, pictureCacheSize/4), nil }
	for range 3 {
		for i := range 4 {
			if data, err := g.find(fmt.Sprint(i), draw); err != nil || len(data) != pictureCacheSize/4 {
				t.Fatal(len(data), err)
			}
		}
	}
	if drawn != 4 {
		t.Errorf("four pictures are drawn %d times", drawn)
	}
	for i := range 20 {
		if _, err := g.find(fmt.Sprint("more ", i), draw); err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, data := range g.shown {
			size += len(data)
		}
		if size > pictureCacheSize || size != g.size {
			t.Fatalf("%d bytes are kept and %d are counted, where there is room for %d", size, g.size, pictureCacheSize)
		}
	}
	broken := errors.New("broken")
	if _, err := g.find("broken", func() ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("what cannot be drawn: %v", err)
	}
	if data, err := g.find("broken", draw); err != nil || data == nil {
		t.Errorf("tried again: %v", err)
	}
}

// What was done lately is known, and what was done long ago is forgotten.
func TestRecent(t *testing.T) {
	t.Parallel()
	var r recentSet
	if !r.add("a") || r.add("a") {
		t.Error("a name is not new once")
	}
	for i := range recentSetSize {
		if !r.add(fmt.Sprint(i)) {
			t.Fatalf("%d is not new", i)
		}
	}
	if !r.add("a") || r.add(fmt.Sprint(recentSetSize-1)) || len(r.names) != recentSetSize || len(r.order) != recentSetSize {
		t.Errorf("%d names and %d places are kept", len(r.names), len(r.order))
	}
}

// A button of a look-up that was made by another program is stale, and one of a game that is gone
// asks whose tables are meant.
func TestLookUpsReadBack(t *testing.T) {
	t.Parallel()
	m := typedCommand{crtVerb, map[string]string{"odds": "3:1", gameValue: "afb"}}
	id, ok := m.id(pressLook)
	if !ok || id != "look:crt|game=afb|odds=3:1" {
		t.Fatalf("written as %q", id)
	}
	b := &bot{commands: commandTable(nil)}
	back, err := b.meantBy("crt|game=afb|odds=3:1")
	if err != nil || back.verb != m.verb || fmt.Sprint(back.values) != fmt.Sprint(m.values) {
		t.Errorf("read back as %v (%v)", back, err)
	}
	for _, rest := range []string{"", "nothing", "move|units=x", "crt|odds", "crt|"} {
		if _, err := b.meantBy(rest); !errors.Is(err, errStale) {
			t.Errorf("%q: %v", rest, err)
		}
	}
	for _, odds := range []string{"a|b", "a~b", string(make([]rune, 100))} {
		if id, ok := m.with("odds", odds).id(pressLook); ok {
			t.Errorf("%q is a custom ID", id)
		}
	}
}
