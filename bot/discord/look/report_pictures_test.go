package look

import (
	"testing"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Anything on the map has happened, and words alone have not.
func TestWhatHappenedOnTheMap(t *testing.T) {
	march := view.MapEvent{Kind: view.Marched, Path: []hex.Hex{{Col: 1, Row: 1}, {Col: 2, Row: 1}}}
	for _, c := range []struct {
		line view.Line
		want bool
	}{
		{view.Line{Text: view.T("told.idle")}, false},
		{view.Line{MapEvent: &march}, true},
		{view.Line{Reckoned: &view.Reckoning{}}, true},
	} {
		if got := Happened([]view.Line{{}, c.line}); got != c.want {
			t.Errorf("%+v has happened: %v", c.line, got)
		}
	}
}
