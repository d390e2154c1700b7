package beacon_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/rules/must"
)

// asker is a client of some servers.
func asker(t *testing.T, c *beacon.Chain, timeout time.Duration, servers ...*beacontest.Server) *beacon.Client {
	t.Helper()
	var bases []string
	for _, server := range servers {
		bases = append(bases, server.URL+"/")
	}
	return must.Get(beacon.NewClient(c, bases, beacon.Options{Timeout: timeout}))(t)
}

// at is a clock that always shows one time.
func at(when time.Time) func() time.Time { return func() time.Time { return when } }

func serve(t *testing.T, s *beacontest.Source, now func() time.Time) *beacontest.Server {
	t.Helper()
	server := beacontest.Serve(s, now)
	t.Cleanup(server.Close)
	return server
}

func TestEveryFaultIsFoundAndSurvived(t *testing.T) {
	for name, chain := range map[string]struct {
		source *beacontest.Source
		round  uint64
	}{"recorded": {recorded(t), 1000}, "own": {own(t, 3, 1_700_000_000), 1234}} {
		for _, test := range []struct {
			fault beacontest.Fault
			says  string
		}{
			{beacontest.Stalled, "deadline exceeded"},
			{beacontest.Forged, "not the beacon's"},
			{beacontest.Other, "in place of"},
			{beacontest.Garbage, "not an answer of the beacon"},
			{beacontest.Flood, "more than 4096 bytes"},
			{beacontest.Missing, "status 404"},
			{beacontest.Unavailable, "status 503"},
			{beacontest.Moved, "status 302"},
		} {
			server := serve(t, chain.source, at(chain.source.Chain.Time(chain.round)))
			timeout := time.Hour
			if test.fault == beacontest.Stalled {
				timeout = 20 * time.Millisecond
			}
			server.SetFault(test.fault)
			if _, err := asker(t, chain.source.Chain, timeout, server).Get(t.Context(), chain.round); err == nil ||
				!strings.Contains(err.Error(), test.says) {
				t.Errorf("%s, %q: %v", name, test.says, err)
			}
			server.SetFault(beacontest.Honest)
			r, err := asker(t, chain.source.Chain, time.Hour, server).Get(t.Context(), chain.round)
			if want, _ := chain.source.Round(chain.round); err != nil || r.Number != want.Number ||
				!slices.Equal(r.Signature, want.Signature) {
				t.Errorf("%s, after %q: %v, %v", name, test.says, r, err)
			}
		}
	}
}

// TestServersInTurn: if a server fails, the next one is asked at once, and first from then on.
func TestServersInTurn(t *testing.T) {
	source := recorded(t)
	clock := at(source.Chain.Time(657413))
	first, second := serve(t, source, clock), serve(t, source, clock)
	first.SetFault(beacontest.Forged)
	client := asker(t, source.Chain, time.Hour, first, second)
	for range 3 {
		must.Get(client.Get(t.Context(), 1000))(t)
	}
	if len(first.Requested()) != 1 || len(second.Requested()) != 3 {
		t.Errorf("asked %v and %v", first.Requested(), second.Requested())
	}
	second.SetFault(beacontest.Unavailable)
	if _, err := client.Get(t.Context(), 1000); err == nil || !strings.Contains(err.Error(), "503") ||
		!strings.Contains(err.Error(), "not the beacon's") {
		t.Errorf("both fail: %v", err)
	}
	first.SetFault(beacontest.Honest)
	if _, err := client.Get(t.Context(), 657413); err != nil {
		t.Error(err)
	}
	if asked := first.Requested(); asked[len(asked)-1] != 657413 {
		t.Errorf("asked %v", asked)
	}
}

// TestARoundIsNotThereBeforeItIsDue tests the time at which a round becomes available.
func TestARoundIsNotThereBeforeItIsDue(t *testing.T) {
	source := own(t, 3, 1_700_000_000)
	now := source.Chain.Time(50).Add(-time.Millisecond)
	client := asker(t, source.Chain, time.Hour, serve(t, source, func() time.Time { return now }))
	if _, err := client.Get(t.Context(), 50); err == nil || !strings.Contains(err.Error(), "status 404") {
		t.Error(err)
	}
	now = now.Add(time.Millisecond)
	if r, err := client.Get(t.Context(), 50); err != nil || r.Number != 50 {
		t.Error(r, err)
	}
}

func TestBasesAreAddresses(t *testing.T) {
	chain := recorded(t).Chain
	for _, bad := range [][]string{nil, {""}, {"api.drand.sh"}, {"ftp://api.drand.sh"}, {"https://"},
		{"https://api.drand.sh?x=1"},
		{"https://user@api.drand.sh"}, {"https://api.drand.sh", "\x00"}} {
		if _, err := beacon.NewClient(chain, bad, beacon.Options{}); err == nil {
			t.Errorf("%q are taken", bad)
		}
	}
	c := must.Get(beacon.NewClient(chain, []string{"https://api.drand.sh", "https://drand.cloudflare.com"},
		beacon.Options{}))(t)
	for _, n := range []uint64{0, 1 << 40} {
		if _, err := c.Get(t.Context(), n); err == nil || !strings.Contains(err.Error(), "no such round") {
			t.Errorf("round %d: %v", n, err)
		}
	}
}
