package beacon_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
)

// sleeper counts the pauses of a client instead of sleeping, and moves its clock.
type sleeper struct {
	now    time.Time
	pauses []time.Duration
}

func (s *sleeper) clock() time.Time { return s.now }

func (s *sleeper) wait(ctx context.Context, d time.Duration) error {
	s.pauses = append(s.pauses, d)
	s.now = s.now.Add(d)
	return ctx.Err()
}

// asker is a client of servers with a sleeper.
func asker(t *testing.T, c *beacon.Chain, s *sleeper, timeout time.Duration, servers ...*beacontest.Server) (*beacon.Client, *[]string) {
	t.Helper()
	var bases, reasons []string
	for _, server := range servers {
		bases = append(bases, server.URL)
	}
	client, err := beacon.NewClient(c, bases, beacon.Options{Now: s.clock, Wait: s.wait, Timeout: timeout,
		Failed: func(base string, _ uint64, reason error) { reasons = append(reasons, reason.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	return client, &reasons
}

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
			s := &sleeper{now: chain.source.Chain.Time(chain.round)}
			server := serve(t, chain.source, s.clock)
			timeout := 10 * time.Second
			if test.fault == beacontest.Stalled {
				timeout = 20 * time.Millisecond
			}
			server.Next(test.fault)
			client, reasons := asker(t, chain.source.Chain, s, timeout, server)
			if _, err := client.Try(t.Context(), chain.round); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s, %q: %v", name, test.says, err)
			}
			server.Next(test.fault)
			r, err := client.Get(t.Context(), chain.round)
			if want, _ := chain.source.Round(chain.round); err != nil || r.Number != want.Number || !slices.Equal(r.Signature, want.Signature) {
				t.Errorf("%s, after %q: %v, %v", name, test.says, r, err)
			}
			// A server that is slow for another reason may pass for a stalled one more than once.
			if once := []time.Duration{500 * time.Millisecond}; !slices.Equal(s.pauses, once) && (test.fault != beacontest.Stalled || len(s.pauses) == 0) {
				t.Errorf("%s, %q: pauses of %v", name, test.says, s.pauses)
			}
			if len(*reasons) != len(s.pauses)+1 {
				t.Errorf("%s, %q: the reasons are %q", name, test.says, *reasons)
			}
		}
	}
}

// TestServersInTurn: a server that fails costs no pause where another one serves, which is asked
// first from then on.
func TestServersInTurn(t *testing.T) {
	source := recorded(t)
	s := &sleeper{now: source.Chain.Time(657413)}
	first, second := serve(t, source, s.clock), serve(t, source, s.clock)
	first.Stays(beacontest.Forged)
	client, reasons := asker(t, source.Chain, s, 10*time.Second, first, second)
	for range 3 {
		if _, err := client.Get(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
	}
	if len(first.Asked()) != 1 || len(second.Asked()) != 3 || len(s.pauses) != 0 || len(*reasons) != 1 {
		t.Errorf("asked %v and %v, pauses %v, reasons %q", first.Asked(), second.Asked(), s.pauses, *reasons)
	}
	second.Stays(beacontest.Unavailable)
	first.Stays(beacontest.Honest)
	if _, err := client.Get(t.Context(), 657413); err != nil {
		t.Error(err)
	}
	if asked := first.Asked(); len(s.pauses) != 0 || asked[len(asked)-1] != 657413 {
		t.Errorf("pauses %v, asked %v", s.pauses, asked)
	}
}

// TestNothingIsAskedBeforeItIsDue: the client sleeps until the round is due, and then backs off.
func TestNothingIsAskedBeforeItIsDue(t *testing.T) {
	source := own(t, 3, 1_700_000_000)
	s := &sleeper{now: source.Chain.Time(50).Add(-4 * time.Second)}
	late := func() time.Time { return s.now.Add(-3 * time.Second) } // the server's clock is behind
	server := serve(t, source, late)
	client, _ := asker(t, source.Chain, s, 10*time.Second, server)
	r, err := client.Get(t.Context(), 50)
	if err != nil || r.Number != 50 {
		t.Fatal(r, err)
	}
	want := []time.Duration{4 * time.Second, 500 * time.Millisecond, time.Second, 2 * time.Second}
	if !slices.Equal(s.pauses, want) || len(server.Asked()) != 4 {
		t.Errorf("pauses %v, asked %v", s.pauses, server.Asked())
	}
}

// TestPausesStopGrowing, and end with the context.
func TestPausesStopGrowing(t *testing.T) {
	source := own(t, 3, 1_700_000_000)
	server := serve(t, source, time.Now)
	server.Stays(beacontest.Unavailable)
	ctx, cancel := context.WithCancel(t.Context())
	var pauses []time.Duration
	client, err := beacon.NewClient(source.Chain, []string{server.URL + "/"}, beacon.Options{Wait: func(ctx context.Context, d time.Duration) error {
		if pauses = append(pauses, d); len(pauses) == 8 {
			cancel()
		}
		return ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Get(ctx, 7)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "status 503") {
		t.Error(err)
	}
	const half = 500 * time.Millisecond
	if want := []time.Duration{half, 2 * half, 4 * half, 8 * half, 16 * half, 30 * half, 30 * half, 30 * half}; !slices.Equal(pauses, want) {
		t.Errorf("pauses %v", pauses)
	}
}

func TestBasesAreAddresses(t *testing.T) {
	chain := recorded(t).Chain
	for _, bad := range [][]string{nil, {""}, {"api.drand.sh"}, {"ftp://api.drand.sh"}, {"https://"}, {"https://api.drand.sh?x=1"},
		{"https://user@api.drand.sh"}, {"https://api.drand.sh", "\x00"}} {
		if _, err := beacon.NewClient(chain, bad, beacon.Options{}); err == nil {
			t.Errorf("%q are taken", bad)
		}
	}
	c, err := beacon.NewClient(chain, beacon.Bases(), beacon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []uint64{0, 1 << 40} {
		if _, err := c.Get(t.Context(), n); err == nil || !strings.Contains(err.Error(), "no such round") {
			t.Errorf("round %d: %v", n, err)
		}
	}
}
