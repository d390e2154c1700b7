package discord

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// The limits of deliveries. A round holds the pictures of one message in memory, so the number of rounds bounds the
// memory that deliveries take, whatever the number of games. Games whose last round failed share half of the rounds, so
// that the others need not wait for their timeouts. A round ends after some notifications, so that a game with many of
// them does not hold up the others.
const (
	roundsAtOnce  = 4
	failingAtOnce = roundsAtOnce / 2
	roundLength   = 6
)

// delivery sends the referee's notifications: those of one game in order, several games at the same time. A
// notification is marked before its first message is sent and after its last one. One that was only marked as begun is
// looked for in its channel before anything is sent again. To repeat an edit does no harm.
type delivery struct {
	*bot
	self  string // the bot's own user
	games map[queueKey]*queueState
	queue []referee.Owing // what owed something when the outbox was read, and has had no round since
	done  chan finished

	running, failing int // rounds
}

// queueKey names what is delivered in order: the messages of a game in its own channel, or in one of its feeds.
type queueKey struct {
	game referee.GameID
	feed string // "" for none
}

func queueKeyOf(o referee.Owing) queueKey { return queueKey{o.Game, o.Feed} }

// queueState is the state of one queue. While it is busy, it belongs to the round that is under way.
type queueState struct {
	busy     bool
	failing  bool            // its last round failed: it counts so while it is busy
	dmClosed map[string]bool // players who take no direct messages, and were told so
	words    backoff
	pictures backoff // of pictures that follow their words; no words wait for them
}

// backoff is how long nothing is tried after failures.
type backoff struct {
	last  time.Duration // after the last failure; 0 when nothing has failed
	until time.Time
}

// fail notes a failure. asked is the time that Discord asks to wait, 0 for none.
func (b *backoff) fail(err error, first, asked time.Duration) {
	if !errors.As(err, new(rest.Limited)) { // a request that was held back is no new failure
		b.last = min(max(2*b.last, first), rest.LastWait)
	}
	b.until = time.Now().Add(max(b.last, asked))
}

// finished is how a round ended.
type finished struct {
	owing    referee.Owing
	more     bool // nothing failed, and something is left to say
	pictures bool // all words are said: what is left, or failed, are pictures that follow
	err      error
	after    time.Duration // how long Discord asks to wait
}

func newDelivery(b *bot, self string) *delivery {
	return &delivery{bot: b, self: self, games: map[queueKey]*queueState{}, done: make(chan finished)}
}

// run delivers until ctx ends, and then finishes what is being sent, unless whole ends too.
func (d *delivery) run(ctx, whole context.Context) {
	for read := true; ctx.Err() == nil; {
		next := rest.LastWait
		if read {
			next = d.read(ctx)
		}
		timer := time.NewTimer(min(next, d.begin(ctx, whole)))
		read = true
		select {
		case <-ctx.Done():
		case <-d.referee.Wake():
		case <-d.servers.returned:
		case f := <-d.done:
			d.finish(f)
			read = false
		case <-timer.C:
		}
		timer.Stop()
	}
	for d.running > 0 {
		d.finish(<-d.done)
	}
}

// read finds out which games owe something. It returns when to read again if nothing is signalled before.
func (d *delivery) read(ctx context.Context) time.Duration {
	queue, err := d.referee.Owing(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, referee.ErrShut) {
			d.log.Error("the outbox cannot be read", "error", err)
		}
		return rest.FirstWait
	}
	d.queue = queue
	return rest.LastWait
}

// begin starts as many rounds as there may be, of queues that are neither busy nor waiting. It returns when the first
// of those that wait is due.
func (d *delivery) begin(ctx, whole context.Context) time.Duration {
	next := rest.LastWait
	d.queue = slices.DeleteFunc(d.queue, func(o referee.Owing) bool {
		r := d.games[queueKeyOf(o)]
		if r == nil {
			r = &queueState{dmClosed: map[string]bool{}}
			d.games[queueKeyOf(o)] = r
		}
		failed := r.words
		if !o.Words {
			failed = r.pictures
		}
		if wait := time.Until(failed.until); wait > 0 {
			next = min(next, wait)
			return false
		}
		troubled := failed.last > 0
		if r.busy || d.servers.inOutage(o.Guild) || d.running >= roundsAtOnce ||
			troubled && d.failing >= failingAtOnce {
			return false
		}
		r.busy, r.failing = true, troubled
		d.running++
		if troubled {
			d.failing++
		}
		go func() {
			f, err := safely(func() (finished, error) { return d.round(ctx, whole, o, r), nil })
			if err != nil {
				f = finished{owing: o, err: err}
			}
			d.done <- f
		}()
		return true
	})
	return next
}

