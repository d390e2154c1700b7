package discord

import (
	"errors"
	"fmt"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
)

// A gallery draws a picture once while there is room, and never holds more than that; what
// cannot be drawn is tried again.
func TestGallery(t *testing.T) {
	t.Parallel()
	var g look.PictureCache
	drawn := 0
	draw := func() ([]byte, error) { drawn++; return make([]byte, look.PictureCacheSize/4), nil }
	for range 3 {
		for i := range 4 {
			if data, err := g.Find(fmt.Sprint(i), draw); err != nil || len(data) != look.PictureCacheSize/4 {
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
		if size > look.PictureCacheSize || size != g.Size {
			t.Fatalf("%d bytes are kept and %d are counted, where there is room for %d", size, g.Size,
				look.PictureCacheSize)
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
func TestRecent(t *testing.T) {
	t.Parallel()
	var r look.RecentSet
	if !r.Add("a") || r.Add("a") {
		t.Error("a name is not new once")
	}
	for i := range look.RecentSetSize {
		if !r.Add(fmt.Sprint(i)) {
			t.Fatalf("%d is not new", i)
		}
	}
	if !r.Add("a") || r.Add(fmt.Sprint(look.RecentSetSize-1)) || len(r.Names) != look.RecentSetSize || len(r.Order) != look.RecentSetSize {
		t.Errorf("%d names and %d places are kept", len(r.Names), len(r.Order))
	}
}

// A button of a look-up that was made by another program is stale, and one of a game that is gone
// asks whose tables are meant.
func TestLookUpsReadBack(t *testing.T) {
	t.Parallel()
	m := ask.TypedCommand{Verb: look.CrtVerb, Values: map[string]string{"odds": "3:1", look.GameValue: "afb"}}
	id, ok := m.ID(page.PressLook)
	if !ok || id != "look:crt|game=afb|odds=3:1" {
		t.Fatalf("written as %q", id)
	}
	b := &bot{look: look.Handlers{Lookups: &look.Lookups{Commands: new(bot).commandTable(nil)}}}
	back, err := b.look.Lookups.MeantBy("crt|game=afb|odds=3:1")
	if err != nil || back.Verb != m.Verb || fmt.Sprint(back.Values) != fmt.Sprint(m.Values) {
		t.Errorf("read back as %v (%v)", back, err)
	}
	for _, rest := range []string{"", "nothing", "move|units=x", "crt|odds", "crt|"} {
		if _, err := b.look.Lookups.MeantBy(rest); !errors.Is(err, page.ErrStale) {
			t.Errorf("%q: %v", rest, err)
		}
	}
	for _, odds := range []string{"a|b", "a~b", string(make([]rune, 100))} {
		if id, ok := m.With("odds", odds).ID(page.PressLook); ok {
			t.Errorf("%q is a custom ID", id)
		}
	}
}
