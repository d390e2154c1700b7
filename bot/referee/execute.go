package referee

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"grognard/rules/view"
	"grognard/storage"
)

// decideFunc reads what is to be done off a game, and refuses or says what the log
// shall hold. It leaves the game as it is.
type decideFunc func(*game) (body, error)

// resultFunc takes what the giver of a command is to know, from the game after it and after
// what follows by itself.
type resultFunc func(*game, []view.Account)

// execute does a command once: under the game's lock it decides, applies, and
// writes row and notices in one transaction. A command that is in the log
// already is answered from there, and again says so. The log is asked for it only
// when the game refuses the command or the log refuses its row: most commands are new.
//
// The match runs ahead of the log for the time of the commit, because what has
// to be told of a command, and is written with it, shows only after it. So the
// locked game is empty meanwhile: unless the log takes the row, the next user loads
// the game as the log has it.
func (r *Referee) execute(ctx context.Context, c Command, decide decideFunc, tell resultFunc) (again bool, err error) {
	return r.executeFor(ctx, c, "", decide, tell)
}

// executeFor is execute for a command that gives a user something, "" for nobody.
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
		return false, ErrOtherGame
	}
	g, err := r.load(ctx, b, kept)
	if err != nil {
		return false, err
	}
	if err := g.checkChannel(c.Channel); err != nil {
		return false, err
	}
	if _, err := r.resume(ctx, b, g); err != nil { // a repeated command is answered even when the disk is full
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
	case err != nil: // whoever comes next goes on with it
		r.logger.Error("what follows a command by itself does not", "game", g.kept.ID, "error", err)
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

// inChannel is a channel's game that is not over, or else its latest one.
func (r *Referee) inChannel(ctx context.Context, channel string) (storage.Game, error) {
	kept, err := r.channels.find(channel, func() (storage.Game, error) { return r.log.InChannel(ctx, channel) })
	if errors.Is(err, storage.ErrNotFound) {
		return kept, ErrNoGame
	}
	return kept, err
}

// checkChannel says whether the game is still in the channel where it was looked for: it may have been
// moved while its lock was waited for.
func (g *game) checkChannel(channel string) error {
	if g.kept.Channel != channel {
		return &GameMoved{g.kept.Channel}
	}
	return nil
}

// withLocked does something with a game under its lock, whether it can be loaded or not.
func (r *Referee) withLocked(ctx context.Context, id GameID, do func(*lockedGame, storage.Game) error) error {
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

// withGame does something with a game, under its lock, for which nobody gives a command.
func (r *Referee) withGame(ctx context.Context, id GameID, do func(*lockedGame, *game) error) error {
	return r.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		g, err := r.load(ctx, b, kept)
		if err != nil {
			return err
		}
		return do(b, g)
	})
}

// load fills a locked game with one whose whole log was read once. A game that ended just before an
// earlier process died is closed here. What the store knows of the game is read under its lock,
// because a move changes it.
func (r *Referee) load(ctx context.Context, b *lockedGame, kept storage.Game) (*game, error) {
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
	if g.feeds, err = r.store.Feeds(ctx, kept.ID); err != nil {
		return nil, err
	}
	r.closeIfOver(ctx, g)
	b.game = g
	return g, nil
}

// repeated answers a command that the log has, as it was answered first. One that it does
// not have is refused as it was.
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
		return false, ErrReused
	}
	g, told, err := r.replay(ctx, kept, row.Seq, row.Seq)
	if err != nil {
		return false, err
	}
	var accounts []view.Account
	for _, t := range told {
		accounts = append(accounts, t.account)
	}
	tell(g, accounts)
	return true, nil
}

// errAlreadyExecuted: the log has the command already.
var errAlreadyExecuted = errors.New("the command is in the log already")

