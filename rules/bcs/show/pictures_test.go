package show_test

import (
	"slices"
	"testing"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/render/scene"
	"grognard/rules/bcs/show"
	"grognard/rules/view"
)

// A legend of the series explains neither a front, since no side holds ground, nor estimates, of which there are none.
// Its markers are told apart by what stands on them.
func TestPictures_Legend(t *testing.T) {
	words := must(catalogue.New(nil))(t)
	b := newTable(t, drill(t), 3).m.Public().Board()
	for _, e := range scene.Legend(words.In(catalogue.Default), b) {
		if e.Kind == scene.FrontEntry || e.Kind == scene.EstimateEntry {
			t.Errorf("the legend explains %q", e.Label)
		}
	}
	if front := scene.Of(b).Front; front != nil {
		t.Errorf("a front is drawn: %v", front)
	}
	on := map[string]string{}
	for _, m := range b.Marks {
		short := scene.Abbreviation(m.ID)
		if other, known := on[short]; known {
			t.Errorf("%s stands on %s and %s", short, other, m.Name)
		}
		on[short] = m.Name
	}
}

// Boards of the series can be drawn wherever a random game leads, with what happened last, and with each kind of overlay.
func TestPictures_OfRandomPositions(t *testing.T) {
	words := must(catalogue.New(nil))(t)
	painter := must(render.New(words.In(catalogue.Default)))(t)
	p := newTable(t, drill(t), 3)
	small, marked := render.Options{HexSize: 24}, 0
	for n := 0; n < 30 && !p.m.Standing().Over; n++ {
		p.random()
		b := p.m.Public().Board()
		for _, a := range b.Areas {
			if a.Kind == show.ObjectiveArea || a.Kind == show.TrafficArea {
				has := func(s view.Shape) bool {
					return slices.ContainsFunc(b.Overlays[0].Forms, func(f view.Form) bool {
						return f.Shape == s && f.Side == a.Side && slices.Contains(f.Hexes, a.Hexes[0])
					})
				}
				if zone := b.Step.ID != "" && a.Kind == show.ObjectiveArea; !has(view.LabelPlated) || has(view.Border) != zone {
					t.Errorf("order %d: %+v is drawn as %+v", n, a, b.Overlays[0].Forms)
				} else if zone {
					marked++
				}
			}
		}
		if n%6 > 0 {
			continue
		}
		must(render.Draw(painter, p.m.Public().After(p.told), render.Paper(), small))(t)
		for _, k := range p.m.Layers() {
			layer := view.Layer{Kind: k.Name}
			if stacks := p.m.Public().Board().Stacks; k.Of == view.OfUnit {
				layer.Unit = stacks[n%len(stacks)].Known[0].ID
			}
			b := p.m.Public(layer)
			if o, ok := b.Board().Overlay(k.Name); !ok || len(o.Texts) == 0 {
				t.Errorf("order %d: the overlay %s is %+v, %t", n, k.Name, o, ok)
			}
			must(render.Draw(painter, b, render.Dark(), small))(t)
		}
	}
	if marked == 0 {
		t.Error("nothing lay on a hex")
	}
}
