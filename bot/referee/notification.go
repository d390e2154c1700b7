package referee

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Kind is what a notification is about.
type Kind string

// The kinds of notifications.
const (
	Opened  Kind = "opened"  // public: a game is here and its seats are open
	Joined  Kind = "joined"  // public: somebody took a seat
	Left    Kind = "left"    // public: somebody gave his seat up before the game began
	Started Kind = "started" // public with a picture, and each side: the game begins
	News    Kind = "news"    // public: what a command brought that cannot wait, such as a fight
	Phase   Kind = "phase"   // public with a picture, and each side: a player ended a phase
	Asked   Kind = "asked"   // public: a decision that somebody owes and no fight led to, and what came of it
	Called  Kind = "called"  // public: whoever is to act is called, by name

	Reminded Kind = "reminded" // public, or for the side: of the deadline of whoever is to act, as he wishes it

	Owed  Kind = "owed"  // public: of games from before there were calls: a decision that somebody is called to
	Ended Kind = "ended" // public with a picture, and each side: the game is over; one that never began has neither

	Offered  Kind = "offered"  // public: a side offers the other one to end the game
	Answered Kind = "answered" // public: the offer was declined or withdrawn

	// public: an order was accepted, and its dice wait for the round of the beacon that is named
	Awaited Kind = "awaited"
	Voided  Kind = "voided" // public: the rules of a newer program refuse the order that waited
	Waived  Kind = "waived" // public: a side agrees to go on without the beacon

	Undone     Kind = "undone"     // public: something was taken back of which others had heard
	UndoAgreed Kind = "undoAgreed" // public: something was taken back with the other side's consent
	UndoAsked  Kind = "undoAsked"  // public: a side asks the other one to consent to an undo
	UndoDenied Kind = "undoDenied" // public: that was declined or withdrawn

	Vacationing  Kind = "vacation"     // public: a player announces a vacation, or cancels one
	ClockOffered Kind = "clockOffered" // public: a side offers the other one something about the clocks
	ClockRanOut  Kind = "clockRanOut"  // public: a clock has run out, and the other side has the choice
	Timed        Kind = "timed"        // public: what else was done about the clocks
	Back         Kind = "back"         // public: a player acts whose clock had run out

	Mastered    Kind = "mastered"    // public: what a game master did, and to the player who has a seat by it
	SeatOffered Kind = "seatOffered" // public: a seat is offered to a user, or to whoever takes it
	SeatInvited Kind = "seatInvited" // public: a user is invited to play beside the player of a seat
	// public: who plays a side has changed, a seat is offered or a user invited no longer; and to the one who
	// plays by it
	SeatsChanged Kind = "seatsChanged"

	Planned Kind = "planned" // one who plays a side: what became of a plan of his, for him alone

	Departed Kind = "departed" // public, in the channel that the game leaves: where it is played now
	Arrived  Kind = "arrived"  // public, in the channel to which it was moved: how it stands

	FeedLost Kind = "feedLost" // public: a feed is dropped, as its channel cannot be reached
)

