package deliver

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/table"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The limits of deliveries. Messages are made a few at a time, which bounds the memory of the positions that they are
// made from. A round holds one message's pictures while they are sent. Rounds of pictures or after failures share half
// of the rounds, so that the others need not wait for their timeouts. A round ends after some notifications, so that a
// queue with many of them does not hold up the others.
const (
	RoundsAtOnce  = 16
	FailingAtOnce = RoundsAtOnce / 2
	madeAtOnce    = 4
	roundLength   = 6
)

// Delivery sends the referee's notifications: those of one queue in order, several queues at the same time. A
// notification is marked before its first message is sent and after its last one. One that was only marked as begun is
// looked for in its channel before anything is sent again. To repeat an edit does no harm.
type Delivery struct {
	Pages    PageMaker
	Referee  outboxService
	rest     rest.Client
	servers  *Servers
	Messages ask.MessageCatalogue
	self     string // the bot's own user
	// Buries is called after direct messages were sent: the user's panel above them is sent anew. Set it before Run.
	Buries func(ctx context.Context, user string, messages []string)
	Posted func(channel string, messages []string)        // is told of messages that stand in a channel; may be nil
	Quiet  func(ctx context.Context, channel string) bool // reports whether nobody is notified there; nil for never

	Queues map[QueueKey]*QueueState
	Queue  []notify.Owing // what still needs a round: as read from the outbox, or left by a round
	Done   chan finished
	making chan struct{} // held by a round while it makes a message

	Running, Failing int // rounds under way, and how many of them were begun after a failure or send pictures
}

// QueueKey names what is delivered in order: the messages of a game in its own channel, in one of its feeds, or to one
// of its players. No queue waits for another.
type QueueKey struct {
	Game           api.GameID
	feed, audience string
}

// queueKeyOf returns the queue to which undelivered messages belong.
func queueKeyOf(o notify.Owing) QueueKey { return QueueKey{o.Game, o.Feed, o.Audience} }

// QueueState is the state of one queue. It has two lanes: one for messages with their pictures, and one for pictures
// that were held up, so that no words wait for those.
type QueueState struct {
	Words, pictures Lane
	editing         chan struct{} // a lock, held while a message that was sent before is edited
}

// Lane is the state of a queue's rounds of one kind: of messages, or of pictures that were held up.
type Lane struct {
	busy    bool // a round is under way
	failing bool // it counts in Delivery.Failing: the last round failed, or it sends pictures
	Backoff
	refused int64 // the notification that Discord called malformed last, 0 for none; only the round may use it
}

// lane returns the part of the queue that sends words or pictures.
func (r *QueueState) lane(words bool) *Lane {
	if words {
		return &r.Words
	}
	return &r.pictures
}

// Backoff is how long nothing is tried after failures.
type Backoff struct {
	Last  time.Duration // after the last failure; 0 when nothing has failed
	Until time.Time
}

// fail notes a failure. first is the wait after a first one, asked the time that Discord asks to wait, 0 for none.
func (b *Backoff) fail(err error, first, asked time.Duration) {
	if !errors.As(err, new(rest.Limited)) { // a request that was held back is no new failure
		b.Last = min(max(2*b.Last, first), rest.LastWait)
	}
	b.Until = time.Now().Add(max(b.Last, asked))
}

// finished is how a round ended.
type finished struct {
	owing notify.Owing
	more  bool // nothing failed, and something is left to send
	owes  bool // words were sent whose pictures are to follow
	err   error
	after time.Duration // how long Discord asks to wait
}

// NewDelivery returns a delivery of the pages that t makes. self is the bot's own user ID.
func NewDelivery(t PageMaker, o outboxService, client rest.Client, s *Servers, w ask.MessageCatalogue,
	self string) *Delivery {
	return &Delivery{Pages: t, Referee: o, rest: client, servers: s, Messages: w, self: self,
		Queues: map[QueueKey]*QueueState{}, Done: make(chan finished), making: make(chan struct{}, madeAtOnce)}
}

// Run delivers until ctx ends, and then finishes what is being sent, unless finishing ends too.
func (d *Delivery) Run(ctx, finishing context.Context) {
	for read := true; ctx.Err() == nil; {
		next := rest.LastWait
		if read {
			next = d.read(ctx)
		}
		timer := time.NewTimer(min(next, d.Begin(ctx, finishing)))
		read = true
		select {
		case <-ctx.Done():
		case <-d.Referee.Wake():
		case <-d.servers.Returned:
		case f := <-d.Done:
			d.Finish(f)
			read = false
		case <-timer.C:
		}
		timer.Stop()
	}
	for d.Running > 0 {
		d.Finish(<-d.Done)
	}
}

