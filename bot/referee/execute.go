package referee

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/view"
	"grognard/storage"
)

// decideFunc decides a command: it refuses it or returns the body of its row. It does not change the game.
type decideFunc func(*held) (ledger.Body, error)

// resultFunc reads the answer for the giver of a command from the game after the command, with what was told,
// and again after what follows the command automatically.
type resultFunc func(*held, []view.Account)

// execute carries out a command once: under the game's lock it decides and applies it, and writes its row and
// notices in one transaction. A command that is in the log already is answered from there; again says so. The
// log is asked for it only when the game or the log refuses it, because most commands are new.
//
// The command is applied before it is written, because its notices are written with it and depend on its
// result. So the locked game is empty until the commit has succeeded: after a failure the next caller loads the
// game from the log.
func (r *Referee) execute(ctx context.Context, c Command, decide decideFunc, tell resultFunc) (again bool, err error) {
	return r.executeFor(ctx, c, "", decide, tell)
}

// executeFor is execute for a command that concerns another user, "" for none.
func (r *Referee) executeFor(ctx context.Context, c Command, to string, decide decideFunc,
	tell resultFunc) (again bool, err error) {
	leave, err := r.enter()
	if err != nil {
		return false, err
	}
	defer leave()
	b, kept, err := r.lockChannel(ctx, c.Channel)
	if err != nil {
		return false, err
	}
	defer r.games.unlock(b)
	if c.Game != "" && c.Game != kept.ID {
		return false, api.ErrOtherGame
	}
	g, err := r.load(ctx, b, kept)
	if err != nil {
		return false, err
	}
	if err := g.CheckChannel(c.Channel); err != nil {
		return false, err
	}
	if _, err := r.resume(ctx, b, g); err != nil { // a repeated command gets its answer even when the disk is full
		return r.repeated(ctx, c, kept, tell, err)
	}
	rowBody, err := decide(g)
	if err != nil {
		return r.repeated(ctx, c, kept, tell, err)
	}
	b.game = nil
	account, row, err := r.commit(ctx, g, c, to, rowBody)
	if errors.Is(err, errAlreadyExecuted) {
		return r.repeated(ctx, c, kept, tell, err)
	}
	if err != nil {
		return false, err
	}
	b.game = g
	told := []view.Account{account}
	tell(g, told)
	r.settle(ctx, g, row)
	switch passed, err := r.resume(ctx, b, g); {
	case err != nil: // the next call for the game tries again
		r.logger.Error("what follows a command by itself does not", "game", g.Kept.ID, "error", err)
	case len(passed) > 0:
		tell(g, append(told, passed...))
	}
	return false, nil
}

// lockChannel locks a channel's game.
func (r *Referee) lockChannel(ctx context.Context, channel string) (*lockedGame, storage.Game, error) {
	kept, err := r.inChannel(ctx, channel)
	if err != nil {
		return nil, kept, err
	}
	return r.games.lock(kept.ID), kept, nil
}

// inChannel is the channel's game that is not over, or else its last one.
func (r *Referee) inChannel(ctx context.Context, channel string) (storage.Game, error) {
	kept, err := r.channels.find(channel, func() (storage.Game, error) { return r.log.InChannel(ctx, channel) })
	if errors.Is(err, storage.ErrNotFound) {
		return kept, api.ErrNoGame
	}
	return kept, err
}

// withLocked calls do under a game's lock, without loading the game.
func (r *Referee) withLocked(ctx context.Context, id api.GameID, do func(*lockedGame, storage.Game) error) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	kept, err := r.log.Game(ctx, id)
	if err != nil {
		return err
	}
	b := r.games.lock(id)
	defer r.games.unlock(b)
	return do(b, kept)
}

// withGame loads a game and calls do under its lock.
func (r *Referee) withGame(ctx context.Context, id api.GameID, do func(*lockedGame, *held) error) error {
	return r.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		g, err := r.load(ctx, b, kept)
		if err != nil {
			return err
		}
		return do(b, g)
	})
}

// load returns the locked game, from memory or else from the log, which was checked once from its first row.
// What the store knows of the game is read under its lock, because a move changes it. A game that ended just
// before an earlier process stopped is closed here.
func (r *Referee) load(ctx context.Context, b *lockedGame, kept storage.Game) (*held, error) {
	if err := r.checkLog(ctx, kept.ID); err != nil {
		b.game = nil
		return nil, err
	}
	if b.game != nil {
		return b.game, nil
	}
	kept, err := r.log.Game(ctx, kept.ID)
	if err != nil {
		return nil, err
	}
	g, _, err := r.replay(ctx, kept, latest, latest)
	if err != nil {
		return nil, err
	}
	if g.Feeds, err = r.store.Feeds(ctx, kept.ID); err != nil {
		return nil, err
	}
	r.closeIfOver(ctx, g)
	b.game = g
	return g, nil
}

