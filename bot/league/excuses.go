package league

import (
	"context"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/bid"
	"grognard/bot/league/lobby"
	"grognard/bot/league/season"
)

// excused returns a warning or a forfeit that is about to be noted, marked as excused if it is due to an announced
// vacation or an outage: without these the player would still have time. Other events it returns unchanged.
func (k *Keeper) excused(ctx context.Context, h *held, e season.Event, now time.Time) (season.Event, error) {
	switch {
	case e.Warned != nil:
		warned := *e.Warned
		var err error
		warned.Excused, err = k.lacked(ctx, h, warned.Game, warned.Player, now)
		return season.Event{Warned: &warned}, err
	case e.Ended != nil && e.Ended.How == season.Forfeit:
		ended := *e.Ended
		for seat, id := range []string{ended.Result.First, ended.Result.Second} {
			if ended.Result.Points[seat] > 0 {
				continue // not this player, but the other one did not come
			}
			var err error
			if ended.Excused[seat], err = k.lacked(ctx, h, ended.Game, id, now); err != nil {
				return e, err
			}
		}
		return season.Event{Ended: &ended}, nil
	}
	return e, nil
}

// lacked reports whether vacations and outages have left a player less time to come to a game than the terms give: from
// his call to a warning, or from his warning to the forfeit.
//
// RULING: in seasons outages of the program or of Discord put off what is due. So they are no excuse in addition.
func (k *Keeper) lacked(ctx context.Context, h *held, game int, player string, now time.Time) (bool, error) {
	h.mu.Lock()
	user, agreed := h.names[player], h.now.Terms.Format == season.Agreed
	from, allowed := now, time.Duration(0) // from when the terms give how much time
	if g, p := h.now.Game(game), h.now.Player(player); g != nil && p != nil {
		seat, _ := g.Has(player)
		from, allowed = g.Called[seat], h.now.Terms.Contact
		if warned := season.LastWarned(&h.now, g, seat); p.Warnings > 0 && !agreed && warned.After(from) {
			from, allowed = warned, h.now.Terms.Warning
		}
	}
	h.mu.Unlock()
	if user == "" || from.IsZero() {
		return false, nil
	}
	had, err := present(ctx, k, user, from, now, agreed)
	return had < allowed, err
}

// passesAt returns when a player who says nothing in an auction passes: after bid.Silence in which he could have said
// something, vacations and outages not counted.
func passesAt(ctx context.Context, k *Keeper, h *held, c *lobby.Call, now time.Time) (time.Time, error) {
	h.mu.Lock()
	user, from := h.names[c.Player], now
	if a := h.now.Lobby.Auction(c.Auction); a != nil {
		from = a.Since
	}
	h.mu.Unlock()
	had, err := present(ctx, k, user, from, now, true)
	return now.Add(max(0, bid.Silence-had)), err
}

// present returns how long between two instants a user was not on vacation nor, if outages is true, in an outage.
func present(ctx context.Context, k *Keeper, user string, from, until time.Time, outages bool) (had time.Duration,
	err error) {
	away, err := k.People.Away(ctx, user, from, until)
	if err == nil && outages {
		var absent []calendar.Span
		absent, err = k.People.Absences(ctx, from)
		away = append(away, absent...)
	}
	had = until.Sub(from)
	for _, s := range calendar.Merged(within(away, from, until)...) {
		had -= s.Length()
	}
	return had, err
}

// within returns the parts of spans between two instants. A span without an end lasts until the second instant.
func within(spans []calendar.Span, from, until time.Time) []calendar.Span {
	spans = slices.Clone(spans)
	for i, s := range spans {
		if s.From.Before(from) {
			spans[i].From = from
		}
		if s.Until.IsZero() || s.Until.After(until) {
			spans[i].Until = until
		}
	}
	return slices.DeleteFunc(spans, func(s calendar.Span) bool { return !s.From.Before(s.Until) })
}
