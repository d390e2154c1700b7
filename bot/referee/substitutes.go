package referee

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
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
func (r *Referee) AwaitSeat(ctx context.Context, guild, user, module string, side order.Side) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	if module == "" && side != "" {
		return api.ErrNoModule
	}
	if module != "" {
		m, err := r.library.offeredModule(module)
		if err != nil {
			return err
		}
		if side != "" && !m.def.Plays(side) {
			return api.ErrNoSide
		}
	}
	return r.store.AddSubstitute(ctx, storage.Substitute{Guild: guild, User: user, Since: r.now(),
		Wants: strings.TrimSpace(module + " " + string(side))})
}

// AwaitNoSeat removes a user from those who wait for a seat in a server.
func (r *Referee) AwaitNoSeat(ctx context.Context, guild, user string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	return r.store.DropSubstitute(ctx, guild, user)
}

// AwaitingSeats lists those who wait for a seat in a server, the one who has waited for longest first.
func (r *Referee) AwaitingSeats(ctx context.Context, guild string) (list []Waiting, err error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.awaitingSeats(ctx, guild)
}

func (r *Referee) awaitingSeats(ctx context.Context, guild string) (list []Waiting, err error) {
	kept, err := r.store.Substitutes(ctx, guild)
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
func (r *Referee) SeekSubstitute(ctx context.Context, c Command) (api.Table, error) {
	to := ""
	var sought *api.Table
	err := r.look(ctx, c.Channel, func(g *held) error {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return err
		}
		if t := g.Table(); g.Seeks(side) && t.Offered(side) != nil {
			sought = &t
			return nil
		}
		to, err = r.candidate(ctx, g, side)
		return err
	})
	switch {
	case err != nil:
		return api.Table{}, err
	case sought != nil:
		return *sought, nil
	}
	return r.executeFrameFor(ctx, c, to, func(g *held) (ledger.Body, error) {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		return g.OfferSeat(side, to, true)
	})
}

// Substitute is SeekSubstitute for an absent player, without a command of his. Errors: those of Resign,
// ErrNoSide.
func (r *Referee) Substitute(ctx context.Context, id api.GameID, side order.Side) error {
	return r.withGame(ctx, id, func(b *lockedGame, g *held) error {
		if g.Seeks(side) {
			return nil
		}
		return r.offerNext(ctx, b, g, side)
	})
}

// candidate is the first user who waits for a seat and can have this one, "" for nobody.
func (r *Referee) candidate(ctx context.Context, g *held, side order.Side) (string, error) {
	guild, err := r.store.GuildOf(ctx, g.Kept.Channel)
	if err != nil || guild == "" {
		return "", err
	}
	list, err := r.awaitingSeats(ctx, guild)
	h := g.OfferOf(side)
	for _, w := range list {
		asked := h != nil && (w.User == h.To || slices.Contains(h.Passed, w.User))
		wants := (w.Module == "" || w.Module == g.Def.ID) && (w.Side == "" || w.Side == side)
		if wants && !asked && g.CheckTake(side, w.User) == nil {
			return w.User, err
		}
	}
	return "", err
}

// offerNext offers a seat to the next candidate, by a row without a giver.
func (r *Referee) offerNext(ctx context.Context, b *lockedGame, g *held, side order.Side) error {
	to, err := r.candidate(ctx, g, side)
	if err != nil {
		return err
	}
	rowBody, err := g.OfferSeat(side, to, true)
	if err != nil {
		return err
	}
	c := Command{ID: fmt.Sprintf("seat %s %d", g.Kept.ID, g.Match.Seq()+1), Channel: g.Kept.Channel}
	b.game = nil
	_, row, err := r.commit(ctx, g, c, to, rowBody)
	if err != nil {
		return err
	}
	b.game = g
	r.settle(ctx, g, row)
	return nil
}

// seatAlarm offers a seat to the next candidate when the one before has declined or not answered.
func (r *Referee) seatAlarm() alarm {
	return alarm{
		next: func(ctx context.Context, g *held) (time.Time, error) {
			_, at, err := r.nextOffer(ctx, g)
			return at, err
		},
		ring: func(ctx context.Context, b *lockedGame, g *held) error {
			side, _, err := r.nextOffer(ctx, g)
			if err != nil {
				return err
			}
			return r.offerNext(ctx, b, g, side)
		},
	}
}

// nextOffer is the side whose seat must be offered to the next candidate first, and when.
func (r *Referee) nextOffer(ctx context.Context, g *held) (side order.Side, first time.Time, err error) {
	for _, h := range g.Handing {
		if !h.Seeks || h.Open || g.Over {
			continue
		}
		at, err := r.answerBy(ctx, g, h)
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
func (r *Referee) answerBy(ctx context.Context, g *held, h ledger.Handing) (time.Time, error) {
	from := h.At
	absences, err := r.store.Absences(ctx, g.Kept.ID, from)
	if err != nil {
		return from, err
	}
	for _, a := range absences {
		if a.Until.After(from) {
			from = a.Until
		}
	}
	asleep, err := r.log.Asleep(ctx, g.Kept.ID)
	if err != nil || asleep.IsZero() && h.To == "" {
		return h.At, err
	}
	by := from.Add(answerWithin)
	for now := r.now(); !asleep.IsZero() && !by.After(now); {
		by = by.Add(answerWithin)
	}
	return by, nil
}
