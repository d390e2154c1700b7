// Package view is all that a player may be told: boards, offers, prompts,
// refusals, odds, warnings, previews and accounts, as values without words. Only bot/discord makes words
// of them, in the reader's language.
//
// What the public may see and what a side may see are different types. A
// Public and a Secret are made by the rules alone (their constructors need a
// key that only packages under rules/ can name), a Secret tells whose it is,
// and nothing turns one into the other:
//
//	var pub view.Public = match.Public()
//	var sec view.Secret = match.View("blue") // for that side's eyes
//	side := sec.Side()
//
// Limits: a Board is plain data. Code that copies a name out of a Secret's
// board into a public text is not stopped by the compiler; the end-to-end test
// and the proof of silence look for that.
package view

import (
	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/internal/seal"
	"grognard/rules/order"
)

// Audience is a kind of reader.
type Audience interface {
	Public | Secret
	Board() *Board
}

// Public is what everybody may know.
type Public struct{ board *Board }

// NewPublic is for the rules alone.
func NewPublic(_ seal.Key, b *Board) Public { return Public{b} }

// Board is the board as everybody may see it. It must not be changed.
func (p Public) Board() *Board { return p.board }

// Secret is what one side may know.
type Secret struct {
	side  order.Side
	board *Board
}

// NewSecret is for the rules alone.
func NewSecret(_ seal.Key, s order.Side, b *Board) Secret { return Secret{s, b} }

// Side is the side whose eyes this is for.
func (s Secret) Side() order.Side { return s.side }

// Board is the board as that side may see it. It must not be changed.
func (s Secret) Board() *Board { return s.board }

// Board is a position as somebody may see it.
type Board struct {
	Map         *Map
	Seq         uint64 // the last command that it shows
	Turn, Turns int
	Phase       Phase
	Stacks      []Stack // by hex
	OffMap      []Pile  // units to come, dead units: as far as known
	Control     []Held  // every hex that somebody controls, by hex
	// supply sources that do not serve their side: ceased for good, or of an area that it does not hold
	IdleSources []hex.Hex
	Stocks      []Stock // in the order of play; nil where the game has nothing of the kind
	Facts       []Fact  // the one that decides the game first
	Due         *Prompt // what is owed before all else
	Marks       []MarkLegend
	Over        bool // the game is over

	Progress []Progress // of the viewer's own units on the map, in their own phases; by unit

	Told     []Line    // what happened lately, where the view was made with it
	Overlays []Overlay // those that were asked for, where there is anything to say
}

// Standing is how far a game has come, as everybody knows it.
type Standing struct {
	Turn  int
	Phase Phase
	Owed  int        // the number of the question that is to be answered before all else, 0 for none
	By    order.Side // who has to answer it
	Over  bool
}

// SetUp is the phase before the first turn in which a side places what its set-up
// leaves to choice. No module names it.
const SetUp = "set-up"

// Phase is the phase being played: SIDE NAME, as in "german combat". Where groups of units act one
// after the other in it, it is that of the one that acts.
type Phase struct {
	Side  order.Side
	Name  string        // as the series names it: movement combat …
	Group order.GroupID // whose activation it is, "" for none
}

// Closes says whether something that a player did is over when the next phase is this one: the
// phase, or the activation in it. That an activation begins closes nothing.
func (p Phase) Closes(next Phase) bool {
	return p.Side != next.Side || p.Name != next.Name || p.Group != "" && p.Group != next.Group
}

// Stack is the units of one side in a hex. Known are those that the viewer may
// identify, top first; a stack whose Height is greater hides the rest.
type Stack struct {
	Hex    hex.Hex
	Side   order.Side
	Height int
	Known  []Counter
	Marks  []string // the markers on top, where they hide the unit under them
}

// Find is a unit that the viewer may identify, and the hex where it stands: hex.None
// off the map.
func (b *Board) Find(id order.UnitID) (c Counter, at hex.Hex, ok bool) {
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if c.ID == id {
				return c, st.Hex, true
			}
		}
	}
	for _, pile := range b.OffMap {
		for _, c := range pile.Known {
			if c.ID == id {
				return c, hex.None, true
			}
		}
	}
	return Counter{}, hex.None, false
}

// At is the counter in a place of the stack, 0 on top, when it is known.
func (s Stack) At(place int) (Counter, bool) {
	if len(s.Marks) > 0 {
		place-- // the top is hidden: what is known lies under it
	}
	if place < 0 || place >= len(s.Known) {
		return Counter{}, false
	}
	return s.Known[place], true
}

// Stock is what a side holds beside its units on the map. It is open to everybody.
type Stock struct {
	Side  order.Side
	Items []Item // in the order in which they are told; those that it has none of may be left out
	Dead  int    // units in its dead pile
}

// Item is so many of one thing.
type Item struct {
	What string // its name for one of them, as an identifier: air-strike
	N    int
}

// Of is how many the side has of a thing.
func (s Stock) Of(what string) int {
	for _, it := range s.Items {
		if it.What == what {
			return it.N
		}
	}
	return 0
}

