package sprite

import (
	"testing"

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
