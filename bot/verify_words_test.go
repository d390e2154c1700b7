package main

import (
	"strings"
	"testing"

	"grognard/bot/beacon"
	"grognard/bot/referee"
)

// What verify says of the beacon names all that lets an order have another round than its first.
func TestVerifySaysWhatWasBound(t *testing.T) {
	own := &referee.Verified{Beacon: beacon.Quicknet().Hash, Rounds: 9}
	if words := beaconReport(own); strings.Count(words, "\n") != 1 ||
		!strings.Contains(words, "9 rounds of drand's quicknet") {
		t.Errorf("of nine rounds: %q", words)
	}
	other := &referee.Verified{Beacon: "ab12", Without: 1, Late: 2, Void: 3}
	for _, want := range []string{"NOT DRAND'S QUICKNET, but chain ab12", "1 orders whose dice fell without a round",
		"2 messages that named a round too late", "3 accepted orders of which nothing came"} {
		if words := beaconReport(other); !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}
