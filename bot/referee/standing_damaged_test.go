package referee_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"grognard/rules/standing"
	"grognard/storage"
)

// Standing orders of which what is kept is damaged answer nothing and keep nobody from playing. It is
// logged once, and their owner is told when he looks and can write them anew.
func TestDamagedStandingOrders(t *testing.T) {
	h := drillUpToFight(t, nil)
	var log bytes.Buffer
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	seed := h.seed
	h.restart()
	h.seed = seed
	g := must(h.log.InChannel(t.Context(), "c1"))(t)
	check(t, h.store.SavePaper(t.Context(), storage.Paper{Game: g.ID, User: "boris", Kind: "standing", At: h.now(),
		Text: `{"text":"hold`}))
	h.tick.Add(3600)
	h.must("anna", "c1", assault)
	if side, kind := h.owes(); side != "red" || kind != "losses" {
		t.Errorf("%s owes %s", side, kind)
	}
	o, err := h.Standing.Standing(t.Context(), h.cmd("boris", "c1"))
	var broken *standing.Problem
	if err != nil || !errors.As(o.Broken, &broken) || broken.Why.ID != "standing.damaged" || len(o.Lines) > 0 {
		t.Errorf("he is shown %+v, %v", o, err)
	}
	if n := strings.Count(log.String(), "standing orders cannot be read"); n != 1 ||
		!strings.Contains(log.String(), string(g.ID)) {
		t.Errorf("logged %d times: %s", n, log.String())
	}
	if o, err = h.Standing.AddStanding(t.Context(), h.cmd("boris", "c1"), "hold", 0); err != nil || o.Broken != nil ||
		len(o.Lines) != 1 {
		t.Errorf("written anew: %+v, %v", o, err)
	}
}