// Notification is one thing to be said, rebuilt from the log at its sequence. Exactly
// one of Public and Side is set. Notifications of a game are to be run in order.
//
// A notification may change a message that was sent before. Where several of one message wait
// the newest covers the others, and stands in the place of the first.
//
// Ref names the notification's message within its game, the same at every rebuilding, and may be
// shown to anybody. Nothing can be counted by it before the secret of the dice is
// out: a sequence that shows would tell how many commands went unsaid, such as a
// stack put in another order.
type Notification struct {
	ID     int64
	Covers []int64 // earlier notifications of the same message, done with this one
	Game   GameID
	Kind   Kind
	Seq    uint64    // for logs: it is not to be shown
	Ref    string    // eight letters and digits
	Began  time.Time // when its message began: it is not in the channel before that
	Edits  bool      // it changes a message that was begun before; see Passing
	// of one that edits, or whose pictures follow: what Delivered was told of its message, "" where it was
	// not sent
	Sent string
	// it only closes its message, whose moment has passed: nothing is to be sent where that is not in the
	// channel
	Closing  bool
	Pictures bool // its words are in the channel, and its pictures follow by an edit
	Again    bool // it was said when whom it asks slept, and is said once more
	Tried    bool // a send began earlier: look whether it arrived before sending again
	// the channel of the feed in which it is to be said, to those who only watch; of FeedLost the one that is
	// dropped; "" for where the game is played
	Feed string
	// a channel that the game has left since the message began, and where it stands if it was sent before
	// that; "" for none
	Left string

	Vacation *Vacationer // of a Vacationing: who, and which vacations he has after it

	Calls    order.Side // that is called, or reminded
	Users    []string   // those of its players who are to be notified
	Deadline time.Time  // its, the zero time for none

	Table     Table
	Public    *view.Public // for the channel, with what everybody was told
	Side      *view.Secret // for Reader, by direct message, with what his side was told
	Reader    string       // one who plays the side of Side; "" where he for whom it was plays it no longer
	SideOnly  *view.Secret // the same with what that side was told and everybody was not
	Announced Announced    // which of it everybody was told before this notification

	since time.Time // when the clock was started of whose running it tells; the zero time for none
	Plan  *PlanRun  // of Planned; nil where its reader has no such plan any more, and nothing is to be sent
}

// Announced is the rows of which everybody was told at once, by their sequences.
type Announced map[uint64]bool

// Owing is a game that has something to say, and where.
type Owing = storage.Owing

// Owing is the games that have something to say, first the one that has waited for longest.
func (r *Referee) Owing(ctx context.Context) ([]Owing, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.log.Owing(ctx, r.now(), awaitsRound)
}

// Notifications is all that is still to be said of a game, oldest first, in one of its feeds or for "" to
// whoever plays, each as its row left the game; pictures that follow their words come after the rest. One is
// rebuilt when it is asked for: views are large, and whoever sends them takes his time. One that cannot be
// rebuilt is logged once and left out. It stays in the outbox, for a mended program to say late; the others
// go on meanwhile: out of order is better than a game that falls silent.
func (r *Referee) Notifications(ctx context.Context, game GameID, feed string) iter.Seq2[Notification, error] {
	return func(yield func(Notification, error) bool) {
		waiting, err := r.waiting(ctx, game, feed)
		for len(waiting) > 0 && err == nil {
			n := sameRow(waiting)
			var built []Notification
			if built, err = r.build(ctx, waiting[:n]); err != nil && ctx.Err() == nil && !errors.Is(err, ErrShut) {
				r.logLost(waiting[:n], err)
				err = nil
			}
			for i, e := range built {
				built[i] = Notification{} // what was sent is not kept
				if !yield(e, nil) {
					return
				}
			}
			waiting = waiting[n:]
		}
		if err != nil {
			yield(Notification{}, err)
		}
	}
}

// waiting is what the outbox has of a game, or of one of its feeds, in the order in which it is to be said.
func (r *Referee) waiting(ctx context.Context, game GameID, feed string) ([]mergedDelivery, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	outbox, err := r.log.OutboxOf(ctx, game, feed, r.now())
	if err != nil {
		return nil, err
	}
	all := merge(slices.DeleteFunc(outbox, func(d storage.Delivery) bool { return d.Audience == awaitsRound }))
	slices.SortStableFunc(all, func(a, b mergedDelivery) int { return rank(a) - rank(b) })
	return all, nil
}

// rank puts the words before pictures that follow.
func rank(d mergedDelivery) int {
	if d.Pictures {
		return 1
	}
	return 0
}

// mergedDelivery is a delivery with those of the same message that it covers.
type mergedDelivery struct {
	storage.Delivery
	covers []int64
	unsent bool // the message's own notice is among them
}

