package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
// anything is sent again.
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
	errands, err := d.referee.Errands(ctx)
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
		if wait := time.Until(r.until); wait > 0 {
			next = min(next, wait)
		} else if !r.busy {
			r.busy = true
			go func() { d.done <- d.round(ctx, whole, game, r.deaf, list) }()
		}
	}
	return next
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
		id, err := d.errand(whole, e, deaf)
		if err != nil {
			kind, after := diagnose(err)
			if kind == passing || kind == forbidden { // a right that was taken away may be given back
				return finished{game, err, after}
			}
			d.log.Error("an errand cannot be delivered and is given up", "game", game, "seq", e.Seq, "kind", e.Kind, "error", err)
		}
		if err := d.referee.Delivered(whole, e.ID, id); err != nil {
			return finished{game: game, err: err}
		}
	}
	return finished{game: game}
}

// errand tells one thing, and returns the last message's identifier.
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
// the channel is told so, without the secret.
func (d *delivery) whisper(ctx context.Context, e referee.Errand, p private, deaf map[string]bool) (string, error) {
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

// post sends the messages of an errand to a channel, but for those that are
// there already.
func (d *delivery) post(ctx context.Context, e referee.Errand, channel string, list []message) (last string, err error) {
	var arrived map[int]string
	if e.Tried {
		if arrived, err = d.look(ctx, e, channel, len(list)); err != nil {
			return "", err
		}
	} else if err := d.referee.Trying(ctx, e.ID); err != nil {
		return "", err
	}
	for i, m := range list {
		if id, there := arrived[i+1]; there {
			last = id
			continue
		}
		m.Nonce, m.Enforce = nonce(e, channel, i+1), true
		last, err = d.send(ctx, e, channel, i+1, m)
		if err != nil {
			return "", err
		}
	}
	return last, nil
}

// send sends a part of an errand with its name in it, without its pictures where Discord
// does not take them.
func (d *delivery) send(ctx context.Context, e referee.Errand, channel string, part int, m message) (id string, err error) {
	name, carrier := markOf(e, part), d.carrier(e)
	id, err = d.courier.send(ctx, channel, m.marked(name, carrier))
	if kind, _ := diagnose(err); err != nil && kind == malformed && len(m.files) > 0 {
		d.log.Error("Discord does not take a picture, and the words go without it", "game", e.Game, "seq", e.Seq, "error", err)
		return d.courier.send(ctx, channel, m.bare().marked(name, carrier))
	}
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

// nonce is the same for the same part of the same errand, whoever sends it: 25
// characters, of which Discord lets the second within minutes pass as the first.
func nonce(e referee.Errand, channel string, part int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", channel, e.Game, markOf(e, part)))
	return hex.EncodeToString(sum[:])[:25]
}

// look finds the parts of an errand that are in a channel, by their names. It reads
// back to before the errand arose.
func (d *delivery) look(ctx context.Context, e referee.Errand, channel string, parts int) (map[int]string, error) {
	found := map[int]string{}
	before := ""
	for {
		list, err := d.courier.before(ctx, channel, before)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			for part := 1; part <= parts; part++ {
				if m.Author.ID == d.self && m.has(e, part) {
					found[part] = m.ID
				}
			}
		}
		if len(list) < pageOfMessages || len(found) == parts {
			return found, nil
		}
		oldest := list[len(list)-1]
		if oldest.Timestamp.Before(e.Table.Since.Add(-clocks)) {
			return found, nil
		}
		before = oldest.ID
	}
}

// clocks is how far Discord's clock and ours may be apart.
const clocks = 10 * time.Minute