// read finds out which games owe something. It returns how long to wait for a signal before it is to read again.
func (d *Delivery) read(ctx context.Context) time.Duration {
	queue, err := d.Referee.Owing(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			d.Pages.Log.Error("the outbox cannot be read", "error", err)
		}
		return rest.FirstWait
	}
	d.Queue = queue
	return rest.LastWait
}

// Begin starts as many rounds as there may be, of queues that are neither busy nor waiting. It returns the time until
// the first of those that wait is due.
func (d *Delivery) Begin(ctx, finishing context.Context) time.Duration {
	next := rest.LastWait
	d.Queue = slices.DeleteFunc(d.Queue, func(o notify.Owing) bool {
		r := d.Queues[queueKeyOf(o)]
		if r == nil {
			r = &QueueState{editing: make(chan struct{}, 1)}
			d.Queues[queueKeyOf(o)] = r
		}
		lane := r.lane(o.Words)
		if wait := time.Until(lane.Until); wait > 0 {
			next = min(next, wait)
			return false
		}
		troubled := lane.Last > 0 || !o.Words // pictures that follow their words leave room for words
		if lane.busy || d.servers.InOutage(o.Guild) || d.Running >= RoundsAtOnce ||
			troubled && d.Failing >= FailingAtOnce {
			return false
		}
		lane.busy, lane.failing = true, troubled
		d.Running++
		if troubled {
			d.Failing++
		}
		go func() {
			f, err := page.Safely(func() (finished, error) { return d.round(ctx, finishing, o, r), nil })
			if err != nil {
				f = finished{owing: o, err: err}
			}
			d.Done <- f
		}()
		return true
	})
	return next
}

// Finish notes how a round ended. After a failure its lane waits.
func (d *Delivery) Finish(f finished) {
	key := queueKeyOf(f.owing)
	r := d.Queues[key]
	lane := r.lane(f.owing.Words)
	d.Running--
	if lane.failing {
		d.Failing--
	}
	lane.busy, lane.failing = false, false
	if f.err != nil {
		d.noteFailure(&lane.Backoff, f)
	} else {
		lane.Backoff = Backoff{}
	}
	if f.owes {
		pictures := f.owing
		pictures.Words = false
		d.enqueue(pictures)
	}
	if f.more || f.err != nil {
		d.enqueue(f.owing)
	}
	used := r.Words.busy || r.pictures.busy || // a round under way may write in its lane
		slices.ContainsFunc(d.Queue, func(o notify.Owing) bool { return queueKeyOf(o) == key })
	if !used && r.Words == (Lane{}) && r.pictures == (Lane{}) { // the state says nothing that a new one does not
		delete(d.Queues, key)
	}
}

// enqueue adds what is owed, unless it is queued already.
func (d *Delivery) enqueue(o notify.Owing) {
	if !slices.ContainsFunc(d.Queue, func(q notify.Owing) bool {
		return queueKeyOf(q) == queueKeyOf(o) && q.Words == o.Words
	}) {
		d.Queue = append(d.Queue, o)
	}
}

// noteFailure notes a failure, and logs it: as a warning, or for debugging if the request was only held back.
func (d *Delivery) noteFailure(b *Backoff, f finished) {
	b.fail(f.err, d.rest.Retry, f.after)
	level := slog.LevelWarn
	if errors.As(f.err, new(rest.Limited)) {
		level = slog.LevelDebug
	}
	d.Pages.Log.Log(context.Background(), level, "a delivery failed and will be repeated", "game", f.owing.Game,
		"wait", time.Until(b.Until).Round(time.Millisecond), "error", f.err)
}

// round sends the notifications of a queue up to the first that cannot be sent now. What it has begun it finishes, even
// if the program stops. A round of pictures sends those of one message. It locks the queue's edits before it
// reads which pictures are owed: words that replace the message may be on their way.
func (d *Delivery) round(ctx, finishing context.Context, o notify.Owing, r *QueueState) finished {
	length := roundLength
	if !o.Words {
		length = 1
		r.editing <- struct{}{}
		defer func() { <-r.editing }()
	}
	d.making <- struct{}{}
	defer func() { <-d.making }()
	sent, owed := 0, false
	for e, err := range d.Referee.Notifications(finishing, o) {
		switch {
		case ctx.Err() != nil:
			return finished{owing: o}
		case err != nil:
			return finished{owing: o, owes: owed, err: err}
		case sent == length, d.servers.InOutage(o.Guild):
			return finished{owing: o, owes: owed, more: true}
		}
		sent++
		owes, err := d.deliverOne(finishing, e, r)
		owed = owed || owes
		switch away := (unreachable{}); {
		case errors.As(err, &away):
			d.servers.ForgetKnown()
			return finished{owing: o, err: d.Referee.Sleep(finishing, away.why, e.Table.Channel)}
		case errors.As(err, new(feedLost)):
			return finished{owing: o, err: d.Referee.LoseFeed(finishing, o.Game, o.Feed)}
		case err != nil:
			_, after := rest.Diagnose(err)
			return finished{owing: o, owes: owed, err: err, after: after}
		}
	}
	return finished{owing: o, owes: owed}
}

