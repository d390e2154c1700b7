package referee_test

import (
	"strings"
	"testing"
	"time"
)

// That orders come from a plan nobody can see while the game lasts. The export of a game that is over shows
// it, as it shows all that was hidden; what the plan said beside the orders that it gave it never shows.
func TestExportsOfPlans(t *testing.T) {
	h := planned(t, nil, slow)
	h.plan("boris", march)
	h.passTurn()
	h.wait(time.Hour)
	if h.phase() != "red combat" {
		t.Fatalf("the plan was not carried out: %s", h.phase())
	}
	if x := string(h.export()); strings.Contains(x, `"plan`) || strings.Contains(x, "14.09") {
		t.Error("while the game lasts its export shows a plan")
	}
	must(h.Endings.Resign(t.Context(), h.cmd("boris", "c1")))(t)
	if x := string(h.export()); strings.Count(x, `"command":"plan `) != 3 || strings.Contains(x, "is enemy") {
		t.Error("the export of a game that is over shows more or less than which orders were planned")
	}
}
