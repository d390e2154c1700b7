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
	Opened  Kind = "opened"  // public: a game was opened, and its seats are open
	Joined  Kind = "joined"  // public: somebody took a seat
	Left    Kind = "left"    // public: somebody gave his seat up before the game began
	Started Kind = "started" // public with a picture, and each side: the game begins
	News    Kind = "news"    // public: the result of a command that cannot wait, such as a fight
	Phase   Kind = "phase"   // public with a picture, and each side: a player ended a phase
	Asked   Kind = "asked"   // public: a decision that is owed without a fight, and its result
	Called  Kind = "called"  // public: the players for whom the game waits are called by name

	Reminded Kind = "reminded" // public or for the player: a reminder of his deadline, as he has chosen

	Owed  Kind = "owed"  // public: only in old games, without Called: a player is called to a decision
	Ended Kind = "ended" // public with a picture, and each side: the game is over; one that never began has neither

	Offered  Kind = "offered"  // public: a side offers the other one to end the game
	Answered Kind = "answered" // public: the offer was declined or withdrawn

	// public: an order was accepted, and its dice wait for a round of the beacon, which is named
	Awaited Kind = "awaited"
	Voided  Kind = "voided" // public: the rules of a newer program refuse the order that waited
	Waived  Kind = "waived" // public: a side agrees to go on without the beacon

	Undone     Kind = "undone"     // public: something that had been announced was taken back
	UndoAgreed Kind = "undoAgreed" // public: something was taken back with the other side's consent
	UndoAsked  Kind = "undoAsked"  // public: a side asks the other one to consent to an undo
	UndoDenied Kind = "undoDenied" // public: a request for an undo was declined or withdrawn

	Vacationing  Kind = "vacation"     // public: a player announces a vacation, or cancels one
	ClockOffered Kind = "clockOffered" // public: a side offers the other one something about the clocks
	ClockRanOut  Kind = "clockRanOut"  // public: a clock has run out, and the other side has the choice
	Timed        Kind = "timed"        // public: something else was done about the clocks
	Back         Kind = "back"         // public: a player acts after his clock had run out

	Mastered    Kind = "mastered"    // public: what a game master did; and for a player to whom he gave a seat
	SeatOffered Kind = "seatOffered" // public: a seat is offered to a user, or to whoever takes it
	SeatInvited Kind = "seatInvited" // public: a user is invited to play beside the player of a seat
	// public: who plays a side has changed, or an offer of a seat or an invitation has ended; and for a user
	// who plays a side from then on
	SeatsChanged Kind = "seatsChanged"

	Planned Kind = "planned" // for one user: what became of his plan

	Departed Kind = "departed" // public, in the channel that the game leaves: where it is played now
	Arrived  Kind = "arrived"  // public, in the channel to which it was moved: how it stands

	FeedLost Kind = "feedLost" // public: a feed is dropped, as its channel cannot be reached
)

// Notification is a message to be sent or edited, rebuilt from the log as it was after its row. Exactly one of
// Public and Side is set. The notifications of a game must be delivered in order.
//
// A notification may edit a message that was sent before. Where several for one message wait, the newest covers
// the others and takes the place of the first.
//
// Ref names the notification's message within its game. It is the same whenever the notification is rebuilt,
// and may be shown to anybody: unlike a sequence it does not tell how many commands were not announced, such as
// a stack put in another order, until the secret of the dice is published.
type Notification struct {
	ID     int64
	Covers []int64 // earlier notifications of the same message, done with this one
	Game   GameID
	Kind   Kind
	Seq    uint64    // for the program's log; it must not be shown to players
	Ref    string    // eight letters and digits
	Began  time.Time // when its message began; the channel cannot have it before that
	Edits  bool      // it edits a message that an earlier notification began
	// with Edits or Pictures: what Delivered was told about the message, "" where it was not sent
	Sent string
	// it only closes its message: if the message is not in the channel, nothing is to be sent
	Closing  bool
	Pictures bool // its text is in the channel, and its pictures are to be added by an edit
	Again    bool // it is sent once more, because it could notify nobody the first time
	Tried    bool // an earlier attempt may have succeeded: look for the message before sending again
	// the channel of the feed for which it is, "" for the game's own channel; of FeedLost the feed that is
	// dropped
	Feed string
	// the channel that the game has left since the message began, where the message is if it was sent before;
	// "" for none
	Left string

	Vacation *Vacationer // of Vacationing: the player, with his vacations

	Calls    order.Side // the side that is called or reminded
	Users    []string   // the users to be notified
	Deadline time.Time  // the deadline of Calls, the zero time for none

	Table     Table
	Public    *view.Public // for the channel, with what everybody was told
	Side      *view.Secret // for Reader, as a direct message, with what his side was told
	Reader    string       // the user for whom Side is; "" where he no longer plays the side
	SideOnly  *view.Secret // the same with only what was told to that side and not to everybody
	Announced Announced    // the rows of it that everybody was told before this notification

	since time.Time // when the clock started of which it tells the player; the zero time for none
	Plan  *PlanRun  // of Planned; nil where the reader has deleted the plan, so that nothing is to be sent
}