// repeated answers a command that the log has as it was answered first. If the log does not have it, the
// refusal is returned.
func (r *Referee) repeated(ctx context.Context, c Command, kept storage.Game, tell resultFunc,
	refusal error) (bool, error) {
	row, err := r.log.ByCommand(ctx, c.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return false, refusal
	}
	if err != nil {
		return false, err
	}
	if row.Game != kept.ID || row.By != c.User {
		return false, api.ErrReused
	}
	g, told, err := r.replay(ctx, kept, row.Seq, row.Seq)
	if err != nil {
		return false, err
	}
	var accounts []view.Account
	for _, t := range told {
		accounts = append(accounts, t.Account)
	}
	tell(g, accounts)
	return true, nil
}

// rowOf finds the row of a command and its game. Known is false where the log does not have the command.
func (r *Referee) rowOf(ctx context.Context, command string) (row storage.Row, kept storage.Game, known bool,
	err error) {
	row, err = r.log.ByCommand(ctx, command)
	if errors.Is(err, storage.ErrNotFound) {
		return row, kept, false, nil
	}
	if err == nil {
		kept, err = r.log.Game(ctx, row.Game)
	}
	return row, kept, err == nil, err
}

// errAlreadyExecuted means that the log has the command already.
var errAlreadyExecuted = errors.New("the command is in the log already")

// commit applies a body and writes its row to the log, with notices and papers. To is the other user whom the
// row concerns, "" for none.
func (r *Referee) commit(ctx context.Context, g *held, c Command, to string, rowBody ledger.Body,
	papers ...storage.Paper) (view.Account, storage.Row, error) {
	if err := r.loadClockHolds(ctx, g); err != nil {
		return view.Account{}, storage.Row{}, err
	}
	seq := g.Match.Seq() + 1
	before, was, acting := g.Match.Standing(), g.ClockBasis(), g.Owing()
	account, err := g.Apply(seq, rowBody)
	if err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s: %w", g.Kept.ID, err)
	}
	after := g.Match.Standing()
	at := r.now().UTC().Truncate(time.Microsecond) // the log's precision
	if err := g.NameRound(&rowBody, at); err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s: %w", g.Kept.ID, err)
	}
	row := ledger.NewRow{Seq: seq, By: c.User, Absent: c.User != "" && ledger.IsPlanned(c.ID), To: to, At: at, Body: rowBody,
		ChangeOf: ledger.ChangeOf{Before: before, After: after, Account: account}}
	if rowBody.Ordered != nil && ledger.Closes(before, after) {
		rowBody.Ordered.Passes = r.passes(ctx, g)
		rowBody.Ordered.Closes = !rowBody.Ordered.Passes
	}
	if p := rowBody.Play(); p != nil && row.Asks() {
		if p.Answers, err = r.answersAtOnce(ctx, g, row); err != nil {
			return account, storage.Row{}, err
		}
	}
	notices := g.Notices(&row)
	rowBody = row.Body
	if p := rowBody.Play(); p != nil {
		p.Told = row.Told
	}
	remains := g.Remains(at)
	follows := storage.Row{Game: g.Kept.ID, Seq: seq, CommandID: c.ID, At: at, By: c.User, To: to}
	g.Follow(ledger.Step{Row: follows, Body: rowBody})
	g.Over = after.Over
	if rowBody.Clock = g.ClockStatement(was, rowBody, remains); rowBody.Clock != nil {
		g.FollowStatement(seq, at, rowBody.Clock)
	}
	notices = append(notices, g.CallNotices(acting, follows, &rowBody)...)
	raw, err := json.Marshal(rowBody)
	if err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s, row %d: %w", g.Kept.ID, seq, err)
	}
	due, err := r.dueIfChanged(ctx, g)
	if err != nil {
		return account, storage.Row{}, err
	}
	written, fresh, err := r.log.Append(ctx, storage.Entry{Game: g.Kept.ID, Seq: seq, CommandID: c.ID,
		At: at, By: c.User, To: to, Channel: rowBody.Moves(), Due: due, Papers: papers, Body: raw, Notices: notices})
	if err != nil {
		return account, written, err
	}
	if !fresh {
		return account, written, errAlreadyExecuted
	}
	r.changes.add(g)
	if len(notices) > 0 {
		r.wakeUp()
		r.wakeAlarms() // for messages that are to be sent later
	}
	if channel := rowBody.Moves(); channel != "" {
		r.channels.forget(g.Kept.Channel)
		r.channels.forget(channel)
		g.Kept.Channel, g.Kept.Was, g.Kept.Moved = channel, g.Kept.Channel, seq
	}
	if rowBody.Salt != "" {
		g.Head = hex.EncodeToString(written.Hash[:])
	}
	g.tell(ledger.ToldBy(ledger.Step{Row: follows, Body: rowBody}, account), rowBody.Undone)
	if len(notices) > 0 {
		r.moments.add(g.moment())
	}
	r.scheduled(g, due)
	if g.Waiting != nil {
		r.tryRoundsSoon(g.Kept.ID)
	}
	return account, written, nil
}

