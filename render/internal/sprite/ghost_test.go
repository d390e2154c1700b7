package sprite

import (
	"bytes"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/must"
)

// A loss without a name is the ghost of a back.
func TestUnnamedGhosts(t *testing.T) {
	types := must.Get(typeset.New())(t)
	p := must.Get(style.New(style.Paper(), rendertest.Stacks().Map.Sides))(t)
	a, size := NewAtlas(p, types, NewCache(1<<20), nil, nil, nil), 60.0
	px := int(ghostWide*size + 0.5)
	got := Ghosts(a, scene.Loss{Side: "blue", Count: 1}, size, false)
	if want := ghost(a, ghostLook{CounterLook: CounterLook{Side: "blue", Px: px}}); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("a loss without a name is not the ghost of a back")
	}
}
