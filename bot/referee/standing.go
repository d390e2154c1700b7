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

// Standing orders say what a user wants his side to answer while he is away. They are not in the log, and he
// alone may see them. Their answer is an ordinary order of his side, in a row without a giver that only says
// that a standing order gave it, so a replay of the log does not need them.
//
// They answer what is owed because of the other side's commands or of rows without a giver: a player who gives
// a command himself is there to answer. What was already owed when they were written, and what is owed again
// after an undo, he must answer himself too.

// The kinds of papers.
const (
	standingPaper = "standing" // the orders
	answeredPaper = "answered" // which of their lines answered what
)

// standingText is a user's standing orders as they are kept.
type standingText struct {
	Text string `json:"text"`           // one standing order a line
	Off  bool   `json:"off,omitempty"`  // they are switched off
	Here bool   `json:"here,omitempty"` // they also answer what their owner's own commands lead to
}

// userStanding is a user's standing orders, parsed for his side.
type userStanding struct {
	standingText
	since time.Time // when they were last written
	set   standing.Set
	err   error // why they cannot be read
}

// reply is the answer of standing orders to what is owed.
type reply struct {
	user   string // their owner
	line   standing.Line
	within time.Duration // how long they wait for their owner first
	body   body          // the row of the answer
}

// foundReply caches the reply to what is owed after a row, nil for none.
type foundReply struct {
	seq uint64
	*reply
}

// maxReplies limits the decisions that standing orders answer in one call of resume: more than any command
// leads to.
const maxReplies = 64

// resume does what follows a command automatically, each in a row of its own: phases in which nothing can be
// done end, and standing orders answer what is owed. If the program stops in between, the next call for the
// game goes on here; an alarm makes sure that there is one. resume returns what was told.
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

// standingAlarm lets standing orders answer when the time for their owner is over, and at once where the
// program stopped before they did.
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

// dueAtOnce is the time for what is due at once. It is constant, so that the store is not written again and
// again.
var dueAtOnce = time.UnixMicro(1).UTC()

// answersAtOnce says whether standing orders will answer at once what is owed after a new row.
func (r *Referee) answersAtOnce(ctx context.Context, g *game, c newRow) (bool, error) {
	if c.after.Over || g.Paused != nil {
		return false, nil
	}
	reply, err := r.replyTo(ctx, g, g.giverAfter(c.by, c.absent, c.body), c.at)
	return reply != nil && reply.within == 0, err
}

// giverAfter is the side whose command led to what is owed after a row, "" for none. A row without a giver
// continues the command before it, unless it is the game's answer for a player whose clock ran out. A row that
// a plan gave counts for none, because its giver need not be present.
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

// replyTo is the answer of standing orders to what is owed since a time because of a side's command, nil for
// none. It is found once for each row.
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

// answerer is the user whose standing orders answer what a side owes: the player whose units it is about, if
// that is only one, or else the player of the seat.
func (g *game) answerer(side order.Side) string {
	p := g.seatOf(side)
	if called := g.calledPlayers(p); len(called) == 1 {
		return called[0]
	}
	return p.User
}

// replyBy is the answer of standing orders to what their side owes, nil where their owner must be asked.
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

// byStandingOrder marks a row as given by a standing order.
func (b body) byStandingOrder() body {
	if p := b.play(); p != nil {
		p.Standing = true
	}
	if b.Accepted != nil {
		b.Accepted.Standing = true
	}
	return b
}

// writeReply writes the row of the answer that is due, and in its owner's paper which line answered.
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
	g.answered[reply.user] = answered // if it cannot be written, the game is loaded again
	text, err := json.Marshal(answered)
	if err != nil {
		return view.Account{}, err
	}
	paper := storage.Paper{Game: g.kept.ID, User: reply.user, Kind: answeredPaper, At: r.now(), Text: string(text)}
	return r.writeRow(ctx, b, g, fmt.Sprintf("standing %s %d", g.kept.ID, seq), reply.body, paper)
}

// Answering says which line of standing orders gave an answer. Only their owner may see it.
type Answering struct {
	Seq  uint64 `json:"seq"`  // the row of the answer
	Line int    `json:"line"` // the line's number then
	Text string `json:"text"` // the line's text then
}

// answersKept limits the Answerings that are kept of a user in a game.
const answersKept = 100

// answeredOf lists a user's Answerings in a game, oldest first.
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

// standingOf is a user's standing orders in a game, nil for none. The game caches them, because each decision
// asks for them.
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
	if err := json.Unmarshal([]byte(kept.Text), &p.standingText); err != nil { // the game must go on
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

// damagedPapers are the games in which standing orders could not be read, to log it once.
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

// announceStanding adds to what is told that a standing order gave the order.
func (g *game) announceStanding(seq uint64, told view.Account, p *played) (view.Account, error) {
	side, err := sideIn(p.Asked)
	if err != nil {
		return told, fmt.Errorf("row %d: %w", seq, err)
	}
	return g.match.Announce(seq, told, view.T("told.standing", "side", side)), nil
}

// withStandingLines adds to what was told of rows which line of a user's standing orders answered. It is for
// that user alone.
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
