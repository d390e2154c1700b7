package notify

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
	"grognard/storage"
)

// When a game begins to wait for a player, a message of its own calls him by name and may notify him. It waits in the
// outbox for the end of his night, and at least for a minute, as much is answered or taken back at once.

// recheckAfter is the longest time between two looks whether a player is still away: he may cancel a vacation.
const recheckAfter = 24 * time.Hour

// call makes the notification of a call, a reminder or a repeated message that is due, or of a call that is
// over, by the game's present state; nil when nothing is to be sent now.
func (ob *Outbox) call(ctx context.Context, d notices.MergedDelivery) (*api.Notification, error) {
	return games.Within(ob.games, func() (*api.Notification, error) {
		kept, err := ob.log.Game(ctx, d.Game)
		if err != nil {
			return nil, err
		}
		e := api.Notification{ID: d.ID, Covers: d.Covers, Game: d.Game, Kind: api.Called, Seq: d.Seq,
			Edits: d.Edits != 0, Closing: d.Edits != 0, Tried: d.Tried, Announced: api.Announced{}}
		if e.Edits {
			if e.Sent, err = ob.log.Sent(ctx, d.Delivery); err != nil {
				return nil, err
			}
		}
		if e.Edits && e.Sent == "" && !e.Tried { // the call was never sent: there is nothing to close
			return nil, ob.Delivered(ctx, e, "")
		}
		if d.IsRepetition() { // the message itself may have called the user since the outbox was read
			waiting, err := ob.repetitions(ctx, d.Game)
			still := func(w notices.MergedDelivery) bool { return w.ID == d.ID }
			if err != nil || !slices.ContainsFunc(waiting, still) {
				return nil, err
			}
		}
		if m, lost, again := d.Repeats(); again && lost {
			if err := ob.tellLoser(ctx, m, &e); err != nil {
				return nil, err
			}
		}
		var out *api.Notification
		err = ob.games.WithLoaded(ctx, kept, func(g *games.Held) error {
			if err := ob.games.Holds.Load(ctx, g); err != nil {
				return err
			}
			if held, err := ob.notify(ctx, g, d, &e); err != nil || held {
				return err
			}
			if !e.Closing || e.Tried || e.Sent != "" {
				if err := ob.fillCall(ctx, g, d, &e); err != nil {
					return err
				}
				out = &e
				return nil
			}
			return ob.Delivered(ctx, e, "") // it was over before it was sent
		})
		return out, err
	})
}

// daily makes the notification of a daily message, nil when nothing is to be sent now.
func (ob *Outbox) daily(ctx context.Context, d notices.MergedDelivery) (*api.Notification, error) {
	return games.Within(ob.games, func() (*api.Notification, error) {
		e, err := ob.digests.daily(ctx, d)
		// one that may have been sent is not held: after the night it would be another
		if e == nil || err != nil || d.Tried {
			return e, err
		}
		if awake, err := ob.holdUntilAwake(ctx, d, []string{e.Reader}); len(awake) == 0 || err != nil {
			return nil, err
		}
		return e, nil
	})
}

// notify finds out whom a delivery still has to notify. With held nothing is sent now: they are to be notified later.
func (ob *Outbox) notify(ctx context.Context, g *games.Held, d notices.MergedDelivery,
	e *api.Notification) (held bool, err error) {
	m, lost, again := d.Repeats()
	switch {
	case e.Edits:
		return false, nil
	case again && lost: // what follows when a clock has run out, or an offer, may be over by now
		e.Closing = notices.Asks(m) && !slices.Contains(g.Live, m)
	case again:
		notices.UpdateRepeated(g.Game, m, e)
	case d.Reminds():
		user, later, err := ob.reminding.needsReminder(ctx, g, d.Kind)
		switch {
		case err != nil:
			return false, err
		case !later.IsZero():
			return true, ob.postpone(ctx, d.ID, later)
		}
		e.Kind, e.Closing, e.Users, e.Reminds = api.Reminded, user == "", []string{user}, d.Kind
	default:
		e.Users = notices.Callees(g.Game, d.Seq, ob.games.Now())
		called := false
		if d.Seq == g.Acting.Row {
			if called, err = ob.calledBefore(ctx, g); err != nil {
				return false, err
			}
		}
		e.Closing = called || len(e.Users) == 0
		if later := notices.CalledLater(g.Game, d.Seq, ob.games.Now()); e.Closing && !called && !later.IsZero() {
			return true, ob.postpone(ctx, d.ID, later)
		}
	}
	if e.Closing {
		return false, nil
	}
	e.Calls, e.Deadline = g.CalledSide(), ob.reminding.deadline(g.Game, g.CalledSide())
	if !again {
		e.Waits = notices.WaitKey(g.Game)
	}
	if e.Kind == api.Called {
		var later time.Time
		if e.Users, later, err = ob.usersToCall(ctx, g, d.Seq, e.Users); err != nil {
			return false, err
		}
		switch {
		case len(e.Users) == 0 && later.IsZero(): // nobody need be called any more
			e.Closing = true
			return false, nil
		case len(e.Users) == 0:
			return true, ob.postpone(ctx, d.ID, later)
		}
	}
	if d.Reminds() {
		if night, err := ob.reminding.callsAtNight(ctx, g, e.Users[0]); night || err != nil {
			return false, err
		}
	}
	e.Users, err = ob.holdUntilAwake(ctx, d, e.Users)
	return len(e.Users) == 0, err
}

