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

// StandingAnswers stores users' standing answers, lets them decide while their owners are away, and ends phases in
// which nothing can be done.
type StandingAnswers struct {
	games    *games.Games
	store    storage.Papers
	logger   *slog.Logger
	autoPass func(ctx context.Context, user string) bool
	damaged  sync.Map // the games in which standing answers could not be read, to log it once
}

// Standing answers say what a user wants his side to decide while he is away. They are not in the log, and he
// alone may see them. What they decide is an ordinary order of his side. Its row names no user and says only that it is
// a standing answer's, so a replay of the log does not need them.
//
// They decide what is pending because of the other side's commands or of rows without a giver. With Here they also
// decide what his own commands lead to; without it he is there to answer that himself. What was already pending when
// they were written, and what is pending again after an undo, he must always answer himself.

const (
	standingPaper = "standing" // the Kind of the paper with a user's standing answers
	answeredPaper = "answered" // the Kind of the paper with his Answerings: which answers decided which rows
)

// foundReply caches the standing answer to what is pending after row seq; its standingReply is nil if there is none.
type foundReply struct {
	seq uint64
	*standingReply
}

// maxReplies limits the decisions that standing answers decide in one call of Resume: more than any command leads to.
const maxReplies = 64

// Resume does what follows a command automatically, each step in a row of its own: it ends phases in which nothing can
// be done, and standing answers decide what is pending. If the program stops in between, the next call for the game
// continues; the alarm makes sure that there is one. Resume returns the accounts of the rows written, even on error.
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

// AnswerNow lets standing answers decide what is pending at once, even if they would wait for their owner. answered is
// false if there is no answer, and after an undo.
func (so *StandingAnswers) AnswerNow(ctx context.Context, g *games.Held) (answered bool, err error) {
	reply, err := so.replyTo(ctx, g, g.Giver, g.Since)
	if err != nil || reply == nil || g.AfterUndo {
		return false, err
	}
	_, err = so.writeReply(ctx, g)
	return err == nil, err
}

// alarm returns the alarm that lets standing answers decide: when the hours that their owner has to answer himself are
// over, and at once if the program stopped before an answer was written.
func (so *StandingAnswers) alarm() games.Alarm {
	return games.Alarm{Next: so.replyDue, Ring: func(ctx context.Context, g *games.Held) error {
		_, err := so.Resume(ctx, g)
		return err
	}}
}

// replyDue returns when standing answers decide what is pending, the zero time for never.
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

// dueAtOnce is the due time of an answer that does not wait. It is constant, because the next due time of a game is
// stored each time it changes, as the present time would with every call.
var dueAtOnce = time.UnixMicro(1).UTC()

// AnswersAtOnce reports whether standing answers will decide at once what is pending after a new row.
func (so *StandingAnswers) AnswersAtOnce(ctx context.Context, g *games.Held, c notices.NewRow) (bool, error) {
	if c.After.Over || g.Paused != nil {
		return false, nil
	}
	reply, err := so.replyTo(ctx, g, orders.GiverAfter(g.Game, c.By, c.Absent, c.Body), c.At)
	return reply != nil && reply.Wait == 0, err
}

// replyTo returns the standing answer to the pending decision, nil for none. giver is the side whose command led to it,
// "" for nobody, and since is when. The answer is cached until the next row, and further calls ignore giver and since.
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
	if called := g.CalledPlayers(g.Seat(now.By)); len(called) == 1 { // the player of a team whose units are concerned
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

// writeReply writes the row of the answer that replyTo has found, and notes in its owner's paper which answer it was.
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

// Answering says which standing answer decided: an exception, or the set if it names neither hex nor unit. Only its
// owner may see it.
type Answering struct {
	Seq uint64 `json:"seq"` // the row of the decision
	standing.Exception
}

// answersKept limits the Answerings that are stored of a user in a game.
const answersKept = 100

// answeredOf lists a user's Answerings in a game, oldest first.
func (so *StandingAnswers) answeredOf(ctx context.Context, id api.GameID, user string) (list []Answering, err error) {
	kept, err := so.store.Paper(ctx, id, user, answeredPaper)
	if err != nil || kept.Text == "" {
		return nil, err
	}
	if err := json.Unmarshal([]byte(kept.Text), &list); err != nil {
		return nil, fmt.Errorf("game %s: which standing answers decided: %w", id, err)
	}
	return list, nil
}

// standingOf returns a user's standing answers in a game, nil for none; cached, as each decision asks for them.
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

// WithStandingAnswers returns told with a line added to each row that one of the user's standing answers has decided;
// the line says which one. Only that user may see the result.
func (so *StandingAnswers) WithStandingAnswers(ctx context.Context, g *games.Held, told []tables.RowAccount,
	user string) ([]tables.RowAccount, error) {
	side, err := g.Side(user) // an error: the user plays no side and has no answers
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
	Err   error     // why they cannot be used; the Answers are zero then
}

// standingReply is the standing answer to a pending decision.
type standingReply struct {
	User string             // its owner
	By   standing.Exception // the exception that decides, or the set
	Wait time.Duration      // how long it waits for its owner first
	Body ledger.Body        // the row of the answer
}

// replyBy returns how the answers p of a user decide what is pending for side. It returns nil if the user must be
// asked, or if the rules refuse the order.
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
