// Package series is the seam between the face of the rules and a series of
// games: what rules asks of any of them.
package series

import (
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Stopped is the tally that says that the players ended the game, whatever its rules say.
const Stopped = "stopped"

// Idle is what is noted of a phase that ended because its player could do nothing in it: that
// was no order of his.
const Idle = "idle"

// Series is a series of games: how its modules are written, what its rulebook says, and the
// rules themselves.
type Series interface {
	// Name is how modules name it.
	Name() string
	// Dialect is how its modules are written.
	Dialect() modules.Dialect
	// Case reads its keys in one adjudication case.
	Case() Case
	// Rulebook is the list of its paragraphs.
	Rulebook() string
	// New is the rules for one of its modules.
	New(*modules.Definition) (Engine, error)
}

// Count is how many a side has of what the series calls by a name.
type Count struct {
	Side order.Side
	What string
	N    int
}

// Same is the parts of an earlier board that are still as they were; nil ones are made anew.
type Same struct {
	Control []view.Held
	OffMap  []view.Pile
}

// Asked is an overlay that somebody asks for. It shows what he may know: the sight of a side
// that is not his has more in it than that.
type Asked struct {
	view.Layer
	Viewer order.Side   // the side that he plays, "" for everybody
	Board  *view.Board  // the position as he sees it
	Shown  view.Counter // the unit of the layer as he sees it, on the map
	State  *state.State
	Sight  func(order.Side) *state.Sight
}

// Engine is the rules of a series for one game. It has no state of its own.
type Engine interface {
	// Print adds what the series prints on counters and beside the map; the cards are there, in
	// the order of the roster.
	Print(*view.Map)
	// Reference is the tables and the charts of terrain that the game prints. Nobody changes it.
	Reference() view.Reference
	// Reckon is what a fight on paper comes to: a *view.Mistake when the tables do not know such
	// a fight, a *view.Denial when it is against the rules.
	Reckon(view.Inquiry) (view.Estimate, error)
	// Specs describes the orders of the game.
	Specs() []order.Spec
	// Spec describes an order, or one that is only thought of: what Odds, Offer and Complete
	// take, and Resolve does not.
	Spec(order.Verb) (order.Spec, bool)
	// Look makes a sight what a side may know: legality is decided on it alone.
	Look(*state.Sight, *state.State, order.Side)
	// Verbs are the orders that the side can give now.
	Verbs(*state.Sight) []order.Verb
	// Offer is what can be picked next; a denial when the picks are illegal.
	Offer(*state.Sight, order.Verb, []view.Pick) (view.Offer, *view.Denial)
	// Legal says why an order is illegal, nil when it is legal: when each of its
	// picks is offered after those before it, and they are all that it takes.
	Legal(*state.Sight, order.Order) *view.Denial
	// Odds is what an attack or overrun would come to, as far as the sight's side can know by
	// its board; a denial when it could not be made.
	Odds(*state.Sight, *view.Board, order.Order) (view.Odds, *view.Denial)
	// Warnings is what a legal order costs its side that its player may not have thought of.
	Warnings(*state.Sight, order.Order) []view.Warning
	// Breaks is Legal without a legal order instead, for those who try several orders.
	Breaks(*state.Sight, order.Order) *view.Denial
	// Stages are the phases of a side's turn in which it gives orders of lists, in the order of play.
	Stages(order.Side) []order.Stage
	// Coming is the turn in which one of these begins next: the present one where it is the phase that is
	// being played; false where the game is over before.
	Coming(st *state.State, side order.Side, phase string) (turn int, ok bool)
	// Ahead makes a scratch what the side can know beforehand of the beginning of one of these: nothing is
	// owed or fought, and what dice decide as it begins is left open.
	Ahead(sc *state.Scratch, side order.Side, phase string)
	// Idle says whether everybody can see, by the public board and what is Known to the sight of
	// the phase's player, that this player can do nothing but end the phase or order stacks.
	Idle(public *view.Board, known any) bool
	// Picks spells an order as picks.
	Picks(order.Order) []view.Pick
	// Order makes an order of picks.
	Order(order.Verb, []view.Pick) order.Order
	// Complete is what could stand next in an option of a partial order.
	Complete(s *state.Sight, partial order.Order, option string) []view.Pick
	// Default answers the question owed by one who never answers.
	Default(*state.Sight) (order.Order, bool)
	// Waits is the box in which a unit lies that is to arrive later.
	Waits(order.UnitID) string
	// Beside is the pieces of a game that come into play by an order alone: a position need not
	// name them.
	Beside() []state.Piece
	// Give has a side begin with so many of what the series calls by a name, once the phase has
	// begun that the scratch stands in. What the game has not is an error.
	Give(sc *state.Scratch, side order.Side, what string, n int) error
	// Begin enters the first phase, or goes on with the one that a position names.
	Begin(*state.Scratch, dice.Roller) error
	// Resolve carries out a legal order and all that follows from it without a
	// decision. It is the only one who sees the truth.
	Resolve(*state.Scratch, order.Side, order.Order, dice.Roller) error
	// Board is the position as a side may see it; "" is the public. What is the same as in an
	// earlier board of the viewer's is shared with it.
	Board(*state.State, order.Side, Same) view.Board
	// Open is the position with nothing hidden.
	Open(*state.State) view.Board
	// Known says whether a side can identify a unit, on the map or beside it.
	Known(*state.State, order.Side, *state.Piece) bool
	// Layers are the kinds of overlays that the game has.
	Layers() []view.LayerKind
	// Overlay makes one of them; false where nothing can be said of what it is asked about.
	Overlay(Asked) (view.Overlay, bool)
	// Tell applies events to a state and says what the public and each side are
	// told of them. What it has no words for is told to nobody.
	Tell(st *state.State, events state.Events) (public []view.Line, side map[order.Side][]view.Line, err error)
}
