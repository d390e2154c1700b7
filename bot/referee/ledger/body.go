package ledger

import (
	"crypto/sha256"
	"encoding/json"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// bodyVersion is the format of bodies that this program writes. Every format that was ever written must stay
// readable.
const BodyVersion = 1

// body is the JSON of a row of the log: one of its pointers says what happened; Bound, Timed, Clock and Master
// can stand beside another. Who gave the command is in the row's column By.
type Body struct {
	Version int       `json:"version"`
	Opened  *OpenedOf `json:"opened,omitempty"`
	Joined  *JoinedOf `json:"joined,omitempty"`
	Worded  *JoinedOf `json:"worded,omitempty"`
	Started *Played   `json:"started,omitempty"`
	Ordered *Played   `json:"ordered,omitempty"`

	Left     *left     `json:"left,omitempty"`
	Proposed *Proposed `json:"proposed,omitempty"`
	Answered *answered `json:"answered,omitempty"`
	Ended    *ended    `json:"ended,omitempty"`

	Undone     *UndoneOf     `json:"undone,omitempty"`
	UndoAsked  *undoAsked    `json:"undoAsked,omitempty"`
	UndoDenied *UndoDeniedOf `json:"undoDenied,omitempty"`

	Accepted *accepted `json:"accepted,omitempty"`
	Renamed  *Renamed  `json:"renamed,omitempty"`
	Waived   *waived   `json:"waived,omitempty"`
	Bound    *Bound    `json:"bound,omitempty"` // beside Started or Ordered: what the dice were bound to

	Vacation *Vacation `json:"vacation,omitempty"`
	// about the clocks: alone, or beside the order that the game gives for a side whose clock has run out
	Timed *TimedOf `json:"timed,omitempty"`
	// in each row that starts a clock, stops it or adds to it: what the clocks show after it
	Clock *clocked `json:"clock,omitempty"`

	Master *mastered `json:"master,omitempty"` // what a game master did: alone, or beside Ended or Undone

	Reseated *reseating `json:"reseated,omitempty"` // a change of who plays a side

	// the messages that later rows may edit, where this row changes the list
	Live *[]Message `json:"live,omitempty"`
	// only in old rows, from before calls had messages of their own: the row's message called whoever owed a
	// decision
	Wakes bool `json:"wakes,omitempty"`
	// in rows whose hash is posted, so that nobody can find out by trial what came before
	Salt string `json:"salt,omitempty"`

	// the side that the game waits for after the row, "" for none; nil where it is the same as before
	Acts *order.Side `json:"acts,omitempty"`
	// set where the same side is still to act, but other players of it are called
	Owes *passed `json:"owes,omitempty"`
}

// opened is a game's first row: what is played, and the commitment to the secret of the dice.
type OpenedOf struct {
	Module     string    `json:"module"`
	Hash       string    `json:"hash"` // SHA-256 of the module's bytes, in hex digits
	Scenario   string    `json:"scenario"`
	Commitment string    `json:"commitment"`
	Rulings    int       `json:"rulings,omitempty"` // the revision of the rulings; 0 for the first
	Beacon     *Terms    `json:"beacon,omitempty"`  // set where the dice are bound to its rounds
	Clock      string    `json:"clock,omitempty"`   // the terms of the clocks; "" for none
	Start      Start     `json:"start"`
	Joined     *JoinedOf `json:"joined,omitempty"` // the opener's seat
}

// joined says that a user took a seat, with his word for the dice; as Worded, that he gave the word later.
type JoinedOf struct {
	Side order.Side `json:"side"`
	Word string     `json:"word,omitempty"`
}

// played is the result of a command by the rules. Asked is kept byte for byte, because its SHA-256 goes into
// the dice: an auditor feeds the hash of Asked as it stands in the row to dice.Stream.
type Played struct {
	Asked  json.RawMessage `json:"asked"`
	Closes bool            `json:"closes,omitempty"` // it ended a phase, and the next report begins after it
	Told   bool            `json:"told,omitempty"`   // it was announced at once
	// the phase that follows ends automatically, by a row of its own
	Passes bool         `json:"passes,omitempty"`
	Record rules.Record `json:"record"`

	Standing bool `json:"standing,omitempty"` // a standing order gave it
	// a standing order answers the decision that is owed after it, in a row of its own
	Answers bool `json:"answers,omitempty"`
}

// left says that a player gave up his seat before the game began.
type left struct {
	Side order.Side `json:"side"`
}

// proposed is a side's offer to end the game.
type Proposed struct {
	Ending api.Ending `json:"ending"`
	Side   order.Side `json:"side"`
	Turn   int        `json:"turn"` // the offer lapses with this turn
}

// answered closes an offer without ending the game. An accepted offer has a row with Ended instead.
type answered struct {
	Answer api.Answer `json:"answer"` // Declined or TakenBack
}

// ended says that the players or a game master ended the game, with the record for the rules.
type ended struct {
	Ending api.Ending   `json:"ending"`
	Side   order.Side   `json:"side,omitempty"` // who resigned
	Record rules.Record `json:"record"`
}

// undone takes back the results of all rows after one.
type UndoneOf struct {
	Side    order.Side `json:"side"` // whose last order it was
	To      uint64     `json:"to"`
	Consent bool       `json:"consent,omitempty"` // the other side had to consent, and did
	Told    bool       `json:"told,omitempty"`    // what is taken back had been announced, and so the undo is
}

// undoAsked asks the other side to consent to an undo.
type undoAsked struct {
	Side order.Side `json:"side"`
	To   uint64     `json:"to"`
}

// undoDenied closes such a request without an undo. Consent has a row with Undone instead.
type UndoDeniedOf struct {
	Answer api.Answer `json:"answer"` // Declined or TakenBack
}

// orderPayload is a command as it is hashed for the dice. An order has one spelling, with its units sorted, so
// that somebody who knew the secret could not choose among spellings; the record says in which order a stack
// lies. Neither the interaction nor the time is part of it: an order that is given again, because the log
// failed to take it, gets the same dice.
type orderPayload struct {
	Side  order.Side      `json:"side,omitempty"`
	Order json.RawMessage `json:"order"` // as order.Spec.Spell writes it
}

// encode returns the command as JSON, and its SHA-256.
func (a orderPayload) encode() (json.RawMessage, [32]byte, error) {
	raw, err := json.Marshal(a)
	return raw, sha256.Sum256(raw), err
}

// sideIn reads the side of an encoded command, "" for none.
func SideIn(command json.RawMessage) (order.Side, error) {
	var a orderPayload
	err := json.Unmarshal(command, &a)
	return a.Side, err
}

// step is a row of the log with its decoded body.
type Step struct {
	storage.Row
	Body Body
}

// play is the result by the rules, nil for a row without one.
func (b Body) Play() *Played {
	if b.Started != nil {
		return b.Started
	}
	return b.Ordered
}

// reports says whether the row ended a phase, or began the game: a report then announces all rows up to it.
func (b Body) Reports() bool {
	p := b.Play()
	return b.Started != nil || p != nil && p.Closes
}

// heard says whether the row was announced at once and changed what is owed, so that what is owed now is owed
// since then. The time of a row that was not announced must stay unknown; an offer or a request does not change
// what is owed.
func (b Body) Heard() bool {
	switch p := b.Play(); {
	case p != nil:
		return p.Told || p.Closes || p.Passes || b.Started != nil
	case b.Undone != nil:
		return b.Undone.Told
	case b.Worded != nil, b.Reseated != nil:
		return false
	}
	return !b.negotiates()
}

// negotiates says whether the row is an offer, a request, an answer to one or only information: it does not
// change the position.
func (b Body) negotiates() bool {
	return b.Proposed != nil || b.Answered != nil || b.UndoAsked != nil || b.UndoDenied != nil || b.Renamed != nil ||
		b.Waived != nil ||
		b.Vacation != nil || b.aboutClocks()
}

// aboutClocks says whether the row is about the clocks alone.
func (b Body) aboutClocks() bool {
	return b.Timed != nil && b.Play() == nil && b.Accepted == nil
}

// moves is the channel to which the row moves the game, "" for none.
func (b Body) Moves() string {
	if b.Master == nil {
		return ""
	}
	return b.Master.Channel
}

// entry is the row as the rules take it.
func (s Step) Entry() rules.Entry {
	e := rules.Entry{Seq: s.Seq, Record: s.Body.Record()}
	if s.Body.Undone != nil {
		e.To = s.Body.Undone.To
	}
	return e
}

// record is the rules' record of the row, empty for none.
func (b Body) Record() rules.Record {
	if p := b.Play(); p != nil {
		return p.Record
	}
	if b.Ended != nil {
		return b.Ended.Record
	}
	return rules.Record{}
}

// public says whether everybody was told at once that somebody gave the command; offers and requests are
// announced too.
func (b Body) public() bool {
	return b.Heard() || b.negotiates() || b.Reseated != nil && b.Reseated.Told
}

// framed says whether the row is a game master's, or changes who plays: it has its own place in the story, no
// report of a phase repeats it, and no undo takes it back.
func (b Body) Framed() bool { return b.Master != nil || b.Reseated != nil }
