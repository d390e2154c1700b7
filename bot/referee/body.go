package referee

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// bodyVersion is the form of bodies that this program writes. Every form that
// was ever written is read for good.
const bodyVersion = 1

// body is what a row of the log says beside its columns: one of the pointers is
// set, and Bound and Master with some. Who gave the command is the row's By.
type body struct {
	Version int     `json:"version"`
	Opened  *opened `json:"opened,omitempty"`
	Joined  *joined `json:"joined,omitempty"`
	Worded  *joined `json:"worded,omitempty"`
	Started *played `json:"started,omitempty"`
	Ordered *played `json:"ordered,omitempty"`

	Left     *left     `json:"left,omitempty"`
	Proposed *proposed `json:"proposed,omitempty"`
	Answered *answered `json:"answered,omitempty"`
	Ended    *ended    `json:"ended,omitempty"`

	Undone     *undone     `json:"undone,omitempty"`
	UndoAsked  *undoAsked  `json:"undoAsked,omitempty"`
	UndoDenied *undoDenied `json:"undoDenied,omitempty"`

	Accepted *accepted `json:"accepted,omitempty"`
	Renamed  *renamed  `json:"renamed,omitempty"`
	Waived   *waived   `json:"waived,omitempty"`
	Bound    *bound    `json:"bound,omitempty"` // beside Started or Ordered: what their dice were bound to

	Vacation *vacation `json:"vacation,omitempty"`
	// about the clocks: alone, or beside the answer that the game gives when one has run out
	Timed *timed `json:"timed,omitempty"`
	// beside whatever starts a clock, stops it or adds to it: how they stand after the row
	Clock *clocked `json:"clock,omitempty"`

	Master *mastered `json:"master,omitempty"` // a game master did it: alone, or beside Ended or Undone

	Reseated *reseating `json:"reseated,omitempty"` // who plays a side is changed

	// the messages that later rows edit, where this row changes which they are
	Live *[]message `json:"live,omitempty"`
	// of rows from before there were calls: the message that tells of this one called whoever owed a decision
	Wakes bool `json:"wakes,omitempty"`
	// of a row whose hash is posted, so that nobody finds out by trying what came before it
	Salt string `json:"salt,omitempty"`

	// the side that the game waits for after it, "" for none, where that was another one before
	Acts *order.Side `json:"acts,omitempty"`
	// where the same side is to act, and other players of it are called for what it owes
	Owes *passed `json:"owes,omitempty"`
}

// opened is the genesis: what is played, and the promise of the dice.
type opened struct {
	Module     string  `json:"module"`
	Hash       string  `json:"hash"` // SHA-256 of the module's bytes, in hex digits
	Scenario   string  `json:"scenario"`
	Commitment string  `json:"commitment"`
	Rulings    int     `json:"rulings,omitempty"` // the revision of the rulings; 0 in games before the second
	Beacon     *terms  `json:"beacon,omitempty"`  // the dice are bound to its rounds
	Clock      string  `json:"clock,omitempty"`   // the terms of the clocks; "" for none
	Start      start   `json:"start"`
	Joined     *joined `json:"joined,omitempty"` // the opener's seat
}

// joined is a seat taken, with the player's own word for the dice; or the word that he gives
// later.
type joined struct {
	Side order.Side `json:"side"`
	Word string     `json:"word,omitempty"`
}

// played is what the rules made of a command. Asked is kept to the byte, for its
// hash goes into the dice: SHA-256 of Asked as it stands in the row is what an
// auditor feeds to dice.Stream.
type played struct {
	Asked  json.RawMessage `json:"asked"`
	Closes bool            `json:"closes,omitempty"` // it ended a phase: what is told of a phase begins after it
	Told   bool            `json:"told,omitempty"`   // others heard of it at once
	// the phase that follows passes by itself: a row of its own ends it
	Passes bool         `json:"passes,omitempty"`
	Record rules.Record `json:"record"`

	Standing bool `json:"standing,omitempty"` // a standing order of its side gave it, and nobody himself
	// a standing order answers what is owed after it: a row of its own says what
	Answers bool `json:"answers,omitempty"`
}

// left is a seat given up before the game began.
type left struct {
	Side order.Side `json:"side"`
}

// proposed is an end of the game that a side offers the other one.
type proposed struct {
	Ending Ending     `json:"ending"`
	Side   order.Side `json:"side"`
	Turn   int        `json:"turn"` // it lapses with the turn
}

// answered closes an offer without ending the game. An offer that is accepted ends it.
type answered struct {
	Answer Answer `json:"answer"` // Declined or TakenBack
}

// ended is a game that its players ended, with the record by which the rules know of it.
type ended struct {
	Ending Ending       `json:"ending"`
	Side   order.Side   `json:"side,omitempty"` // who resigned
	Record rules.Record `json:"record"`
}

