package ledger

import (
	"errors"
	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/rules/order"
	"slices"
	"time"
)

// Timing is what somebody does about the clocks of a game.
type Timing string

// What can be done. The first three need the other side's agreement.
const (
	PauseClock   Timing = "pause"  // both clocks stand still for some days; orders are still taken
	NewTerms     Timing = "terms"  // both clocks start again with other terms
	ResumeClock  Timing = "resume" // a pause ends before its time
	OfferTiming  Timing = "offer"
	AnswerTiming Timing = "answer"
	// a clock has run out: alone in its row, or beside the order that the game gives for the side
	RanOut       Timing = "ranOut"
	WaitForClock Timing = "wait" // the other side waits for some days more
	// a side whose clock had run out has acted again; in no row, it follows from an order
	CameBack Timing = "back"
)

// timed is what was done about the clocks, in the body of a row.
type TimedOf struct {
	Does   Timing     `json:"does"`
	Side   order.Side `json:"side,omitempty"`   // who does it, or whose clock has run out
	Offers Timing     `json:"offers,omitempty"` // of OfferTiming
	Days   int        `json:"days,omitempty"`
	Terms  string     `json:"terms,omitempty"`
	Answer Answer     `json:"answer,omitempty"` // Declined or TakenBack
	Alone  bool       `json:"alone,omitempty"`  // of NewTerms: nobody else had a seat yet, so nobody had to agree
}

// clockOffer is an offer about the clocks, in the frame.
type clockOffer struct {
	TimedOf
	Number int    `json:"number"`
	Closed Answer `json:"closed,omitempty"` // "" while it stands
}

// Agreed closes an offer about clocks that was accepted.
const Agreed Answer = "agreed"

// The most days of a pause, and for which the other side waits.
const (
	MostPause = 30
	MostWait  = 30
)

// What cannot be done about clocks.
var (
	ErrNoClock   = errors.New("the game has no clocks")
	ErrNoTiming  = errors.New("no such offer about the clocks stands")
	ErrOwnTiming = errors.New("only the other side can accept an offer about the clocks")
	ErrTimed     = errors.New("an offer about the clocks stands already")
	ErrSameTerms = errors.New("those are the terms already")
	ErrClockOn   = errors.New("no pause of the clocks lasts")
	ErrClockOff  = errors.New("a pause of the clocks lasts already")
	ErrDays      = errors.New("that is no number of days")
	ErrNotOut    = errors.New("no clock has run out")
	ErrOwnClock  = errors.New("it is your own clock that has run out")
	ErrSought    = errors.New("a substitute is sought already")
)

// Time is a proposal about the clocks: PauseClock for some days, NewTerms or ResumeClock.
type Time struct {
	Does  Timing
	Days  int
	Terms clock.Terms
}

func (g *Game) OfferTime(user string, t TimedOf, now time.Time) (Body, error) {
	side, err := g.sideSettlingTime(user, t.Offers)
	if err != nil {
		return Body{}, err
	}
	t.Side = side
	alone := !g.Started && g.alone(user)
	if o := g.clockOffer(); o != nil && o.Closed == "" && !alone {
		if o.Side == side || o.Offers != t.Offers || o.Days != t.Days || o.Terms != t.Terms {
			return Body{}, ErrTimed
		}
		return g.AnswerTime(user, 0, true, now)
	}
	if err := g.offerable(t, now); err != nil {
		return Body{}, err
	}
	switch {
	case t.Offers == ResumeClock && g.TheActing() == side:
		t = TimedOf{Does: ResumeClock, Side: side}
	case alone:
		t = TimedOf{Does: NewTerms, Side: side, Terms: t.Terms, Alone: true}
	}
	return Body{Version: BodyVersion, Timed: &t}, nil
}

// sideSettlingTime is sideSettlingClocks, but the players can agree on terms before the game begins.
func (g *Game) sideSettlingTime(user string, does Timing) (order.Side, error) {
	if g.Started || g.Over || does != NewTerms {
		return g.sideSettlingClocks(user)
	}
	return g.Side(user)
}