// minBetweenCalls is how long a user who was mentioned and has done nothing since is not called again: phases can be
// ended and taken back in turns.
const minBetweenCalls = time.Hour

// usersToCall returns those of the users who must be called now for what is pending since a row, and when the first of
// the others must be: the zero time if none must, because a reminder has told them already.
func (ob *Outbox) usersToCall(ctx context.Context, g *games.Held, row uint64,
	users []string) (now []string, later time.Time, err error) {
	for _, user := range users {
		m, err := ob.games.Holds.Mentions(ctx, g.Game, user)
		if err != nil {
			return nil, later, err
		}
		until := m.Last.Add(minBetweenCalls)
		switch tooSoon := g.Seat(g.Acting.Side).LastAnnouncedOf(user).Before(m.Last) && until.After(ob.games.Now()); {
		case m.Now && row == g.Acting.Row: // a reminder has told him
		case !tooSoon:
			now = append(now, user)
		case later.IsZero() || until.Before(later):
			later = until
		}
	}
	return now, later, nil
}

// calledBefore reports whether the acting side was called before the game went on to another side and came back at
// once. A call that was held for the night may never have been sent, so the outbox is asked.
func (ob *Outbox) calledBefore(ctx context.Context, g *games.Held) (bool, error) {
	if g.Acting.Side != g.Acting.Before || g.Acting.Since.After(ob.games.Now()) {
		return false, nil // while the computer's clock is behind the log, that may be long ago
	}
	for _, row := range g.Acting.Called {
		sent, err := ob.log.Sent(ctx, storage.Delivery{Game: g.Stored.ID, Seq: row,
			Notice: storage.Notice{Audience: ledger.Everybody, Kind: string(api.Called)}})
		if err != nil || sent != "" {
			return true, err
		}
	}
	return false, nil
}

// fillCall completes the notification of a call.
func (ob *Outbox) fillCall(ctx context.Context, g *games.Held, d notices.MergedDelivery, e *api.Notification) error {
	row, err := ob.games.RowAccount(ctx, g, d.Message())
	if err != nil {
		return err
	}
	e.Began = row.At
	e.Calls = cmp.Or(e.Calls, row.Calls)
	if e.Edits {
		over, err := ob.games.RowAccount(ctx, g, d.Row)
		if err != nil {
			return err
		}
		e.TakenBack = over.Undo && over.UndoOf != e.Calls
	}
	e.Ref = notices.Reference(g.Game, d.Message(), d.Notice)
	m, lost, again := d.Repeats()
	if !lost {
		e.Table = tables.Of(g.Game)
	}
	if again && !lost {
		if c := notices.AsksToPlay(g.Game, m); c != nil { // the last change of seats may be another one by now
			e.Table.Reseated = c
		}
	}
	if side := ledger.SideOfAudience(d.Audience); side != "" {
		v := g.Match.View(side)
		e.Side, e.SideOnly, e.Reader = &v, &v, g.Seat(side).Reader(d.Audience)
	} else if !lost {
		e.Public = new(g.Match.Public())
	}
	if d.Message() < g.Stored.Moved { // its message is in the channel that the game has left
		e.Left = g.Stored.Was
		e.Closing = e.Closing || e.Sent != ""
	}
	return nil
}

// holdUntilAwake returns those of the users for whom it is neither night nor a vacation: they are notified instead of
// the others. If there are none, it postpones the delivery until the first of their nights or vacations ends.
func (ob *Outbox) holdUntilAwake(ctx context.Context, d notices.MergedDelivery,
	users []string) (awake []string, err error) {
	awake, first, err := ob.splitAwake(ctx, users)
	if err != nil || len(awake) > 0 {
		return awake, err
	}
	return nil, ob.postpone(ctx, d.ID, first)
}

func (ob *Outbox) postpone(ctx context.Context, id int64, until time.Time) error {
	err := ob.log.Postpone(ctx, id, until)
	if err == nil {
		ob.games.WakeAlarms()
	}
	return err
}

// splitAwake returns those of the users for whom it is neither night nor a vacation, and when that changes
// first for one of the others, or is to be checked again.
func (ob *Outbox) splitAwake(ctx context.Context, users []string) (awake []string, first time.Time, err error) {
	now := ob.games.Now()
	first = now.Add(recheckAfter)
	for _, user := range users {
		c, err := ob.games.Holds.CalendarOf(ctx, user)
		switch {
		case errors.As(err, new(games.UnreadableCalendar)):
			ob.logger.Error("a player is notified as if he had no night", "error", err)
		case err != nil:
			return nil, first, err
		}
		if wakes := c.Wakes(now, now); !wakes.After(now) {
			awake = append(awake, user)
		} else if wakes.Before(first) {
			first = wakes
		}
	}
	return awake, first, nil
}