// writeRow writes a row that nobody gave, with users' papers, and returns what is told of it.
func (r *Referee) writeRow(ctx context.Context, b *lockedGame, g *held, id string, rowBody ledger.Body,
	papers ...storage.Paper) (view.Account, error) {
	return r.writeBy(ctx, b, g, "", id, rowBody, papers...)
}

// writeBy writes a row for a user who gave its order earlier, in a plan.
func (r *Referee) writeBy(ctx context.Context, b *lockedGame, g *held, user, id string, rowBody ledger.Body,
	papers ...storage.Paper) (view.Account, error) {
	b.game = nil
	account, row, err := r.commit(ctx, g, Command{ID: id, User: user, Channel: g.Kept.Channel}, "", rowBody, papers...)
	if err != nil {
		return account, err
	}
	b.game = g
	r.settle(ctx, g, row)
	return account, nil
}

// settle does what follows a commit and may fail without harm: closing a game that is over, which the next load
// does otherwise, and a snapshot.
func (r *Referee) settle(ctx context.Context, g *held, row storage.Row) {
	ctx = context.WithoutCancel(ctx)
	r.closeIfOver(ctx, g)
	if row.Seq%r.snapshotEvery == 0 {
		if err := r.save(ctx, g, row.Seq); err != nil {
			r.logger.Warn("no snapshot", "game", g.Kept.ID, "seq", row.Seq, "error", err)
		}
	}
}

// closeIfOver frees the channel of a game that is over.
func (r *Referee) closeIfOver(ctx context.Context, g *held) {
	if !g.Over || g.Kept.Over {
		return
	}
	defer r.channels.forget(g.Kept.Channel)
	if err := r.log.CloseGame(ctx, g.Kept.ID); err != nil {
		r.logger.Error("a game that ended is not closed", "game", g.Kept.ID, "error", err)
		return
	}
	g.Kept.Over = true
}

func (r *Referee) save(ctx context.Context, g *held, seq uint64) error {
	blob, err := g.SnapshotContent()
	if err != nil {
		return err
	}
	return r.log.SaveSnapshot(ctx, storage.Snapshot{Game: g.Kept.ID, Seq: seq, Format: snapshotFormat, Blob: blob})
}

// inGame calls do under a game's lock, unless the game is over or damaged.
func (r *Referee) inGame(ctx context.Context, id api.GameID, do func(*held) error) error {
	kept, err := r.log.Game(ctx, id)
	if err != nil || kept.Over {
		return err
	}
	b := r.games.lock(id)
	defer r.games.unlock(b)
	g, err := r.load(ctx, b, kept)
	if errors.Is(err, api.ErrDamaged) {
		return nil
	}
	if err == nil {
		err = r.loadClockHolds(ctx, g)
	}
	if err != nil {
		return err
	}
	return do(g)
}

// executeFrame is execute for a command whose answer is the Table.
func (r *Referee) executeFrame(ctx context.Context, c Command, decide decideFunc) (api.Table, error) {
	var t api.Table
	_, err := r.execute(ctx, c, decide, func(g *held, _ []view.Account) { t = g.Table() })
	return t, err
}

// executeFrameFor is executeFrame for a command that concerns another user.
func (r *Referee) executeFrameFor(ctx context.Context, c Command, user string, decide decideFunc) (api.Table, error) {
	var t api.Table
	_, err := r.executeFor(ctx, c, user, decide, func(g *held, _ []view.Account) { t = g.Table() })
	return t, err
}
