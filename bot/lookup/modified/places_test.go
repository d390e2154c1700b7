package modified_test

import (
	"errors"
	"testing"
	"testing/fstest"

	"grognard/bot/lookup"
	"grognard/bot/lookup/modified"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

const file = `title: Kiev
tables:
  Differences:
    strengths: difference
    below: X
    rows: |
      d10   -2  -1..1  2  5+
      0-4   -   -      -  -
      5-9   -   -      -  -
  Naval Barrage:
    strengths: alone
    below: first
    rows: |
      d6   3-5 6-9
      1-5  -   -
      6    -   -
  Odds: |
    d6  1:1 3:1
    1-6 -   -
modifiers: {Left: {shift: -1}, Fog: {roll: -7}, Half: {attack: 1/2}}
results: {X: nothing}
`

// A column is found by its heading, by strengths and by what they come to; modifiers move it, and the row.
func TestFind_Modified(t *testing.T) {
	aid := must.Get(playeraid.Read(modules.Folder{ID: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}}))(t)
	book := lookup.OfAid(aid)
	for _, c := range []struct {
		table, column, roll, modifiers string
		want                           lookup.Place
	}{
		{"", "5+", "7", "", lookup.Place{Column: 3, Row: 1}},
		{"", "+12", "", "", lookup.Place{Column: 3, Row: -1}},
		{"", "−1", "", "", lookup.Place{Column: 1, Row: -1}},
		{"", "4", "9", "fog", lookup.Place{Column: 2, Row: 0}},
		{"", "9:4", "", "left", lookup.Place{Column: 2, Row: -1}},
		{"", "-2", "", "left", lookup.Place{Column: -1, Row: -1, Below: "X"}},
		{"", "-7", "", "", lookup.Place{Column: -1, Row: -1, Below: "X"}},
		{"Naval  barrage", "1", "", "left", lookup.Place{Column: 0, Row: -1}},
		{"odds", "3:1", "", "half", lookup.Place{Column: 0, Row: -1}}, // 1½ to 1
		{"odds", "3:1", "", "", lookup.Place{Column: 1, Row: -1}},
		{"naval-barrage", "8", "6", "", lookup.Place{Column: 1, Row: 1}},
	} {
		table := must.Get(book.Table(c.table))(t)
		all := must.Get(modified.Find(aid.Reference(), table, c.modifiers, view.Text.String))(t)
		if got, err := book.Find(table, c.column, c.roll, all); err != nil || got != c.want {
			t.Errorf("%q, %q, %q: %+v, %v; want %+v", c.column, c.roll, c.modifiers, got, err, c.want)
		}
	}
	table := aid.Reference().Tables[0]
	for column, roll := range map[string]string{"x": "", "5+": "10", "2": "12"} {
		var m *view.Mistake
		if at, err := book.Find(table, column, roll, nil); !errors.As(err, &m) {
			t.Errorf("%q, %q: %+v, %v", column, roll, at, err)
		}
		half := must.Get(modified.Find(aid.Reference(), table, "half", view.Text.String))(t)
		if at, err := book.Find(table, "5+", "", half); !errors.As(err, &m) || m.Why.ID != "ask.column-multiplied" {
			t.Errorf("half of a difference: %+v, %v", at, err)
		}
	}
}
