package ledger

import (
	"cmp"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// BodyVersion is the version of bodies that this program writes. Every version since the base must stay readable.
const BodyVersion = 1

// Body is the JSON of a row of the log: one of its pointers says what happened; Bound, Timed, Clock and Master can
// stand beside another. Who gave the command is in the row's column By.
type Body struct {
	Version int     `json:"version"`
	Opened  *Opened `json:"opened,omitempty"`
	Joined  *Joined `json:"joined,omitempty"`
	Worded  *Joined `json:"worded,omitempty"`
	Started *Result `json:"started,omitempty"`
	Ordered *Result `json:"ordered,omitempty"`

	Left     *Left     `json:"left,omitempty"`
	Proposed *Proposed `json:"proposed,omitempty"`
	Answered *Answered `json:"answered,omitempty"`
	Ended    *Ended    `json:"ended,omitempty"`

	Undone     *Undone     `json:"undone,omitempty"`
	UndoAsked  *UndoAsked  `json:"undoAsked,omitempty"`
	UndoDenied *UndoDenied `json:"undoDenied,omitempty"`

	Accepted *Accepted `json:"accepted,omitempty"`
	Renamed  *Renamed  `json:"renamed,omitempty"`
	Waived   *Waived   `json:"waived,omitempty"`
	Bound    *Bound    `json:"bound,omitempty"` // beside Started or Ordered: what the dice were bound to

	Vacation *Vacation `json:"vacation,omitempty"`
	// about the clocks: alone, or beside the order that the game gives for a side whose clock has run out
	Timed *Timed `json:"timed,omitempty"`
	// in each row that starts a clock, stops it or adds to it: what the clocks show after it
	Clock *ClockStatement `json:"clock,omitempty"`

	Master *Mastered `json:"master,omitempty"` // what a game master did: alone, or beside Ended or Undone

	Reseated *Reseated `json:"reseated,omitempty"` // a change of who plays a side

	// the messages that later rows may edit, where this row changes the list
	Live *[]Message `json:"live,omitempty"`
	// in rows whose hash is posted, so that nobody can find out by trial what came before
	Salt string `json:"salt,omitempty"`

	// the side that the game waits for after the row, "" for none; nil where it is the same as before
	Acts *order.Side `json:"acts,omitempty"`
	// set where the same side is still to act, but other players of it are called
	Owes *CallPass `json:"owes,omitempty"`
}

// Step is a row of the log with its decoded body.
type Step struct {
	storage.Row
	Body Body
}

// Entry returns the row as the rules take it.
func (s Step) Entry() rules.Entry {
	e := rules.Entry{Seq: s.Seq, Record: s.Body.Record()}
	if s.Body.Undone != nil {
		e.To = s.Body.Undone.To
	}
	return e
}

// Result returns what the rules made of the row's command, nil for a row without one.
func (b Body) Result() *Result {
	return cmp.Or(b.Started, b.Ordered)
}

// Record returns the rules' record of the row, the zero Record for none.
func (b Body) Record() rules.Record {
	if p := b.Result(); p != nil {
		return p.Record
	}
	if b.Ended != nil {
		return b.Ended.Record
	}
	return rules.Record{}
}

// IsReported reports whether the row ended a phase, or began the game: a report then announces all rows up to it.
func (b Body) IsReported() bool {
	p := b.Result()
	return b.Started != nil || p != nil && p.Closes
}

// IsAnnouncedChange reports whether the row was announced at once and changed what the game waits for, so that this
// is pending since the row. The time of a row that was not announced must stay unknown; an offer or a request does
// not change what the game waits for.
func (b Body) IsAnnouncedChange() bool {
	switch p := b.Result(); {
	case p != nil:
		return p.Announced || p.Closes || p.Passes || b.Started != nil
	case b.Undone != nil:
		return b.Undone.Announced
	case b.Worded != nil, b.Reseated != nil:
		return false
	}
	return !b.negotiates()
}

// IsPublic reports whether everybody was told at once that somebody gave the command, be it an offer or a request.
func (b Body) IsPublic() bool {
	return b.IsAnnouncedChange() || b.negotiates() || b.Reseated != nil && b.Reseated.Announced
}

// negotiates reports whether the row is an offer, a request, an answer to one or only information, without effect.
func (b Body) negotiates() bool {
	return b.Proposed != nil || b.Answered != nil || b.UndoAsked != nil || b.UndoDenied != nil || b.Renamed != nil ||
		b.Waived != nil || b.Vacation != nil || b.IsAboutClocks()
}

// IsAboutClocks reports whether the row is about the clocks alone, without an order that the game gives for a side.
func (b Body) IsAboutClocks() bool {
	return b.Timed != nil && b.Result() == nil && b.Accepted == nil
}

// IsAboutTable reports whether the row is a game master's, or changes who plays: it has its own place in the game
// log, no report of a phase repeats it, and no undo takes it back.
func (b Body) IsAboutTable() bool { return b.Master != nil || b.Reseated != nil }

// NewChannel returns the channel to which the row moves the game, "" for none.
func (b Body) NewChannel() string {
	if b.Master == nil {
		return ""
	}
	return b.Master.Channel
}

// NamesUser reports whether the row must name a user beside its giver, and whether it may, as an offer of a seat.
func (b Body) NamesUser() (must, may bool) {
	c := b.Reseated
	if c == nil || c.Does == api.GrantEnded {
		return false, false
	}
	return c.Does != api.GrantOffered, true
}

// TakesSeat reports whether the row gives a seat to a user who accepted its offer.
func (b Body) TakesSeat() bool { return b.Reseated != nil && b.Reseated.TakesSeat() }

// MayPrecedeDice reports whether the row may stand between a command and its dice: it is about the round, does not
// change the position, or ends the game. The words of the seats go into the dice, and stay with the seats.
func (b Body) MayPrecedeDice() bool {
	return b.Renamed != nil || b.Waived != nil || b.Bound != nil || b.Ended != nil || b.Proposed != nil ||
		b.Answered != nil || b.Vacation != nil || b.IsAboutClocks() || b.Reseated != nil ||
		b.Master != nil && b.Undone == nil
}

// AsStanding marks the row as given by a standing answer, and returns it.
func (b Body) AsStanding() Body {
	if p := b.Result(); p != nil {
		p.Standing = true
	}
	if b.Accepted != nil {
		b.Accepted.Standing = true
	}
	return b
}
