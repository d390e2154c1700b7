package discord

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/view"
)

// The wait after a failed delivery doubles from the first to the last of these.
const (
	firstWait = time.Second
	lastWait  = 2 * time.Minute
)

// delivery runs the referee's errands: those of a game in order, games side by
// side. An errand is marked before its first message is sent and after its last
// one, so that one that was marked as begun is looked for in its channel before
// anything is sent again. An edit does no harm when it is repeated.
type delivery struct {
	*bot
	self  string // the bot's own user
	games map[referee.GameID]*round
	done  chan finished
}

// round is how a game's deliveries fare. While it is busy it belongs to the one
// who delivers.
type round struct {
	busy  bool
	deaf  map[string]bool // players who take no direct messages, and were told so
	wait  time.Duration   // after the last failure
	until time.Time
}

// finished is the end of a game's round.
type finished struct {
	game  referee.GameID
	err   error
	after time.Duration // Discord's own wish how long to wait
}

func newDelivery(b *bot, self string) *delivery {
	return &delivery{bot: b, self: self, games: map[referee.GameID]*round{}, done: make(chan finished)}
}

// run delivers until ctx ends, and then finishes what is being sent, unless whole
// ends too.
func (d *delivery) run(ctx, whole context.Context) {
	for ctx.Err() == nil {
		next := d.begin(ctx, whole)
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
		case <-d.referee.Wake():
		case f := <-d.done:
			d.finish(f)
		case <-timer.C:
		}
		timer.Stop()
	}
	for d.busy() {
		d.finish(<-d.done)
	}
}

// begin starts a round for each game that has errands and is neither busy nor
// waiting. It returns when to look again, if nothing wakes us before.
func (d *delivery) begin(ctx, whole context.Context) time.Duration {
	next := lastWait
	errands, err := d.referee.Errands(ctx, d.skips(&next))
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, referee.ErrShut) {
			d.log.Error("the outbox cannot be read", "error", err)
		}
		return firstWait
	}
	byGame := map[referee.GameID][]referee.Errand{}
	for _, e := range errands {
		byGame[e.Game] = append(byGame[e.Game], e)
	}
	for game, list := range byGame {
		r := d.games[game]
		if r == nil {
			r = &round{deaf: map[string]bool{}}
			d.games[game] = r
		}
		r.busy = true
		go func() { d.done <- d.round(ctx, whole, game, r.deaf, list) }()
	}
	return next
}

// skips says of which games the errands need not be rebuilt: those that are busy, and
// those that wait, of which it notes when the first is to be looked at again.
func (d *delivery) skips(next *time.Duration) func(referee.GameID) bool {
	return func(game referee.GameID) bool {
		r := d.games[game]
		if r == nil {
			return false
		}
		wait := time.Until(r.until)
		if wait > 0 {
			*next = min(*next, wait)
		}
		return r.busy || wait > 0
	}
}

func (d *delivery) busy() bool {
	for _, r := range d.games {
		if r.busy {
			return true
		}
	}
	return false
}

// finish notes how a round ended; after a failure the game waits.
func (d *delivery) finish(f finished) {
	r := d.games[f.game]
	r.busy = false
	if f.err == nil {
		r.wait = 0
		return
	}
	r.wait = max(min(max(2*r.wait, firstWait), lastWait), f.after)
	r.until = time.Now().Add(r.wait)
	d.log.Warn("a delivery failed and will be repeated", "game", f.game, "wait", r.wait, "error", f.err)
}

// round runs a game's errands up to the first that fails for now. What is begun
// is finished, though the program is stopping.
func (d *delivery) round(ctx, whole context.Context, game referee.GameID, deaf map[string]bool, list []referee.Errand) finished {
	for _, e := range list {
		if ctx.Err() != nil {
			return finished{game: game}
		}
		sent, err := d.errand(whole, e, deaf)
		if err != nil {
			kind, after := diagnose(err)
			if kind == passing || kind == forbidden || kind == fixed { // a right that was taken away may be given back
				return finished{game, err, after}
			}
			d.log.Error("an errand cannot be delivered and is given up", "game", game, "seq", e.Seq, "kind", e.Kind, "error", err)
		}
		if err := d.referee.Delivered(whole, e, sent); err != nil {
			return finished{game: game, err: err}
		}
	}
	return finished{game: game}
}

// errand tells one thing, and returns the identifiers of its messages.
func (d *delivery) errand(ctx context.Context, e referee.Errand, deaf map[string]bool) (string, error) {
	all, mine, err := d.build(ctx, e)
	switch {
	case err != nil:
		return "", unspeakable{err}
	case e.Public != nil:
		return d.post(ctx, e, e.Table.Channel, all.messages())
	}
	return d.whisper(ctx, e, mine, deaf)
}

// unspeakable is our own fault in making the words or the picture of an errand:
// no repetition helps.
type unspeakable struct{ error }

// build makes an errand's page. A fault of ours in one must not stop the others,
// nor the program over and over.
func (d *delivery) build(ctx context.Context, e referee.Errand) (all page[view.Public], mine private, err error) {
	s := d.words.in("en")
	if e.Public != nil {
		all, err = safely(func() (page[view.Public], error) { return d.tellAll(s, e), nil })
		return all, mine, err
	}
	mine, err = safely(func() (private, error) { return d.tellSide(ctx, s, e) })
	return all, mine, err
}

// whisper sends a page to its one reader as direct messages. When he takes none
// the channel is told so, without the secret. One who was forgotten cannot be told.
func (d *delivery) whisper(ctx context.Context, e referee.Errand, p private, deaf map[string]bool) (string, error) {
	if !isUser(p.user) {
		return "", nil
	}
	channel, err := d.courier.direct(ctx, p.user)
	if err == nil {
		var id string
		if id, err = d.post(ctx, e, channel, p.page.messages()); err == nil {
			delete(deaf, p.user)
			return id, nil
		}
	}
	// Whatever Discord has against a direct message that it can read: the user is
	// not to be reached by one.
	if kind, _ := diagnose(err); kind != forbidden && kind != gone {
		return "", err
	}
	if deaf[p.user] {
		return "", nil
	}
	s := d.words.in("en")
	notice := page[view.Public]{
		text: s.say("tell.closed", "user", mention(p.user)),
		rows: []discordgo.MessageComponent{row(s.sideButton(e.Table.Game))},
	}
	id, err := d.post(ctx, e, e.Table.Channel, notice.messages())
	deaf[p.user] = err == nil
	return id, err
}

// carrier is the button that carries the name of a message with nothing else that could.
func (d *delivery) carrier(e referee.Errand) discordgo.Button {
	s := d.words.in("en")
	if e.Public == nil {
		return s.sideButton(e.Table.Game)
	}
	return s.dueButton(e.Table.Game)
}
