// Package series is the interface between package rules and a series of games: what rules needs from each series.
//
// A series is a value of type Series. It makes an Engine for each of its modules, which resolves orders, judges
// them by what a side may know, and tells what happened.
package series

import (
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/stages"
	"grognard/rules/view"
)

// Stopped is the tally which records that the players ended the game, whatever its rules say.
const Stopped = "stopped"

// Idle is the note in the log that a phase ended because its player could do nothing in it: that is no order of his.
const Idle = "idle"

// Passed is the note in the log that a player passes on a second activation.
const Passed = "no-second"

// Series is a series of games: how its modules are written, what its rulebook says, and the rules themselves.
type Series interface {
	// Name is how modules name it.
	Name() string
	// Dialect is how its modules are written.
	Dialect() modules.Dialect
	// Case returns a reader of its keys for one adjudication case.
	Case() Case
	// Rulebook is the list of its paragraphs.
	Rulebook() string
	// New returns the rules for one of its modules.
	New(*modules.Definition) (Engine, error)
}

// Unchanged is the parts of an earlier board that have not changed since; nil parts are made again.
type Unchanged struct {
	Control []view.Held
	OffMap  []view.Pile
}

// OverlayRequest asks for an overlay, which may show only what its viewer knows; Sight of another side contains more.
type OverlayRequest struct {
	view.Layer
	Viewer order.Side     // the side that the viewer plays, "" for the public
	Board  *view.Board    // the position as the viewer sees it
	Shown  []view.Counter // the units of the layer as the viewer sees them, of one side and in one hex
	State  *state.State
	Sight  func(order.Side) *state.Sight
}

// Engine is the rules of a series for one game. It has no state of its own.
type Engine interface {
	Standing
	// Print adds what the series prints on counters and beside the map; the cards are there in the order of the roster.
	Print(*view.Map)
	// Reference is the tables and terrain charts that the game prints. It is shared and must not be changed.
	Reference() view.Reference
	// Reckon works out a fight from bare strengths. The error is a *view.Mistake when the tables have no such
	// fight, a *view.Denial when it is against the rules.
	Reckon(view.Inquiry) (view.Estimate, error)
	// Specs describes the orders of the game.
	Specs() []order.Spec
	// Spec describes an order, or a hypothetical one that Odds, Offer and Complete accept but Resolve does not.
	Spec(order.Verb) (order.Spec, bool)
	// Look fills a sight with what a side may know. Legality is decided by the sight alone.
	Look(*state.Sight, *state.State, order.Side)
	// Verbs are the orders that the side can give now.
	Verbs(*state.Sight) []order.Verb
	// Offer is what can be picked next; a denial when the picks are illegal.
	Offer(*state.Sight, order.Verb, []view.Pick) (view.Offer, *view.Denial)
	// Legal says why an order is illegal; nil when it is legal. It is legal when each of its picks is offered
	// after those before it, and together they are complete.
	Legal(*state.Sight, order.Order) *view.Denial
	// Odds forecasts an attack or overrun from the sight and the board of its side; a denial when it could not be made.
	Odds(*state.Sight, *view.Board, order.Order) (view.Odds, *view.Denial)
	// Warnings are the costs of a legal order that its player may have overlooked.
	Warnings(*state.Sight, order.Order) []view.Warning
	// Progress returns what each unit of the sight's side has done in a phase of its own, by unit. It gives points left
	// only to units for which an order to move is offered.
	Progress(*state.Sight) []view.Progress
	// Tasks returns what the sight's side has to do before its phase ends, and can do in it; nil in another's phase.
	Tasks(*state.Sight) []view.Task
	// Breaks is Legal without the search for a legal alternative, for callers that try several orders.
	Breaks(*state.Sight, order.Order) *view.Denial
	// Stages are the phases of a side's turn for which it can write lists of orders, in the order of play.
	Stages(order.Side) []stages.Stage
	// Coming returns the turn in which one of the Stages begins next: the present turn if it is being played. ok is
	// false if the game ends before.
	Coming(st *state.State, side order.Side, phase string) (turn int, ok bool)
	// Ahead moves a scratch to the beginning of one of the Stages in a turn, as far as the side can know it in advance:
	// no decision is pending, no fight is going on, and what dice decide as the phase begins is left open.
	Ahead(sc *state.Scratch, side order.Side, phase string, turn int)
	// Idle says whether everybody can see that the phase's player can do nothing but end the phase or reorder
	// stacks. It depends on the public board and on the Known field of that player's sight.
	Idle(public *view.Board, known any) bool
	// Picks spells an order as picks.
	Picks(order.Order) []view.Pick
	// Order makes an order from picks.
	Order(order.Verb, []view.Pick) order.Order
	// Complete is what could come next in an option of a partial order.
	Complete(s *state.Sight, partial order.Order, option string) []view.Pick
	// Default is the answer to a pending question when its side never answers.
	Default(*state.Sight) (order.Order, bool)
	// Waits is the box in which a unit lies until it arrives.
	Waits(order.UnitID) string
	// Beside is the pieces that only an order brings into play: a position need not list them.
	Beside() []state.Piece
	// Prepare completes a position, all of whose units have been placed. own is what the payload's Start or a case's
	// Begins returned, nil for nothing. It is an error if own names something that the game does not have. The phase
	// of the position is the outermost frame; Prepare may enter others in it.
	Prepare(sc *state.Scratch, own any) error
	// Begin enters the first phase, or continues in the phase that a position names and the frames in it.
	Begin(*state.Scratch, dice.Roller) error
	// Resolve carries out a legal order and all that follows without a decision. Only it may judge by the full state.
	Resolve(*state.Scratch, order.Side, order.Order, dice.Roller) error
	// Board is the position as a side may see it; "" is the public. Unchanged parts are those of its earlier board.
	Board(*state.State, order.Side, Unchanged) view.Board
	// Open is the position with nothing hidden.
	Open(*state.State) view.Board
	// Known says whether a side can identify a unit, on the map or off it.
	Known(*state.State, order.Side, *state.Piece) bool
	// Layers are the kinds of overlays that the game has.
	Layers() []view.LayerKind
	// Overlay makes an overlay; false where there is nothing to show for the request.
	Overlay(OverlayRequest) (view.Overlay, bool)
	// Tell applies events to a state and says what the public and each side are told: nothing where it has no words.
	Tell(st *state.State, events state.Events) (public []view.Line, side map[order.Side][]view.Line, err error)
}
