// Package spritetest has what tests draw sprites with.
package spritetest

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"
)

// Atlas has the sprites of a board's game in a style, with nothing kept yet.
func Atlas(t testing.TB, v *view.Board, s style.Style) sprite.Atlas {
	t.Helper()
	types, err := typeset.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := style.New(s, v.Map.Sides)
	if err != nil {
		t.Fatal(err)
	}
	return sprite.NewAtlas(p, types, sprite.NewCache(1<<20), rendertest.English(t), v.Marks)
}
