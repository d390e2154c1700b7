package notify

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// vacationer returns what a row about a vacation announces: the player, with his vacations as of the row's time.
func (ob *Outbox) vacationer(ctx context.Context, g *games.Held, v *ledger.Vacation,
	at time.Time) (*api.Vacationer, error) {
	user := g.Player(v.Side)
	c, err := ob.games.Holds.CalendarOf(ctx, user)
	return &api.Vacationer{User: user, Side: v.Side, Vacations: c.Vacations(at)}, err
}

// Outbox rebuilds the messages that rows lead to, for delivery.
type Outbox struct {
	games     *games.Games
	log       storage.Log
	store     Store
	logger    *slog.Logger
	lists     *drafts.Lists
	standing  *drafts.StandingAnswers
	reminding *Reminding
	digests   *DailyDigests
	channels  *Channels

	lost sync.Map // the IDs of notifications that could not be rebuilt and were logged
}

// Owing names messages of a game, or of a feed of a game, that are to be sent to one audience.
type Owing = storage.Owing

// Wake is signalled when there may be new notifications. One signal can stand for many.
func (ob *Outbox) Wake() <-chan struct{} { return ob.games.Wake }

// Owing lists for whom messages are to be sent now, the one who has waited for longest first.
func (ob *Outbox) Owing(ctx context.Context) ([]Owing, error) {
	return games.Within(ob.games, func() ([]Owing, error) {
		return ob.log.Owing(ctx, ob.games.Now(), notices.AwaitsRound)
	})
}

// Notifications yields the messages, or the pictures, that are to be sent now to an audience of a game, oldest first.
// Without an audience it yields all of the game, or of the feed, pictures last. Each is rebuilt when it is asked for,
// because views are large and sending takes time. One that cannot be rebuilt is logged once and skipped. It stays in
// the outbox, so that a repaired program can send it; the others are sent meanwhile, because messages out of
// order are better than a game that no longer answers.
func (ob *Outbox) Notifications(ctx context.Context, o Owing) iter.Seq2[api.Notification, error] {
	return func(yield func(api.Notification, error) bool) {
		waiting, err := ob.waiting(ctx, o)
		for len(waiting) > 0 && err == nil {
			n := sameRow(waiting)
			var built []api.Notification
			if built, err = ob.build(ctx, waiting[:n]); err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
				for _, d := range waiting[:n] {
					if _, logged := ob.lost.LoadOrStore(d.ID, true); !logged {
						ob.logger.Error("a notification cannot be rebuilt", "notification", d.ID, "game", d.Game,
							"seq", d.Seq, "error", err)
					}
				}
				err = nil
			}
			for i, e := range built {
				built[i] = api.Notification{} // so that a sent one can be freed
				if !yield(e, nil) {
					return
				}
			}
			waiting = waiting[n:]
		}
		if err != nil {
			yield(api.Notification{}, err)
		}
	}
}

// waiting reads what is to be sent, in the order of sending. A delivery of pictures that a newer one of its message
// takes over does not count as pictures.
func (ob *Outbox) waiting(ctx context.Context, o Owing) ([]notices.MergedDelivery, error) {
	return games.Within(ob.games, func() ([]notices.MergedDelivery, error) {
		outbox, err := ob.log.OutboxOf(ctx, o.Game, o.Feed, ob.games.Now())
		if err != nil {
			return nil, err
		}
		if len(outbox) == 0 && o.Feed == "" {
			ob.games.DropMoments(o.Game)
		}
		all := merge(slices.DeleteFunc(outbox, func(d storage.Delivery) bool {
			return d.Audience == notices.AwaitsRound
		}))
		if o.Audience != "" {
			all = slices.DeleteFunc(all, func(d notices.MergedDelivery) bool {
				return d.Audience != o.Audience || d.Pictures == o.Words // with Words the messages, else the pictures
			})
		}
		slices.SortStableFunc(all, func(a, b notices.MergedDelivery) int { return sooner(!a.Pictures, !b.Pictures) })
		return all, nil
	})
}

