package sprite

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/view"
)

func TestIdent(t *testing.T) {
	for name, want := range map[string]string{
		"206 Inf Div": "206", "1 Cav Div": "1", "GD Inf Rgt": "GD",
		"SS Der Führer Mot Rgt": "SS Der Führer", "17 Pz Rgt": "17",
		"4 Abn Div": "4", "b1": "b1", "Blue 3": "Blue 3", "Elephant 3": "", "12 MIL DIV": "12", "": "",
	} {
		if got := ident(name, "elephant"); got != want {
			t.Errorf("ident(%q) = %q; want %q", name, got, want)
		}
	}
}

func TestFactors(t *testing.T) {
	for want, f := range map[string][3]int{
		"4-6-5": {4, 6, 5}, "12-10-12": {12, 10, 12}, "0-2-0": {0, 2, 0}, "– 6-5": {view.Blank, 6, 5}, "4 – 5": {4,
			view.Blank, 5}, "– 2 –": {view.Blank, 2, view.Blank},
	} {
		if got, _ := RatingsOf(rendertest.Factors(f[0], f[1], f[2])).foot(); got != want {
			t.Errorf("factors(%v) = %q; want %q", f, got, want)
		}
	}
}
