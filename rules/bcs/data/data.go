// Package data has what modules and adjudication cases say of a game of the Battalion Combat Series: it reads their
// keys, compiles them and checks them. It may import no other package of the series, and does not know how a game is
// played.
package data

import (
	"grognard/rules/hex"
	"grognard/rules/internal/score"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Data is the part of a module that belongs to the series. The module's units, scenarios and orders of arrival carry
// parts of their own: Printed, Start and Supplies.
type Data struct {
	Title      string      // where the tables come from, such as "our own tables"; "" if the game prints them
	Formations []Formation // in the order of the file
	Assets     []Asset     // what higher levels can assign, in the order of the file
	Scale      int         // movement points are counted in 1/Scale
	Terrain    map[string]Row
	Kinds      []string // the keys of Terrain, in the order of the file
	Tables     map[string]*Table
	Support    Support        // what every Support has
	Tires      []string       // the verbs after which Fatigue is rolled for (BCS 10.4-1)
	Objectives map[string]int // how many objectives a SNAFU result allows; no entry: no limit
	Limit      int            // combat units in a hex (BCS 5.5-1)
	Hidden     bool           // stacks hide the combat units under their tops from others

	Victory []hex.Hex   // victory hexes (BCS 4.3-1)
	Score   score.Terms // what the victory points mean at the end
	Seen    int         // visibility in hexes of the scenario being played, 0 for unlimited
}

// Support says what every Support of a game has in common.
type Support struct{ Rating int } // the Action Rating in Engagements, view.Blank if it is unknown

// Formation is a Formation as printed. Its units name it.
type Formation struct {
	ID       order.GroupID
	Name     string
	Side     order.Side
	HQ       order.UnitID
	Trains   order.UnitID    // "" if it has none: then it counts as if they were in a Legal Hex at Optimal Distance
	Radius   int             // Command Radius in hexes
	Arty     int             // its own Artillery Points
	Supports []Asset         // its own Support
	Shares   []order.GroupID // friends that may share its route without crossing the streams (BCS 10.2d)
	Blob     []hex.Hex       // its Simple Blob (BCS 10.1e), nil for none
}

// Asset is Support, or Artillery Points, that a Formation owns or that a higher level can assign to it.
type Asset struct {
	ID       string // "" for what a Formation owns
	Name     string
	Side     order.Side
	AV       AV   // of Support
	Steps    int  // of Support
	StandOff bool // the Support has Engagement Zones and can make Engagements
	Arty     int  // Artillery Points; 0 for Support
}

// AV is an armour value.
type AV struct {
	Value, Range int    // 0 for no AV; the range in hexes
	Kind         string // "", light, hard or breakthrough
}

// The kinds of AV.
const (
	Light        = "light"
	Hard         = "hard"
	Breakthrough = "breakthrough"
)

type Class string

// The kinds of movement.
const (
	Tac   Class = "tac"
	Truck Class = "truck"
	Leg   Class = "leg"
)

// Classes lists the kinds of movement in the order of terrain charts.
var Classes = [...]Class{Tac, Truck, Leg}

// Face is one face of a counter.
type Face struct {
	AR    int // Action Rating
	Move  int // movement allowance in points, 0 for none
	Class Class
	Arrow bool // an Assault Arrow
	AV    AV
	Recon bool
}

// The numbers of the faces of a counter, as state.Piece.Face has them.
const (
	Deployed = 0
	Moving   = 1
	Ghosted  = 1 // of Trains
)

// Printed is what is printed on a counter.
type Printed struct {
	Formation order.GroupID // "" for an Independent, which can be assigned to a Formation
	Faces     [2]Face       // Deployed and Moving
	Two       bool          // the counter also has a Move face
	Role      Role
	Arm       string // infantry, dual …, as conditions of tables name it
}

// Role says what a counter is.
type Role int8

// The roles of counters.
const (
	Combat Role = iota
	HQ
	Trains
)

// UnitOf returns what is printed on a counter of a module; zero for one of another series.
func UnitOf(u modules.Unit) Printed {
	own, _ := u.Own.(Printed)
	return own
}

// Values of Row.Cost that are not points.
const (
	Closed = -1 // this kind of movement cannot enter or cross it
	NoCost = -2 // it does not change the cost of movement, as a railroad
)

// Row is a kind of terrain, hexside feature or road.
type Row struct {
	Cost     [3]int // by the index in Classes: in 1/Scale points, or Closed or NoCost. A hexside adds its cost
	Use      string // terrain, hexside or road
	Terrain  bool   // Engagements reach it only from adjacent hexes (BCS 7.1-5)
	Blocking bool   // cuts lines of fire (BCS 6.1-3)
	Key      bool   // Key Terrain
	Stop     bool   // units stop in it
	City     bool   // barrages are read in the row for cities
	MSR      string // which MSRs a road carries: MainRoad for those to a source, AnyRoad from HQ to Trains; "" for none
}

// Start is the series' part of a scenario or case: the state in which Formations and units begin, besides their places.
type Start struct {
	Formations map[order.GroupID]Stand
	Units      map[order.UnitID]Doing
	Active     *Active // the activation that has begun; nil for none
	Objectives map[order.GroupID][]hex.Hex
	Traffic    []hex.Hex
	Attacked   []hex.Hex                   // in the active Formation's activation
	Barraged   []hex.Hex                   // likewise
	MSR        map[order.GroupID][]hex.Hex // from HQ to Trains
	Air        map[order.Side]int
	Points     map[order.Side]Points
	Seen       int                      // visibility, 0 for unlimited
	Begins     order.Side               // the side that has the first activation of a turn; "" in a case
	Assigned   map[string]order.GroupID // by the ID of an asset or Independent, the Formation to which it is assigned

	// the side that a tutorial teaches, while the game gives the orders of the other; "" if both sides are played
	Pupil order.Side `json:",omitempty"`
}

// Leads returns the side that has the first activation of a turn.
func (s Start) Leads() order.Side { return s.Begins }

// Teaches returns the only side that is played, "" if both are.
func (s Start) Teaches() order.Side { return s.Pupil }

// Stand is how a Formation stands.
type Stand struct {
	// Where a case puts them; hex.None if a set-up does, or for Trains off the map.
	HQ, Trains hex.Hex `json:",omitzero"`

	OffMap      bool // the Trains are off the map
	Ghost       bool
	Fatigue     int // FreshLevel, or 0 to 4
	Blocked     int // MSR Blocked, 0 to 2
	Prepared    bool
	Coordinated bool
	Used        int  // activations in this turn, 0 to 2
	Recovered   bool // in this turn
}

// FreshLevel is the level of Fatigue of a Fresh Formation.
const FreshLevel = -1

// Doing is the state of a unit of a scenario or case, and what it has done in the activation.
type Doing struct {
	Up                int // the number of the face that is up
	Steps             int // the steps that it has left, 0: all that are printed
	Stopped, Finished bool
	Fires             int  // Fire Events in this activation
	Spent             int  // the movement points that it has spent, in 1/Scale
	Dropped           bool // a Dropped Support marker
	Returning         bool // off the map until the next Reinforcements Phase
}

// Active is the activation in which a case begins.
type Active struct {
	Formation order.GroupID
	Step      string // of the activation
	Snafu     string // the result: fail, partial or full
	Second    bool
}

// Points are Replacement Points.
type Points struct{ AV, Other int }

// Supplies is what an order of arrival brings beside units.
type Supplies struct {
	Air    int
	Points Points
}
