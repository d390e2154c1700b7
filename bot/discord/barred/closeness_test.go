package barred_test

import (
	"errors"
	"testing"

	"grognard/bot/discord/barred"
	"grognard/rules/view"
)

// Of several refusals the one is told that comes closest to what was asked: an order of another game
// says least, and one of another phase less than one of this.
func TestCloseness_Rising(t *testing.T) {
	denied := func(id string) error { return &view.Denial{Why: view.T(id)} }
	rising := []error{nil, denied("deny.no-such-order"), denied("deny.wrong-phase"), denied("deny.not-adjacent")}
	for i, err := range rising[1:] {
		if barred.Closeness(err) <= barred.Closeness(rising[i]) {
			t.Errorf("%v comes no closer than %v", err, rising[i])
		}
	}
	if barred.Closeness(errors.New("stale")) != barred.Closeness(rising[3]) {
		t.Error("what is no refusal of the rules comes less close")
	}
}
