package sprite_test

import (
	"testing"

	"grognard/render/internal/typeset"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// Counters have room for the names of all units of the games that ship, without cutting them.
func TestNamesHaveRoom(t *testing.T) {
	w := must.Get(typeset.New())(t)
	p := typeset.Pen{Face: typeset.Bold, Size: 8.2}
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		for _, id := range d.Roster {
			u := d.Units[id]
			if got := w.Clip(p, u.Short, 29); u.Short == "" || got != u.Short {
				t.Errorf("the counter of %s shows %q of %q", u.Name, got, u.Short)
			}
		}
	}
}