// Counter is a unit as it shows.
type Counter struct {
	ID              order.UnitID
	Name, Formation string
	Side            order.Side
	Symbol, Size    string   // infantry armour …; regiment brigade division …
	Ratings         []Rating // printed on the side that is up, in their order; shared, never changed
	Traits          []string // what the unit can do that others of its game cannot; shared, never changed
	Steps, MaxSteps int
	Reduced         bool // its reduced side is up
	Estimate        bool // its ratings are estimated
	Marks           []string
}

// Rating is the rating of a kind, the zero Rating where the counter has none.
func (c Counter) Rating(kind string) Rating {
	for _, r := range c.Ratings {
		if r.Kind == kind {
			return r
		}
	}
	return Rating{N: Blank}
}

// Rating is something that is printed on a counter.
type Rating struct {
	Kind  string // as its series calls it
	N     int    // Blank where none is printed
	Text  string // as it is printed
	Place Place
	Lit   bool // printed on a light ground, as a trait of the unit has it
}

// Place is where on a counter a rating stands.
type Place int8

// The places on a counter. Ratings at the foot stand in a row.
const (
	Foot Place = iota
	Left       // beside the symbol
	Right
)

// Blank is the number of a rating that is not printed.
const Blank = -1

// Pile is units off the map. Those that the viewer may not identify are only counted.
type Pile struct {
	Side   order.Side
	Box    string    // dead, coming, or another one of the series
	Lot    bool      // it is drawn from at random: nothing is about to happen to those in it
	Turn   int       // of arrival
	Entry  string    // the entry area of arrivals, where they have one
	Waits  bool      // until its side controls the entry area
	Letter hex.Hex   // of the entry area that it waits for
	Hexes  []hex.Hex // where arrivals enter
	Count  int
	Known  []Counter
}

// Held is a hex under somebody's control.
type Held struct {
	Hex  hex.Hex
	Side order.Side
	VP   int // 0 where it is worth nothing
}

// MarkLegend is a lasting marker of the game: what it does to the unit under it, and the
// paragraph that says so.
type MarkLegend struct {
	ID, Name string
	Rule     Rule
	Effects  []Effect // only what it changes
}

// Effect is what a marker makes of something: so many times as much, none for 0.
type Effect struct {
	Kind  string // a kind of rating, or whatever else the series calls by a name
	Times chart.Fraction
}

// Map is the printed part of a game: the same for everybody, never changed.
// Two boards of one game share it; Key tells games apart.
type Map struct {
	Key     string // differs when anything here differs
	Title   string
	Grid    hex.Grid
	Terrain map[hex.Hex][]string // only hexes with other than open ground
	Water   []geography.Course
	Ways    []geography.Way
	Places  []geography.Place
	Entry   []geography.Area
	Sources []Source
	Sides   []order.Nation
	Cards   []Card       // by identifier
	Chits   []Chit       // counters beside the map that are no units
	Traits  []Trait      // that units of the game can have
	Sample  []Rating     // on the counter that explains what counters show
	Orders  []order.Spec // what can be said in the game
	Layers  []LayerKind  // what can be laid over a position

	Across   geography.Length // of a hex, from side to side; the zero value where the game does not say
	FirstDay string           // ISO date of turn 1, "" where the game has no calendar
	TurnDays int
}

// Card is a counter as printed, with both its sides. Who lies under it does not show.
type Card struct {
	ID                     order.UnitID
	Name, Formation        string
	Side                   order.Side
	Symbol, Size           string
	Full, Reduced          []Rating // Reduced only where it has that side
	Traits                 []string
	Steps                  int
	Beside                 string // the box in which it lies until it is brought into play, "" for none
	Estimate, EstimateBack bool   // the full, the reduced side is estimated
}

// TwoSided says whether something is printed on both sides of the counter; one that is not can
// lose steps all the same.
func (c Card) TwoSided() bool { return len(c.Reduced) > 0 }

// Face is one side of the counter, as it would show with nothing on it.
func (c Card) Face(reduced bool) Counter {
	ratings, estimate, steps := c.Full, c.Estimate, c.Steps
	if reduced {
		ratings, estimate, steps = c.Reduced, c.EstimateBack, 1
	}
	return Counter{ID: c.ID, Name: c.Name, Formation: c.Formation, Side: c.Side, Symbol: c.Symbol, Size: c.Size,
		Ratings: ratings, Traits: c.Traits, Steps: steps, MaxSteps: c.Steps, Reduced: reduced, Estimate: estimate}
}

// Trait is something that only some units of a game can do.
type Trait struct{ ID string }

// Chit is a counter that is no unit: what is printed on it, and what it is.
type Chit struct {
	Side     order.Side
	Name     Text
	Symbol   string
	Ratings  []Rating
	Estimate bool // its ratings are estimated
}

// Source is a supply source.
type Source struct {
	Hex  hex.Hex
	Side order.Side
}
