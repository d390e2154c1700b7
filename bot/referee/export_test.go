package referee

import (
	"testing"
	"time"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Extras are what tests add to a referee.
type Extras struct {
	Deadline func(*ledger.Game, order.Side) time.Time
	Alarms   []games.Alarm // after the others
	Warm     int           // games that stay loaded; the program's number when 0
}

// NewWith returns a referee with extras.
func NewWith(o Options, x Extras) *Referee {
	return wire(o.completed(), extras{x.Deadline, x.Alarms, x.Warm})
}

// Kernel returns the loaded games of a referee.
func Kernel(r *Referee) *games.Games { return r.games }

// TestSteady_ClockSetBack: small corrections of the computer's clock are not seen in a log, large ones are.
func TestSteady_ClockSetBack(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := noon
	clock := steady(func() time.Time { return now })
	for _, step := range []struct {
		fact     string
		now, see time.Time
	}{
		{"the first look", noon, noon},
		{"the same time again", noon, noon.Add(time.Microsecond)},
		{"a second earlier", noon.Add(-time.Second), noon.Add(2 * time.Microsecond)},
		{"later", noon.Add(time.Second), noon.Add(time.Second)},
		{"an hour earlier", noon.Add(-time.Hour), noon.Add(-time.Hour)},
		{"and goes on from there", noon.Add(-time.Hour), noon.Add(-time.Hour + time.Microsecond)},
	} {
		now = step.now
		if !clock().Equal(step.see) {
			t.Errorf("%s: not %v", step.fact, step.see)
		}
	}
}