// merge joins the waiting deliveries of each message: the newest takes the place of the first.
func merge(waiting []storage.Delivery) []notices.MergedDelivery {
	type key struct {
		game           storage.GameID
		message        uint64
		audience, kind string
	}
	var all []notices.MergedDelivery
	place := map[key]int{}
	for _, d := range waiting {
		k, row := key{d.Game, d.Message(), d.Audience, d.Kind}, d.Seq
		if d.Edits != 0 && !(ledger.Message{Kind: api.Kind(d.Kind)}).Thread() {
			d.Seq = d.Edits // the message is only closed: it is rebuilt as its own row left it, with the same text
		}
		i, there := place[k]
		if !there {
			place[k] = len(all)
			all = append(all, notices.MergedDelivery{Delivery: d, Row: row, Unsent: d.Edits == 0 && !d.Pictures})
			continue
		}
		d.Tried = d.Tried || all[i].Tried
		all[i].Covers = append(all[i].Covers, all[i].ID)
		all[i].Delivery, all[i].Row = d, row
	}
	return all
}

// sameRow counts the deliveries at the head of a list that are of one row: they are rebuilt together.
func sameRow(ds []notices.MergedDelivery) int {
	n := 1
	for n < len(ds) && ds[n].Seq == ds[0].Seq && !ds[0].Calls() && !ds[n].Calls() {
		n++
	}
	return n
}

// build makes the notifications of deliveries that belong together; none for a call that is not to be sent now.
func (ob *Outbox) build(ctx context.Context, ds []notices.MergedDelivery) ([]api.Notification, error) {
	buildOne := ob.call
	switch {
	case ds[0].Game == "":
		buildOne = ob.daily
	case !ds[0].Calls():
		return ob.rebuild(ctx, ds)
	}
	e, err := buildOne(ctx, ds[0])
	if e == nil {
		return nil, err
	}
	return []api.Notification{*e}, err
}

// rebuild makes the notifications of one row, from memory or by replaying the log up to it.
func (ob *Outbox) rebuild(ctx context.Context, ds []notices.MergedDelivery) ([]api.Notification, error) {
	return games.Within(ob.games, func() ([]api.Notification, error) {
		first := ds[0].From
		for _, d := range ds {
			first = min(first, d.From)
		}
		m, release, err := ob.games.Moment(ctx, ds[0].Game, first, ds[0].Seq)
		if err != nil {
			return nil, err
		}
		defer release()
		notifications := make([]api.Notification, len(ds))
		for i, d := range ds {
			if notifications[i], err = ob.notification(ctx, m.Game, m.Told, d); err != nil {
				return nil, err
			}
		}
		return notifications, nil
	})
}

