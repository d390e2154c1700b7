package ledger

import (
	"encoding/json"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
)

// Opened is a game's first row: what is played, and the commitment to the secret of the dice.
type Opened struct {
	Module     string       `json:"module"`
	Hash       string       `json:"hash"` // SHA-256 of the module's bytes, in hex digits
	Scenario   string       `json:"scenario"`
	Commitment string       `json:"commitment"`
	Rulings    int          `json:"rulings,omitempty"` // the revision of the rulings
	Beacon     *BeaconTerms `json:"beacon,omitempty"`  // set where the dice are bound to its rounds
	Clock      string       `json:"clock,omitempty"`   // the terms of the clocks; "" for none
	Start      Start        `json:"start"`
	Joined     *Joined      `json:"joined,omitempty"`   // the opener's seat
	Together   bool         `json:"together,omitempty"` // it begins when both players have said that they are there
}

// Joined says that a user took a seat, with his word for the dice; as Worded, that he gave the word later.
type Joined struct {
	Side order.Side `json:"side"`
	Word string     `json:"word,omitempty"`
}

// Result is the result of a command by the rules. Asked is kept byte for byte, because its SHA-256 goes into
// the dice: an auditor feeds the hash of Asked as it stands in the row to dice.Stream.
type Result struct {
	Asked     json.RawMessage `json:"asked"`
	Closes    bool            `json:"closes,omitempty"` // the command ended a phase: the next report begins after it
	Announced bool            `json:"told,omitempty"`   // the result was announced at once
	// the phase that follows ends automatically, by a row of its own
	Passes bool         `json:"passes,omitempty"`
	Record rules.Record `json:"record"`

	Standing bool `json:"standing,omitempty"` // a standing answer gave it
	// a standing answer decides what is pending after it, in a row of its own
	Answers bool `json:"answers,omitempty"`
}

// Left says that a player gave up his seat before the game began.
type Left struct {
	Side order.Side `json:"side"`
}

// Proposed is a side's offer to end the game, or to go on in another channel.
type Proposed struct {
	Ending  api.Ending `json:"ending"`
	Channel string     `json:"channel,omitempty"` // of Moved: where it goes on
	Side    order.Side `json:"side"`
	Turn    int        `json:"turn"` // the offer lapses with this turn
}

// Answered closes an offer without ending the game. An accepted offer has a row with Ended instead, or says Consented
// beside the move.
type Answered struct {
	Answer api.Answer `json:"answer"` // Declined, TakenBack or Consented
}

// Ended says that the players or a game master ended the game, with the record for the rules.
type Ended struct {
	Ending api.Ending   `json:"ending"`
	Side   order.Side   `json:"side,omitempty"` // the side that resigned, or whose clock had run out
	Record rules.Record `json:"record"`
}

// Undone takes back the results of all rows after the row To.
type Undone struct {
	Side      order.Side `json:"side"` // whose last order it was
	To        uint64     `json:"to"`
	Consent   bool       `json:"consent,omitempty"` // the other side had to consent, and did
	Announced bool       `json:"told,omitempty"`    // what is taken back had been announced, and so the undo is
}

// UndoAsked asks the other side to consent to an undo.
type UndoAsked struct {
	Side order.Side `json:"side"`
	To   uint64     `json:"to"`
}

// Undo returns the undo that the rules carry out once the other side consents.
func (q UndoAsked) Undo() rules.Undo { return rules.Undo{Side: q.Side, To: q.To, Consent: true} }

// UndoDenied closes the request for an undo without one. Consent has a row with Undone instead.
type UndoDenied struct {
	Answer api.Answer `json:"answer"` // Declined or TakenBack
}

// Vacation says that the player of a side has announced a vacation, or cancelled one. Its dates are in his
// calendar alone, so that they can be forgotten with him.
type Vacation struct {
	Side order.Side `json:"side"`
}

// Reseated is what becomes of a grant, in the body of a row. The user concerned is in the row's column To.
type Reseated struct {
	Does      api.Reseating `json:"does"`
	Side      order.Side    `json:"side"`
	Number    int           `json:"number,omitempty"`  // of the grant; 0 for one that the row makes
	Force     *Force        `json:"force,omitempty"`   // for what it is made; nil for all units
	ForGood   bool          `json:"forGood,omitempty"` // it hands the seat over
	From      int64         `json:"from,omitempty"`    // when it begins, in microseconds; 0 for when it is accepted
	Until     int64         `json:"until,omitempty"`   // when it ends, in microseconds; 0 for never by itself
	Reason    string        `json:"reason,omitempty"`  // of a game master
	Announced bool          `json:"told,omitempty"`    // the change is announced to everybody
	// the seat is offered to one user after the other of those who wait until somebody takes it
	Seeks bool `json:"seeks,omitempty"`
	// the side whose player must consent before the seat changes hands; "" for none, as in rows of earlier versions
	Consent order.Side `json:"consent,omitempty"`
}

// TakesSeat reports whether the row gives a seat to its new player.
func (c Reseated) TakesSeat() bool { return c.Does == api.GrantBegun && c.ForGood }

// TimeOf returns the time of microseconds, the zero time for 0.
func TimeOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// Mastered is what a game master did, in the body of a row: alone, or beside Ended or Undone. Beside Answered it is
// what both players have agreed on, and has no reason.
type Mastered struct {
	Does    api.Measure `json:"does"`
	Reason  string      `json:"reason,omitempty"`
	From    string      `json:"from,omitempty"` // the channel that the game leaves
	Channel string      `json:"channel,omitempty"`
}