// commit applies what was decided and writes it to the log, for a user to whom it gives something or
// for nobody.
func (r *Referee) commit(ctx context.Context, g *game, c Command, to string, rowBody body,
	papers ...storage.Paper) (view.Account, storage.Row, error) {
	if err := r.loadClockHolds(ctx, g); err != nil {
		return view.Account{}, storage.Row{}, err
	}
	seq := g.match.Seq() + 1
	before, was, acting := g.match.Standing(), g.clockBasis(), g.owing()
	account, err := g.apply(seq, rowBody)
	if err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s: %w", g.kept.ID, err)
	}
	after := g.match.Standing()
	at := r.now().UTC().Truncate(time.Microsecond) // as the log keeps it
	if err := g.nameRound(&rowBody, at); err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s: %w", g.kept.ID, err)
	}
	row := newRow{seq: seq, by: c.User, absent: c.User != "" && isPlanned(c.ID), to: to, at: at, body: rowBody,
		change: change{before, after, account}}
	if rowBody.Ordered != nil && closes(before, after) {
		rowBody.Ordered.Passes = r.passes(ctx, g)
		rowBody.Ordered.Closes = !rowBody.Ordered.Passes
	}
	if p := rowBody.play(); p != nil && row.asks() {
		if p.Answers, err = r.answersAtOnce(ctx, g, row); err != nil {
			return account, storage.Row{}, err
		}
	}
	notices := g.notices(&row)
	rowBody = row.body
	if p := rowBody.play(); p != nil {
		p.Told = row.told
	}
	remains := g.remains(at)
	follows := storage.Row{Game: g.kept.ID, Seq: seq, CommandID: c.ID, At: at, By: c.User, To: to}
	g.follow(step{follows, rowBody})
	g.over = after.Over
	if rowBody.Clock = g.clockStatement(was, rowBody, remains); rowBody.Clock != nil {
		g.followStatement(seq, at, rowBody.Clock)
	}
	notices = append(notices, g.callNotices(acting, follows, &rowBody)...)
	raw, err := json.Marshal(rowBody)
	if err != nil {
		return account, storage.Row{}, fmt.Errorf("game %s, row %d: %w", g.kept.ID, seq, err)
	}
	due, err := r.dueIfChanged(ctx, g)
	if err != nil {
		return account, storage.Row{}, err
	}
	written, fresh, err := r.log.Append(ctx, storage.Entry{Game: g.kept.ID, Seq: seq, CommandID: c.ID,
		At: at, By: c.User, To: to, Channel: rowBody.moves(), Due: due, Papers: papers, Body: raw, Notices: notices})
	if err != nil {
		return account, written, err
	}
	if !fresh {
		return account, written, errAlreadyExecuted
	}
	if len(notices) > 0 {
		r.wakeUp()
		r.wakeAlarms() // for those that are not to be said at once
	}
	if channel := rowBody.moves(); channel != "" {
		r.channels.forget(g.kept.Channel)
		r.channels.forget(channel)
		g.kept.Channel, g.kept.Was, g.kept.Moved = channel, g.kept.Channel, seq
	}
	if rowBody.Salt != "" {
		g.Head = hex.EncodeToString(written.Hash[:])
	}
	r.scheduled(g, due)
	if g.Waiting != nil {
		r.tryRoundsSoon(g.kept.ID)
	}
	return account, written, nil
}

// writeRow writes a row that nobody gives, with users' papers, and returns what was told of it.
func (r *Referee) writeRow(ctx context.Context, b *lockedGame, g *game, id string, rowBody body,
	papers ...storage.Paper) (view.Account, error) {
	return r.writeBy(ctx, b, g, "", id, rowBody, papers...)
}

// writeBy writes a row for a user who has given it beforehand.
func (r *Referee) writeBy(ctx context.Context, b *lockedGame, g *game, user, id string, rowBody body,
	papers ...storage.Paper) (view.Account, error) {
	b.game = nil
	account, row, err := r.commit(ctx, g, Command{ID: id, User: user, Channel: g.kept.Channel}, "", rowBody, papers...)
	if err != nil {
		return account, err
	}
	b.game = g
	r.settle(ctx, g, row)
	return account, nil
}

// settle does what follows a commit and may fail without harm to the game: it
// is done again, or done without, when the game is next loaded.
func (r *Referee) settle(ctx context.Context, g *game, row storage.Row) {
	ctx = context.WithoutCancel(ctx)
	r.closeIfOver(ctx, g)
	if row.Seq%r.snapshotEvery == 0 {
		if err := r.save(ctx, g, row.Seq); err != nil {
			r.logger.Warn("no snapshot", "game", g.kept.ID, "seq", row.Seq, "error", err)
		}
	}
}

// closeIfOver frees the channel of a game that is over.
func (r *Referee) closeIfOver(ctx context.Context, g *game) {
	if !g.over || g.kept.Over {
		return
	}
	defer r.channels.forget(g.kept.Channel)
	if err := r.log.CloseGame(ctx, g.kept.ID); err != nil {
		r.logger.Error("a game that ended is not closed", "game", g.kept.ID, "error", err)
		return
	}
	g.kept.Over = true
}

func (r *Referee) save(ctx context.Context, g *game, seq uint64) error {
	blob, err := g.snapshotContent()
	if err != nil {
		return err
	}
	return r.log.SaveSnapshot(ctx, storage.Snapshot{Game: g.kept.ID, Seq: seq, Format: snapshotFormat, Blob: blob})
}

// inGame does something with a game under its lock, unless it is over or damaged.
func (r *Referee) inGame(ctx context.Context, id GameID, do func(*game) error) error {
	kept, err := r.log.Game(ctx, id)
	if err != nil || kept.Over {
		return err
	}
	b := r.games.lock(id)
	defer r.games.unlock(b)
	g, err := r.load(ctx, b, kept)
	if errors.Is(err, ErrDamaged) {
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

// executeFrame carries out a command that concerns the frame of a game.
func (r *Referee) executeFrame(ctx context.Context, c Command, decide decideFunc) (Table, error) {
	var t Table
	_, err := r.execute(ctx, c, decide, func(g *game, _ []view.Account) { t = g.table() })
	return t, err
}

// executeFrameFor is frame for a command that concerns a user.
func (r *Referee) executeFrameFor(ctx context.Context, c Command, user string, decide decideFunc) (Table, error) {
	var t Table
	_, err := r.executeFor(ctx, c, user, decide, func(g *game, _ []view.Account) { t = g.table() })
	return t, err
}