// notification makes the notification of a delivery from the game as its row left it.
func (ob *Outbox) notification(ctx context.Context, g *games.Held, told []tables.RowAccount,
	d notices.MergedDelivery) (e api.Notification, err error) {
	kind, what, _ := strings.Cut(d.Kind, ":")
	e = api.Notification{ID: d.ID, Covers: d.Covers, Game: d.Game, Kind: api.Kind(kind), Feed: d.Feed, Seq: d.Seq,
		Ref: notices.Reference(g.Game, d.Message(), d.Notice), Began: g.Stored.Opened, Edits: d.Edits != 0,
		Pictures: d.Pictures, Tried: d.Tried, Table: tables.Of(g.Game), Announced: api.Announced{}}
	if e.Edits || e.Pictures {
		if e.Sent, err = ob.log.Sent(ctx, d.Delivery); err != nil {
			return e, err
		}
		thread := (ledger.Message{Kind: e.Kind}).Thread()
		// only an undo edits the report of a phase; and told lacks the rows that were taken back
		e.TakenBack = e.Edits && e.Kind == api.Phase ||
			thread && !slices.ContainsFunc(told, func(t tables.RowAccount) bool { return t.Seq == d.Message() })
		e.Closing = e.Edits && !d.Unsent && (!thread || e.TakenBack)
	}
	if c := g.Clock; c != nil && c.Side != "" && notices.TellsOfClock(g.Game, d.Delivery) {
		e.Since = c.From
	}
	if d.Feed == "" && d.Message() < g.Stored.Moved { // its message is in the channel that the game has left
		e.Left = g.Stored.Was
		e.Closing = e.Closing || e.Sent != ""
	}
	switch e.Kind {
	case api.FeedLost:
		e.Feed = what
	case api.ChannelLost: // what follows the kind is as notices.LostKind writes it
		why, _, _ := strings.Cut(what, ":")
		e.Table.Lost = api.Loss(why)
	case api.DMsClosed: // as notices.ClosedKind writes it
		_, audience, _ := strings.Cut(what, ":")
		now, err := ob.withSeatsNow(ctx, d, g)
		if err != nil {
			return e, err
		}
		user := now.Seat(ledger.SideOfAudience(audience)).At(ob.games.Now()).Reader(audience)
		e.Users, e.Closing = []string{user}, user == ""
	}
	side := ledger.SideOfAudience(d.Audience)
	if side != "" {
		now, err := ob.withSeatsNow(ctx, d, g)
		if err != nil {
			return e, err
		}
		if e.Kind.IsReport() || e.Kind == api.Offered || e.Kind == api.Answered { // also sent if the channel is lost
			if e.Table.Lost, err = lossOf(ctx, ob.log, d.Game); err != nil {
				return e, err
			}
		}
		e.Table.Seats, e.Reader = now.PublicSeats(), now.Seat(side).At(ob.games.Now()).Reader(d.Audience)
		if told, err = ob.standing.WithStandingAnswers(ctx, g, told, e.Reader); err != nil {
			return e, err
		}
	}
	var lately, sidesOnly []view.Account
	if e.Kind == api.ListBegins || e.Kind == api.ListRan {
		return ob.listNotification(ctx, g, told, d, e)
	}
	for _, t := range told {
		if t.Seq == d.Message() {
			e.Began = t.At
		}
		if t.Vacation != nil && t.Seq == d.Message() && e.Kind == api.Vacationing {
			if e.Vacation, err = ob.vacationer(ctx, g, t.Vacation, t.At); err != nil {
				return e, err
			}
		}
		inReport := e.Kind != api.Phase && e.Kind != api.Started && e.Kind != api.Ended && t.Reported
		elsewhere := (t.Undo || t.Master) && (ledger.Message{Kind: e.Kind}).Thread() // these have messages of their own
		if t.Seq >= d.From && !inReport && !elsewhere {
			lately, sidesOnly = append(lately, t.Account), append(sidesOnly, t.Account.SidesOnly())
			e.Announced[t.Seq] = t.Announced && !t.Reported
		}
	}
	if side == "" {
		e.Public = new(g.Match.Public().After(lately...))
	} else {
		board := g.Match.View(side)
		v, own := board.After(lately...), board.After(sidesOnly...)
		e.Side, e.SideOnly = &v, &own
		if e.Kind.IsReport() && e.Kind != api.Ended && e.Table.Lost == "" && !tellsMore(own) {
			e.Reader = ""
		}
	}
	return e, nil
}

// tellsMore reports whether a side is told what the channel is not, or owes a decision. Nobody but its reader sees that
// a message is missing, so that it may depend on what only he knows.
func tellsMore(own view.Secret) bool {
	due := own.Board().Due
	return len(own.Board().Told) > 0 || due != nil && due.Side == own.Side()
}

// withSeatsNow returns a delivery's game with its present seats: a side is told what those who play it now must know.
func (ob *Outbox) withSeatsNow(ctx context.Context, d notices.MergedDelivery, g *games.Held) (*games.Held, error) {
	now := &ledger.Game{Stored: g.Stored, Def: g.Def, Over: g.Over, Frame: g.Frame}
	if present := ob.games.SeatsInMemory(d.Game); present != nil {
		now.Seats = present
		return &games.Held{Game: now}, nil
	}
	steps, err := ob.games.Logs.Steps(ctx, d.Game, &ledger.Snapshot{Seq: d.Seq}, games.Latest)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		if s.Body.IsAboutTable() {
			master.Follow(now, s)
			seats.Follow(now, s)
		}
	}
	return &games.Held{Game: now}, nil
}

// Trying marks that a notification is about to be sent, so that Tried is set if the program stops before Delivered.
func (ob *Outbox) Trying(ctx context.Context, e api.Notification) error {
	return ob.log.Trying(ctx, e.ID)
}

// noteArrival notes that a channel was reached. If a player was not told for long that his clock was running, it stores
// for how long. It must be called before the notification is marked as done, so that a crash loses nothing.
func (ob *Outbox) noteArrival(ctx context.Context, e api.Notification, sent string) error {
	if e.Public != nil && e.Feed == "" && e.Left == "" && !e.Edits && !e.Pictures && sent != "" {
		ob.channels.naps.Reached(e.Table.Channel) // a new message is in the game's own channel
	}
	if e.Since.IsZero() {
		return nil
	}
	now := ob.games.Now()
	if now.Sub(e.Since) <= ob.games.Absence() {
		return nil
	}
	return ob.store.AddAbsence(ctx, storage.Absence{Game: e.Game, From: e.Since, Until: now,
		Why: string(api.Undelivered)})
}

