package arrange

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/storage"
)

// Seats says who acts for a side: it grants that, and finds those who wait for a seat.
type Seats struct {
	games  *games.Games
	log    Log
	store  Store
	logger *slog.Logger
}

// Rows of the log change who acts for a side. Whoever acts for a side sees what it sees, and can play no other side
// after that. So nobody acts for a side against his will: he is asked, and until he accepts he sees nothing of the side
// and may still play another one.

// Grant has a user act for a side, or asks him to, in place of an earlier offer of the same. The side's player grants;
// a game master does so with a reason, and the caller must check that he is one; and when the clock of a side has run
// out the other side's player can offer the seat to those who wait. A user with a grant of all units gives all orders
// and answers, but neither ends the game nor grants. Errors: those of Resign, ErrNotCommander, ErrNoMember, ErrOwnSeat,
// ErrPlays, ErrKnows, ErrTeamFull, ErrGranted, ErrGrantTerms, *NoForce; ErrJudge, ErrReason, ErrNoSide;
// ErrGrantOther, ErrSought.
func (ss *Seats) Grant(ctx context.Context, c api.Command, w api.Granting) (api.Table, error) {
	to := w.To
	if w.Waiting {
		err := ss.games.Look(ctx, c.Channel, func(g *games.Held) (err error) {
			to, err = ss.candidate(ctx, g, sideOf(g.Game, c.User, w), ss.games.Now())
			return err
		})
		if err != nil {
			return api.Table{}, err
		}
	}
	return ss.games.ExecuteTableFor(ctx, c, to, func(g *games.Held) (ledger.Body, error) {
		row := ledger.Reseated{Side: sideOf(g.Game, c.User, w), ForGood: w.ForGood || w.Waiting, Seeks: w.Waiting,
			Reason: w.Reason, From: micros(w.From), Until: micros(w.Until)}
		if w.Units != "" {
			if side, err := g.SideOfSeatHolder(c.User); err != nil || side != row.Side {
				return ledger.Body{}, cmp.Or(err, api.ErrGrantOther) // others must not learn which units the side has
			}
			f, err := seats.ReadForce(g.Game, row.Side, w.Units)
			if err != nil {
				return ledger.Body{}, err
			}
			row.Force = &f
		}
		row.Consent = consenter(g.Game, c.User, to, row)
		return seats.Grant(g.Game, c.User, to, row)
	})
}

// consenter returns the side whose player must consent to a grant, "" for none: a player who was forgotten cannot.
func consenter(g *ledger.Game, by, to string, row ledger.Reseated) order.Side {
	side := seats.Consenter(g, by, to, row)
	if _, forgotten := storage.PlayerNumber(g.Player(side)); forgotten {
		return ""
	}
	return side
}

// sideOf returns the side for which a user grants.
func sideOf(g *ledger.Game, user string, w api.Granting) order.Side {
	own, _ := g.Side(user)
	return cmp.Or(order.SideCalled(g.Def.Sides, w.Side), own)
}

// micros returns the microseconds of a time as rows have it, 0 for the zero time.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// AcceptGrant accepts the grant of this number, which begins at once, at its time or when another player consents; or
// the user consents to one that was accepted. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrNoGrant, *NotGrantee,
// ErrOwnSeat, ErrPlays, ErrKnows.
func (ss *Seats) AcceptGrant(ctx context.Context, c api.Command, number int) (api.Table, error) {
	to, sought := c.User, false
	err := ss.games.Look(ctx, c.Channel, func(g *games.Held) error {
		if r, err := g.Grant(number); err == nil && r.AwaitsConsent() {
			to = r.To
		}
		return nil
	})
	if err != nil {
		return api.Table{}, err
	}
	t, err := ss.games.ExecuteTableFor(ctx, c, to, func(g *games.Held) (ledger.Body, error) {
		r, err := g.Grant(number)
		if err == nil && r.AwaitsConsent() && r.To != to { // another one has accepted since
			err = api.ErrNoGrant
		}
		if err != nil {
			return ledger.Body{}, err
		}
		sought = r.Seeks
		due := !ss.games.RowTime(g).Before(r.From)
		return seats.Accept(g.Game, c.User, number, due)
	})
	if err == nil && sought && t.Player(t.Reseated.Side) == to {
		ss.waitsNoLonger(ctx, c.Channel, to)
	}
	return t, err
}