// deliverOne sends a notification and marks it as sent, unless it is to be tried again. It may still owe its pictures.
func (d *Delivery) deliverOne(ctx context.Context, e api.Notification, r *QueueState) (owes bool, err error) {
	sent, owes, err := d.deliver(ctx, e, r)
	lane := r.lane(!e.Pictures)
	if errors.As(err, new(unreachable)) || errors.As(err, new(feedLost)) {
		return false, err
	}
	if err != nil {
		kind, _ := rest.Diagnose(err)
		// A permission that was taken away may be given back.
		if kind == rest.Transient || (kind == rest.Forbidden || kind == rest.Uneditable) &&
			!errors.As(err, new(inChannelLeft)) {
			return false, err
		}
		if kind == rest.Malformed && lane.refused != e.ID && !errors.As(err, new(rest.RenderError)) {
			lane.refused = e.ID // once may be a mistake of Discord's, or of a proxy
			return false, err
		}
		d.Pages.Log.Error("a notification cannot be delivered and is given up", "game", e.Game, "seq", e.Seq,
			"kind", e.Kind, "error", err)
	}
	lane.refused = 0
	if owes {
		return true, d.Referee.TextSent(ctx, e, sent)
	}
	return false, d.Referee.Delivered(ctx, e, sent)
}

// deliver sends one notification; it returns the identifiers of its messages and whether it still owes their pictures.
func (d *Delivery) deliver(ctx context.Context, e api.Notification, r *QueueState) (sent string, owes bool, err error) {
	if e.Side != nil && e.Reader == "" { // the side has nobody to read it
		return "", false, nil
	}
	if e.Kind == api.Daily {
		return d.sendDaily(ctx, e)
	}
	all, mine, err := d.Address(ctx, e)
	if err != nil {
		return "", false, err
	}
	<-d.making // gives back the slot of round: what follows waits for Discord
	defer func() { d.making <- struct{}{} }()
	if e.Edits && !e.Pictures {
		r.editing <- struct{}{}
		defer func() { <-r.editing }()
	}
	switch {
	case e.Feed != "" && e.Kind != api.FeedLost:
		return d.inFeed(ctx, e, all)
	case e.Public != nil:
		return d.inChannel(ctx, e, all)
	}
	return d.sendDM(ctx, e, mine.User, mine.Page.Messages())
}

// Address makes the pages of a notification. The public one pings nobody in his night. A private one about a list, or
// sent because the channel is lost, is quiet in its reader's night.
func (d *Delivery) Address(ctx context.Context, e api.Notification) (all page.Page[view.Public], mine page.PrivatePage,
	err error) {
	if all, mine, err = d.build(ctx, e); err != nil {
		return all, mine, rest.RenderError{Err: err}
	}
	if len(all.Ping) > 0 {
		all.Ping, err = d.Referee.Notifies(ctx, e, all.Ping)
	}
	all.Quiet = e.Public != nil && d.Quiet != nil && d.Quiet(ctx, e.Table.Channel)
	if e.List != nil || e.Side != nil && e.Table.Lost != "" {
		var awake []string
		awake, err = d.Referee.Notifies(ctx, e, []string{mine.User})
		mine.Page.Quiet = len(awake) == 0
	}
	return all, mine, err
}

// inChannel posts a page where the game is played, or where the notification's message stands.
func (d *Delivery) inChannel(ctx context.Context, e api.Notification,
	p page.Page[view.Public]) (sent string, owes bool, err error) {
	list := p.Messages()
	channel, err := d.channelOf(ctx, e, len(list))
	if err != nil {
		return "", false, err
	}
	sent, owes, err = d.post(ctx, e, channel, list)
	if d.Posted != nil { // also after an error: then of no messages
		d.Posted(channel, strings.Fields(sent))
	}
	code := rest.CodeOf(err)
	switch {
	case err != nil && channel != e.Table.Channel:
		err = inChannelLeft{err}
	case code == rest.UnknownChannel:
		err = unreachable{api.Deleted, err}
	case code == rest.MissingAccess, code == rest.MissingPermission && !e.Pictures: // pictures need another permission
		err = unreachable{api.NoAccess, err}
	case errors.As(err, new(places.Locked)):
		err = unreachable{api.Locked, err}
	case errors.As(err, new(places.Crowded)):
		err = unreachable{api.Crowded, err}
	}
	return sent, owes, err
}

