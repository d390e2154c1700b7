package drafts

import (
	"context"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/order"
	"grognard/storage"
)

// A list for later begins by itself when its owner's phase has lasted for api.ListDelay, unless he has given an order
// in it himself. He is told when the phase begins, and when the list has stopped. It goes on after dice that wait for
// the beacon, and after decisions, if its owner need not take them himself.

// alarm tells owners of lists that they begin, and carries the lists out.
func (ls *Lists) alarm() games.Alarm {
	return games.Alarm{
		Next: func(ctx context.Context, g *games.Held) (first time.Time, err error) {
			for _, m := range g.Players() {
				at, err := ls.nextDue(ctx, g, m)
				if err != nil {
					return first, err
				}
				if !at.IsZero() && (first.IsZero() || at.Before(first)) {
					first = at
				}
			}
			return first, nil
		},
		Ring: func(ctx context.Context, g *games.Held) error {
			for _, m := range g.Players() {
				at, err := ls.nextDue(ctx, g, m)
				if err != nil {
					return err
				}
				if !at.IsZero() && !at.After(ls.games.Now()) {
					return ls.ring(ctx, g, m)
				}
			}
			return nil
		},
	}
}

// nextDue returns when a user's list is due: for telling him that it begins, to begin, or to go on.
func (ls *Lists) nextDue(ctx context.Context, g *games.Held, m ledger.SidePlayer) (time.Time, error) {
	l, err := ls.listOf(ctx, g, m.User)
	if err != nil || l == nil {
		return time.Time{}, err
	}
	if at := l.dueAt(g.Game, m.Side, m.User); at.IsZero() || l.Runs {
		return at, nil
	}
	if l.Told != g.Reported() {
		return dueAtOnce, nil
	}
	return ls.games.Holds.PlayableFor(ctx, g, g.Since, api.ListDelay)
}

// ring tells a user that his list begins, or carries it out as far as it goes now.
func (ls *Lists) ring(ctx context.Context, g *games.Held, m ledger.SidePlayer) error {
	l, err := ls.listOf(ctx, g, m.User)
	if err != nil || l == nil {
		return err
	}
	if !l.Runs && l.Told != g.Reported() {
		l.Told = g.Reported()
		return ls.save(ctx, g, m.User, *l, noticeOf(m, api.ListBegins, 0))
	}
	r := &runner{ls: ls, g: g, SidePlayer: m, l: *l, mark: ledger.ListMark}
	if !r.l.Runs {
		r.l.Runs, r.l.From, r.l.Asked = true, g.Match.Seq(), 0
		if err := ls.save(ctx, g, m.User, r.l); err != nil { // its owner is told, even if the program stops
			return err
		}
	}
	if orders.LastOwnOrder(g.Game, m.Side, m.User) > r.l.From {
		return r.end(ctx, api.ListYielded)
	}
	if err := r.carryOut(ctx); err != nil {
		return err
	}
	now := g.Match.Standing()
	switch {
	case r.held:
		return r.end(ctx, api.ListHeld)
	case r.l.linesNow(m.Side, now) > 0 && g.Waiting == nil && now.Owed != 0 && now.By == m.Side:
		return r.end(ctx, api.ListAsks)
	case g.Waiting != nil || r.l.linesNow(m.Side, now) > 0 && r.waits() && !g.Over:
		return ls.save(ctx, g, m.User, r.l) // it goes on after the dice, or the other side's decision
	}
	return r.end(ctx, api.ListDone)
}

// noticeOf returns a notice to a user that tells of the rows from the row from on; 0 stands for the game's last row.
func noticeOf(m ledger.SidePlayer, k api.Kind, from uint64) storage.Notice {
	return storage.Notice{Audience: m.Audience, Kind: string(k), From: from}
}

