package referee_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"

	"grognard/bot/referee"
	"grognard/rules/dice"
)

// audit rolls every die of a finished game again, from what is published: the
// secret, the words of the players, and the log as anybody may read it.
func audit(t *testing.T, h *house, table referee.Table) {
	t.Helper()
	secret, err := hex.DecodeString(table.Secret)
	if err != nil || dice.Commitment(secret) != table.Commitment {
		t.Fatalf("the secret %q does not fit the commitment %q", table.Secret, table.Commitment)
	}
	type rolled struct {
		Rolled *struct {
			Number uint64 `json:"number"`
			Faces  []int  `json:"faces"`
		} `json:"rolled/1"`
	}
	type play struct {
		Asked  json.RawMessage `json:"asked"`
		Record []rolled        `json:"record"`
	}
	number := uint64(0)
	for row, err := range h.log.Rows(t.Context(), table.Game, 0) {
		if err != nil {
			t.Fatal(err)
		}
		var b struct{ Started, Ordered play }
		if err := json.Unmarshal(row.Body, &b); err != nil {
			t.Fatal(err)
		}
		for _, p := range []play{b.Started, b.Ordered} {
			for _, e := range p.Record {
				if e.Rolled == nil {
					continue
				}
				number++
				s := dice.Stream{Secret: secret, Game: string(table.Game), Order: sha256.Sum256(p.Asked), Words: []string{table.Seats[0].Word, table.Seats[1].Word}}
				faces, err := s.Roll(number, len(e.Rolled.Faces))
				if err != nil || e.Rolled.Number != number || !slices.Equal(faces, e.Rolled.Faces) {
					t.Errorf("row %d, roll %d: %v in the log, %v from the secret, %v", row.Seq, number, e.Rolled.Faces, faces, err)
				}
			}
		}
	}
	if table.Seats[0].Word != "larch" || table.Seats[1].Word != "heron" {
		t.Errorf("the words are not published: %+v", table.Seats)
	}
	if number == 0 {
		t.Error("no roll in the log")
	}
}
