package game

import (
	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// Hooks is what a feature adds to a game that has it: its words in orders and positions, and what it does in each room
// of the series. An empty field adds nothing. A game joins the Hooks of all its features into one, in their order.
type Hooks struct {
	Verbs     []Verb
	Questions []Question // the kinds of questions that the feature asks
	Tallies   []Tally    // what sides own beside units
	Pools     []Pool     // where the feature's own units lie off the map
	Lot       *Lot       // the units that are drawn at random, nil if the feature draws none

	Law  LawHooks
	Play PlayHooks
	Show ShowHooks
	Tell TellHooks
}

// List makes the list for a field of Hooks.
func List[F any](of ...F) []F { return of }

// LawHooks is what a feature adds to what is legal and to what a position means.
type LawHooks struct {
	// Bars lists the paragraphs that a unit would break by an activity. It may use only what is printed on the unit,
	// because public facts depend on it, such as whether a player can do anything at all.
	Bars []func(Activity, *data.Unit) []choice.Violation
	// Absent lists what an order breaks by naming a unit in a box of the feature.
	Absent Absences
	// Holds lists what the player of the phase still has to do before he can end it, Warns what ending it costs him.
	Holds []func(*Attempt) []choice.Violation
	Warns []func(*Attempt) []view.Warning
	// Points returns the points that a side has by the feature.
	Points []func(*state.State) Points
}

// Absences are functions that list what an order breaks by naming a unit, by the box in which the unit lies.
type Absences map[string]func(*state.Piece) []choice.Violation

// PlayHooks is what a feature does as the game goes on.
type PlayHooks struct {
	// Starts is called as a game begins, before the sides set up.
	Starts []func(*state.Scratch, dice.Roller) error
	// Opens is called first as a phase begins, for the roll that comes before all else in it. It may return a decision
	// that follows from the roll. If another die is to be rolled as the phase begins, the decision is asked before it.
	Opens []func(*state.Scratch, state.Frame, dice.Roller) (*state.Question, error)
	// Begins is called next, before the series decides which units arrive in the phase, AfterArrivals when it has
	// decided, and Ends as the phase ends.
	Begins, AfterArrivals []func(*state.Scratch, state.Frame, dice.Roller) error
	Ends                  []func(*state.Scratch, state.Frame)
	// Passes carries out a phase in which there is nothing to decide. It returns false for any other.
	Passes []func(*state.Scratch, state.Frame) bool
	// Listed returns the feature's orders that a list can contain in a phase of a side.
	Listed []func(order.Side, string) []order.Verb
}

// ShowHooks is what a feature adds to counters, charts and boards.
type ShowHooks struct {
	// Ratings returns the numbers that the feature prints on a side of a unit's counter after the factors.
	Ratings []func(u *data.Unit, reduced bool) []view.Rating
	// Prints adds what the feature prints beside the map.
	Prints []func(*view.Map)
	// Tables are the feature's tables of results, TerrainColumns its columns in the terrain charts.
	Tables         []series.Table
	TerrainColumns []TerrainColumn
	// Facts returns public numbers that matter in the game.
	Facts []func(*state.State) []view.Fact
	// Tasks lists what the player of the phase can still do with the feature, or must.
	Tasks []func(*Attempt) []view.Task
	// Busy reports whether the feature may give the player of the phase something to do, and Idle whether the phase
	// is one of the feature's own in which nothing can be done. Both get the public board.
	Busy, Idle []func(*view.Board) bool
}

// TellHooks is what a feature tells of events.
type TellHooks struct {
	// Event tells of an event and returns true, or returns false for an event of others.
	Event []func(Teller, state.Event) bool
	// Entry tells of units whose arrival everybody may know, while only their owner may know which units
	// they are. Exit tells of units that leave the map, which everybody sees. args are the arguments
	// that every text of a move has. ok is false for a move that is not the feature's.
	Entry []func(t Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	Exit  []func(ev state.Moved, args []any) (text view.Text, ok bool)
	// MapEvents says what a map shows of counters that the feature moves, by state.Moved.How. Counters
	// with another How are shown as placed.
	MapEvents map[string]MapEvent
	// Result tells how a finished game has ended.
	Result []func(Teller)
}

// Pool holds the feature's own units that are not on the map. They are interchangeable, and only
// their number is shown. A destroyed unit goes back into the pool.
type Pool struct {
	Box    string // where they lie
	Stock  string // the name of one of them in a side's stock
	symbol string // of the units
}

// Teller tells of the events of a command, one after the other. It is what features may use of the telling.
type Teller interface {
	// State is the position that the event has left, TallyBefore the value of a tally before it.
	State() *state.State
	TallyBefore() int
	// All tells a line to everybody. AddDice adds the dice rolled last to a line, if they were rolled for this purpose.
	All(view.Line)
	AddDice(l *view.Line, purpose string)
	// Withhold remembers a roll whose faces are told to nobody. Withheld returns the numbers of the rolls that were
	// withheld since the last call, so that no number is missing from what is told; "" if there were none.
	Withhold(state.Rolled)
	Withheld() any
	// Result tells how the game has ended. It is called again if something changes the result later.
	Result()
}

// TerrainColumn is a column of a terrain chart. Entry is its text in a row, the zero Text for none.
type TerrainColumn struct {
	Heading view.Text
	Entry   func(data.Row) view.Text
}

// MapEvent is what a map shows of counters that move: the kind of event, and its name in print.
type MapEvent struct {
	Kind view.MapEventKind
	Note view.Text
}

// Tally is something that sides own beside units, or another count that each side has. Its number is public.
type Tally struct {
	Name string                // its name in the state and in a position
	Item string                // the name of one of them in a side's stock
	Has  func(order.Side) bool // whether a side can have any

	// Brings is how many a phase adds as it begins, so that a position need not count them; may be nil. With Dice, the
	// name of such a die in a side's stock, it is how many dice decide that.
	Brings func(f state.Frame, turn int) int
	Dice   string
	Must   bool // those that can be used in the phase of arrivals must be used in it
}

// Question is a kind of question that a feature asks. A verb of its name answers it, and pass where it can be declined.
type Question struct {
	Kind   string
	Beside bool // its units lie beside the map, visible to all, until they have been placed

	// Drops removes a question that cannot be answered any more, and reports whether it did; may be nil.
	Drops func(*state.Scratch, state.Question) bool
	// Declined carries out a pass; nil where a pass is not allowed.
	Declined func(*state.Scratch, state.Question)
	// Default is the answer when the player gives none; nil: a pass, or else the first legal answer.
	Default func(*state.Sight) (order.Order, bool)
}

// Points are points of a side beside those for the places that it holds. They are public.
type Points struct {
	Side order.Side
	N    int
	Why  view.Text // what the points are for
	Open bool      // the side can still earn them after the last phase of the game
}

// Lot describes units that are drawn at random to take each other's places: places in the set-up as the game starts,
// and places in the orders of arrival when they come due. Before the draw nobody knows which unit will come. After it
// only the unit's own side knows, until the unit is on top of a stack.
type Lot struct {
	Box  string    // where they lie until they are drawn
	Rule view.Rule // by which they are drawn
}

// Activity is something that a feature may keep units from doing.
type Activity int8

const (
	Moving     Activity = iota // moving or overrunning
	Attacking                  // attacking in any fight
	Rebuilding                 // regaining a step by a replacement
)

// KillFace is the lowest face of a kill roll that costs a step: afb 1.9a, gunnery 2.6.
const KillFace = 5

// TellKills tells everybody of a kill roll, in a text for how many units it hits.
func TellKills(t Teller, ev state.Noted, text func(hit int) view.Text) {
	l := view.Line{Rule: view.Rule(ev.Rule), SingleFaces: true}
	t.AddDice(&l, ev.What)
	l.Text = text(first.Count(l.Dice, func(face int) bool { return face >= KillFace }))
	t.All(l)
}
