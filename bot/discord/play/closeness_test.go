package play

import (
	"testing"

	"grognard/bot/discord/page"
	"grognard/rules/view"
)

// Of several refusals the one is told that comes closest to what was asked: an order of another game
// says least, and one of another phase less than one of this.
func TestTheClosestRefusal(t *testing.T) {
	denied := func(id string) error { return &view.Denial{Why: view.T(id)} }
	rising := []error{nil, denied("deny.no-such-order"), denied("deny.wrong-phase"), denied("deny.not-adjacent")}
	for i, err := range rising[1:] {
		if Closeness(err) <= Closeness(rising[i]) {
			t.Errorf("%v comes no closer than %v", err, rising[i])
		}
	}
	if Closeness(page.ErrStale) != Closeness(rising[3]) {
		t.Error("what is no refusal of the rules comes less close")
	}
}