// end ends a run, or lets it wait for a decision of its owner. He is told, unless he has given an order since.
func (r *runner) end(ctx context.Context, why api.ListEnd) error {
	l, now := &r.l, r.g.Match.Standing()
	lines, err := l.read(r.g.Game, r.Side)
	if err != nil {
		return err
	}
	rep := report{List: l.ID, Seq: r.g.Match.Seq(), From: l.From, Why: why}
	for i, line := range lines {
		switch k := &l.Lines[i]; {
		case k.Fate == api.LineLeft && k.Phase != now.Phase.Name && l.Turn == now.Turn && now.Phase.Side == r.Side:
			rep.Later++ // its phase comes later in this turn
		case !k.Told:
			k.Told = k.Fate != api.LineLeft
			rep.Lines = append(rep.Lines, reported{line.Number, line.String(), k.Fate, k.At})
		}
	}
	if why == api.ListAsks {
		l.Asked = now.Owed
	} else {
		l.Asked, l.Runs, l.Held = 0, false, r.g.Reported()
	}
	l.From = rep.Seq
	if why == api.ListYielded {
		return r.ls.save(ctx, r.g, r.User, *l)
	}
	l.Reports = append(slices.Clone(l.Reports[max(0, len(l.Reports)+1-reportsKept):]), rep)
	return r.ls.save(ctx, r.g, r.User, *l, noticeOf(r.SidePlayer, api.ListRan, min(rep.From+1, rep.Seq)))
}

// Begins returns what a user is told before his list begins in the present phase; nil if it will not begin any more.
func (ls *Lists) Begins(ctx context.Context, g *games.Held, user string, s order.Side) (*api.ListRun, error) {
	l, err := ls.readList(ctx, g, user)
	if err != nil || l == nil || l.Runs || l.Told != g.Reported() || l.Held == g.Reported() ||
		l.linesNow(s, g.Match.Standing()) == 0 {
		return nil, err
	}
	at, err := ls.games.Holds.PlayableFor(ctx, g, g.Since, api.ListDelay)
	return &api.ListRun{ID: l.ID, Begins: at, Ahead: l.linesNow(s, g.Match.Standing())}, err
}

// Ran returns what a user is told of what his list has done up to the game's last row, and the last row before the list
// did it; nil if he has no such list, as after he handed over his seat.
func (ls *Lists) Ran(ctx context.Context, g *games.Held, user string, s order.Side) (*api.ListRun, uint64, error) {
	l, err := ls.readList(ctx, g, user)
	if err != nil || l == nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(l.Reports, func(rep report) bool { return rep.Seq == g.Match.Seq() })
	if i < 0 {
		return nil, 0, nil
	}
	rep := l.Reports[i]
	out := &api.ListRun{ID: l.ID, Why: rep.Why, Later: rep.Later}
	for _, t := range rep.Lines {
		line := api.ListLine{Number: t.Number, Text: t.Text, Fate: t.Fate}
		if t.Fate == api.LineRefused {
			if line.Err, err = ls.reason(ctx, g, user, s, rep.List, t); err != nil {
				return nil, 0, err
			}
		}
		out.Lines = append(out.Lines, line)
	}
	return out, rep.From, nil
}

// reason returns why a line was refused. It tries the line again in the position of that time: no error is stored.
func (ls *Lists) reason(ctx context.Context, g *games.Held, user string, s order.Side, list string,
	t reported) (why, err error) {
	if t.At != g.Match.Seq() {
		m, release, err := ls.games.Moment(ctx, g.Stored.ID, t.At, t.At)
		if err != nil {
			return nil, err
		}
		defer release()
		g = m.Game
	}
	lines, err := g.Match.List(s, t.Text)
	if err != nil {
		return err, nil // it was refused because it cannot be read
	}
	lines[0].Number = t.Number
	if lines[0], _, err = ls.restOfLine(ctx, &keptList{ID: list}, lines[0]); err != nil { // only the ID is used
		return nil, err
	}
	tried, err := orders.RightsOf(g.Game, user, s).Preview(lines[:1], 0) // 0 for now
	if err != nil {
		return nil, err
	}
	return tried.Lines[0].Err, nil
}
