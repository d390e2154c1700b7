package referee

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/view"
	"grognard/storage"
)

// Owing is a game, or a feed of one, with messages to be sent.
type Owing = storage.Owing

// Owing lists the games and feeds with messages to be sent now, the one that has waited for longest first.
func (r *Referee) Owing(ctx context.Context) ([]Owing, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.log.Owing(ctx, r.now(), ledger.AwaitsRound)
}

// Notifications yields the messages that are to be sent now for a game, or for one of its feeds, oldest first;
// pictures that are added to sent messages come after the rest. Each is rebuilt when it is asked for, because
// views are large and sending takes time. One that cannot be rebuilt is logged once and skipped. It stays in
// the outbox, so that a repaired program can send it; the others are sent meanwhile, because messages out of
// order are better than a game that no longer answers.
func (r *Referee) Notifications(ctx context.Context, game api.GameID, feed string) iter.Seq2[api.Notification, error] {
	return func(yield func(api.Notification, error) bool) {
		waiting, err := r.waiting(ctx, game, feed)
		for len(waiting) > 0 && err == nil {
			n := sameRow(waiting)
			var built []api.Notification
			if built, err = r.build(ctx, waiting[:n]); err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
				r.logLost(waiting[:n], err)
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

// waiting reads the outbox of a game, or of one of its feeds, in the order of sending.
func (r *Referee) waiting(ctx context.Context, game api.GameID, feed string) ([]ledger.MergedDelivery, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	outbox, err := r.log.OutboxOf(ctx, game, feed, r.now())
	if err != nil {
		return nil, err
	}
	if len(outbox) == 0 && feed == "" {
		r.moments.drop(game)
	}
	all := merge(slices.DeleteFunc(outbox, func(d storage.Delivery) bool { return d.Audience == ledger.AwaitsRound }))
	slices.SortStableFunc(all, func(a, b ledger.MergedDelivery) int { return rank(a) - rank(b) })
	return all, nil
}

// rank sorts pictures that are added later after everything else.
func rank(d ledger.MergedDelivery) int {
	if d.Pictures {
		return 1
	}
	return 0
}

// merge joins the waiting deliveries of each message: the newest takes the place of the first.
func merge(waiting []storage.Delivery) []ledger.MergedDelivery {
	type key struct {
		game           storage.GameID
		message        uint64
		audience, kind string
	}
	var all []ledger.MergedDelivery
	place := map[key]int{}
	for _, d := range waiting {
		k := key{d.Game, d.Message(), d.Audience, d.Kind}
		if d.Edits != 0 && !(ledger.Message{Kind: api.Kind(d.Kind)}).Thread() {
			d.Seq = d.Edits // its text stays as it is, it is only closed
		}
		i, there := place[k]
		if !there {
			place[k] = len(all)
			all = append(all, ledger.MergedDelivery{Delivery: d, Unsent: d.Edits == 0 && !d.Pictures})
			continue
		}
		d.Tried = d.Tried || all[i].Tried
		all[i].Covers = append(all[i].Covers, all[i].ID)
		all[i].Delivery = d
	}
	return all
}

// sameRow counts the deliveries at the head that are of one row: they are rebuilt together.
func sameRow(ds []ledger.MergedDelivery) int {
	n := 1
	for n < len(ds) && ds[n].Seq == ds[0].Seq && !ds[0].Calls() && !ds[n].Calls() {
		n++
	}
	return n
}

// build makes the notifications of deliveries that belong together; none for a call that is not to be sent now.
func (r *Referee) build(ctx context.Context, ds []ledger.MergedDelivery) ([]api.Notification, error) {
	if !ds[0].Calls() {
		return r.rebuild(ctx, ds)
	}
	e, err := r.call(ctx, ds[0])
	if e == nil {
		return nil, err
	}
	return []api.Notification{*e}, err
}

// rebuild makes the notifications of one row, from memory or by replaying the log up to it.
func (r *Referee) rebuild(ctx context.Context, ds []ledger.MergedDelivery) ([]api.Notification, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	first := ds[0].From
	for _, d := range ds {
		first = min(first, d.From)
	}
	m, release, err := r.momentOf(ctx, ds[0].Game, first, ds[0].Seq)
	if err != nil {
		return nil, err
	}
	defer release()
	notifications := make([]api.Notification, len(ds))
	for i, d := range ds {
		if notifications[i], err = r.notification(ctx, m.game, m.told, d); err != nil {
			return nil, err
		}
	}
	return notifications, nil
}

// notification makes the notification of a delivery from the game as its row left it.
func (r *Referee) notification(ctx context.Context, g *held, told []ledger.ToldRow,
	d ledger.MergedDelivery) (e api.Notification, err error) {
	kind, lost, _ := strings.Cut(d.Kind, ":")
	e = api.Notification{ID: d.ID, Covers: d.Covers, Game: d.Game, Kind: api.Kind(kind), Feed: d.Feed + lost, Seq: d.Seq,
		Ref:   g.Reference(d.Message(), d.Notice),
		Began: g.Kept.Opened, Edits: d.Edits != 0, Pictures: d.Pictures, Tried: d.Tried, Table: g.Table(),
		Announced: api.Announced{}}
	if e.Edits || e.Pictures {
		if e.Sent, err = r.log.Sent(ctx, d.Delivery); err != nil {
			return e, err
		}
		e.Closing = e.Edits && (e.Kind == api.Owed || !d.Unsent && !(ledger.Message{Kind: e.Kind}).Thread())
	}
	if c := g.Clock; c != nil && c.Side != "" && g.TellsOfClock(d.Delivery) {
		e.Since = c.From
	}
	if d.Feed == "" && d.Message() < g.Kept.Moved {
		e.Left = g.Kept.Was
		e.Closing = e.Closing || e.Sent != ""
	}
	side := ledger.SideOf(d.Audience)
	if side != "" {
		now, err := r.withSeatsNow(ctx, d, g)
		if err != nil {
			return e, err
		}
		e.Table.Seats, e.Reader = now.TheSeats(), now.SeatOf(side).Reader(d.Audience)
		if told, err = r.withStandingLines(ctx, g, told, e.Reader); err != nil {
			return e, err
		}
	}
	var lately, apart []view.Account
	if e.Kind == api.Planned {
		return r.planNotification(ctx, g, told, d, e)
	}
	for _, t := range told {
		if t.Seq == d.Message() {
			e.Began = t.At
		}
		if t.Vacation != nil && t.Seq == d.Message() && e.Kind == api.Vacationing {
			if e.Vacation, err = r.vacationer(ctx, g, t.Vacation, t.At); err != nil {
				return e, err
			}
		}
		reported := e.Kind != api.Phase && e.Kind != api.Started && e.Kind != api.Ended && t.Reported
		elsewhere := (t.Undo || t.Master) && (ledger.Message{Kind: e.Kind}).Thread() // they have messages of their own
		if t.Seq >= d.From && !reported && !elsewhere {
			lately, apart = append(lately, t.Account), append(apart, t.Account.SidesOnly())
			e.Announced[t.Seq] = t.Heard && !t.Reported
		}
	}
	if side == "" {
		v := g.Match.Public().After(lately...)
		e.Public = &v
	} else {
		board := g.Match.View(side)
		v, own := board.After(lately...), board.After(apart...)
		e.Side, e.SideOnly = &v, &own
	}
	return e, nil
}

// withSeatsNow is the game of a delivery with its present seats: what a side is told is for those who play it
// now, not for those who did then.
func (r *Referee) withSeatsNow(ctx context.Context, d ledger.MergedDelivery, g *held) (*held, error) {
	now := &ledger.Game{Kept: g.Kept, Def: g.Def, Over: g.Over, Frame: g.Frame}
	if seats := r.seatsInMemory(d.Game); seats != nil {
		now.Seats = seats
		return &held{Game: now}, nil
	}
	steps, err := r.steps(ctx, d.Game, &ledger.Snapshot{Seq: d.Seq}, latest)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		if s.Body.Framed() {
			now.FollowMaster(s)
			now.FollowSeats(s)
		}
	}
	return &held{Game: now}, nil
}

// seatsInMemory returns the present seats of a game that is in memory, nil for any other.
func (r *Referee) seatsInMemory(id api.GameID) []ledger.SeatOf {
	b := r.games.lock(id)
	defer r.games.unlock(b)
	if b.game == nil {
		return nil
	}
	return slices.Clone(b.game.Seats)
}

// logLost logs notifications that cannot be rebuilt, once each.
func (r *Referee) logLost(ds []ledger.MergedDelivery, err error) {
	r.lostMu.Lock()
	defer r.lostMu.Unlock()
	for _, d := range ds {
		if !r.lost[d.ID] {
			r.lost[d.ID] = true
			r.logger.Error("a notification cannot be rebuilt", "notification", d.ID, "game", d.Game, "seq", d.Seq,
				"error", err)
		}
	}
}

// Trying marks that a notification is about to be sent, so that Tried is set if the program stops before
// Delivered.
func (r *Referee) Trying(ctx context.Context, e api.Notification) error {
	return r.log.Trying(ctx, e.ID)
}

// arrived stores for how long a player was not told that his clock was running, if that was long. It must be
// called before the notification is marked as done, so that a crash between the two does not lose it.
func (r *Referee) arrived(ctx context.Context, e api.Notification) error {
	if e.Since.IsZero() {
		return nil
	}
	now := r.now()
	if now.Sub(e.Since) <= r.absence {
		return nil
	}
	return r.store.AddAbsence(ctx, storage.Absence{Game: e.Game, From: e.Since, Until: now, Why: string(api.Undelivered)})
}

// TextSent marks that the text of a notification is sent and its pictures are to be added; the notifications that
// it covers are done.
func (r *Referee) TextSent(ctx context.Context, e api.Notification, sent string) error {
	if err := r.arrived(ctx, e); err != nil {
		return err
	}
	for _, id := range e.Covers {
		if err := r.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	return r.log.TextSent(ctx, e.ID, sent)
}

// Delivered marks a notification and those that it covers as done. Sent is what the caller needs to find the
// message in its channel: later notifications that edit it get it as their Sent.
func (r *Referee) Delivered(ctx context.Context, e api.Notification, sent string) error {
	if err := r.arrived(ctx, e); err != nil {
		return err
	}
	for _, id := range append(slices.Clone(e.Covers), e.ID) {
		if err := r.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	if e.Kind == api.Awaited {
		r.tryRoundsSoon(e.Game)
	}
	return nil
}
