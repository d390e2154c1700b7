package scs

import (
	"testing"
)

// A feature that brings units into play has a box for them and counts them, and one that brings
// none has neither.
func TestAFeatureIsWhole(t *testing.T) {
	d, err := games().Load("afb")
	if err != nil {
		t.Fatal(err)
	}
	stock := "garrison"
	for name, c := range map[string]struct {
		symbol string
		hooks  Hooks
		holds  bool
	}{
		"units, a box and a count": {"garrison", Hooks{Box: "pool", Stock: stock}, true},
		"units without a box":      {"garrison", Hooks{Stock: stock}, false},
		"units without a count":    {"garrison", Hooks{Box: "pool"}, false},
		"a box without units":      {"", Hooks{Box: "pool"}, false},
		"orders alone":             {"", Hooks{}, true},
	} {
		f := Feature{Name: "garrisons", Rules: []string{"garrisons"}, Symbol: c.symbol, New: func(*Engine) Hooks { return c.hooks }}
		if _, err := New(d, f); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Of(d.Clone()).Paragraphs["garrisons"] = "x"; Of(d).Paragraphs["garrisons"] == "x" {
		t.Error("a copy's paragraphs are the original's")
	}
}