// Announced are the sequences of rows that were announced at once.
type Announced map[uint64]bool

// Owing is a game, or a feed of one, with messages to be sent.
type Owing = storage.Owing

// Owing lists the games and feeds with messages to be sent now, the one that has waited for longest first.
func (r *Referee) Owing(ctx context.Context) ([]Owing, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.log.Owing(ctx, r.now(), awaitsRound)
}

// Notifications yields the messages that are to be sent now for a game, or for one of its feeds, oldest first;
// pictures that are added to sent messages come after the rest. Each is rebuilt when it is asked for, because
// views are large and sending takes time. One that cannot be rebuilt is logged once and skipped. It stays in
// the outbox, so that a repaired program can send it; the others are sent meanwhile, because messages out of
// order are better than a game that no longer answers.
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
				built[i] = Notification{} // so that a sent one can be freed
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

// waiting reads the outbox of a game, or of one of its feeds, in the order of sending.
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

// rank sorts pictures that are added later after everything else.
func rank(d mergedDelivery) int {
	if d.Pictures {
		return 1
	}
	return 0
}

// mergedDelivery is the newest delivery of a message, with the earlier ones that it covers.
type mergedDelivery struct {
	storage.Delivery
	covers []int64
	unsent bool // the delivery that begins the message is among them
}

// merge joins the waiting deliveries of each message: the newest takes the place of the first.
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
			d.Seq = d.Edits // its text stays as it is, it is only closed
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

// sameRow counts the deliveries at the head that are of one row: they are rebuilt together.
func sameRow(ds []mergedDelivery) int {
	n := 1
	for n < len(ds) && ds[n].Seq == ds[0].Seq && !ds[0].calls() && !ds[n].calls() {
		n++
	}
	return n
}

// calls says whether a delivery is a call, a reminder, a repeated message or an edit of one: it is built from
// the game's present state.
func (d mergedDelivery) calls() bool {
	return d.Kind == string(Called) || d.reminds() || strings.HasPrefix(d.Kind, repeatMark)
}

// reminds says whether a delivery is a reminder.
func (d mergedDelivery) reminds() bool { return strings.HasPrefix(d.Kind, reminderKind) }

// build makes the notifications of deliveries that belong together; none for a call that is not to be sent now.
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

// rebuild makes the notifications of one row by replaying the log up to it.
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

// notification makes the notification of a delivery from the game as its row left it.
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
			lately, apart = append(lately, t.account), append(apart, t.account.SidesOnly())
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

// withSeatsNow is the game of a delivery with its present seats: what a side is told is for those who play it
// now, not for those who did then.
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

// logLost logs notifications that cannot be rebuilt, once each.
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

// Trying marks that a notification is about to be sent, so that Tried is set if the program stops before
// Delivered.
func (r *Referee) Trying(ctx context.Context, e Notification) error { return r.log.Trying(ctx, e.ID) }

// arrived stores for how long a player was not told that his clock was running, if that was long. It must be
// called before the notification is marked as done, so that a crash between the two does not lose it.
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

// TextSent marks that the text of a notification is sent and its pictures are to be added; the notifications that
// it covers are done.
func (r *Referee) TextSent(ctx context.Context, e Notification, sent string) error {
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
