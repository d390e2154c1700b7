package drafts

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// StandingAnswers keeps what users want to be answered while they are away, answers with it, and ends phases in which
// nothing can be done.
type StandingAnswers struct {
	games    *games.Games
	store    storage.Papers
	logger   *slog.Logger
	autoPass func(ctx context.Context, user string) bool
	damaged  sync.Map // the games in which standing answers could not be read, to log it once
}

// Standing answers say what a user wants his side to decide while he is away. They are not in the log, and he
// alone may see them. What they decide is an ordinary order of his side, in a row without a giver that only says
// that a standing answer gave it, so a replay of the log does not need them.
//
// They decide what is owed because of the other side's commands or of rows without a giver: a player who gives
// a command himself is there to answer. What was already owed when they were written, and what is owed again
// after an undo, he must answer himself too.

const (
	standingPaper = "standing" // the answers
	answeredPaper = "answered" // which of them decided what
)

// foundReply caches the reply to what is owed after a row, nil for none.
type foundReply struct {
	seq uint64
	*standingReply
}

// maxReplies limits the decisions that standing answers decide in one call of Resume: more than any command leads to.
const maxReplies = 64

// Resume does what follows a command automatically, each in a row of its own: phases in which nothing can be
// done end, and standing answers decide what is owed. If the program stops in between, the next call for the
// game goes on here; an alarm makes sure that there is one. Resume returns what was told.
func (so *StandingAnswers) Resume(ctx context.Context, g *games.Held) (told []view.Account, err error) {
	for range maxReplies {
		passed, err := so.passIdle(ctx, g)
		told = append(told, passed...)
		if err != nil {
			return told, err
		}
		due, err := so.replyDue(ctx, g)
		if err != nil || due.IsZero() || due.After(so.games.Now()) {
			return told, err
		}
		account, err := so.writeReply(ctx, g)
		if err != nil {
			return told, err
		}
		told = append(told, account)
	}
	return told, nil
}

// AnswerNow lets standing answers decide what is owed before their time, also those that would have waited longer for
// their owner. Answered is false where they have no answer.
func (so *StandingAnswers) AnswerNow(ctx context.Context, g *games.Held) (answered bool, err error) {
	reply, err := so.replyTo(ctx, g, g.Giver, g.Since)
	if err != nil || reply == nil || g.AfterUndo {
		return false, err
	}
	_, err = so.writeReply(ctx, g)
	return err == nil, err
}

// alarm lets standing answers decide when the time for their owner is over, and at once where the
// program stopped before they did.
func (so *StandingAnswers) alarm() games.Alarm {
	return games.Alarm{Next: so.replyDue, Ring: func(ctx context.Context, g *games.Held) error {
		_, err := so.Resume(ctx, g)
		return err
	}}
}

// replyDue is when standing answers decide what is owed; the zero time is never.
func (so *StandingAnswers) replyDue(ctx context.Context, g *games.Held) (time.Time, error) {
	if g.ActingSide() == "" || g.AfterUndo {
		return time.Time{}, nil
	}
	reply, err := so.replyTo(ctx, g, g.Giver, g.Since)
	switch {
	case err != nil || reply == nil:
		return time.Time{}, err
	case reply.Wait == 0:
		return dueAtOnce, nil
	}
	return so.games.Holds.PlayableFor(ctx, g, g.Since, reply.Wait)
}

// dueAtOnce is the time for what is due at once. It is constant, so that the store is not written again and again.
var dueAtOnce = time.UnixMicro(1).UTC()

// AnswersAtOnce says whether standing answers will decide at once what is owed after a new row.
func (so *StandingAnswers) AnswersAtOnce(ctx context.Context, g *games.Held, c notices.NewRow) (bool, error) {
	if c.After.Over || g.Paused != nil {
		return false, nil
	}
	reply, err := so.replyTo(ctx, g, orders.GiverAfter(g.Game, c.By, c.Absent, c.Body), c.At)
	return reply != nil && reply.Wait == 0, err
}

// replyTo is the standing answer to what is owed since a time because of a side's command, nil for
// none. It is found once for each row.
func (so *StandingAnswers) replyTo(ctx context.Context, g *games.Held, giver order.Side,
	since time.Time) (*standingReply, error) {
	now := g.Match.Standing()
	if now.Owed == 0 {
		return nil, nil
	}
	if papersOf(g).reply.seq == g.Match.Seq() {
		return papersOf(g).reply.standingReply, nil
	}
	user := g.Seat(now.By).User
	if called := g.CalledPlayers(g.Seat(now.By)); len(called) == 1 { // whose units it is about
		user = called[0]
	}
	p, err := so.standingOf(ctx, g, user, now.By)
	if err != nil {
		return nil, err
	}
	papersOf(g).reply = foundReply{seq: g.Match.Seq()}
	if p != nil && p.Err == nil && p.Since.Before(since) && (giver != now.By || p.Here) {
		papersOf(g).reply.standingReply = replyBy(g.Game, p, user, now.By)
	}
	return papersOf(g).reply.standingReply, nil
}

