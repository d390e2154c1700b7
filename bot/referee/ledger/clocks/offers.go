package clocks

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Offer returns the row of a proposal about the clocks, or of the agreement if the other side has proposed t already.
// No agreement is needed if the user alone has a seat, or if the side that is to act ends a pause.
func Offer(g *ledger.Game, user string, t ledger.Timed, now time.Time) (ledger.Body, error) {
	side, err := sideSettlingTime(g, user, t.Offers)
	if err != nil {
		return ledger.Body{}, err
	}
	t.Side = side
	alone := !g.Started && !slices.ContainsFunc(g.Seats, func(p ledger.Seat) bool {
		return p.User != "" && p.User != user
	})
	if o := lastClockOffer(g); o != nil && o.Closed == "" && !alone {
		if o.Side == side || o.Offers != t.Offers || o.Days != t.Days || o.Terms != t.Terms {
			return ledger.Body{}, api.ErrTimed
		}
		return Answer(g, user, 0, true, now) // accepts the open offer
	}
	if err := offerable(g, t, now); err != nil {
		return ledger.Body{}, err
	}
	switch {
	case t.Offers == api.ResumeClock && g.ActingSide() == side:
		t = ledger.Timed{Does: api.ResumeClock, Side: side}
	case alone:
		t = ledger.Timed{Does: api.NewTerms, Side: side, Terms: t.Terms, Alone: true}
	}
	return ledger.Body{Version: ledger.BodyVersion, Timed: &t}, nil
}

// Answer returns the row that accepts or declines the open offer about the clocks, or withdraws the user's own.
// number is that of the offer, 0 for the open one.
func Answer(g *ledger.Game, user string, number int, accept bool, now time.Time) (ledger.Body, error) {
	o, does := lastClockOffer(g), api.Timing("")
	if o != nil {
		does = o.Offers
	}
	side, err := sideSettlingTime(g, user, does)
	if err != nil {
		return ledger.Body{}, err
	}
	switch {
	case o == nil || o.Closed != "" || number != 0 && number != o.Number:
		return ledger.Body{}, api.ErrNoTiming
	case accept && o.Side == side:
		return ledger.Body{}, api.ErrOwnTiming
	case accept:
		if err := offerable(g, o.Timed, now); err != nil {
			return ledger.Body{}, err
		}
		return ledger.Body{Version: ledger.BodyVersion, Timed: &ledger.Timed{Does: o.Offers, Side: side, Days: o.Days,
			Terms: o.Terms}}, nil
	}
	answer := api.Declined
	if o.Side == side {
		answer = api.TakenBack
	}
	return ledger.Body{Version: ledger.BodyVersion, Timed: &ledger.Timed{Does: api.AnswerTiming, Side: side,
		Answer: answer}}, nil
}

// sideSettlingClocks returns the side for which a user may decide about the clocks: as its player, or his deputy.
func sideSettlingClocks(g *ledger.Game, user string) (order.Side, error) {
	side, err := g.SideInPlay(user)
	if err == nil {
		_, err = g.SideOfCommander(user)
	}
	return side, err
}

// sideSettlingTime does what sideSettlingClocks does, but before the game begins any player can agree on new terms.
func sideSettlingTime(g *ledger.Game, user string, does api.Timing) (order.Side, error) {
	if g.Started || g.Over || does != api.NewTerms {
		return sideSettlingClocks(g, user)
	}
	return g.Side(user)
}

// offerable refuses a proposal about the clocks that makes no sense now.
func offerable(g *ledger.Game, t ledger.Timed, now time.Time) error {
	c := cmp.Or(g.Clock, &ledger.Clocks{})
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

// lastClockOffer returns the last offer about the clocks, nil for none.
func lastClockOffer(g *ledger.Game) *ledger.ClockOffer {
	if g.Clock == nil {
		return nil
	}
	return g.Clock.Offer
}

// AnnounceVacation returns the row for a player of a seat who has announced or cancelled a vacation.
func AnnounceVacation(g *ledger.Game, user string) (ledger.Body, error) {
	side, err := g.SideOfSeatHolder(user)
	return ledger.Body{Version: ledger.BodyVersion, Vacation: &ledger.Vacation{Side: side}}, err
}
