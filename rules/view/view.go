// Package view holds everything that a player may be told: boards, offers, prompts, refusals, odds, warnings,
// previews and accounts, as values without words. Packages bot/discord and bot/console turn them into words, in
// the reader's language.
//
// What the public may see and what a side may see are different types. Only the rules can make a Public or a
// Secret (their constructors need a key that only packages under rules/ can name). A Secret knows its side, and
// nothing converts one type into the other:
//
//	var pub view.Public = match.Public()
//	var sec view.Secret = match.View("blue") // for that side's eyes
//	side := sec.Side()
//
// Limits: a Board is plain data. The compiler cannot stop code that copies a name from a Secret's board into a
// public text; the end-to-end tests and TestSilence look for that.
package view

import (
	"cmp"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/internal/seal"
	"grognard/rules/order"
)

// Audience is a view for one kind of reader: the public or a side.
type Audience interface {
	Public | Secret
	Board() *Board
}

// Public is what everybody may know.
type Public struct{ board *Board }

// NewPublic can only be called by the rules.
func NewPublic(_ seal.Key, b *Board) Public { return Public{b} }

// Board returns the board as everybody may see it. It must not be changed.
func (p Public) Board() *Board { return p.board }

// Secret is what one side may know.
type Secret struct {
	side  order.Side
	board *Board
}

// NewSecret can only be called by the rules.
func NewSecret(_ seal.Key, s order.Side, b *Board) Secret { return Secret{s, b} }

// Side returns the side that may see the view.
func (s Secret) Side() order.Side { return s.side }

// Board returns the board as that side may see it. It must not be changed.
func (s Secret) Board() *Board { return s.board }

// Board is a position as one reader may see it.
type Board struct {
	Map         *Map
	Seq         uint64 // the sequence of the last command that it shows
	Turn, Turns int
	Phase       Phase
	Guide       Text    // of a tutorial, for its player: what he does now, and why; else the zero Text
	Step        Text    // of an activation, if its end does not end the activation; else the zero Text
	Stacks      []Stack // by hex
	OffMap      []Pile  // units still to arrive and dead units, as far as known
	Entering    int     // how many units have to enter before the phase can end, as everybody may know
	Control     []Held  // every hex that somebody controls, by hex
	// supply sources that do not work: disabled for good, or in an entry area that their side does not control
	IdleSources []hex.Hex
	Stocks      []Stock // in the order of play; nil where the game has no stocks
	Facts       []Fact  // first the one that decides the game
	Areas       []Area  // hexes that belong to a side in some way, such as zones; nil if the series shows none
	Due         *Prompt // the decision that has to be made first
	Marks       []MarkLegend
	Over        bool // the game is over

	Progress []Progress // of the viewer's own units on the map, in their own phases; by unit
	Tasks    []Task     // what the viewer's side can still do in its own phase, the most urgent first

	Told     []Line    // what happened recently, in a view made by After
	Closed   *Moment   // the phase that ended with what Told tells, in a view made by After; nil where none did
	Overlays []Overlay // what lies on hexes, and those that were requested, where there is anything to show
}

// Area is a set of hexes that mean something for a side or a group of its units, such as a kind of zone. Everybody who
// sees the board may know it.
type Area struct {
	Kind  string // the series' word for it
	Side  order.Side
	Group order.GroupID // "" for a whole side
	Hexes []hex.Hex     // by hex; those of a way from its beginning to its end
}

// Standing is how far a game has come, as everybody knows it.
type Standing struct {
	Turn  int
	Phase Phase
	Owed  int        // the number of the question that has to be answered first, 0 for none
	By    order.Side // the side that has to answer it
	Over  bool
}

// SetUp is the name of the phase before the first turn in which a side places units whose set-up leaves a
// choice. Modules do not list it.
const SetUp = "set-up"

// Phase is the phase being played, written SIDE NAME as in "german combat". Where groups of units are activated
// in turn within it, Group is the active one.
type Phase struct {
	Side  order.Side
	Name  string        // the series' name for it: movement, combat …
	Group order.GroupID // the activated group, "" for none
}

// Moment is a phase of a turn.
type Moment struct {
	Turn  int
	Phase Phase
}

// Shown returns the phase that a picture of the board is about: the ended one whose events it tells, else the present.
func (b *Board) Shown() Moment {
	if b.Closed != nil && !b.Over {
		return *b.Closed
	}
	return Moment{b.Turn, b.Phase}
}

