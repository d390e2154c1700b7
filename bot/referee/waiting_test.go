package referee_test

import (
	"testing"
)

// TestLuckWithTheBeacon: dice that fell for a user's order are his, though nobody gives the row in
// which they fall.
func TestLuckWithTheBeacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.come()
	all := h.luck("c1")
	if mine := all.Of("anna"); len(all.Rolls) == 0 || len(mine.Rolls) != len(all.Rolls) || len(all.Of("boris").Rolls) != 0 {
		t.Errorf("of %d rolls %d are Anna's", len(all.Rolls), len(mine.Rolls))
	}
}
