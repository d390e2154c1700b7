package api

import (
	"errors"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// GameID names a game. Callers need not import the store for it.
type GameID = storage.GameID

// Refusals that no rule makes. A refusal by a rule is a *view.Denial, a malformed command an *order.Problem.
var (
	ErrNoGame     = errors.New("no game in this channel")
	ErrGameHere   = errors.New("this channel has a game")
	ErrNotSeated  = errors.New("you play no side in this game")
	ErrSeatTaken  = errors.New("that side is taken")
	ErrNoSide     = errors.New("the game has no such side")
	ErrSeated     = errors.New("you have a seat already")
	ErrNotStarted = errors.New("the game has not started")
	ErrStarted    = errors.New("the game has started")
	ErrSeatsOpen  = errors.New("a seat is still open")
	ErrOver       = errors.New("the game is over")
	ErrNoOffer    = errors.New("no such offer stands")
	ErrOffered    = errors.New("an offer stands already")
	ErrDeclined   = errors.New("that was offered in this turn already")
	ErrOwnOffer   = errors.New("only the other side can accept an offer")
	ErrNotOpener  = errors.New("only the opener can cancel the game")
	ErrNote       = errors.New("that is no note")
	ErrNotesFull  = errors.New("no more notes are kept")
	ErrNoUndo     = errors.New("no such request to undo stands")
	ErrUndoAsked  = errors.New("that was asked already")
	ErrOwnUndo    = errors.New("only the other side can consent")
	ErrNoPhase    = errors.New("no phase has ended yet")
	ErrNoModule   = errors.New("no such game module")
	ErrBroken     = errors.New("the game module has mistakes")
	ErrNoScenario = errors.New("no such scenario")
	ErrNoErrata   = errors.New("the edition has no errata to choose")
	ErrWord       = errors.New("that is no word for the dice")
	ErrWorded     = errors.New("your word for the dice is given already")
	ErrStale      = errors.New("the game has gone on since that was offered")
	ErrOtherGame  = errors.New("the channel has another game")
	ErrNotKept    = errors.New("that game is not kept here")
	ErrShut       = errors.New("the referee has closed for the day")
	ErrReused     = errors.New("that command was another one")
	ErrNoBeacon   = errors.New("no beacon is known")
	ErrNoHandicap = errors.New("the module names no such handicap")
	ErrNotSilent  = errors.New("the beacon is not silent for long enough")
	ErrWaived     = errors.New("that side has agreed already")
	ErrNoList     = errors.New("that list of orders is not kept any more")

	// The error does not say which row is the first damaged one, because the number of rows would tell a player
	// how many commands of the other side were not announced.
	ErrDamaged = errors.New("the log of the game is damaged")
)

// ErrOdds is the refusal of a fight whose odds are no longer those that its giver was shown.
var ErrOdds = errors.New("the odds are others than were shown")

// Caution is the error for an order that was not carried out because its giver must accept its consequences first.
type Caution struct {
	Order    order.Order
	Picks    []view.Pick // the picks that make up Order
	Warnings []view.Warning
}

func (c *Caution) Error() string { return "the order waits for its giver to accept what it costs" }

// Flaw is the error for the first thing that is wrong with an export. What is one printable line.
type Flaw struct{ What string }

func (f *Flaw) Error() string { return f.What }