// Closes reports whether a phase or an activation ended as next follows p. The beginning of an activation ends nothing.
func (p Phase) Closes(next Phase) bool {
	return p.Side != next.Side || p.Name != next.Name || p.Group != "" && p.Group != next.Group
}

// Stack is the units of one side in a hex. Known lists those that the viewer may identify, top first; where
// Height is greater than their number, the rest are hidden.
type Stack struct {
	Hex    hex.Hex
	Side   order.Side
	Height int
	Known  []Counter
	Marks  []string // the markers on top of the stack, where they hide the unit under them
}

// Find finds a unit that the viewer may identify, and its hex: hex.None off the map.
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

// At returns the counter at a depth in the stack, 0 on top; false when it is not known.
func (s Stack) At(place int) (Counter, bool) {
	if len(s.Marks) > 0 {
		place-- // the top is hidden: the known counters lie under it
	}
	if place < 0 || place >= len(s.Known) {
		return Counter{}, false
	}
	return s.Known[place], true
}

// Stock is what a side has besides its units on the map. It is public.
type Stock struct {
	Side  order.Side
	Items []Item // in the order of display; items of which it has none may be left out
	Now   []Item // what this turn will still bring, or the dice that decide that
	Next  []Item // what its next turn brings, likewise
	Dead  int    // units in its dead pile
}

// Item is a quantity of one thing.
type Item struct {
	What string // an identifier in the singular: air-strike
	N    int
	Must bool // those that can be used in the present phase must be used in it
}

// StockOf returns the stock of a side, an empty one if it has none.
func (b *Board) StockOf(side order.Side) Stock {
	st, _ := first.In(b.Stocks, func(s Stock) bool { return s.Side == side })
	return st
}

// MustUse returns what must be used in this phase if it can be. Whether it can may depend on units not seen by all.
func (b *Board) MustUse() (list []Item) {
	for _, s := range b.Stocks {
		for _, it := range s.Items {
			if it.Must && it.N > 0 {
				list = append(list, it)
			}
		}
	}
	return list
}

// Of returns how many of an item the side has.
func (s Stock) Of(what string) int {
	if i := slices.IndexFunc(s.Items, func(it Item) bool { return it.What == what }); i >= 0 {
		return s.Items[i].N
	}
	return 0
}

// Counter is a unit as its counter shows it.
type Counter struct {
	ID              order.UnitID
	Name, Formation string
	Short           string // the name on the counter, where it is not Name
	Side            order.Side
	Symbol, Size    string   // infantry armour …; regiment brigade division …
	Ratings         []Rating // printed on the side that is up, in printed order; shared, must not be changed
	Traits          []string // special abilities of the unit; shared, must not be changed
	Steps, MaxSteps int
	Up              Up   // the side of the counter that is up
	Estimate        bool // the ratings on that side are estimated
	Marks           []string
}

// Up tells which side of a counter is up.
type Up struct {
	Face int    // its number in Card.Faces, 0 for the front
	Name string // Face.Name
	Lost int    // Face.Lost
}

// LostUnseen returns how many steps the unit has lost beyond those that the side that is up shows.
func (c Counter) LostUnseen() int { return max(0, c.MaxSteps-c.Steps-c.Up.Lost) }

// Rating returns the rating of a kind; one with N Blank where the counter has none.
func (c Counter) Rating(kind string) Rating {
	if i := slices.IndexFunc(c.Ratings, func(r Rating) bool { return r.Kind == kind }); i >= 0 {
		return c.Ratings[i]
	}
	return Rating{N: Blank}
}

// Rating is a number printed on a counter, such as its attack strength.
type Rating struct {
	Kind  string // the series' name for it
	N     int    // Blank where no number is printed
	Text  string // as it is printed
	Place Place
	Lit   bool // printed on a light ground because of a trait of the unit

	// Class is a word of the series that shows in how the rating is printed, such as the kind of movement: one of
	// the map's Classes, "" for none.
	Class string
}

// Place is where on a counter a rating is printed.
type Place int8

// The places on a counter. Ratings at the foot stand in a row.
const (
	Foot Place = iota
	Left       // beside the symbol
	Right
)

// Blank is the number of a rating that is not printed.
const Blank = -1

// Pile is a group of units off the map, such as arrivals of one turn. Known has those that the viewer may identify.
type Pile struct {
	Side   order.Side
	Box    string    // dead, coming, or another one of the series
	Lot    bool      // units are drawn from it at random, so no single one of them is due
	Turn   int       // the turn of arrival
	Entry  string    // the name of the entry area where they arrive, if any
	Waits  bool      // until its side controls the entry area
	Letter hex.Hex   // the hex with the letter of the entry area that it waits for
	Hexes  []hex.Hex // where arrivals enter
	Count  int
	Known  []Counter
}

