package games

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/rounds"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// A row is written in five stages, each a type that is made from the one before: it is decided, applied to the game in
// memory, announced, timed and written. So no stage can be left out. All stages hold the same notices.NewRow, and
// only there is the row's body completed.

// decided is a row that may be written.
type decided struct {
	game    *Held
	command string         // the row's ID
	row     notices.NewRow // who gave it and its body, until apply adds the rest
	papers  []storage.Paper
}

// decidedBy returns the row of a command. to is the other user concerned, "" for none; papers are written with the row.
func decidedBy(g *Held, c api.Command, to string, decision ledger.Body, papers ...storage.Paper) decided {
	return decided{game: g, command: c.ID, papers: papers, row: notices.NewRow{By: c.User,
		Absent: c.User != "" && ledger.IsFromList(c.ID), To: to, Body: decision}}
}

// applied is a row that the game in memory has taken, and what the later stages need of the game before it.
type applied struct {
	decided
	now    time.Time       // by the computer's clock; the row's own time may be later
	was    clocks.Basis    // the clocks before the row, and what their next statement depends on
	waited notices.Pending // whom the game waited for
}

// RowTime returns the time that a row written now would have: the computer's, but never earlier than the row before.
// Decisions that depend on the time are made by this time, because verify makes them again by the row's time.
//
// RULING: the computer's clock may have been ahead while a row was written, and then be put right. Until the row's time
// has come the game's clocks stand still, and orders wait for rounds that are due after it. Nobody loses time by that.
func (gs *Games) RowTime(g *Held) time.Time { return rowTime(g, gs.now()) }

func rowTime(g *Held, now time.Time) time.Time {
	if now.Before(g.LastAt) {
		return g.LastAt.Add(time.Microsecond)
	}
	return now
}

// apply applies a row to its match, and names the round of its dice.
func (gs *Games) apply(ctx context.Context, d decided) (applied, error) {
	g := d.game
	if err := gs.Holds.Load(ctx, g); err != nil {
		return applied{}, err
	}
	a := applied{decided: d, was: clocks.NewBasis(g.Game), waited: notices.PendingOf(g.Game)}
	a.row.Seq, a.row.Before = g.Match.Seq()+1, g.Match.Standing()
	var err error
	if a.row.Account, err = replay.Apply(g.Game, a.row.Seq, a.row.Body); err != nil {
		return applied{}, fmt.Errorf("game %s: %w", g.Stored.ID, err)
	}
	a.row.After = g.Match.Standing()
	a.now = gs.now().UTC().Truncate(time.Microsecond) // the log's precision
	a.row.At = rowTime(g, a.now)
	if err := rounds.SetRound(g.Game, &a.row.Body, a.row.At); err != nil {
		return applied{}, fmt.Errorf("game %s: %w", g.Stored.ID, err)
	}
	return a, nil
}

// announced is a row with the messages that it leads to.
type announced struct {
	applied
	notices []storage.Notice
}

// announce finds out whether something follows the row automatically, and which messages it leads to.
func (gs *Games) announce(ctx context.Context, a applied) (announced, error) {
	row := &a.row
	if o := row.Body.Ordered; o != nil && notices.ChangesPhase(row.Before, row.After) {
		o.Passes = gs.hooks.Passes(ctx, a.game)
		o.Closes = !o.Passes
	}
	if p := row.Body.Result(); p != nil && row.Asks() {
		var err error
		if p.Answers, err = gs.hooks.AnswersAtOnce(ctx, a.game, *row); err != nil {
			return announced{}, err
		}
	}
	list := notices.Of(a.game.Game, row)
	if row.Body.Proposed != nil || row.Body.Answered != nil {
		asleep, err := gs.log.Asleep(ctx, a.game.Stored.ID)
		if err != nil {
			return announced{}, err
		}
		if !asleep.IsZero() {
			list = notices.InPrivate(a.game.Game, *row, list)
		}
	}
	if p := row.Body.Result(); p != nil {
		p.Announced = row.Announced
	}
	return announced{a, list}, nil
}

// timed is a row that says how the clocks stand after it, with the time at which the game is due next; nil where the
// store has that time already.
type timed struct {
	announced
	due *time.Time
}

// setClocks lets the frame follow a row, states the clocks, and adds calls of those whom the game now waits for.
func (gs *Games) setClocks(ctx context.Context, n announced) (timed, error) {
	t := timed{announced: n}
	g, row := t.game, &t.row
	remains := clocks.Remaining(g.Game, row.At)
	replay.Follow(g.Game, ledger.Step{Row: t.stored(), Body: row.Body})
	g.Over = row.After.Over
	row.Body.Clock = clocks.Statement(g.Game, t.was, row.Body, remains)
	if row.Body.Clock != nil {
		clocks.FollowStatement(g.Game, row.Seq, row.At, row.Body.Clock)
	}
	t.notices = append(t.notices, notices.Calls(g.Game, t.waited, t.stored(), &row.Body, t.now)...)
	var err error
	t.due, err = gs.dueIfChanged(ctx, g)
	return t, err
}

// stored returns the row as the log will have it, without its body and hashes.
func (d decided) stored() storage.Row {
	return storage.Row{Game: d.game.Stored.ID, Seq: d.row.Seq, CommandID: d.command, At: d.row.At, By: d.row.By,
		To: d.row.To}
}