// writeReply writes the row of the answer that is due, and in its owner's paper which line answered.
func (so *StandingAnswers) writeReply(ctx context.Context, g *games.Held) (view.Account, error) {
	reply, seq := papersOf(g).reply.standingReply, g.Match.Seq()+1
	if _, known := papersOf(g).answered[reply.User]; !known {
		list, err := so.answeredOf(ctx, g.Stored.ID, reply.User)
		if err != nil {
			return view.Account{}, err
		}
		papersOf(g).answered[reply.User] = list
	}
	answered := append(papersOf(g).answered[reply.User], Answering{Seq: seq, Exception: reply.By})
	answered = answered[max(len(answered)-answersKept, 0):]
	papersOf(g).answered[reply.User] = answered // if it cannot be written, the game is loaded again
	text, err := json.Marshal(answered)
	if err != nil {
		return view.Account{}, err
	}
	paper := storage.Paper{Game: g.Stored.ID, User: reply.User, Kind: answeredPaper, At: so.games.Now(),
		Text: string(text)}
	return so.games.WriteRow(ctx, g, fmt.Sprintf("standing %s %d", g.Stored.ID, seq), reply.Body, paper)
}

// Answering says which standing answer, an exception or the set, decided. Only its owner may see it.
type Answering struct {
	Seq uint64 `json:"seq"` // the row of the decision
	standing.Exception
}

// answersKept limits the Answerings that are kept of a user in a game.
const answersKept = 100

// answeredOf lists a user's Answerings in a game, oldest first.
func (so *StandingAnswers) answeredOf(ctx context.Context, id api.GameID, user string) (list []Answering, err error) {
	kept, err := so.store.Paper(ctx, id, user, answeredPaper)
	if err != nil || kept.Text == "" {
		return nil, err
	}
	if err := json.Unmarshal([]byte(kept.Text), &list); err != nil {
		return nil, fmt.Errorf("game %s: which standing answers decideed: %w", id, err)
	}
	return list, nil
}

// standingOf is a user's standing answers in a game, nil for none. The game caches them, because each decision
// asks for them.
func (so *StandingAnswers) standingOf(ctx context.Context, g *games.Held, user string,
	side order.Side) (*userStanding, error) {
	if p, known := papersOf(g).standing[user]; known {
		return p, nil
	}
	kept, err := so.store.Paper(ctx, g.Stored.ID, user, standingPaper)
	switch {
	case err != nil:
		return nil, err
	case kept.At.IsZero():
		papersOf(g).standing[user] = nil
		return nil, nil
	}
	p := &userStanding{Since: kept.At}
	if p.Answers, p.Err = standing.Read(kept.Text); p.Err == nil {
		p.Err = g.Match.CheckStanding(side, p.Answers)
	}
	if p.Err != nil { // the game must go on
		p.Answers = standing.Answers{}
		if _, logged := so.damaged.LoadOrStore(g.Stored.ID, true); !logged {
			so.logger.Warn("standing answers cannot be read, and decide nothing", "game", g.Stored.ID, "error", p.Err)
		}
	}
	papersOf(g).standing[user] = p
	return p, nil
}

// WithStandingAnswers adds to what was told of rows which of a user's standing answers decided. It is for
// that user alone.
func (so *StandingAnswers) WithStandingAnswers(ctx context.Context, g *games.Held, told []tables.RowAccount,
	user string) ([]tables.RowAccount, error) {
	side, err := g.Side(user)
	if err != nil || !slices.ContainsFunc(told, func(t tables.RowAccount) bool {
		return t.Result != nil && t.Result.Standing
	}) {
		return told, nil
	}
	answered, err := so.answeredOf(ctx, g.Stored.ID, user)
	if err != nil {
		return nil, err
	}
	told = slices.Clone(told)
	for i, t := range told {
		at := slices.IndexFunc(answered, func(a Answering) bool { return a.Seq == t.Seq })
		if at < 0 || t.Result == nil || !t.Result.Standing {
			continue
		}
		told[i].Account = g.Match.Confide(t.Seq, t.Account, side,
			view.T("told.standing-answer", "answer", g.Match.SayStanding(answered[at].Exception)))
	}
	return told, nil
}

// userStanding is the standing answers that a user has left behind.
type userStanding struct {
	standing.Answers
	Since time.Time // when they were last written
	Err   error     // why they cannot be read
}

// standingReply is the standing answer to a pending decision.
type standingReply struct {
	User string // its owner
	By   standing.Exception
	Wait time.Duration // how long it waits for its owner first
	Body ledger.Body   // the row of the answer
}

// replyBy returns the standing answer to their side's pending decision, nil where their owner must be asked.
func replyBy(g *ledger.Game, p *userStanding, user string, side order.Side) *standingReply {
	chosen, ok := g.Match.Answer(side, p.Answers)
	if !ok || chosen.Asks {
		return nil
	}
	rowBody, err := orders.Decide(g, side, chosen.Order)
	if err != nil {
		return nil
	}
	wait := time.Duration(p.Hours) * time.Hour
	return &standingReply{User: user, By: chosen.By, Wait: wait, Body: rowBody.AsStanding()}
}
