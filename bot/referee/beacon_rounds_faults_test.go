package referee_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// TestAGameEndsBetweenAnOrderAndItsDice: nobody is held at the table by a beacon.
func TestAGameEndsBetweenAnOrderAndItsDice(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.must("anna", "c1", attack)
	h.verify("resigned", 0)
	wrong(t, h.awaits() != nil, "a round is awaited when the game is over")
	h.post()
	if wait := h.pursue(); wait < time.Minute {
		t.Errorf("the next look after %v", wait)
	}
}

// TestADiskThatFailsBetweenTheRows: what could not be written is written later, alike.
func TestADiskThatFailsBetweenTheRows(t *testing.T) {
	var log *breaking
	h := ownBeacon(t, func(l storage.Log) storage.Log { log = &breaking{Log: l}; return log })
	h.drillUpToAttack()
	cmd := h.cmd("anna", "c1")
	out := must(h.Orders.Order(t.Context(), cmd, attack))(t)
	h.post()
	h.until(out.Table.Awaits.Due)
	log.at = cmd.ID + "/beacon"
	for range 2 {
		if _, err := h.Rounds.FetchRounds(t.Context()); !errors.Is(err, errDisk) || h.awaits() == nil {
			t.Errorf("on a failing disk: %v", err)
		}
	}
	log.at = ""
	h.restart()
	h.pursue()
	if b := h.lastBound(); b.Round != out.Table.Awaits.Round {
		t.Errorf("the row has %+v", b)
	}
}

// TestAListWaitsForRounds: it stops where dice are awaited, and goes on after them.
func TestAListWaitsForRounds(t *testing.T) {
	h := ownBeacon(t, nil)
	h.sit("drill", "blue", "red")
	h.start()
	l, err := h.Lists.Preview(t.Context(), h.cmd("anna", "c1"), "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08; b-1-inf > 8.07")
	check(t, err)
	run, err := h.Lists.CarryOut(t.Context(), h.cmd("anna", "c1"), l.Draft, l.Shown)
	if err != nil || run.Stop != nil || run.Table.Awaits == nil || run.Done != 2 || run.Text != "b-1-inf > 8.07" {
		t.Fatalf("carried out: %+v, %v", run, err)
	}
	stale, err := h.Lists.CarryOut(t.Context(), h.cmd("anna", "c1"), l.Draft, run.Shown)
	var a *api.Awaiting
	if len(stale.Lines) != 0 || !stale.Stale && !errors.As(err, &a) {
		t.Errorf("carried on while dice are awaited: %+v, %v", stale, err)
	}
	h.restart()
	h.come()
	ids := h.commands("c1")
	if want := []string{l.Draft + "/1", l.Draft + "/2", l.Draft + "/3",
		l.Draft + "/3/beacon"}; !slices.Equal(ids[len(ids)-4:], want) {
		t.Errorf("the rows are of %q", ids)
	}
	rest, err := h.Lists.Again(t.Context(), h.cmd("anna", "c1"), l.Draft)
	wrong(t, err != nil || rest.Done != 2 || rest.Text != "b-1-inf > 8.07", "the rest: %+v, %v", rest, err)
}