// alone says whether nobody but the user has a seat.
func (g *Game) alone(user string) bool {
	return !slices.ContainsFunc(g.Seats, func(p SeatOf) bool { return p.User != "" && p.User != user })
}

// offerable refuses a proposal about the clocks that makes no sense now.
func (g *Game) offerable(t TimedOf, now time.Time) error {
	c := g.Clock
	if c == nil {
		c = &clocks{}
	}
	paused := now.Before(c.Pause.Until)
	switch t.Offers {
	case NewTerms:
		terms, err := clock.Parse(t.Terms)
		if err == nil && terms == c.Terms {
			err = ErrSameTerms
		}
		return err
	case PauseClock, ResumeClock:
	default:
		return errors.New("nothing about the clocks: " + string(t.Offers))
	}
	switch pause := t.Offers == PauseClock; {
	case c.Terms.None():
		return ErrNoClock
	case !pause && !paused:
		return ErrClockOn
	case pause && paused:
		return ErrClockOff
	case pause && (t.Days < 1 || t.Days > MostPause):
		return ErrDays
	}
	return nil
}

func (g *Game) AnswerTime(user string, number int, accept bool, now time.Time) (Body, error) {
	o, does := g.clockOffer(), Timing("")
	if o != nil {
		does = o.Offers
	}
	side, err := g.sideSettlingTime(user, does)
	if err != nil {
		return Body{}, err
	}
	switch {
	case o == nil || o.Closed != "" || number != 0 && number != o.Number:
		return Body{}, ErrNoTiming
	case accept && o.Side == side:
		return Body{}, ErrOwnTiming
	case accept:
		if err := g.offerable(o.TimedOf, now); err != nil {
			return Body{}, err
		}
		return Body{Version: BodyVersion, Timed: &TimedOf{Does: o.Offers, Side: side, Days: o.Days, Terms: o.Terms}}, nil
	}
	answer := Declined
	if o.Side == side {
		answer = TakenBack
	}
	return Body{Version: BodyVersion, Timed: &TimedOf{Does: AnswerTiming, Side: side, Answer: answer}}, nil
}

// clockOffer is the last offer about the clocks, nil for none.
func (g *Game) clockOffer() *clockOffer {
	if g.Clock == nil {
		return nil
	}
	return g.Clock.Offer
}

// closeOffer closes the open offer, if there is one.
func (c *clocks) closeOffer(answer Answer) {
	if c.Offer != nil && c.Offer.Closed == "" {
		o := *c.Offer
		o.Closed = answer
		c.Offer = &o
	}
}

// follow updates the clocks by a row that is about them.
func (c *clocks) follow(s Step) {
	t := *s.Body.Timed
	c.Did = &t
	switch t.Does {
	case OfferTiming:
		number := 1
		if c.Offer != nil {
			number = c.Offer.Number + 1
		}
		c.Offer = &clockOffer{TimedOf: t, Number: number}
	case AnswerTiming:
		c.closeOffer(t.Answer)
	case PauseClock:
		c.closeOffer(Agreed)
		c.Pause, c.Out = calendar.Span{From: s.At, Until: s.At.Add(time.Duration(t.Days) * day)}, nil
	case ResumeClock:
		c.closeOffer(Agreed)
		c.Pause.Until = s.At
	case NewTerms:
		c.closeOffer(Agreed)
		c.Terms, _ = clock.Parse(t.Terms) // terms that cannot be read mean no clock
		c.Added, c.Prepaid, c.Pause, c.Out = nil, nil, calendar.Span{}, nil
	case RanOut:
		if s.Body.Play() == nil && s.Body.Accepted == nil {
			c.Outs++
			c.Out = &ranOut{Side: t.Side, Number: c.Outs, At: s.At}
		}
	case WaitForClock:
		c.Out = nil
	}
}
