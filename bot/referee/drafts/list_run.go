package drafts

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A list is carried out line by line. Its orders are its owner's own: each is a row by him, under an ID of its own, so
// that none is given twice. A list for now stops at the first line that is refused; its owner can leave out lines that
// are bad beforehand. One for later leaves out a line that is refused and goes on with the next, but does not end a
// phase in which it has left one out. Both stop where a decision is pending.

// Run is what CarryOut has done.
type Run struct {
	List                 // the list after it, without a preview
	Lines []ExecutedLine // carried out now, or left out because they were refused
	Stop  error          // why the next line could not be carried out: a *view.Denial, an *order.Problem or a *NotYours
	Held  bool           // the next line would end the phase, and was not given because a line of it was refused
	View  view.Secret    // the position after the lines, which it tells of
	Undo  string         // as in an Outcome
	// nothing was carried out, because the user has not seen the present position; List has a new preview
	Stale bool
}

// ExecutedLine is a line that was carried out, in full or up to a decision, with what its side was told, or refused.
type ExecutedLine struct {
	Line order.Line
	Told []view.Line
	Err  error // why it was refused; nil if it was carried out
}

// CarryOut gives what is left of a user's list for the present phase, and for the next ones where the list ends this
// one, without the lines whose numbers are in skip. If he has not seen the present position, or preview is not the last
// one shown, it shows the list again instead. Errors: ErrNoList and those of ordering.Orders.Order.
func (ls *Lists) CarryOut(ctx context.Context, c api.Command, id, preview string, skip ...int) (run Run, err error) {
	err = ls.games.WithOwnSide(ctx, c, func(g *games.Held, s order.Side) error {
		l, err := ls.listWithID(ctx, g, c.User, id)
		if err != nil {
			return err
		}
		now, err := positionHash(g.Match.View(s))
		if err != nil {
			return err
		}
		run.Stale = l.count(anyPhase) > 0 && (l.previewName() != preview || l.Seen != now)
		if run.Stale {
			run.List, err = ls.show(ctx, g, s, c.User, *l)
			return err
		}
		for i, k := range l.Lines {
			if k.Fate == api.LineLeft && slices.Contains(skip, i+1) {
				l.Lines[i].Fate, l.Lines[i].At = api.LineRefused, g.Match.Seq()
			}
		}
		r := runner{ls: ls, g: g, SidePlayer: ledger.SidePlayer{Side: s, User: c.User}, l: *l}
		if l.Turn != 0 { // standing answers decide what it leads to, as when it begins by itself
			r.mark = ledger.ListMark
		}
		if run, err = r.byHand(ctx); err != nil {
			return err
		}
		r.l.Held = g.Reported()
		for i, k := range r.l.Lines { // the owner is shown what was refused, so that the next tap ends the phase
			r.l.Lines[i].Told = k.Fate != api.LineLeft
		}
		if err := ls.save(ctx, g, c.User, r.l); err != nil {
			return err
		}
		return ls.games.Reschedule(ctx, g)
	})
	return run, err
}

// Give gives a list of orders at once, without a preview and without storing it. Errors: those of CarryOut, and an
// *order.Problem for a list that cannot be read.
func (ls *Lists) Give(ctx context.Context, c api.Command, text string) (run Run, err error) {
	err = ls.games.WithOwnSide(ctx, c, func(g *games.Held, s order.Side) error {
		l, err := writeList(g.Game, s, newList{ID: c.ID, Text: text})
		if err != nil {
			return err
		}
		r := runner{ls: ls, g: g, SidePlayer: ledger.SidePlayer{Side: s, User: c.User}, l: l}
		run, err = r.byHand(ctx)
		run.ID = ""
		return err
	})
	return run, err
}

// runner carries out a user's list.
type runner struct {
	ls *Lists
	g  *games.Held
	ledger.SidePlayer
	l     keptList
	mark  string // the prefix of the IDs of its orders: ledger.ListMark for a list for later
	lines []ExecutedLine
	told  []view.Account // of all lines
	stop  error          // as in Run
	held  bool           // as in Run
}

// byHand carries out what can be carried out now, for an owner who waits for the result.
func (r *runner) byHand(ctx context.Context) (run Run, err error) {
	if _, err := orders.SideOfGiver(r.g.Game, r.User); err != nil {
		return run, err
	}
	if err := r.carryOut(ctx); err != nil {
		return run, err
	}
	left, _, err := r.ls.left(ctx, r.g, r.Side, &r.l)
	if err != nil {
		return run, err
	}
	r.l.Phase = phaseOf(r.g.Game)
	run = Run{Lines: r.lines, Stop: r.stop, Held: r.held, View: r.g.Match.View(r.Side).After(r.told...),
		Undo: undo.Available(r.g.Game, r.User, r.Side)}
	run.List, err = r.ls.listing(ctx, r.g, r.Side, r.User, r.l, left)
	run.Table = tables.Of(r.g.Game)
	return run, err
}

