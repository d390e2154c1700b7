package api

import (
	"grognard/rules/order"
)

// UndoRequest is a side's request that the other side consents to taking back its last order, with all that
// came after it.
type UndoRequest struct {
	Number int // in its game, from 1
	By     order.Side
	Answer Answer // "" while it is open; Lapsed when something else was announced
}

// Consented is the answer to a request for an undo that was granted.
const Consented Answer = "consented"
