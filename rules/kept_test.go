package rules_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"grognard/rules"
)

// TestWhatIsKeptIsNeverStale: a match caches what its sides may know and the memory in which it resolves
// orders. After every command each side sees what it would see without the cache; Decide changes nothing.
func TestWhatIsKeptIsNeverStale(t *testing.T) {
	for seed, name := range []string{"drill", "drill", "skirmish"} {
		p := newPlayer(t, name, 200+uint64(seed))
		for range 120 {
			if p.m.Public().Board().Over {
				break
			}
			side := p.acting()
			before := snapshot(t, p.m)
			for _, v := range p.m.Verbs(side) {
				if _, err := p.m.Decide(side, p.m.Order(v, p.walk(side, v)), p.roll); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(before, snapshot(t, p.m)) {
				t.Fatal("deciding changed the match")
			}
			p.order(side)
			for _, s := range p.m.Sides() {
				if kept, fresh := p.m.Sights(s.ID); kept != fresh {
					t.Fatalf("%s sees\n%s\nwhere there is\n%s", s.ID, kept, fresh)
				}
			}
		}
	}
}

// TestARecordThatDoesNotFit leaves the match as it was, though its first event
// fits.
func TestARecordThatDoesNotFit(t *testing.T) {
	p := newPlayer(t, "drill", 1)
	var rec rules.Record
	if err := json.Unmarshal([]byte(`[{"counted/1":{"tally":"ending","n":7}},{"answered/1":{"id":99}}]`),
		&rec); err != nil {
		t.Fatal(err)
	}
	before, seq := snapshot(t, p.m), p.m.Seq()
	if _, err := p.m.Apply(seq+1, rec); err == nil {
		t.Fatal("it was applied")
	}
	if !bytes.Equal(before, snapshot(t, p.m)) || p.m.Seq() != seq {
		t.Error("it changed the match")
	}
}

func snapshot(t *testing.T, m *rules.Match) []byte {
	t.Helper()
	blob, err := m.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return blob
}
