package style

import (
	"testing"

	"grognard/rules/must"
	"grognard/rules/order"
)

// Two sides whose names begin alike still have letters of their own, and a
// side's text can be read on its colour.
func TestSideStyles(t *testing.T) {
	d, err := New(Paper(), []order.Nation{
		{ID: "a", Name: "Soviet", Color: "#000000"}, {ID: "b", Name: "Swedish", Color: "#ffffff"}, {ID: "c", Name: "",
			Color: "#7a5c3e"},
	})
	must.Do(t, err)
	letters := map[string]bool{}
	for id, l := range d.SideStyles {
		if letters[l.Letter] || l.Letter == "" {
			t.Errorf("%s has the letter %q, and is not alone", id, l.Letter)
		}
		letters[l.Letter] = true
		if c := Contrast(l.Base, l.Ink); c < 4.5 {
			t.Errorf("%s: %v on %v has a contrast of %.2f", id, l.Ink, l.Base, c)
		}
	}
}