// merge makes one of all that waits of a message: the newest, in the place of the first.
func merge(waiting []storage.Delivery) []mergedDelivery {
	type key struct {
		game           storage.GameID
		message        uint64
		audience, kind string
	}
	var all []mergedDelivery
	place := map[key]int{}
	for _, d := range waiting {
		k := key{d.Game, d.Message(), d.Audience, d.Kind}
		if d.Edits != 0 && !(message{Kind: Kind(d.Kind)}).thread() {
			d.Seq = d.Edits // its words stay as they are: only its moment has passed
		}
		i, there := place[k]
		if !there {
			place[k] = len(all)
			all = append(all, mergedDelivery{Delivery: d, unsent: d.Edits == 0 && !d.Pictures})
			continue
		}
		d.Tried = d.Tried || all[i].Tried
		all[i].covers = append(all[i].covers, all[i].ID)
		all[i].Delivery = d
	}
	return all
}

// sameRow is how many deliveries at the head tell of one row: they are rebuilt
// together.
func sameRow(ds []mergedDelivery) int {
	n := 1
	for n < len(ds) && ds[n].Seq == ds[0].Seq && !ds[0].calls() && !ds[n].calls() {
		n++
	}
	return n
}

// calls says whether a delivery calls a player, now or once more, or says that he has been: it is told as
// the game stands when it comes due.
func (d mergedDelivery) calls() bool {
	return d.Kind == string(Called) || d.reminds() || strings.HasPrefix(d.Kind, repeatMark)
}

// reminds says whether it is a reminder.
func (d mergedDelivery) reminds() bool { return strings.HasPrefix(d.Kind, reminderKind) }

// build makes the notifications of deliveries that belong together, of a call none where it is not to be said
// now.
func (r *Referee) build(ctx context.Context, ds []mergedDelivery) ([]Notification, error) {
	if !ds[0].calls() {
		return r.rebuild(ctx, ds)
	}
	e, err := r.call(ctx, ds[0])
	if e == nil {
		return nil, err
	}
	return []Notification{*e}, err
}

// rebuild makes the notifications of one row.
func (r *Referee) rebuild(ctx context.Context, ds []mergedDelivery) ([]Notification, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	first := ds[0].From
	for _, d := range ds {
		first = min(first, d.From)
	}
	kept, err := r.log.Game(ctx, ds[0].Game)
	if err != nil {
		return nil, err
	}
	g, told, err := r.replay(ctx, kept, first, ds[0].Seq)
	if err != nil {
		return nil, err
	}
	notifications := make([]Notification, len(ds))
	for i, d := range ds {
		if notifications[i], err = r.notification(ctx, g, told, d); err != nil {
			return nil, err
		}
	}
	return notifications, nil
}