// noteMention stores that players were mentioned. It puts a reminder that could not be sent to its player into the
// channel. Like noteArrival it must be called before the notification is marked as done.
func (ob *Outbox) noteMention(ctx context.Context, e api.Notification, sent string) error {
	switch {
	case e.Waits == "" || e.Closing || e.Edits:
		return nil
	case sent != "":
		return ob.keepMention(ctx, e)
	case e.Reader == "":
		return nil
	}
	return ob.log.Remind(ctx, e.Game, storage.Notice{Audience: ledger.Everybody, Kind: e.Reminds})
}

// keepMention stores that players were mentioned, if they still play: one may have been forgotten meanwhile.
func (ob *Outbox) keepMention(ctx context.Context, e api.Notification) error {
	return ob.games.Gate.Enter(func() error {
		return ob.games.InGame(ctx, e.Game, func(g *games.Held) error {
			users := slices.DeleteFunc(slices.Clone(e.Users), func(user string) bool {
				_, err := g.Side(user)
				return err != nil
			})
			return ob.games.Holds.Mention(ctx, e.Game, e.Waits, users...)
		})
	})
}

// TextSent marks that the text of a notification is sent, without its pictures; the notifications it covers are done.
func (ob *Outbox) TextSent(ctx context.Context, e api.Notification, sent string) error {
	if err := ob.noteArrival(ctx, e, sent); err != nil {
		return err
	}
	for _, id := range e.Covers {
		if err := ob.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	return ob.log.TextSent(ctx, e.ID, sent)
}

// Delivered marks a notification and those that it covers as done. sent is what the caller needs to find the
// message in its channel: later notifications that edit it get it as their Sent.
func (ob *Outbox) Delivered(ctx context.Context, e api.Notification, sent string) error {
	if e.Kind == api.Daily {
		return ob.digests.planNext(ctx, e.Reader)
	}
	if err := ob.noteArrival(ctx, e, sent); err != nil {
		return err
	}
	if err := ob.noteMention(ctx, e, sent); err != nil {
		return err
	}
	for _, id := range append(slices.Clone(e.Covers), e.ID) {
		if err := ob.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	if e.Kind == api.Awaited {
		ob.games.RoundAwaited(e.Game)
	}
	return nil
}

// RefusedDM has the channel told, once, that the reader of a private notification takes no direct messages. It does
// nothing if the bot was removed from the server: then nobody takes its messages.
func (ob *Outbox) RefusedDM(ctx context.Context, e api.Notification) error {
	return ob.games.Gate.Enter(func() error {
		if why, err := lossOf(ctx, ob.log, e.Game); why == api.Removed || err != nil {
			return err
		}
		err := ob.games.InGame(ctx, e.Game, func(g *games.Held) error {
			for _, p := range g.Players() {
				if p.User != e.Reader {
					continue
				}
				n := storage.Notice{Audience: ledger.Everybody, Kind: notices.ClosedKind(g.Game, p.Audience)}
				if err := ob.log.Remind(ctx, e.Game, n); err != nil {
					return err
				}
			}
			return nil
		})
		ob.games.WakeUp()
		return err
	})
}

// listNotification completes the notification of a list that begins or has stopped, with what the side was told since.
func (ob *Outbox) listNotification(ctx context.Context, g *games.Held, told []tables.RowAccount,
	d notices.MergedDelivery, e api.Notification) (_ api.Notification, err error) {
	side, from := ledger.SideOfAudience(d.Audience), d.Seq
	if e.Kind == api.ListBegins {
		e.List, err = ob.lists.Begins(ctx, g, e.Reader, side)
	} else {
		e.List, from, err = ob.lists.Ran(ctx, g, e.Reader, side)
	}
	if err != nil {
		return e, err
	}
	var lately []view.Account
	for _, t := range told {
		if t.Seq > from {
			lately = append(lately, t.Account)
		}
	}
	v := g.Match.View(side).After(lately...)
	e.Side, e.SideOnly = &v, &v
	if e.List == nil {
		e.Reader = "" // nothing is to be sent
	}
	return e, nil
}