// finish notes how a round ended. After a failure its queue waits.
func (d *delivery) finish(f finished) {
	r := d.games[queueKeyOf(f.owing)]
	d.running--
	if r.failing {
		d.failing--
	}
	r.busy = false
	if f.err == nil || f.pictures {
		r.words = backoff{}
	}
	switch {
	case f.err != nil && f.pictures:
		d.failed(&r.pictures, f)
	case f.err != nil:
		d.failed(&r.words, f)
	case !f.more:
		r.pictures = backoff{}
	}
	f.owing.Words = !f.pictures
	queued := slices.ContainsFunc(d.queue, func(o referee.Owing) bool { return queueKeyOf(o) == queueKeyOf(f.owing) })
	switch {
	case (f.more || f.err != nil) && !queued:
		d.queue = append(d.queue, f.owing)
	case f.err == nil && !f.more && !queued && len(r.dmClosed) == 0:
		delete(d.games, queueKeyOf(f.owing))
	}
}

// failed notes a failure. It is logged as a warning, or for debugging if the request was only held back.
func (d *delivery) failed(b *backoff, f finished) {
	b.fail(f.err, d.rest.Retry, f.after)
	level := slog.LevelWarn
	if errors.As(f.err, new(rest.Limited)) {
		level = slog.LevelDebug
	}
	d.log.Log(context.Background(), level, "a delivery failed and will be repeated", "game", f.owing.Game,
		"wait", time.Until(b.until).Round(time.Millisecond), "error", f.err)
}

// round sends the notifications of a queue up to the first that cannot be sent now. What it has begun it finishes, even
// if the program stops.
func (d *delivery) round(ctx, whole context.Context, o referee.Owing, r *queueState) finished {
	said, owed := 0, false
	for e, err := range d.referee.Notifications(whole, o.Game, o.Feed) {
		switch {
		case ctx.Err() != nil:
			return finished{owing: o}
		case err != nil:
			return finished{owing: o, err: err}
		case said == roundLength, e.Pictures && time.Until(r.pictures.until) > 0:
			return finished{owing: o, more: true, pictures: e.Pictures}
		}
		said++
		owes, err := d.deliverOne(whole, e, r.dmClosed)
		owed = owed || owes
		if away := (unreachable{}); errors.As(err, &away) {
			d.servers.forgetKnown()
			return finished{owing: o, err: d.referee.Sleep(whole, away.reason, e.Table.Channel)}
		}
		if errors.As(err, new(feedLost)) {
			return finished{owing: o, err: d.referee.LoseFeed(whole, o.Game, o.Feed)}
		}
		if err != nil {
			_, after := rest.Diagnose(err)
			return finished{owing: o, pictures: e.Pictures, err: err, after: after}
		}
	}
	return finished{owing: o, more: owed, pictures: owed}
}

// deliverOne sends one notification and marks it as sent, unless it is to be tried again. It says whether the pictures
// are still owed.
func (d *delivery) deliverOne(ctx context.Context, e referee.Notification,
	dmClosed map[string]bool) (owes bool, err error) {
	// he left, or was forgotten
	maps.DeleteFunc(dmClosed, func(user string, _ bool) bool { _, plays := e.Table.Seat(user); return !plays })
	sent, owes, err := d.deliver(ctx, e, dmClosed)
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
		d.log.Error("a notification cannot be delivered and is given up", "game", e.Game, "seq", e.Seq,
			"kind", e.Kind, "error", err)
	}
	if owes {
		return true, d.referee.TextSent(ctx, e, sent)
	}
	return false, d.referee.Delivered(ctx, e, sent)
}

// deliver sends one notification, and returns the identifiers of its messages and whether their pictures are still
// owed.
func (d *delivery) deliver(ctx context.Context, e referee.Notification,
	dmClosed map[string]bool) (sent string, owes bool, err error) {
	if e.Side != nil && e.Reader == "" { // its reader no longer plays the side
		return "", false, nil
	}
	all, mine, err := d.address(ctx, e)
	switch {
	case err != nil:
		return "", false, err
	case e.Feed != "" && e.Kind != referee.FeedLost:
		return d.inFeed(ctx, e, all)
	case e.Public != nil:
		return d.inChannel(ctx, e, all)
	}
	return d.sendDM(ctx, e, mine, dmClosed)
}

