package beacon_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/rules/must"
)

func recorded(t testing.TB) *beacontest.Source {
	t.Helper()
	return must.Get(beacontest.Recorded())(t)
}

func own(t testing.TB, period uint32, genesis int64) *beacontest.Source {
	t.Helper()
	return must.Get(beacontest.Own("own", period, genesis))(t)
}

// rounds are the recorded rounds with their times and randomness, as drand's servers gave them.
var rounds = []struct {
	number           uint64
	due              string
	value, signature string
}{
	{1000, "2023-08-23T15:59:24Z", "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
		"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"},
	{657413, "2023-09-15T11:00:03Z", "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
		"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"},
}

func bytesOf(t testing.TB, digits string) []byte {
	t.Helper()
	return must.Get(hex.DecodeString(digits))(t)
}

func TestRecordedRounds(t *testing.T) {
	s := recorded(t)
	for _, want := range rounds {
		r, ok := s.Round(want.number)
		if !ok || hex.EncodeToString(r.Signature) != want.signature {
			t.Fatalf("round %d is not recorded", want.number)
		}
		if err := s.Chain.Verify(r.Number, r.Signature); err != nil {
			t.Error(err)
		}
		if value := r.Randomness(); hex.EncodeToString(value[:]) != want.value {
			t.Errorf("round %d has the value %x", r.Number, value)
		}
		due, err := time.Parse(time.RFC3339, want.due)
		if err != nil || !s.Chain.Time(r.Number).Equal(due) {
			t.Errorf("round %d is due at %v, not %s", r.Number, s.Chain.Time(r.Number), want.due)
		}
	}
}

// TestAnyChangedByteFails changes each byte of both signatures, and the number, in each bit and in some other ways.
func TestAnyChangedByteFails(t *testing.T) {
	c := recorded(t).Chain
	for _, r := range rounds {
		signature := bytesOf(t, r.signature)
		for i := range signature {
			for _, by := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 255} {
				changed := append([]byte{}, signature...)
				changed[i] ^= by
				if c.Verify(r.number, changed) == nil {
					t.Errorf("round %d passes with byte %d changed by %#x", r.number, i, by)
				}
			}
		}
		for bit := range 64 {
			if n := r.number ^ 1<<bit; c.Verify(n, signature) == nil {
				t.Errorf("round %d passes for round %d", r.number, n)
			}
		}
	}
}

// TestAnyChangedByteOfTheKeyFails: a chain with another key is refused because of its hash. With a hash that matches
// the key, either the key is invalid or no signature is valid.
func TestAnyChangedByteOfTheKeyFails(t *testing.T) {
	key := bytesOf(t, beacon.Quicknet().Key)
	for i := range key {
		for _, by := range []byte{1, 16, 128, 255} {
			changed := append([]byte{}, key...)
			changed[i] ^= by
			p := beacon.Quicknet()
			p.Key = hex.EncodeToString(changed)
			if _, err := beacon.Open(p); err == nil ||
				!strings.Contains(err.Error(), "its parameters are those of chain") {
				t.Fatalf("byte %d of the key changed by %#x: %v", i, by, err)
			}
			p = must.Get(p.Sealed())(t)
			c, err := beacon.Open(p)
			if err == nil && c.Verify(rounds[0].number, bytesOf(t, rounds[0].signature)) == nil {
				t.Errorf("round 1000 passes with byte %d of the key changed by %#x", i, by)
			}
		}
	}
}

// TestTheHashCoversTheParameters: the hash of a chain also determines its times.
func TestTheHashCoversTheParameters(t *testing.T) {
	if p, err := beacon.Quicknet().Sealed(); err != nil || p != beacon.Quicknet() {
		t.Errorf("drand's hash covers other parameters: %v, %v", p, err)
	}
	for name, change := range map[string]func(*beacon.Parameters){
		"hash":        func(p *beacon.Parameters) { p.Hash = strings.Replace(p.Hash, "5", "6", 1) },
		"period":      func(p *beacon.Parameters) { p.Period = 30 },
		"genesis":     func(p *beacon.Parameters) { p.Genesis -= 3 },
		"seed":        func(p *beacon.Parameters) { p.Seed = "00" + p.Seed[2:] },
		"name":        func(p *beacon.Parameters) { p.Name = "" },
		"no digits":   func(p *beacon.Parameters) { p.Key = "key" },
		"odd seed":    func(p *beacon.Parameters) { p.Seed = "f" },
		"longer hash": func(p *beacon.Parameters) { p.Hash += "00" },
	} {
		p := beacon.Quicknet()
		change(&p)
		if _, err := beacon.Open(p); err == nil {
			t.Errorf("%s: the changed chain opens", name)
		}
	}
	if p, err := (beacon.Parameters{Key: beacon.Quicknet().Key}).Sealed(); err != nil {
		t.Error(err)
	} else if _, err := beacon.Open(p); err == nil {
		t.Error("a chain without a period opens")
	}
}