// carryOut carries out lines until none is left for now, the list stops, or dice are pending, or a decision that the
// next line does not make.
func (r *runner) carryOut(ctx context.Context) error {
	for more := true; more; {
		lines, err := r.l.read(r.g.Game, r.Side)
		if err != nil {
			return err
		}
		r.l.miss(r.g.Game, r.Side, lines)
		line, ok := r.next(lines)
		if !ok || r.waits() && !r.answers(line) {
			return nil
		}
		if more, err = r.step(ctx, line); err != nil {
			return err
		}
	}
	return nil
}

// waits reports whether something is pending, or the game is over.
func (r *runner) waits() bool {
	return r.g.Waiting != nil || r.g.Over || r.g.Match.Standing().Owed != 0
}

// answers reports whether a line makes the pending decision. It is false if the other side must decide.
func (r *runner) answers(line order.Line) bool {
	if now := r.g.Match.Standing(); r.g.Waiting != nil || r.g.Over || now.By != r.Side {
		return false
	}
	tried, err := orders.RightsOf(r.g.Game, r.User, r.Side).Preview([]order.Line{line}, 0) // 0 for now
	return err == nil && tried.Lines[0].Err == nil
}

// next returns the next line for the present phase; ok is false for none. In a list for now it is the first line left.
// If that is for a later phase, ok is false. For an earlier one it is given, and then refused, unless another line was
// carried out before.
func (r *runner) next(lines []order.Line) (next order.Line, ok bool) {
	now := r.g.Match.Standing()
	for _, line := range lines {
		if !r.l.isLeft(line) {
			continue
		}
		if r.l.Turn != 0 {
			if line.Phase == now.Phase.Name && r.l.linesNow(r.Side, now) > 0 {
				return line, true
			}
			continue
		}
		return line, line.Phase == now.Phase.Name ||
			len(r.lines) == 0 && rules.Awaited(r.g.Match, r.Side, now.Phase.Name, line.Phase) == ""
	}
	return order.Line{}, false
}

// step gives the remaining commands of a line, or settles why it is not given. more says that the list goes on.
func (r *runner) step(ctx context.Context, line order.Line) (more bool, err error) {
	rest, given, err := r.ls.restOfLine(ctx, &r.l, line)
	if err != nil {
		return false, err
	}
	// all of it was given before the program stopped, or before dice were awaited
	if len(rest.Said) == 0 && rest.Unread == nil {
		r.l.settle(line, api.LineDone, 0)
		return true, nil
	}
	if r.l.Turn != 0 && line.Ends() && slices.ContainsFunc(r.l.Lines, func(k lineKept) bool {
		return k.Phase == line.Phase && k.Fate == api.LineRefused && !k.Told // the list's owner does not know yet
	}) {
		r.held = true
		return false, nil
	}
	tried, err := orders.RightsOf(r.g.Game, r.User, r.Side).Preview([]order.Line{rest}, 0) // 0 for now
	if err != nil {
		return false, err
	}
	if err = tried.Lines[0].Err; err == nil {
		err = r.give(ctx, rest, given)
	}
	var denial *view.Denial
	var problem *order.Problem
	if err == nil || !errors.As(err, &denial) && !errors.As(err, &problem) && !errors.As(err, new(*api.NotYours)) {
		return err == nil, err // the line was carried out, or could not be tried
	}
	if r.l.Turn == 0 {
		r.stop = err
		return false, nil
	}
	r.lines = append(r.lines, ExecutedLine{Line: rest, Err: err})
	r.l.settle(line, api.LineRefused, r.g.Match.Seq())
	return true, nil
}

// give gives the commands of a line until something is pending; given is how many of the line were given before.
func (r *runner) give(ctx context.Context, line order.Line, given int) error {
	done := ExecutedLine{Line: line}
	var before []order.UnitID
	for i, said := range line.Said {
		read, err := r.g.Match.ReadSaid(r.Side, said, before)
		if err != nil {
			return err
		}
		b, err := orders.Decide(r.g.Game, r.Side, read.Order)
		if err != nil {
			return err
		}
		id := r.mark + r.l.command(line.Number, given+i+1)
		told, err := r.ls.games.WriteBy(ctx, r.g, r.User, id, b)
		if err != nil {
			return err
		}
		passed, err := r.ls.games.Resume(ctx, r.g)
		if err != nil {
			return err
		}
		accounts := append([]view.Account{told}, passed...)
		for _, account := range accounts {
			done.Told = append(done.Told, account.For(r.Side)...)
		}
		r.told = append(r.told, accounts...)
		before = read.Order.Units(order.ListUnits)
		if i+1 < len(line.Said) && r.waits() {
			r.lines = append(r.lines, done)
			return nil
		}
	}
	r.lines = append(r.lines, done)
	r.l.settle(line, api.LineDone, 0)
	return nil
}
