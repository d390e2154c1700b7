package api

import (
	"errors"
	"fmt"
	"time"

	"grognard/rules/view"
)

// TurnPlan is the orders that a user has written down for a turn of his side, to be carried out while he is
// away.
type TurnPlan struct {
	Text    string // "" for none
	Shown   string // names this version of the plan
	Tried   view.Plan
	Delay   time.Duration
	Begins  time.Time // when it begins automatically in the present phase; zero where it does not
	Runs    bool      // the plan has begun, and waits for the other side or for dice
	Now     int       // the number of lines for the present phase
	Stale   bool      // the plan was meant for a turn that is over
	Refused string    // the last text that could not be stored
	Last    *PlanRun  // its last run
	Table   Table
	View    view.Secret
}

// PlanRun is the result of a run of a plan, with lines as text.
type PlanRun struct {
	Done, Skipped []string
	Rest          string
	Why           PlanEnd
	Stop          error       // with PlanStopped: a *view.Denial, an *order.Problem or a *Caution
	Next          string      // with PlanStopped: the line that was not given
	View          view.Secret // the position after the run, with what the side was told during it
	Table         Table
}

// PlanEnd is why a run of a plan has stopped.
type PlanEnd string

// The reasons for which a run of a plan stops.
const (
	PlanDone    PlanEnd = ""         // the plan has no more lines for this phase
	PlanStopped PlanEnd = "stopped"  // the next line is refused, or has a cost that its owner must accept first
	PlanAsks    PlanEnd = "decision" // its owner must take a decision; he can continue the plan after it
	PlanYielded PlanEnd = "left"     // its owner gave an order himself
)

// PlanDelay is how many minutes after the beginning of a phase its plan begins, and PlanDelayMost how many at most.
// The delay lets the other side take back the end of its own phase.
const (
	PlanDelay     = 5
	PlanDelayMost = 60
)

// PlanRefused is the error for a plan with a line that can never be carried out; the plan is not stored.
type PlanRefused struct{ Line view.Planned }

func (p *PlanRefused) Error() string {
	return fmt.Sprintf("line %d can never be carried out: %v", p.Line.Plan.Number, p.Line.Err)
}

func (p *PlanRefused) Unwrap() error { return p.Line.Err }

// What cannot be done with plans.
var (
	ErrNoPlan      = errors.New("that plan is not kept any more")
	ErrPlanNotNow  = errors.New("the plan has no line for this phase")
	ErrPlanDelay   = errors.New("no such delay of a plan")
	ErrPlanWaiting = errors.New("a decision is owed first")
)
