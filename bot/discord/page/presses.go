package page

import "grognard/rules/order"

// PressWhich says which of several units or hexes a word means. GAME:CHECK: and the command with that choice follow.
const PressWhich = "which"

// PressWord opens the form for a dice word, for a player who took his seat without one.
const PressWord = "word"

// PressServer shows what is chosen for a server.
const PressServer = "server"

// The presses of look-ups. A command follows each, as ask.TypedCommand.ID writes it.
const (
	PressLook  = "look"        // answers with that command
	PressAside = "look-aside"  // answers too, below the message with the button, which stays
	PressIn    = "look-in"     // answers too, and keeps the command's game as the asker's choice
	PressShare = "share"       // shows everybody what the command answers
	PressWords = "share-words" // shows everybody the text above the button
)

// PressClock does something about the clocks. A word follows, and after some words a full stop and a number.
const PressClock = "clock"

// The words that follow PressClock.
const (
	ClockShow    = "show"
	ClockPause   = "pause" // the number of days follows
	ClockResume  = "resume"
	ClockTerms   = "terms" // the name of a preset follows
	ClockAccept  = "accept"
	ClockDecline = "decline"
	ClockWait    = "wait" // the number of the clock that has run out follows, here and below
	ClockSeek    = "seek"
	ClockAsk     = "claim" // asks first
	ClockClaim   = "claimed"
)

// EndVerb ends the phase or activation that its player is in.
const EndVerb order.Verb = "end"
