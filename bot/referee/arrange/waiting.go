package arrange

import (
	"context"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
	"grognard/rules/order"
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
	return ss.games.Gate.Enter(func() error {
		if module == "" && side != "" {
			return api.ErrNoModule
		}
		if module != "" {
			m, err := ss.games.Definitions.Offered(module)
			if err != nil {
				return err
			}
			side = order.SideCalled(m.Def.Sides, side)
			if side != "" && !m.Def.Plays(side) {
				return api.ErrNoSide
			}
		}
		p, err := ss.store.Paper(ctx, "", user, api.PaperOfWaiting+guild)
		if err != nil {
			return err
		}
		if p.At.IsZero() { // a user who waits already keeps his place
			p.At = ss.games.Now()
		}
		p.Text = strings.TrimSpace(module + " " + string(side))
		return ss.store.SavePaper(ctx, p)
	})
}

// AwaitNoSeat removes a user from those who wait for a seat in a server.
func (ss *Seats) AwaitNoSeat(ctx context.Context, guild, user string) error {
	return ss.games.Gate.Enter(func() error { return ss.store.DropPaper(ctx, "", user, api.PaperOfWaiting+guild) })
}

// AwaitingSeats lists those who wait for a seat in a server, the one who has waited for longest first.
func (ss *Seats) AwaitingSeats(ctx context.Context, guild string) ([]Waiting, error) {
	return games.Within(ss.games, func() ([]Waiting, error) { return ss.awaitingSeats(ctx, guild) })
}

func (ss *Seats) awaitingSeats(ctx context.Context, guild string) (list []Waiting, err error) {
	kept, err := ss.store.PapersOf(ctx, api.PaperOfWaiting+guild)
	for _, p := range kept {
		module, side, _ := strings.Cut(p.Text, " ")
		list = append(list, Waiting{p.User, p.At, module, order.Side(side)})
	}
	return list, err
}

// candidate returns the first user in the game's server who waits for a seat and can have this one, "" for nobody. He
// must have waited since before the search began, or before the side's clock ran out if that was earlier: whoever began
// to wait later may have been brought by the one who searches.
func (ss *Seats) candidate(ctx context.Context, g *games.Held, side order.Side, began time.Time) (string, error) {
	guild, err := ss.log.GuildOf(ctx, g.Stored.Channel)
	if err != nil || guild == "" {
		return "", err
	}
	if c := g.Clock; c != nil && c.Out != nil && c.Out.Side == side && c.Out.At.Before(began) {
		began = c.Out.At
	}
	list, err := ss.awaitingSeats(ctx, guild)
	h := g.SeatOffer(side)
	for _, w := range list {
		asked := h != nil && (w.User == h.To || slices.Contains(h.Passed, w.User))
		wants := !w.Since.After(began) && (w.Module == "" || w.Module == g.Def.ID) && (w.Side == "" || w.Side == side)
		if wants && !asked && seats.CheckGrantee(g.Game, w.User, ledger.Reseated{Side: side, ForGood: true}) == nil {
			return w.User, err
		}
	}
	return "", err
}

// waitsNoLonger removes a user who has got a seat in a channel from those who wait for one.
func (ss *Seats) waitsNoLonger(ctx context.Context, channel, user string) {
	guild, err := ss.log.GuildOf(ctx, channel)
	if err == nil && guild != "" {
		err = ss.store.DropPaper(ctx, "", user, api.PaperOfWaiting+guild)
	}
	if err != nil { // the user may be asked once more, and can decline
		ss.logger.Warn("one who has got a seat waits for another", "error", err)
	}
}

// answerBy returns until when a seat is offered to the present candidate. Without one it is h.At: the next is sought at
// once. Both wait while the channel cannot be reached, and afterwards the candidate's time begins anew.
func (ss *Seats) answerBy(ctx context.Context, g *games.Held, h ledger.Grant) (time.Time, error) {
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
	for now := ss.games.Now(); !asleep.IsZero() && !by.After(now); { // while the game sleeps, nobody is asked next
		by = by.Add(answerWithin)
	}
	return by, nil
}