// Held is a hex that a side controls.
type Held struct {
	Hex  hex.Hex
	Side order.Side
	VP   int // 0 where it is worth nothing
}

// MarkLegend explains a lasting marker of the game: its effects on the unit under it, and the paragraph about them.
type MarkLegend struct {
	ID, Name string
	Rule     Rule
	Effects  []Effect // only the ratings that it changes
}

// Effect is the factor by which a marker multiplies something; 0 for none of it.
type Effect struct {
	Kind  string // a kind of rating, or another name of the series
	Times chart.Fraction
}

// Map is the printed part of a game. It is the same for everybody and never changes, so all boards of a game share it.
type Map struct {
	Key     string // a hash: it differs when anything here differs
	Title   string
	Grid    hex.Grid
	Terrain map[hex.Hex][]string // only hexes that are not open ground
	Water   []geography.Course
	Ways    []geography.Way
	Places  []geography.Place
	Entry   []geography.Area
	Sources []Source
	Sides   []order.Nation
	Phases  [][]string   // a turn's phases of each of the Sides
	Groups  []Group      // of units that act together, where a series has such groups
	Cards   []Card       // by identifier
	Chits   []Chit       // counters beside the map that are not units
	Traits  []Trait      // the special abilities of units in the game
	Classes []string     // the classes of ratings; pictures show each in a way of its own, in this order
	Backs   []string     // the names of sides of counters other than fronts, for the legend
	Sample  []Rating     // the ratings on the sample counter of the legend
	Orders  []order.Spec // the orders of the game
	Listed  []order.Verb // the verbs that lists of orders can contain beside the end of a phase
	Layers  []LayerKind  // the kinds of overlays of the game

	NoFront     bool // no side holds ground, and a line between the sides would mean nothing
	NoEstimates bool // the series knows no estimated ratings
	Degrees     int  // the highest degree of victory that a side can reach; 0 where the game does not say who wins

	Across   geography.Length // the width of a hex from side to side; zero where the game does not say
	FirstDay string           // ISO date of turn 1, "" where the game has no calendar
	TurnDays int
}

// Card is a counter as printed, with all its sides.
type Card struct {
	ID              order.UnitID
	Name, Formation string
	Short           string // the name on the counter, where it is not Name
	Side            order.Side
	Symbol, Size    string
	Faces           []Face // its sides, the front first; a counter with one side can lose steps too
	Traits          []string
	Steps           int
	Beside          string // the box in which it lies until an order brings it into play, "" for none
}

// Face is one side of a counter as printed.
type Face struct {
	// Name is the series' name for the side. Readers see it as the catalogue has it under unit.side- (a note on a
	// unit), card.side- (with its ratings), card.up- (that it is up), and picture.side- or
	// picture.estimated- (under its picture).
	Name     string
	Ratings  []Rating
	Estimate bool // its ratings are estimated
	Steps    int  // the steps of a unit that shows it, before it loses any without turning over; 0 for all
	Lost     int  // the lost steps that it shows
}

// GroupName returns the name of a group of units, its identifier where the game prints none.
func (m *Map) GroupName(id order.GroupID) string {
	if i := slices.IndexFunc(m.Groups, func(g Group) bool { return g.ID == id }); i >= 0 {
		return m.Groups[i].Name
	}
	return string(id)
}

// Group is a group of units that act together.
type Group struct {
	ID   order.GroupID
	Name string
}

// TwoSided reports whether both sides of the counter are printed.
func (c Card) TwoSided() bool { return len(c.Faces) > 1 }

// Face returns side n of the counter without any markers. It has no ratings if nothing is printed there.
func (c Card) Face(n int) Counter {
	var f Face
	if n < len(c.Faces) {
		f = c.Faces[n]
	}
	return Counter{ID: c.ID, Name: c.Name, Short: c.Short, Formation: c.Formation, Side: c.Side, Symbol: c.Symbol,
		Size: c.Size, Ratings: f.Ratings, Traits: c.Traits, Steps: cmp.Or(f.Steps, c.Steps), MaxSteps: c.Steps,
		Up: Up{n, f.Name, f.Lost}, Estimate: f.Estimate}
}

// Trait is something that only some units of a game can do.
type Trait struct{ ID string }

// Chit is a counter that is not a unit: what is printed on it, and what it is.
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
