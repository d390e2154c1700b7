package referee_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee"
	"grognard/storage"
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

// accepted has the log say that an earlier program accepted an order of Blue's.
func (h *beaconHouse) accepted(id, asked string) {
	h.t.Helper()
	ctx := h.t.Context()
	g, err := h.log.InChannel(ctx, "c1")
	if err != nil {
		h.t.Fatal(err)
	}
	at, seq := h.now(), uint64(h.rows("c1")+1)
	body, err := json.Marshal(map[string]any{"version": 1, "accepted": map[string]any{"asked": json.RawMessage(asked),
		"hash": fmt.Sprintf("%x", sha256.Sum256([]byte(asked))), "round": h.source.Chain.From(at.Add(5 * time.Second))}})
	if err != nil {
		h.t.Fatal(err)
	}
	_, _, err = h.log.Append(ctx, storage.Entry{Game: g.ID, Seq: seq, CommandID: id, At: at, By: "anna", Body: body, Notices: []storage.Notice{
		{Audience: "public", Kind: "awaited", From: seq}, {Audience: "beacon", Kind: "awaited", From: seq}}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.restart()
}

// TestANewerProgramRefusesWhatWasAccepted: nothing comes of the order, which everybody is told, and
// the game goes on. So it does where the newer program does not even know the order's form.
func TestANewerProgramRefusesWhatWasAccepted(t *testing.T) {
	for what, asked := range map[string]string{
		"against its rules": `{"side":"blue","order":{"verb":"attack","units":["b-1-arm"],"hex":"1.01"}}`,
		"an unknown verb":   `{"side":"blue","order":{"verb":"parley"}}`,
		"an unknown unit":   `{"side":"blue","order":{"verb":"attack","units":["b-9-zzz"],"hex":"13.08"}}`,
		"another spelling":  `{"side":"blue","order":{"verb":"attack","target":"13.08","units":["b-1-arm"]}}`,
		"another form":      `{"side":"blue","order":{"verb":"attack"}}`,
	} {
		t.Run(what, func(t *testing.T) {
			h := ownBeacon(t, nil)
			h.drillUpToAttack()
			h.accepted("old", asked)
			w := h.awaits()
			h.post()
			h.until(w.Due)
			h.pursue()
			if h.awaits() != nil {
				t.Fatal("the order waits for ever")
			}
			if ids := h.commands("c1"); ids[len(ids)-1] != "old/beacon" {
				t.Errorf("the last row is of %q", ids[len(ids)-1])
			}
			if told := h.errands(); !slices.ContainsFunc(told, func(e referee.Errand) bool { return e.Kind == referee.Voided }) {
				t.Errorf("to be told: %+v", told)
			}
			h.restart()
			h.must("anna", "c1", attack)
			h.come()
			if b := h.lastBound(); b.Round <= w.Round {
				t.Errorf("the order after it has round %d", b.Round)
			}
		})
	}
}