// written is a row that the log has.
type written struct {
	game    *Held
	row     storage.Row
	account view.Account // what is told of it
}

// errAlreadyExecuted means that the log has the command already.
var errAlreadyExecuted = errors.New("the command is in the log already")

// write appends a row to the log, with its notices and papers in one transaction.
func (gs *Games) write(ctx context.Context, t timed) (written, error) {
	g, row := t.game, t.row
	raw, err := json.Marshal(row.Body)
	if err != nil {
		return written{}, fmt.Errorf("game %s, row %d: %w", g.Stored.ID, row.Seq, err)
	}
	kept, fresh, err := gs.log.Append(ctx, storage.Entry{Game: g.Stored.ID, Seq: row.Seq, CommandID: t.command,
		At: row.At, By: row.By, To: row.To, Channel: row.Body.NewChannel(), Due: t.due, Papers: t.papers, Body: raw,
		Notices: t.notices})
	if err != nil {
		return written{}, err
	}
	if !fresh {
		return written{}, errAlreadyExecuted
	}
	if channel := row.Body.NewChannel(); channel != "" {
		gs.channels.forget(g.Stored.Channel)
		gs.channels.forget(channel)
		g.Stored.Channel, g.Stored.Was, g.Stored.Moved = channel, g.Stored.Channel, row.Seq
	}
	if row.Body.Salt != "" {
		g.Head = hex.EncodeToString(kept.Hash[:])
	}
	g.tell(tables.AccountOf(ledger.Step{Row: t.stored(), Body: row.Body}, row.Account), row.Body.Undone)
	gs.hooks.Written(g)
	if len(t.notices) > 0 {
		gs.moments.add(&Moment{Game: &Held{Game: replay.Freeze(g.Game)}, Told: slices.Clip(g.Told), id: g.Stored.ID,
			seq: g.Match.Seq(), first: g.toldFrom}) // before anybody is woken who wants it
		gs.WakeUp()
		gs.WakeAlarms() // for messages that are to be sent later
	}
	gs.scheduled(g, t.due)
	if g.Waiting != nil {
		gs.RoundAwaited(g.Stored.ID)
	}
	return written{g, kept, row.Account}, nil
}

// commit takes a decided row through all stages. Until it is written the game's place in memory is empty: after a
// failure the next caller loads the game from the log.
func (gs *Games) commit(ctx context.Context, d decided) (w written, err error) {
	place := d.game.place
	place.game = nil
	a, err := gs.apply(ctx, d)
	if err != nil {
		return w, err
	}
	n, err := gs.announce(ctx, a)
	if err != nil {
		return w, err
	}
	t, err := gs.setClocks(ctx, n)
	if err != nil {
		return w, err
	}
	if w, err = gs.write(ctx, t); err == nil {
		place.game = d.game
	}
	return w, err
}

// WriteRow writes a row that nobody gave, with users' papers, and returns what is told of it.
func (gs *Games) WriteRow(ctx context.Context, g *Held, id string, decision ledger.Body,
	papers ...storage.Paper) (view.Account, error) {
	return gs.writeDecided(ctx, decidedBy(g, api.Command{ID: id}, "", decision, papers...))
}

// WriteBy writes a row for a user who gave its order earlier, in a list.
func (gs *Games) WriteBy(ctx context.Context, g *Held, user, id string, decision ledger.Body) (view.Account, error) {
	return gs.writeDecided(ctx, decidedBy(g, api.Command{ID: id, User: user}, "", decision))
}

// WriteTo writes a row that nobody gave and that concerns a user, "" for none.
func (gs *Games) WriteTo(ctx context.Context, g *Held, user, id string, decision ledger.Body) error {
	_, err := gs.writeDecided(ctx, decidedBy(g, api.Command{ID: id}, user, decision))
	return err
}

func (gs *Games) writeDecided(ctx context.Context, d decided) (view.Account, error) {
	w, err := gs.commit(ctx, d)
	if err == nil {
		gs.settle(ctx, w)
	}
	return w.account, err
}

// settle does what follows a commit and may fail without harm: closing a game that is over, which the next load
// does otherwise, and a snapshot.
func (gs *Games) settle(ctx context.Context, w written) {
	ctx = context.WithoutCancel(ctx)
	gs.closeIfOver(ctx, w.game)
	if w.row.Seq%gs.snapshotEvery == 0 {
		blob, err := replay.Snapshot(w.game.Game)
		if err == nil {
			err = gs.log.SaveSnapshot(ctx, storage.Snapshot{Game: w.game.Stored.ID, Seq: w.row.Seq,
				Format: snapshotFormat, Blob: blob})
		}
		if err != nil {
			gs.logger.Warn("no snapshot", "game", w.game.Stored.ID, "seq", w.row.Seq, "error", err)
		}
	}
}

// closeIfOver frees the channel of a game that is over.
func (gs *Games) closeIfOver(ctx context.Context, g *Held) {
	if !g.Over || g.Stored.Over {
		return
	}
	defer gs.channels.forget(g.Stored.Channel)
	if err := gs.log.CloseGame(ctx, g.Stored.ID); err != nil {
		gs.logger.Error("a game that ended is not closed", "game", g.Stored.ID, "error", err)
		return
	}
	g.Stored.Over = true
}
