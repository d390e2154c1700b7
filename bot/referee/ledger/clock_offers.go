package ledger

import (
	"errors"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// timed is what was done about the clocks, in the body of a row.
type TimedOf struct {
	Does   api.Timing `json:"does"`
	Side   order.Side `json:"side,omitempty"`   // who does it, or whose clock has run out
	Offers api.Timing `json:"offers,omitempty"` // of OfferTiming
	Days   int        `json:"days,omitempty"`
	Terms  string     `json:"terms,omitempty"`
	Answer api.Answer `json:"answer,omitempty"` // Declined or TakenBack
	Alone  bool       `json:"alone,omitempty"`  // of NewTerms: nobody else had a seat yet, so nobody had to agree
}

// clockOffer is an offer about the clocks, in the frame.
type clockOffer struct {
	TimedOf
	Number int        `json:"number"`
	Closed api.Answer `json:"closed,omitempty"` // "" while it stands
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
			return Body{}, api.ErrTimed
		}
		return g.AnswerTime(user, 0, true, now)
	}
	if err := g.offerable(t, now); err != nil {
		return Body{}, err
	}
	switch {
	case t.Offers == api.ResumeClock && g.TheActing() == side:
		t = TimedOf{Does: api.ResumeClock, Side: side}
	case alone:
		t = TimedOf{Does: api.NewTerms, Side: side, Terms: t.Terms, Alone: true}
	}
	return Body{Version: BodyVersion, Timed: &t}, nil
}

// sideSettlingTime is sideSettlingClocks, but the players can agree on terms before the game begins.
func (g *Game) sideSettlingTime(user string, does api.Timing) (order.Side, error) {
	if g.Started || g.Over || does != api.NewTerms {
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
	case api.NewTerms:
		terms, err := clock.Parse(t.Terms)
		if err == nil && terms == c.Terms {
			err = api.ErrSameTerms
		}
		return err
	case api.PauseClock, api.ResumeClock:
	default:
		return errors.New("nothing about the clocks: " + string(t.Offers))
	}
	switch pause := t.Offers == api.PauseClock; {
	case c.Terms.None():
		return api.ErrNoClock
	case !pause && !paused:
		return api.ErrClockOn
	case pause && paused:
		return api.ErrClockOff
	case pause && (t.Days < 1 || t.Days > api.MostPause):
		return api.ErrDays
	}
	return nil
}

func (g *Game) AnswerTime(user string, number int, accept bool, now time.Time) (Body, error) {
	o, does := g.clockOffer(), api.Timing("")
	if o != nil {
		does = o.Offers
	}
	side, err := g.sideSettlingTime(user, does)
	if err != nil {
		return Body{}, err
	}
	switch {
	case o == nil || o.Closed != "" || number != 0 && number != o.Number:
		return Body{}, api.ErrNoTiming
	case accept && o.Side == side:
		return Body{}, api.ErrOwnTiming
	case accept:
		if err := g.offerable(o.TimedOf, now); err != nil {
			return Body{}, err
		}
		return Body{Version: BodyVersion, Timed: &TimedOf{Does: o.Offers, Side: side, Days: o.Days, Terms: o.Terms}}, nil
	}
	answer := api.Declined
	if o.Side == side {
		answer = api.TakenBack
	}
	return Body{Version: BodyVersion, Timed: &TimedOf{Does: api.AnswerTiming, Side: side, Answer: answer}}, nil
}

// clockOffer is the last offer about the clocks, nil for none.
func (g *Game) clockOffer() *clockOffer {
	if g.Clock == nil {
		return nil
	}
	return g.Clock.Offer
}

// closeOffer closes the open offer, if there is one.
func (c *clocks) closeOffer(answer api.Answer) {
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
	case api.OfferTiming:
		number := 1
		if c.Offer != nil {
			number = c.Offer.Number + 1
		}
		c.Offer = &clockOffer{TimedOf: t, Number: number}
	case api.AnswerTiming:
		c.closeOffer(t.Answer)
	case api.PauseClock:
		c.closeOffer(api.Agreed)
		c.Pause, c.Out = calendar.Span{From: s.At, Until: s.At.Add(time.Duration(t.Days) * day)}, nil
	case api.ResumeClock:
		c.closeOffer(api.Agreed)
		c.Pause.Until = s.At
	case api.NewTerms:
		c.closeOffer(api.Agreed)
		c.Terms, _ = clock.Parse(t.Terms) // terms that cannot be read mean no clock
		c.Added, c.Prepaid, c.Pause, c.Out = nil, nil, calendar.Span{}, nil
	case api.RanOut:
		if s.Body.Play() == nil && s.Body.Accepted == nil {
			c.Outs++
			c.Out = &ranOut{Side: t.Side, Number: c.Outs, At: s.At}
		}
	case api.WaitForClock:
		c.Out = nil
	}
}