// undone takes back all that the rules made of the rows after one.
type undone struct {
	Side    order.Side `json:"side"` // whose last order it was
	To      uint64     `json:"to"`
	Consent bool       `json:"consent,omitempty"` // the other side had to agree, and has
	Told    bool       `json:"told,omitempty"`    // others had heard of it, and so hear of this
}

// undoAsked asks the other side to consent to an undo.
type undoAsked struct {
	Side order.Side `json:"side"`
	To   uint64     `json:"to"`
}

// undoDenied answers that. An undo that is agreed to is undone.
type undoDenied struct {
	Answer Answer `json:"answer"` // Declined or TakenBack
}

// orderPayload is a command as the dice hash it. An order has one spelling, units sorted, so
// that nobody who knew the secret could choose among spellings; in what order a
// stack was to lie tells the record. Neither the interaction nor the time is in
// it: an order that is given again, because the log failed before it took the
// first one, meets the same dice.
type orderPayload struct {
	Side  order.Side      `json:"side,omitempty"`
	Order json.RawMessage `json:"order"` // as order.Spec.Spell has it
}

// encode writes a command, with its hash.
func (a orderPayload) encode() (json.RawMessage, [32]byte, error) {
	raw, err := json.Marshal(a)
	return raw, sha256.Sum256(raw), err
}

// unitsIn is the units of a command as put has written it.
func unitsIn(command json.RawMessage) ([]order.UnitID, error) {
	var a struct {
		Order struct {
			Units []order.UnitID `json:"units"`
		} `json:"order"`
	}
	err := json.Unmarshal(command, &a)
	return a.Order.Units, err
}

// sideIn is the side that gave a command as put has written it, "" for none.
func sideIn(command json.RawMessage) (order.Side, error) {
	var a orderPayload
	err := json.Unmarshal(command, &a)
	return a.Side, err
}

// step is a row with its body read.
type step struct {
	storage.Row
	body body
}

func read(row storage.Row) (step, error) {
	var b body
	if err := json.Unmarshal(row.Body, &b); err != nil {
		return step{}, fmt.Errorf("game %s, row %d: %w", row.Game, row.Seq, err)
	}
	if b.Version != bodyVersion {
		return step{}, fmt.Errorf("game %s, row %d: version %d is of a newer program", row.Game, row.Seq, b.Version)
	}
	return step{row, b}, nil
}

// play is the part that the rules made, nil when they had none in it.
func (b body) play() *played {
	if b.Started != nil {
		return b.Started
	}
	return b.Ordered
}

// reports says whether the row ended a phase, or began the game: its report tells of all before it.
func (b body) reports() bool {
	p := b.play()
	return b.Started != nil || p != nil && p.Closes
}

// heard says whether others heard of the row at once and what is owed is owed since then. The
// time of one of which they did not stays unknown to them; an offer or a request changes
// nothing of what is owed.
func (b body) heard() bool {
	switch p := b.play(); {
	case p != nil:
		return p.Told || p.Closes || p.Passes || b.Started != nil
	case b.Undone != nil:
		return b.Undone.Told
	case b.Worded != nil, b.Reseated != nil:
		return false
	}
	return !b.negotiates()
}

// negotiates says whether the row is an offer, a request or an answer to one, or only tells of
// something: it changes nothing of the position.
func (b body) negotiates() bool {
	return b.Proposed != nil || b.Answered != nil || b.UndoAsked != nil || b.UndoDenied != nil || b.Renamed != nil ||
		b.Waived != nil ||
		b.Vacation != nil || b.aboutClocks()
}

// aboutClocks says whether the row is about the clocks alone.
func (b body) aboutClocks() bool {
	return b.Timed != nil && b.play() == nil && b.Accepted == nil
}

// moves is the channel to which the row moves the game, "" for nowhere.
func (b body) moves() string {
	if b.Master == nil {
		return ""
	}
	return b.Master.Channel
}

// entry is the row as the rules know it.
func (s step) entry() rules.Entry {
	e := rules.Entry{Seq: s.Seq, Record: s.body.record()}
	if s.body.Undone != nil {
		e.To = s.body.Undone.To
	}
	return e
}

// record is what the rules made of it, empty when they had no part in it.
func (b body) record() rules.Record {
	if p := b.play(); p != nil {
		return p.Record
	}
	if b.Ended != nil {
		return b.Ended.Record
	}
	return rules.Record{}
}

// public says whether everybody heard at once that somebody gave the command. Offers and
// requests are heard of too.
func (b body) public() bool {
	return b.heard() || b.negotiates() || b.Reseated != nil && b.Reseated.Told
}

// framed says whether the row is of the frame's making and stands in the story for itself: no phase
// tells of it, and no undo takes it back.
func (b body) framed() bool { return b.Master != nil || b.Reseated != nil }
