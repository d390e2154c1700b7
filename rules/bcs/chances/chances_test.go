package chances

import (
	"testing"

	"grognard/rules/view"
)

// A loss in one of 1,296 throws is not told as none, nor one in all but one as certain.
func TestInPercent(t *testing.T) {
	if g := InPercent(view.Gist{Acting: 1, Against: 1295, Retreat: 648}, 1296); g.Acting != 1 || g.Against != 99 ||
		g.Retreat != 50 || g.Dies != 0 {
		t.Errorf("%+v", g)
	}
}
