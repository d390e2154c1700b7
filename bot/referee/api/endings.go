package api

import (
	"time"

	"grognard/rules/order"
)

// Ending is how the players or a game master end a game that the rules have not ended.
type Ending string

// The endings. A cancelled game has no result.
const (
	Resigned  Ending = "resigned"
	Drawn     Ending = "drawn"
	Cancelled Ending = "cancelled"
	Closed    Ending = "closed" // by a game master; without a result
	// no ending, though it is offered and answered as one: the game goes on in another channel
	Moved Ending = "moved"
)

// abandonedAfter is how long only its opener may cancel a game that does not begin. After that anybody may,
// because the opener may never come back. A game that has begun cannot be cancelled by others: no game is lost
// because its players are away, and a thread of the channel can have another game.
const abandonedAfter = 7 * 24 * time.Hour

// Proposal is an offer to end the game, drawn or cancelled, or to go on in another channel.
type Proposal struct {
	Number  int // in its game, from 1
	Ending  Ending
	Channel string // of Moved: where it goes on
	By      order.Side
	Answer  Answer // "" while it stands
}

// Answer is what became of an offer or a request.
type Answer string

const (
	Declined  Answer = "declined"
	TakenBack Answer = "withdrawn"
	Lapsed    Answer = "lapsed" // its turn is over, the end of a phase was taken back, or a player left
)

// UndoRequest is a side's request that the other consents to taking back its last order, with all that came after it.
type UndoRequest struct {
	Number int // in its game, from 1
	By     order.Side
	Answer Answer // "" while it is open; Lapsed when something else was announced
}

// Consented is the answer to a request for an undo that was granted.
const Consented Answer = "consented"
