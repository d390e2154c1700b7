// Package spritetest makes the atlases with which tests draw sprites.
package spritetest

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"
)

// Atlas returns the sprites of a board's game in a style, with nothing kept yet.
func Atlas(t testing.TB, v *view.Board, s style.Style) sprite.Atlas {
	t.Helper()
	a, err := New(v, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// New does what Atlas does, for examples, which have no test to fail.
func New(v *view.Board, s style.Style) (sprite.Atlas, error) {
	types, err := typeset.New()
	if err != nil {
		return sprite.Atlas{}, err
	}
	p, err := style.New(s, v.Map.Sides)
	if err != nil {
		return sprite.Atlas{}, err
	}
	l, err := rendertest.Labels()
	if err != nil {
		return sprite.Atlas{}, err
	}
	return sprite.NewAtlas(p, types, sprite.NewCache(1<<20), l, v.Marks, v.Map.Classes), nil
}