func TestRoundsAndTimes(t *testing.T) {
	c := recorded(t).Chain
	first := c.Time(1)
	for _, at := range []struct {
		after    time.Duration
		at, from uint64
	}{
		{-time.Hour, 0, 1}, {-1, 0, 1}, {0, 1, 1}, {1, 1, 2}, {3*time.Second - 1, 1, 2},
		{3 * time.Second, 2, 2}, {3*time.Second + 1, 2, 3}, {6 * time.Second, 3, 3}, {time.Hour, 1201, 1201},
	} {
		when := first.Add(at.after)
		if got := c.At(when); got != at.at {
			t.Errorf("%v after the first round: round %d, not %d", at.after, got, at.at)
		}
		if got := c.From(when); got != at.from {
			t.Errorf("from %v after the first round: round %d, not %d", at.after, got, at.from)
		}
	}
	for _, n := range []uint64{1, 2, 1000, 657413, 1 << 31} {
		if c.At(c.Time(n)) != n || c.From(c.Time(n)) != n {
			t.Errorf("round %d is due at %v, where round %d and from where round %d is due", n, c.Time(n),
				c.At(c.Time(n)), c.From(c.Time(n)))
		}
	}
	if far := c.Time(1<<64 - 1); far.Before(first) || !far.Equal(c.Time(1<<31)) {
		t.Errorf("a round that no chain comes to is due at %v", far)
	}
}

// TestOwnChains: the beacon of the tests signs as drand does, and each chain with its own key.
func TestOwnChains(t *testing.T) {
	s := own(t, 3, 1_700_000_000)
	other := must.Get(beacontest.Own("another", 3, 1_700_000_000))(t)
	for n := range uint64(5) {
		r, ok := s.Round(n + 1)
		if !ok {
			t.Fatal("an own chain has each of its rounds")
		}
		if err := s.Chain.Verify(r.Number, r.Signature); err != nil {
			t.Error(err)
		}
		if other.Chain.Verify(r.Number, r.Signature) == nil || recorded(t).Chain.Verify(r.Number, r.Signature) == nil {
			t.Errorf("round %d of a chain passes for that of another", r.Number)
		}
	}
}

// TestVectorsOfTheFile compares the constants in the code with the file of test vectors, if that is present.
func TestVectorsOfTheFile(t *testing.T) {
	raw, err := os.ReadFile("../../../shared/data/drand_quicknet_vectors.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no shared folder: the rounds and parameters in the code are held against themselves alone")
	}
	must.Do(t, err)
	var file struct {
		Chain struct {
			Hash    string `json:"hash"`
			Key     string `json:"public_key"`
			Period  uint32 `json:"period"`
			Genesis int64  `json:"genesis_time"`
			Seed    string `json:"genesis_seed"`
			Name    string `json:"beacon_id"`
			Domain  string `json:"hash_to_curve_dst"`
		} `json:"chain"`
		Rounds []struct {
			Round                       uint64
			Time, Signature, Randomness string
		} `json:"rounds"`
	}
	must.Do(t, json.Unmarshal(raw, &file))
	f := file.Chain
	if p := (beacon.Parameters{Hash: f.Hash, Key: f.Key, Period: f.Period, Genesis: f.Genesis, Seed: f.Seed,
		Name: f.Name}); p != beacon.Quicknet() || f.Domain != beacon.Domain {
		t.Errorf("the file has %+v", f)
	}
	if len(file.Rounds) != len(rounds) {
		t.Fatalf("the file has %d rounds", len(file.Rounds))
	}
	for i, r := range file.Rounds {
		if w := rounds[i]; r.Round != w.number || r.Time != w.due || r.Signature != w.signature ||
			r.Randomness != w.value {
			t.Errorf("the file has %+v", r)
		}
	}
}