// channelOf returns the channel where a notification's messages stand or belong; parts is how many it has. What was
// sent before the game was moved, or may have been, stands in the channel that the game has left.
func (d *Delivery) channelOf(ctx context.Context, e api.Notification, parts int) (string, error) {
	switch {
	case e.Kind == api.Departed:
		return e.Table.Master.Left, nil
	case e.Left == "" || e.Sent == "" && !e.Tried:
		return e.Table.Channel, nil
	case e.Sent != "":
		return e.Left, nil
	}
	p := posting{d: d, e: e, channel: e.Left, parts: parts}
	if err := p.look(ctx); err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Transient {
			return "", err
		}
	}
	if len(p.found) > 0 {
		return e.Left, nil
	}
	return e.Table.Channel, nil
}

// inChannelLeft is a failure in a channel that the game has left. Nothing waits for a permission there.
type inChannelLeft struct{ error }

func (i inChannelLeft) Unwrap() error { return i.error }

// unreachable says that a game's channel is lost, until it is reachable again or the game gets another one.
type unreachable struct {
	why api.Loss
	error
}

func (u unreachable) Unwrap() error { return u.error }

// build makes the pages of a notification. A panic in one must stop neither the other notifications nor the program.
func (d *Delivery) build(ctx context.Context, e api.Notification) (all page.Page[view.Public], mine page.PrivatePage,
	err error) {
	loc := d.Messages.InChannel()
	if e.Public != nil {
		all, err = page.Safely(func() (page.Page[view.Public], error) {
			return PageMaker{d.Pages.At(ctx, "", e.Table.Channel)}.tellAll(ctx, loc, e), nil
		})
		return all, mine, err
	}
	mine, err = page.Safely(func() (page.PrivatePage, error) { return d.Pages.tellSide(ctx, loc, e) })
	return all, mine, err
}

// sendDM sends a notification to its one reader as direct messages. If he takes none, he is told so when he looks at
// his side or his settings. The channel is told so once, but only if everybody knows that there is such a message:
// otherwise it would betray that he knows more than the channel. A user who was forgotten cannot be told.
func (d *Delivery) sendDM(ctx context.Context, e api.Notification, user string,
	messages []rest.Message) (sent string, owes bool, err error) {
	if !rest.IsID(user) {
		return "", false, nil
	}
	channel, err := d.rest.DM(ctx, user)
	if err == nil {
		sent, owes, err = d.post(ctx, e, channel, messages)
	}
	if err == nil {
		d.Buries(ctx, user, strings.Fields(sent))
		return sent, owes, d.Pages.NoteRefusal(ctx, user, false)
	}
	// Forbidden and Gone are Discord's last word on a direct message: the user cannot be reached by one.
	if kind, _ := rest.Diagnose(err); kind != rest.Forbidden && kind != rest.Gone {
		return "", false, err
	}
	if err := d.Pages.NoteRefusal(ctx, user, true); err != nil || e.Pictures || !e.IsKnown() {
		return e.Sent, false, err // what was sent before still stands
	}
	return "", false, d.Referee.RefusedDM(ctx, e)
}

// sendDaily sends a user the list of his games.
func (d *Delivery) sendDaily(ctx context.Context, e api.Notification) (sent string, owes bool, err error) {
	loc := d.Messages.InChannel()
	p := table.DuePage(loc, e.Due, "daily")
	if e.Tried { // the outbox does not hold this one for his night, so it is sent quietly then
		awake, err := d.Referee.Notifies(ctx, e, []string{e.Reader})
		if err != nil {
			return "", false, err
		}
		p.Quiet = len(awake) == 0
	}
	<-d.making // what follows waits for Discord
	defer func() { d.making <- struct{}{} }()
	return d.sendDM(ctx, e, e.Reader, p.Messages())
}

// markCarrier returns a button that carries the mark of a message with neither buttons nor pictures.
func (d *Delivery) markCarrier(e api.Notification) discordgo.Button {
	loc := d.Messages.InChannel()
	switch {
	case e.Feed != "" && e.Kind != api.FeedLost:
		b := page.Button(loc.Say("feed.no-picture"), page.PressID(page.PressDue, e.Table.Game),
			discordgo.SecondaryButton)
		b.Disabled = true
		return b
	case e.Public == nil:
		return page.SideButton(loc, e.Table.Game)
	}
	return page.DueButton(loc, e.Table.Game)
}
