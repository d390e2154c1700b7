package game

import (
	"strconv"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// The phases of a turn, each of one side. Activations alternate.
const (
	Reinforcements = "reinforcements"
	Assignment     = "assignment"
	Activations    = "activation"
	Admin          = "admin"
)

var phases = [...]string{Reinforcements, Assignment, Activations, Admin}

// Phases lists the phases in the order of play.
func Phases() []string { return phases[:] }

// The frames at depth 1: a first and a second activation of a Formation.
const (
	Initial = "initial"
	Another = "second-activation"
)

// The steps of an activation: frames at depth 2.
const (
	Declare    = "declare"
	Rolled     = "snafu" // the SNAFU roll has failed, and may become a Recovery (BCS 10.4-11)
	Objectives = "objectives"
	Activities = "activities"
	CleanUp    = "clean-up"
	Fatigue    = "fatigue"
	Isolation  = "isolation"
	SecondStep = "second" // a second activation is offered
)

// The boxes of the series, beside those of every game.
const (
	OffMap    = "off-map"   // Trains that are off the map
	Gone      = "gone"      // what has left the game with its Formation (BCS 9.1i)
	Returning = "returning" // units that come back at their HQ in the next Reinforcements Phase
	Unseen    = "unseen"    // in the sight of a side, units on the map that it cannot identify
)

// The markers of the series.
const (
	Dropped     = "dropped-support" // on a unit (BCS 9.2)
	Coordinated = "coordinated"     // on an HQ (BCS 4.4)
	Prepared    = "prepared"        // on an HQ: its Formation is in Prepared Defense (BCS 4.5)
)

// The flags of units for an activation.
const (
	Acted    = "acted"        // the unit has begun its activities (BCS 5.6-1)
	Left     = "left"         // it has left the hex that it started from (BCS 4.2f-2)
	Strayed  = "strayed"      // it has entered a hex that was not nearer to its HQ (BCS 4.2f-3)
	Fired    = "fired"        // it has used one Fire Event
	Fired2   = "fired-twice"  // it has used a second Fire Event
	Drops    = "drops"        // its Support is dropped for the activation (BCS 9.2-1)
	stopping = "stopped "     // it is stopped: the clause follows
	finishes = "finished "    // it is finished: the clause follows
	together = "moved "       // an order of the activation has moved it: the number of that order follows
	goesBy   = "retreats by " // it has to retreat by a line of the box Retreat Execution: the clause follows
	Moved    = "trains-moved" // Trains that have moved
	Arrived  = "arrived"      // an HQ that has come with reinforcements in this phase
)

// Stopped is the flag of a unit that a clause has stopped.
func Stopped(clause string) string { return stopping + clause }

// Finished is the flag of a unit that a clause has finished.
func Finished(clause string) string { return finishes + clause }

// GoesBy is the flag of a unit that has to retreat by a line of the box Retreat Execution, until its fight is over.
func GoesBy(clause string) string { return goesBy + clause }

// RetreatsBy is the line of the box by which a unit has to retreat, "" for none.
func RetreatsBy(p *state.Piece) string {
	for _, clause := range clausesOf(p, goesBy) {
		return clause
	}
	return ""
}

// Together is the flag of the units that an order of an activation has moved.
func Together(number int) string { return together + strconv.Itoa(number) }

// Stops lists the clauses that have stopped a unit.
func Stops(p *state.Piece) (clauses []string) { return clausesOf(p, stopping) }

// Finishes lists the clauses that have finished a unit.
func Finishes(p *state.Piece) (clauses []string) { return clausesOf(p, finishes) }

// StopOf is the clause of a flag that stops a unit, "" for another flag.
func StopOf(flag string) string { return clauseOf(flag, stopping) }

// FinishOf is the clause of a flag that finishes a unit, "" for another flag.
func FinishOf(flag string) string { return clauseOf(flag, finishes) }

func clauseOf(flag, prefix string) string {
	if clause, ok := strings.CutPrefix(flag, prefix); ok {
		return clause
	}
	return ""
}

// MovedIn is the flag of the last order that moved a unit in the activation, "" for none.
func MovedIn(p *state.Piece) string {
	for _, number := range clausesOf(p, together) {
		return together + number
	}
	return ""
}

func clausesOf(p *state.Piece, prefix string) (clauses []string) {
	for _, f := range p.Flags {
		if len(f.Word) > len(prefix) && f.Word[:len(prefix)] == prefix {
			clauses = append(clauses, f.Word[len(prefix):])
		}
	}
	return clauses
}

// Traffic is the flag of a hex with a Traffic Stopped marker.
const Traffic = "traffic"

// Objective is the flag of a hex with an objective of a Formation.
func Objective(of order.GroupID) string { return "objective " + string(of) }

// Route is the mark on each hex of the MSR that a position gives a Formation, in order from its HQ to its Trains.
func Route(of order.GroupID) string { return "msr " + string(of) }

// The tallies of a Formation.
const (
	FatigueOf = "fatigue"   // its level; data.FreshLevel for Fresh
	BlockedOf = "blocked"   // MSR Blocked, 0 to 2
	UsedOf    = "used"      // its activations in this turn
	RecoverOf = "recovered" // the last turn in which it recovered
	SnafuOf   = "snafu"     // the result of its last SNAFU roll: SnafuFail and so on
	ArtyOf    = "spent"     // the Artillery Points that it has used in the activation
	TiredOf   = "tired"     // it has done something tiring in the activation
	FlippedOf = "flip"      // its failed SNAFU roll became a Recovery in this turn
	MovesOf   = "moves"     // the orders of movement in the activation
)

// The results of a SNAFU roll, as its tally has them; 0 before the roll.
const (
	SnafuFail    = 1
	SnafuPartial = 2
	SnafuFull    = 3
)

// SnafuWord returns the word of a result in the tables, "" for any other number.
func SnafuWord(n int) string {
	switch n {
	case SnafuFail:
		return data.Fail
	case SnafuPartial:
		return data.Partial
	case SnafuFull:
		return data.Full
	}
	return ""
}

// SnafuNumber returns the number of a result, given its word in the tables.
func SnafuNumber(word string) int {
	switch word {
	case data.Fail:
		return SnafuFail
	case data.Partial:
		return SnafuPartial
	}
	return SnafuFull
}

// Of names a tally of a Formation.
func Of(what string, f order.GroupID) string { return what + " " + string(f) }

// Lost is the tally of a Support's lost steps, named by Formation and place in its list, or as a higher level's own.
func Lost(name string) string { return "lost " + name }

// Shots is the tally of the Engagements that a Stand Off Support has made in the activation.
func Shots(name string) string { return "shots " + name }

// Lent is the tally of the Formation to which an asset is assigned: its place among the Formations, from 1.
func Lent(asset string) string { return "lent " + asset }

// PointsOf is the tally of a side's Replacement Points of a kind, AVPoint or OtherPoint.
func PointsOf(kind string, s order.Side) string { return "points-" + kind + " " + string(s) }

// The kinds of Replacement Points.
const (
	AVPoint    = "av"
	OtherPoint = "other"
)

// AirOf is the tally of a side's Air Points.
func AirOf(s order.Side) string { return "air " + string(s) }

// Visibility is the tally of how many hexes can be seen, 0 for unlimited.
const Visibility = "visibility"

// SupportName names a Formation's own Support in tallies.
func SupportName(f *data.Formation, i int) string { return string(f.ID) + " " + strconv.Itoa(i) }

// LastOf is the tally of the Formation of a side that was active last in a turn: its place among the Formations.
func LastOf(s order.Side) string { return "last " + string(s) }

// Leader is the tally of the side with the first activation of a turn: its place among the sides, from 1; 0: the first.
const Leader = "leader"

// Pupil is the tally of the only side that is played in a tutorial: its place among the sides, from 1; 0 if both are.
const Pupil = "pupil"

// Engaged is the flag of units that an Engagement may free of stops once its losses and retreats are over.
const Engaged = "engaged"

// AnyStop is the clause of a stop in a case that does not name the clause.
const AnyStop = "6.0"

// The flags of hexes that were attacked or barraged in the activation.
const (
	Attacked = "attacked"
	Barraged = "barraged"
)

// The frames at depth 3: an Attack and a Shock Attack. While one goes on its frame names the attacking unit, then those
// that assist, and the units attacked.
const (
	Attack = "attack"
	Shock  = "shock"
)

// AttackedFrom is the flag of the hex from which a fight is made, for as long as it goes on.
const AttackedFrom = "attacked-from"

// Retreats is the flag of the hex of a fight whose result makes its units retreat, until they do.
func Retreats(kind string) string { return "retreats " + kind }

// Jams is the flag of the hex of a fight whose result puts a Traffic Stopped marker there if its units go.
const Jams = "jams"

// AssignedOf is the tally of the turn in which an asset was last assigned.
func AssignedOf(asset string) string { return "assigned " + asset }

// IsSupport reports whether a tally decides what Formations have in Support, or how far units see.
func IsSupport(tally string) bool {
	return strings.HasPrefix(tally, "lost ") || strings.HasPrefix(tally, "lent ") || tally == Visibility
}
