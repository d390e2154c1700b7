package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// Standing orders are what a user wants his side to answer while he is away. They are kept beside
// the log, for him alone. What they answer is an ordinary order of his side, in a row that nobody
// gave and that says no more than that a standing order did: no replay of the log needs them.
//
// They answer what is owed because of the other side's commands, or of nobody's: whoever gives a
// command himself is there to answer. What was owed already when they were written down is his
// to answer too, and so is what an undo puts to him once more.

// The kinds of papers.
const (
	standingPaper = "standing" // the orders
	answeredPaper = "answered" // which of them answered what
)

// standingText is a user's standing orders as they are kept.
type standingText struct {
	Text string `json:"text"`           // a line for each
	Off  bool   `json:"off,omitempty"`  // they answer nothing for a while
	Here bool   `json:"here,omitempty"` // they answer too what their owner's own commands lead to
}

// userStanding is a user's standing orders, read for his side.
type userStanding struct {
	standingText
	since time.Time // when they were written down
	set   standing.Set
	err   error // why they cannot be read
}

// reply is what standing orders say to what is owed.
type reply struct {
	user   string // whose they are
	line   standing.Line
	within time.Duration // for how long he has the first word
	body   body          // the row of the answer
}

// foundReply is the reply to what is owed after a row, nil for none.
type foundReply struct {
	seq uint64
	*reply
}

// maxReplies is how many decisions standing orders answer before somebody else has the game: more
// than any command leads to.
const maxReplies = 64

// resume does what follows a command by itself: phases in which nothing can be done pass, and standing
// orders answer what is owed, each in a row of its own. Whoever comes first to a game of which the
// program died in between goes on here, and an alarm has somebody come. It returns what was told.
func (r *Referee) resume(ctx context.Context, b *lockedGame, g *game) (told []view.Account, err error) {
	for range maxReplies {
		passed, err := r.passIdle(ctx, b, g)
		told = append(told, passed...)
		if err != nil {
			return told, err
		}
		due, err := r.replyDue(ctx, g)
		if err != nil || due.IsZero() || due.After(r.now()) {
			return told, err
		}
		account, err := r.writeReply(ctx, b, g)
		if err != nil {
			return told, err
		}
		told = append(told, account)
	}
	return told, nil
}

// standingAlarm is the alarm that has standing orders answer: when their owner's hours are over, and
// at once where the program died before they did.
func (r *Referee) standingAlarm() alarm {
	return alarm{next: r.replyDue, ring: func(ctx context.Context, b *lockedGame, g *game) error {
		_, err := r.resume(ctx, b, g)
		return err
	}}
}

// replyDue is when standing orders answer what is owed; the zero time is never.
func (r *Referee) replyDue(ctx context.Context, g *game) (time.Time, error) {
	if g.acting() == "" || g.ByHand {
		return time.Time{}, nil
	}
	reply, err := r.replyTo(ctx, g, g.Giver, g.Since)
	switch {
	case err != nil || reply == nil:
		return time.Time{}, err
	case reply.within == 0:
		return dueAtOnce, nil
	}
	return r.playableFor(ctx, g, g.Since, reply.within)
}

// dueAtOnce is when that is due which is due at once: the same time for all, so that the store need not be
// told anew of each.
var dueAtOnce = time.UnixMicro(1).UTC()

// answersAtOnce says whether standing orders answer at once what is owed after a row that is about to be
// written.
func (r *Referee) answersAtOnce(ctx context.Context, g *game, c newRow) (bool, error) {
	if c.after.Over || g.Paused != nil {
		return false, nil
	}
	reply, err := r.replyTo(ctx, g, g.giverAfter(c.by, c.absent, c.body), c.at)
	return reply != nil && reply.within == 0, err
}

// giverAfter is the side whose command has led to what is owed after a row. A row that nobody gave goes
// on with what the command before it led to, unless it answered for one who never did. A plan's giver is
// not there to decide.
func (g *game) giverAfter(by string, absent bool, b body) order.Side {
	if b.Undone != nil {
		return b.Undone.Side
	}
	if absent {
		return ""
	}
	if side, err := g.side(by); err == nil {
		return side
	}
	if p := b.play(); g.Passing || b.Bound != nil || p != nil && p.Standing || b.Accepted != nil &&
		b.Accepted.Standing {
		return g.Giver
	}
	return ""
}

// replyTo is what standing orders say to what is owed since a time because of a side's command, nil for
// nothing. It is found once for each row.
func (r *Referee) replyTo(ctx context.Context, g *game, giver order.Side, since time.Time) (*reply, error) {
	now := g.match.Standing()
	if now.Owed == 0 {
		return nil, nil
	}
	if g.reply.seq == g.match.Seq() {
		return g.reply.reply, nil
	}
	user := g.answerer(now.By)
	p, err := r.standingOf(ctx, g, user, now.By)
	if err != nil {
		return nil, err
	}
	g.reply = foundReply{seq: g.match.Seq()}
	if p != nil && p.err == nil && !p.Off && p.since.Before(since) && (giver != now.By || p.Here) {
		g.reply.reply = g.replyBy(p, user, now.By)
	}
	return g.reply.reply, nil
}

// answerer is the user whose standing orders answer what a side owes: the player of the units that it
// is about, where they are one player's, or else who has the seat.
func (g *game) answerer(side order.Side) string {
	p := g.seatOf(side)
	if called := g.calledPlayers(p); len(called) == 1 {
		return called[0]
	}
	return p.User
}

