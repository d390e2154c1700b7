package verdict

import (
	"strings"
	"testing"

	"grognard/bot/beacon"
	"grognard/bot/referee/proof"
)

// What verify says of the beacon names all that lets an order have another round than its first.
func TestReport_SaysWhatTheBeaconBound(t *testing.T) {
	for name, c := range map[string]struct {
		of    proof.Verified
		wants []string
	}{
		"drand": {proof.Verified{Beacon: beacon.Quicknet().Hash, Rounds: 9}, []string{"9 rounds of drand's quicknet"}},
		"another chain": {proof.Verified{Beacon: "ab12", Without: 1, Late: 2},
			[]string{"NOT DRAND'S QUICKNET, but chain ab12", "1 order whose dice fell without a round",
				"2 messages that named a round too late"}},
	} {
		t.Run(name, func(t *testing.T) {
			words := beaconReport(&c.of)
			for _, want := range c.wants {
				if !strings.Contains(words, want) || len(c.wants) == 1 && strings.Count(words, "\n") != 1 {
					t.Errorf("%q is not in %q", want, words)
				}
			}
		})
	}
}
