package limit

import (
	"strconv"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// A phase of fast play, with taps, some typed words and some pictures, does not reach a limit.
func TestFastPlayMeetsNoLimit(t *testing.T) {
	g := New(Defaults())
	now := noon
	for tap := range 300 {
		now = now.Add(150 * time.Millisecond) // seven taps a second
		kinds := []Kind{Request, Suggestion, Suggestion, Suggestion}
		if tap%20 == 0 {
			kinds = append(kinds, Picture)
		}
		for _, kind := range kinds {
			if over := g.Enter("anna", "server", kind, now); over != nil {
				t.Fatalf("tap %d: %+v", tap, *over)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	few := Options{Requests: 6, Pictures: 2, Films: 1, Server: 2}
	type call struct {
		user, server string
		kind         Kind
		after        time.Duration // since the previous request
		want         *Over
	}
	for name, calls := range map[string][]call{
		"pictures": {
			{"anna", "a", Picture, 0, nil}, {"anna", "a", Picture, 0, nil},
			{"anna", "a", Picture, 0, &Over{Picture, false, 2, 30 * time.Second}},
			{"anna", "b", Picture, 20 * time.Second, &Over{Picture, false, 2, 10 * time.Second}}, // in every server
			{"anna", "a", Request, 0, nil}, {"boris", "a", Picture, 0, nil},
			{"anna", "a", Picture, 10 * time.Second, nil},
			{"anna", "a", Picture, 0, &Over{Picture, false, 2, 30 * time.Second}},
		},
		"a picture is a request": {
			{"anna", "", Picture, 0, nil}, {"anna", "", Picture, 0, nil}, {"anna", "", Film, 0, nil},
			{"anna", "", Request, 0, nil},
			{"anna", "", Request, 0, nil}, {"anna", "", Request, 0, nil},
			{"anna", "", Request, 0, &Over{Request, false, 6, 10 * time.Second}},
			{"anna", "", Suggestion, 0, nil},
			{"anna", "", Request, 10 * time.Second, nil},
		},
		"a server": {
			{"anna", "a", Picture, 0, nil}, {"anna", "a", Picture, 0, nil}, {"boris", "a", Picture, 0, nil},
			{"boris", "a", Picture, 0, nil},
			{"olga", "a", Picture, 0, &Over{Picture, true, 4, 15 * time.Second}},
			{"olga", "b", Picture, 0, nil}, {"olga", "a", Request, 0, nil}, {"olga", "", Picture, 0, nil},
		},
		"nothing is saved": {
			{"anna", "a", Film, 0, nil}, {"anna", "a", Film, time.Hour, nil},
			{"anna", "a", Film, 0, &Over{Film, false, 1, time.Minute}},
		},
	} {
		g, now := New(few), noon
		for i, c := range calls {
			now = now.Add(c.after)
			got := g.Enter(c.user, c.server, c.kind, now)
			if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
				t.Errorf("%s: call %d: %+v, want %+v", name, i, got, c.want)
			}
		}
	}
	g := New(Options{Server: 2})
	for range 1000 {
		if over := g.Enter("anna", "a", Film, noon); over != nil {
			t.Fatalf("0 is no limit: %+v", *over)
		}
	}
}

// However many users come, the gate keeps a limited number, and forgets those whose buckets are full.
func TestTheGateIsBounded(t *testing.T) {
	g := New(Defaults())
	enter := func(who string, n int, now time.Time) {
		for i := range n {
			if over := g.Enter(who+strconv.Itoa(i), who+strconv.Itoa(i), Picture, now); over != nil {
				t.Fatalf("%s %d: %+v", who, i, *over)
			}
		}
	}
	enter("crowd", 2*mostKept, noon)
	for kind := range kinds {
		for _, b := range []buckets{g.users[kind], g.guilds[kind]} {
			if len(b.full) > mostKept {
				t.Errorf("%d buckets of kind %d", len(b.full), kind)
			}
		}
	}
	enter("later", 1, noon.Add(2*time.Minute))
	if n := len(g.users[Picture].full); n != 1 {
		t.Errorf("%d buckets when all but one are full", n)
	}
}

// A user who has requested nothing in the last minutes is not remembered.
func TestNobodyIsRememberedForLong(t *testing.T) {
	b := newBuckets(10)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	b.take("anna", now)
	b.take("boris", now.Add(3*minute))
	if _, kept := b.full["anna"]; kept || len(b.full) != 1 {
		t.Errorf("remembered are %v", b.full)
	}
}
