package arrange

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/storage"
)

// Waiting is a user who waits in a server for a vacant seat.
type Waiting struct {
	User   string
	Since  time.Time
	Module string     // "" for any game
	Side   order.Side // "" for any side
}

// answerWithin is how long a seat is offered to one user before the next one is asked.
const answerWithin = 24 * time.Hour

// AwaitSeat adds a user to those who wait for a seat in a server. Module and side limit which seats he would
// take; "" is any. Errors: ErrNoModule, ErrBroken, ErrNoSide.
func (ss *Seats) AwaitSeat(ctx context.Context, guild, user, module string, side order.Side) error {
	leave, err := ss.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	if module == "" && side != "" {
		return api.ErrNoModule
	}
	if module != "" {
		m, err := ss.games.Definitions.Offered(module)
		if err != nil {
			return err
		}
		if side != "" && !m.Def.Plays(side) {
			return api.ErrNoSide
		}
	}
	return ss.store.AddSubstitute(ctx, storage.Substitute{Guild: guild, User: user, Since: ss.games.Now(),
		Wants: strings.TrimSpace(module + " " + string(side))})
}

// AwaitNoSeat removes a user from those who wait for a seat in a server.
func (ss *Seats) AwaitNoSeat(ctx context.Context, guild, user string) error {
	leave, err := ss.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	return ss.store.DropSubstitute(ctx, guild, user)
}

// AwaitingSeats lists those who wait for a seat in a server, the one who has waited for longest first.
func (ss *Seats) AwaitingSeats(ctx context.Context, guild string) (list []Waiting, err error) {
	leave, err := ss.games.Gate.Enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return ss.awaitingSeats(ctx, guild)
}

func (ss *Seats) awaitingSeats(ctx context.Context, guild string) (list []Waiting, err error) {
	kept, err := ss.store.Substitutes(ctx, guild)
	for _, s := range kept {
		module, side, _ := strings.Cut(s.Wants, " ")
		list = append(list, Waiting{s.User, s.Since, module, order.Side(side)})
	}
	return list, err
}

// SeekSubstitute begins the search for a substitute for the user: his seat is offered to those who wait for one
// like it, one after the other, and then to anybody. He keeps it until somebody takes it. If a search is
// running already it does nothing, so that pressing the button twice does not skip anybody. Errors: those of
// Resign.
func (ss *Seats) SeekSubstitute(ctx context.Context, c api.Command) (api.Table, error) {
	to := ""
	var sought *api.Table
	err := ss.games.Look(ctx, c.Channel, func(g *games.Held) error {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return err
		}
		if t := tables.Of(g.Game); g.SeeksSubstitute(side) && t.Offered(side) != nil {
			sought = &t
			return nil
		}
		to, err = ss.candidate(ctx, g, side)
		return err
	})
	switch {
	case err != nil:
		return api.Table{}, err
	case sought != nil:
		return *sought, nil
	}
	return ss.games.ExecuteTableFor(ctx, c, to, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		return seats.Offer(g.Game, side, to, true)
	})
}

// Substitute is SeekSubstitute for an absent player, without a command of his. Errors: those of Resign,
// ErrNoSide.
func (ss *Seats) Substitute(ctx context.Context, id api.GameID, side order.Side) error {
	return ss.games.WithGame(ctx, id, func(g *games.Held) error {
		if g.SeeksSubstitute(side) {
			return nil
		}
		return ss.offerNext(ctx, g, side)
	})
}

// candidate is the first user who waits for a seat and can have this one, "" for nobody.
func (ss *Seats) candidate(ctx context.Context, g *games.Held, side order.Side) (string, error) {
	guild, err := ss.store.GuildOf(ctx, g.Stored.Channel)
	if err != nil || guild == "" {
		return "", err
	}
	list, err := ss.awaitingSeats(ctx, guild)
	h := g.SeatOffer(side)
	for _, w := range list {
		asked := h != nil && (w.User == h.To || slices.Contains(h.Passed, w.User))
		wants := (w.Module == "" || w.Module == g.Def.ID) && (w.Side == "" || w.Side == side)
		if wants && !asked && seats.CheckTake(g.Game, side, w.User) == nil {
			return w.User, err
		}
	}
	return "", err
}

// offerNext offers a seat to the next candidate, by a row without a giver.
func (ss *Seats) offerNext(ctx context.Context, g *games.Held, side order.Side) error {
	to, err := ss.candidate(ctx, g, side)
	if err != nil {
		return err
	}
	rowBody, err := seats.Offer(g.Game, side, to, true)
	if err != nil {
		return err
	}
	return ss.games.WriteTo(ctx, g, to, fmt.Sprintf("seat %s %d", g.Stored.ID, g.Match.Seq()+1), rowBody)
}

// alarm offers a seat to the next candidate when the one before has declined or not answered.
func (ss *Seats) alarm() games.Alarm {
	return games.Alarm{
		Next: func(ctx context.Context, g *games.Held) (time.Time, error) {
			_, at, err := ss.nextOffer(ctx, g)
			return at, err
		},
		Ring: func(ctx context.Context, g *games.Held) error {
			side, _, err := ss.nextOffer(ctx, g)
			if err != nil {
				return err
			}
			return ss.offerNext(ctx, g, side)
		},
	}
}

// nextOffer is the side whose seat must be offered to the next candidate first, and when.
func (ss *Seats) nextOffer(ctx context.Context, g *games.Held) (side order.Side, first time.Time, err error) {
	for _, h := range g.SeatOffers {
		if !h.Seeks || h.Open || g.Over {
			continue
		}
		at, err := ss.answerBy(ctx, g, h)
		if err != nil {
			return "", time.Time{}, err
		}
		if first.IsZero() || at.Before(first) {
			side, first = h.Side, at
		}
	}
	return side, first, nil
}

// answerBy is until when a seat is offered to the present candidate. His time begins again when the channel can
// be reached again, and does not end while it cannot.
func (ss *Seats) answerBy(ctx context.Context, g *games.Held, h ledger.SeatOffer) (time.Time, error) {
	from := h.At
	absences, err := ss.store.Absences(ctx, g.Stored.ID, from)
	if err != nil {
		return from, err
	}
	for _, a := range absences {
		if a.Until.After(from) {
			from = a.Until
		}
	}
	asleep, err := ss.log.Asleep(ctx, g.Stored.ID)
	if err != nil || asleep.IsZero() && h.To == "" {
		return h.At, err
	}
	by := from.Add(answerWithin)
	for now := ss.games.Now(); !asleep.IsZero() && !by.After(now); {
		by = by.Add(answerWithin)
	}
	return by, nil
}