// replyBy is what standing orders say to what their side owes, nil where their owner is asked.
func (g *game) replyBy(p *userStanding, user string, side order.Side) *reply {
	chosen, ok := g.match.Answer(side, p.set)
	if !ok || chosen.Ask {
		return nil
	}
	rowBody, err := g.decide(side, chosen.Order)
	if err != nil {
		return nil
	}
	return &reply{user: user, line: p.set.Lines[chosen.Line-1], within: time.Duration(chosen.Within) * time.Hour,
		body: rowBody.byStandingOrder()}
}

// byStandingOrder is the row of an order that a standing order gave.
func (b body) byStandingOrder() body {
	if p := b.play(); p != nil {
		p.Standing = true
	}
	if b.Accepted != nil {
		b.Accepted.Standing = true
	}
	return b
}

// writeReply writes the row of the answer that is due, and with it for its owner which line answered.
func (r *Referee) writeReply(ctx context.Context, b *lockedGame, g *game) (view.Account, error) {
	reply, seq := g.reply.reply, g.match.Seq()+1
	if _, known := g.answered[reply.user]; !known {
		list, err := r.answeredOf(ctx, g.kept.ID, reply.user)
		if err != nil {
			return view.Account{}, err
		}
		g.answered[reply.user] = list
	}
	answered := append(g.answered[reply.user], Answering{Seq: seq, Line: reply.line.Number, Text: reply.line.String()})
	answered = answered[max(len(answered)-answersKept, 0):]
	g.answered[reply.user] = answered // if it cannot be written, the game is read anew
	text, err := json.Marshal(answered)
	if err != nil {
		return view.Account{}, err
	}
	paper := storage.Paper{Game: g.kept.ID, User: reply.user, Kind: answeredPaper, At: r.now(), Text: string(text)}
	return r.writeRow(ctx, b, g, fmt.Sprintf("standing %s %d", g.kept.ID, seq), reply.body, paper)
}

// Answering is that a line of standing orders answered something. Only their owner is shown it.
type Answering struct {
	Seq  uint64 `json:"seq"`  // the row of the answer
	Line int    `json:"line"` // its number then
	Text string `json:"text"` // and its text
}

// answersKept is how many of a user's a game keeps.
const answersKept = 100

// answeredOf is which lines of a user's standing orders have answered something, the last one last.
func (r *Referee) answeredOf(ctx context.Context, id GameID, user string) (list []Answering, err error) {
	kept, err := r.store.Paper(ctx, id, user, answeredPaper)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(kept.Text), &list); err != nil {
		return nil, fmt.Errorf("game %s: which standing orders answered: %w", id, err)
	}
	return list, nil
}

// standingOf is a user's standing orders in a game, nil for none. The game remembers them, because each
// decision asks for them.
func (r *Referee) standingOf(ctx context.Context, g *game, user string, side order.Side) (*userStanding, error) {
	if p, known := g.standing[user]; known {
		return p, nil
	}
	kept, err := r.store.Paper(ctx, g.kept.ID, user, standingPaper)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		g.standing[user] = nil
		return nil, nil
	case err != nil:
		return nil, err
	}
	p := &userStanding{since: kept.At}
	if err := json.Unmarshal([]byte(kept.Text), &p.standingText); err != nil { // which must keep nobody from playing
		if r.damagedStanding.first(g.kept.ID) {
			r.logger.Warn("standing orders cannot be read, and answer nothing", "game", g.kept.ID, "error", err)
		}
		p.standingText, p.err = standingText{}, &standing.Problem{Why: view.T("standing.damaged")}
	} else if p.Text != "" {
		p.set, p.err = g.match.ReadStanding(side, p.Text)
	}
	g.standing[user] = p
	return p, nil
}

// damagedPapers are the games in which standing orders could not be read, so that it is logged once.
type damagedPapers struct {
	mu    sync.Mutex
	games map[GameID]bool
}

func (d *damagedPapers) first(id GameID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.games == nil {
		d.games = map[GameID]bool{}
	}
	known := d.games[id]
	d.games[id] = true
	return !known
}

// announceStanding tells everybody first that a standing order answered.
func (g *game) announceStanding(seq uint64, told view.Account, p *played) (view.Account, error) {
	side, err := sideIn(p.Asked)
	if err != nil {
		return told, fmt.Errorf("row %d: %w", seq, err)
	}
	return g.match.Announce(seq, told, view.T("told.standing", "side", side)), nil
}

// withStandingLines is what was told of rows, where a user's standing orders answered with the line that did:
// he alone is told it.
func (r *Referee) withStandingLines(ctx context.Context, g *game, told []toldRow, user string) ([]toldRow, error) {
	side, err := g.side(user)
	if err != nil || !slices.ContainsFunc(told, func(t toldRow) bool { return t.play != nil && t.play.Standing }) {
		return told, nil
	}
	answered, err := r.answeredOf(ctx, g.kept.ID, user)
	if err != nil {
		return nil, err
	}
	told = slices.Clone(told)
	for i, t := range told {
		at := slices.IndexFunc(answered, func(a Answering) bool { return a.Seq == t.seq })
		if at < 0 || t.play == nil || !t.play.Standing {
			continue
		}
		a := answered[at]
		told[i].account = g.match.Confide(t.seq, t.account, side,
			view.T("told.standing-line", "line", a.Line, "text", a.Text))
	}
	return told, nil
}