// address makes the pages of a notification. It pings nobody in his night.
func (d *delivery) address(ctx context.Context, e referee.Notification) (all page[view.Public], mine privatePage,
	err error) {
	if all, mine, err = d.build(ctx, e); err != nil {
		return all, mine, rest.RenderError{Err: err}
	}
	if len(all.ping) > 0 {
		all.ping, err = d.referee.Notifies(ctx, e, all.ping)
	}
	return all, mine, err
}

// inChannel posts a page where the game is played, or where the notification's message stands.
func (d *delivery) inChannel(ctx context.Context, e referee.Notification,
	p page[view.Public]) (sent string, owes bool, err error) {
	list := p.messages()
	channel, err := d.channelOf(ctx, e, len(list))
	if err != nil {
		return "", false, err
	}
	sent, owes, err = d.post(ctx, e, channel, list)
	code := rest.CodeOf(err)
	switch {
	case err != nil && channel != e.Table.Channel:
		err = inChannelLeft{err}
	case code == rest.UnknownChannel:
		err = unreachable{"the channel does not exist", err}
	case code == rest.MissingAccess:
		err = unreachable{"the bot has no access to the channel", err}
	}
	return sent, owes, err
}

// channelOf is the channel where the messages of a notification stand or belong. What was sent before the game was
// moved, or may have been, stands in the channel that the game has left.
func (d *delivery) channelOf(ctx context.Context, e referee.Notification, parts int) (string, error) {
	switch {
	case e.Kind == referee.Departed:
		return e.Table.Master.Left, nil
	case e.Left == "" || e.Sent == "" && !e.Tried:
		return e.Table.Channel, nil
	case e.Sent != "":
		return e.Left, nil
	}
	p := posting{delivery: d, e: e, channel: e.Left, parts: parts}
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
	reason string
	error
}

func (u unreachable) Unwrap() error { return u.error }

// build makes the pages of a notification. An error of ours in one must stop neither the others nor the program.
func (d *delivery) build(ctx context.Context, e referee.Notification) (all page[view.Public], mine privatePage,
	err error) {
	loc := d.messages.inChannel()
	if e.Public != nil {
		all, err = safely(func() (page[view.Public], error) { return d.tellAll(loc, e), nil })
		return all, mine, err
	}
	mine, err = safely(func() (privatePage, error) { return d.tellSide(ctx, loc, e) })
	return all, mine, err
}

// sendDM sends a page to its one reader as direct messages. If he takes none, the channel is told so, without the
// secret. A user who was forgotten cannot be told.
func (d *delivery) sendDM(ctx context.Context, e referee.Notification, p privatePage,
	dmClosed map[string]bool) (sent string, owes bool, err error) {
	if !rest.IsID(p.user) {
		return "", false, nil
	}
	channel, err := d.rest.DM(ctx, p.user)
	if err == nil {
		if sent, owes, err = d.post(ctx, e, channel, p.page.messages()); err == nil {
			delete(dmClosed, p.user)
			return sent, owes, nil
		}
	}
	// Forbidden and Gone are Discord's last word on a direct message: the user cannot be
	// reached by one.
	if kind, _ := rest.Diagnose(err); kind != rest.Forbidden && kind != rest.Gone {
		return "", false, err
	}
	if e.Kind == referee.Reminded { // nobody else is to know that he wants to be reminded
		return "", false, d.preferences.Prefer(ctx, p.user, refusesWords, "true")
	}
	if dmClosed[p.user] || e.Pictures || e.Kind == referee.Planned { // that there is a plan is for nobody else
		return e.Sent, false, nil
	}
	loc := d.messages.inChannel()
	notice := page[view.Public]{
		text: loc.Say("tell.closed", "user", loc.mention(p.user)),
		rows: []discordgo.MessageComponent{row(loc.sideButton(e.Table.Game))},
	}
	sent, owes, err = d.inChannel(ctx, e, notice)
	dmClosed[p.user] = err == nil
	return sent, owes, err
}

// nonceButton is the button that carries the name of a message with nothing else that could carry it.
func (d *delivery) nonceButton(e referee.Notification) discordgo.Button {
	loc := d.messages.inChannel()
	switch {
	case e.Feed != "" && e.Kind != referee.FeedLost:
		b := button(loc.Say("feed.no-picture"), pressID(pressDue, e.Table.Game), discordgo.SecondaryButton)
		b.Disabled = true
		return b
	case e.Public == nil:
		return loc.sideButton(e.Table.Game)
	}
	return loc.dueButton(e.Table.Game)
}