// EndGrant declines the grant of this number, withdraws it, or ends it. Errors: ErrNoGame, ErrOtherGame, ErrOver,
// ErrNoGrant, *NotGrantee, ErrNotCommander, ErrMastersGrant.
func (ss *Seats) EndGrant(ctx context.Context, c api.Command, number int) (api.Table, error) {
	sought := false
	t, err := ss.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		r, _ := g.Grant(number)
		sought = r.Seeks
		return seats.End(g.Game, c.User, number)
	})
	if err == nil && sought {
		if err := ss.games.Alarms.RingIn(ctx, t.Game); err != nil { // the alarm tries again later
			ss.logger.Warn("the next who waits for a seat is not asked yet", "game", t.Game, "error", err)
		}
	}
	return t, err
}

// Team lists those who act for the user's side, and what is offered. Errors: those of views.Looks.Secret.
func (ss *Seats) Team(ctx context.Context, channel, user string) (team api.Team, err error) {
	err = ss.games.Look(ctx, channel, func(g *games.Held) error {
		if _, err := g.Side(user); err != nil {
			return err
		}
		team = tables.Team(g.Game, user)
		return nil
	})
	return team, err
}

// alarm begins and ends grants in time, and offers a seat to the next who waits when one has declined or not answered.
func (ss *Seats) alarm() games.Alarm {
	return games.Alarm{
		Next: func(ctx context.Context, g *games.Held) (time.Time, error) {
			_, at, err := ss.next(ctx, g)
			return at, err
		},
		Ring: func(ctx context.Context, g *games.Held) error {
			if ended, err := ss.EndOver(ctx, g); ended || err != nil {
				return err
			}
			r, _, err := ss.next(ctx, g)
			if err != nil {
				return err
			}
			if r.Accepted {
				return ss.write(ctx, g, r.To)(seats.Begin(g.Game, r.Number))
			}
			to, err := ss.candidate(ctx, g, r.Side, r.Since())
			if err != nil {
				return err
			}
			row := ledger.Reseated{Side: r.Side, ForGood: true, Seeks: true, Reason: r.Reason}
			row.Consent = consenter(g.Game, "", to, row)
			return ss.write(ctx, g, to)(seats.Grant(g.Game, "", to, row))
		},
	}
}

// EndOver ends the grants of a game whose time is over, and reports whether there was one. It is called before anybody
// looks at the game or gives an order, because nobody may act for a side longer than he is allowed to. Alarms may be
// late, as after a stop of the program.
func (ss *Seats) EndOver(ctx context.Context, g *games.Held) (ended bool, err error) {
	if g.Over {
		return false, nil
	}
	for _, r := range g.AllGrants() {
		if !r.Until.IsZero() && !ss.games.RowTime(g).Before(r.Until) {
			if err := ss.write(ctx, g, "")(seats.End(g.Game, "", r.Number)); err != nil {
				return ended, err
			}
			ended = true
		}
	}
	return ended, nil
}

// write returns a function that takes what a decision has returned and, unless that is an error, writes the row. Nobody
// gives such a row: its time has come. to is the grantee whom it concerns, "" for none.
func (ss *Seats) write(ctx context.Context, g *games.Held, to string) func(ledger.Body, error) error {
	return func(rowBody ledger.Body, err error) error {
		if err != nil {
			return err
		}
		return ss.games.WriteTo(ctx, g, to, fmt.Sprintf("seat %s %d", g.Stored.ID, g.Match.Seq()+1), rowBody)
	}
}

// next returns the grant with the earliest due time, and that time: when the grant ends, when it begins, or when its
// seat is offered to the next who waits. The time is zero if nothing is due.
func (ss *Seats) next(ctx context.Context, g *games.Held) (r ledger.Grant, first time.Time, err error) {
	if g.Over {
		return r, first, nil
	}
	for _, o := range g.AllGrants() {
		at := o.Until
		if o.Accepted && !o.Begun && !o.AwaitsConsent() {
			at = o.From
		}
		if o.Seeks && !o.Open && !o.Accepted {
			if at, err = ss.answerBy(ctx, g, o); err != nil {
				return r, first, err
			}
		}
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			r, first = o, at
		}
	}
	return r, first, nil
}
