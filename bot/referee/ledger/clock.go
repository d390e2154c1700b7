package ledger

import (
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// Timed is what was done about the clocks, in the body of a row.
type Timed struct {
	Does   api.Timing `json:"does"`
	Side   order.Side `json:"side,omitempty"`   // who does it, or whose clock has run out
	Offers api.Timing `json:"offers,omitempty"` // of OfferTiming
	Days   int        `json:"days,omitempty"`
	Terms  string     `json:"terms,omitempty"`
	Answer api.Answer `json:"answer,omitempty"` // Declined or TakenBack
	Alone  bool       `json:"alone,omitempty"`  // of NewTerms: nobody else had a seat yet, so nobody had to agree
	Owed   bool       `json:"owed,omitempty"`   // of RanOut: the game has no answer to what is owed
}

// ClockStatement is the clocks after a row, as the row states them.
type ClockStatement struct {
	Left  map[order.Side]int64 `json:"left,omitempty"`  // microseconds; none in a game without clocks
	Side  order.Side           `json:"side,omitempty"`  // whose clock runs from this row on, "" for nobody's
	Phase order.Side           `json:"phase,omitempty"` // who ended a phase with the row
	// microseconds that the end of the phase added to that side's bank
	Added int64 `json:"added,omitempty"`
}

// Clocks is the state of a game's clocks after its last row.
type Clocks struct {
	Terms clock.Terms `json:"terms,omitzero"`
	// after the last row that stated it; nil before the game begins
	Left map[order.Side]time.Duration `json:"left,omitempty"`
	Side order.Side                   `json:"side,omitempty"` // whose clock runs, "" for nobody's
	From time.Time                    `json:"from,omitzero"`  // since when
	// the row that started the clock, whose message tells its player
	Row uint64 `json:"row,omitempty"`

	// a clock that has run out; nil for none
	Out *api.ClockOut `json:"out,omitempty"`
	Did *Timed        `json:"did,omitempty"` // what was last done about the clocks
	// the last row of an order that ended the other side's choice: to take it back needs that side's consent
	Closed uint64        `json:"closed,omitempty"`
	Outs   int           `json:"outs,omitempty"` // how many clocks have run out as Out says
	Pause  calendar.Span `json:"pause,omitzero"` // the last pause on which the players agreed
	// since when the clocks stand still because the season of the game is paused; the zero time if they do not
	Stopped time.Time   `json:"stopped,omitzero"`
	Offer   *ClockOffer `json:"offer,omitempty"` // the last one about the clocks

	// Added is the time that ends of phases have earned, including what they used of Prepaid; only ends that can still
	// be taken back are in it. Prepaid is what a side has kept of ends that were taken back. So much is not added
	// again: a phase that is ended twice earns no more.
	Added   []AddedTime                  `json:"added,omitempty"`
	Prepaid map[order.Side]time.Duration `json:"prepaid,omitempty"`
}

// ClockOffer is an offer about the clocks, in the frame.
type ClockOffer struct {
	Timed
	Number int        `json:"number"`
	Closed api.Answer `json:"closed,omitempty"` // "" while it stands
}

// AddedTime is what the end of a phase has added to a side's bank.
type AddedTime struct {
	Row  uint64        `json:"row"`
	Side order.Side    `json:"side"`
	Time time.Duration `json:"time"`
}

// ClockHolds are the holds of the running clock that the log does not have, as they were at a time.
type ClockHolds struct {
	At       time.Time
	Spans    []ClockHold
	Calendar calendar.Calendar // of the player whose clock runs
}

// All returns the times of all holds; one that still lasts has no end.
func (h ClockHolds) All() (spans []calendar.Span) {
	for _, s := range h.Spans {
		spans = append(spans, s.Span)
	}
	return spans
}

// Closed returns the times of all holds, as if those that last ended at h.At.
func (h ClockHolds) Closed() []calendar.Span {
	spans := h.All()
	for i := range spans {
		if spans[i].Until.IsZero() {
			spans[i].Until = h.At
		}
	}
	return spans
}

// ClockHold is a time in which a clock stands still, and why. One without an end still lasts.
type ClockHold struct {
	calendar.Span
	Why api.Hold
}