// notification is a delivery in the game as its row left it.
func (r *Referee) notification(ctx context.Context, g *game, told []toldRow,
	d mergedDelivery) (e Notification, err error) {
	kind, lost, _ := strings.Cut(d.Kind, ":")
	e = Notification{ID: d.ID, Covers: d.covers, Game: d.Game, Kind: Kind(kind), Feed: d.Feed + lost, Seq: d.Seq,
		Ref:   g.reference(d.Message(), d.Notice),
		Began: g.kept.Opened, Edits: d.Edits != 0, Pictures: d.Pictures, Tried: d.Tried, Table: g.table(),
		Announced: Announced{}}
	if e.Edits || e.Pictures {
		if e.Sent, err = r.log.Sent(ctx, d.Delivery); err != nil {
			return e, err
		}
		e.Closing = e.Edits && (e.Kind == Owed || !d.unsent && !(message{Kind: e.Kind}).thread())
	}
	if c := g.Clock; c != nil && c.Side != "" && g.tellsOfClock(d.Delivery) {
		e.since = c.From
	}
	if d.Feed == "" && d.Message() < g.kept.Moved {
		e.Left = g.kept.Was
		e.Closing = e.Closing || e.Sent != ""
	}
	side := sideOf(d.Audience)
	if side != "" {
		now, err := r.withSeatsNow(ctx, d, g)
		if err != nil {
			return e, err
		}
		e.Table.Seats, e.Reader = now.seats(), now.seatOf(side).reader(d.Audience)
		if told, err = r.withStandingLines(ctx, g, told, e.Reader); err != nil {
			return e, err
		}
	}
	var lately, apart []view.Account
	if e.Kind == Planned {
		return r.planNotification(ctx, g, told, d, e)
	}
	for _, t := range told {
		if t.seq == d.Message() {
			e.Began = t.at
		}
		if t.vacation != nil && t.seq == d.Message() && e.Kind == Vacationing {
			if e.Vacation, err = r.vacationer(ctx, g, t.vacation, t.at); err != nil {
				return e, err
			}
		}
		reported := e.Kind != Phase && e.Kind != Started && e.Kind != Ended && t.reported
		elsewhere := (t.undo || t.master) && (message{Kind: e.Kind}).thread() // they have messages of their own
		if t.seq >= d.From && !reported && !elsewhere {
			lately, apart = append(lately, t.account), append(apart, t.account.Apart())
			e.Announced[t.seq] = t.heard && !t.reported
		}
	}
	if side == "" {
		v := g.match.Public().After(lately...)
		e.Public = &v
	} else {
		board := g.match.View(side)
		v, own := board.After(lately...), board.After(apart...)
		e.Side, e.SideOnly = &v, &own
	}
	return e, nil
}

// withSeatsNow is the game of a delivery with its seats as they have changed since its row: what a side is
// told is for those who play it now, and no longer for those who did.
func (r *Referee) withSeatsNow(ctx context.Context, d mergedDelivery, g *game) (*game, error) {
	steps, err := r.steps(ctx, d.Game, &snapshot{Seq: d.Seq}, latest)
	if err != nil {
		return nil, err
	}
	now := &game{kept: g.kept, def: g.def, over: g.over, frame: g.frame}
	for _, s := range steps {
		if s.body.framed() {
			now.followMaster(s)
			now.followSeats(s)
		}
	}
	return now, nil
}

// logLost logs, once each, notifications that cannot be rebuilt.
func (r *Referee) logLost(ds []mergedDelivery, err error) {
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

// Trying marks that a notification is about to be sent.
func (r *Referee) Trying(ctx context.Context, e Notification) error { return r.log.Trying(ctx, e.ID) }

// arrived keeps for how long a player was not told that his clock runs, where that was long. It stands
// before the mark that he is, so that no stop between the two loses it.
func (r *Referee) arrived(ctx context.Context, e Notification) error {
	if e.since.IsZero() {
		return nil
	}
	now := r.now()
	if now.Sub(e.since) <= r.absence {
		return nil
	}
	return r.store.AddAbsence(ctx, storage.Absence{Game: e.Game, From: e.since, Until: now, Why: string(Undelivered)})
}

// Worded marks that the words of a notification are sent, and that its pictures follow; what it covers
// is done.
func (r *Referee) Worded(ctx context.Context, e Notification, sent string) error {
	if err := r.arrived(ctx, e); err != nil {
		return err
	}
	for _, id := range e.Covers {
		if err := r.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	return r.log.Worded(ctx, e.ID, sent)
}

// Delivered marks a notification as done, and those that it covers, with what its message is
// found by in its channel: Sent of the notifications that edit it.
func (r *Referee) Delivered(ctx context.Context, e Notification, sent string) error {
	if err := r.arrived(ctx, e); err != nil {
		return err
	}
	for _, id := range append(slices.Clone(e.Covers), e.ID) {
		if err := r.log.Delivered(ctx, id, sent); err != nil {
			return err
		}
	}
	if e.Kind == Awaited {
		r.tryRoundsSoon(e.Game)
	}
	return nil
}
