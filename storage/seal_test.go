package storage_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"grognard/storage"
)

func sample() storage.Row {
	return storage.Row{
		Game:      "afb-1",
		Seq:       7,
		CommandID: "interaction-42",
		At:        time.UnixMicro(1_700_000_000_000_001).UTC(),
		By:        "1234",
		Sealed:    "allied",
		Prev:      storage.Hash{1, 2, 3},
		Body:      []byte(`[{"moved":1}]`),
	}
}

// The vector was computed independently of the code under test, with Python:
//
//	f = lambda b: len(b).to_bytes(8, 'big') + b
//	sha256(f(label) + f(game) + f(seq) + f(command) + f(at) + f(sealed) + f(prev) + f(body))
//
// It must never change: the logs of running games are sealed with it.
func TestSealIsTheOneOfExistingLogs(t *testing.T) {
	const want = "5b9bd66e61a92a72e1aef353d63d7ca320916bcbc27b11f979e4997a7f0487b4"
	if got := storage.Seal(sample()); hex.EncodeToString(got[:]) != want {
		t.Errorf("Seal = %x, want %s", got, want)
	}
}

func TestSealCoversEveryField(t *testing.T) {
	changes := map[string]func(*storage.Row){
		"game":        func(r *storage.Row) { r.Game = "afb-2" },
		"seq":         func(r *storage.Row) { r.Seq++ },
		"command":     func(r *storage.Row) { r.CommandID += " " },
		"at":          func(r *storage.Row) { r.At = r.At.Add(time.Microsecond) },
		"sealed":      func(r *storage.Row) { r.Sealed = "axis" },
		"sealed to":   func(r *storage.Row) { r.SealedTo = "axis" },
		"gift":        func(r *storage.Row) { r.SealedTo, r.Body = string(r.Body), nil },
		"prev":        func(r *storage.Row) { r.Prev[31] ^= 1 },
		"body":        func(r *storage.Row) { r.Body = append([]byte{}, r.Body[1:]...) },
		"no body":     func(r *storage.Row) { r.Body = nil },
		"moved bytes": func(r *storage.Row) { r.Game, r.CommandID = "afb-1i", "nteraction-42" },
	}
	seen := map[storage.Hash]string{storage.Seal(sample()): "unchanged"}
	for name, change := range changes {
		r := sample()
		change(&r)
		h := storage.Seal(r)
		if same, ok := seen[h]; ok {
			t.Errorf("%s has the seal of %s", name, same)
		}
		seen[h] = name
	}
}

func TestPlayerNumber(t *testing.T) {
	for name, want := range map[string]int{storage.PlayerName(1): 1, storage.PlayerName(12): 12, "": 0, "player ": 0,
		"player 0": 0, "player 01": 0, "player +1": 0, "1": 0, "1150000000000000101": 0, "player one": 0} {
		if got, ok := storage.PlayerNumber(name); ok != (want > 0) || ok && got != want {
			t.Errorf("%q: %d, %v", name, got, ok)
		}
	}
}

func TestSealIgnoresItsOwnPlaceTheZoneAndTheUser(t *testing.T) {
	r := sample()
	want := storage.Seal(r)
	r.Hash = want
	r.By = "forgotten"
	r.At = r.At.In(time.FixedZone("far away", 9*3600))
	if storage.Seal(r) != want {
		t.Error("the same row has two seals")
	}
}

func TestCheck(t *testing.T) {
	sealed := func(r storage.Row) storage.Row { r.Hash = storage.Seal(r); return r }
	first := sealed(storage.Row{Game: "g", Seq: 1, Body: []byte("genesis")})
	second := sealed(storage.Row{Game: "g", Seq: 2, Prev: first.Hash, Body: []byte("move")})
	orphan := sealed(storage.Row{Game: "g", Seq: 2, Body: []byte("move")})
	edited := second
	edited.Body = []byte("mope")

	tests := []struct {
		name          string
		before, after storage.Row
		broken        string // part of the error, empty for a good pair
	}{
		{"genesis", storage.Row{}, first, ""},
		{"next", first, second, ""},
		{"edited", first, edited, `game "g" row 2`},
		{"not linked", first, orphan, "not linked to row 1"},
		{"gap", storage.Row{}, second, "row 2 after row 0"},
		{"twice", second, second, "row 2 after row 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := storage.Check(test.before, test.after)
			switch {
			case test.broken == "" && err != nil:
				t.Errorf("Check = %v, want none", err)
			case test.broken != "" && !errors.Is(err, storage.ErrBroken):
				t.Errorf("Check = %v, want ErrBroken", err)
			case test.broken != "" && !strings.Contains(err.Error(), test.broken):
				t.Errorf("Check = %q, want it to say %q", err, test.broken)
			}
		})
	}
}
