package referee_test

import (
	"testing"
	"time"
)

// When a plan begins is shown as it will be, though the program was away meanwhile.
func TestAPlanBeginsLaterAfterAnOutage(t *testing.T) {
	h := planned(t, nil, slow)
	alive := func() {
		check(t, h.Upkeep.Alive(t.Context()))
	}
	h.plan("boris", march)
	h.passTurn()
	alive()
	h.shut()
	h.tick.Add(3600)
	h.open()
	alive()
	shown := h.planNow("boris").Begins
	if shown.Sub(h.now()) != 5*time.Minute {
		t.Fatalf("it begins at %v, now it is %v", shown, h.now())
	}
	rows := h.rows("c1")
	for range 299 / 13 { // the program is there now
		h.wait(13 * time.Second)
		alive()
	}
	wrong(t, h.rows("c1") != rows, "it begins before the time that is shown")
	h.wait(time.Second)
	wrong(t, h.rows("c1") == rows, "it does not begin at the time that is shown")
}
