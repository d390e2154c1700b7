package ledger

import (
	"encoding/json"

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
	Joined     *Joined      `json:"joined,omitempty"` // the opener's seat
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

// Proposed is a side's offer to end the game.
type Proposed struct {
	Ending api.Ending `json:"ending"`
	Side   order.Side `json:"side"`
	Turn   int        `json:"turn"` // the offer lapses with this turn
}

// Answered closes an offer without ending the game. An accepted offer has a row with Ended instead.
type Answered struct {
	Answer api.Answer `json:"answer"` // Declined or TakenBack
}

// Ended says that the players or a game master ended the game, with the record for the rules.
type Ended struct {
	Ending api.Ending   `json:"ending"`
	Side   order.Side   `json:"side,omitempty"` // who resigned
	Record rules.Record `json:"record"`
}

// Undone takes back the results of all rows after one.
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

// Reseated is a change of who plays a side, in the body of a row. The user concerned is in the row's column
// To.
type Reseated struct {
	Does      api.Reseating `json:"does"`
	Side      order.Side    `json:"side"`
	Slot      int           `json:"slot,omitempty"`  // of the user who is dismissed
	Force     *Force        `json:"force,omitempty"` // what is assigned, or would be after an invitation
	Announced bool          `json:"told,omitempty"`  // the change is announced to everybody
	// a substitute is sought: the seat is offered to one user after the other until somebody takes it
	Seeks bool `json:"seeks,omitempty"`

	Number int `json:"number,omitempty"` // of the invitation that is declined or withdrawn
}

// Mastered is what a game master did, in the body of a row: alone, or beside Ended or Undone.
type Mastered struct {
	Does    api.Measure `json:"does"`
	Reason  string      `json:"reason,omitempty"`
	Side    order.Side  `json:"side,omitempty"` // whose seat is handed over; the new player is in the row's column To
	From    string      `json:"from,omitempty"` // the channel that the game leaves
	Channel string      `json:"channel,omitempty"`
}

// Intervention returns the intervention that led to the row; to is the row's column To.
func (m Mastered) Intervention(to string) api.Intervention {
	return api.Intervention{Measure: m.Does, Reason: m.Reason, Side: m.Side, To: to, Channel: m.Channel}
}
