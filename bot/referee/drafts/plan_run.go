package drafts

import (
	"context"
	"errors"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/plans"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// A plan begins automatically when its owner's phase has lasted for the delay that he has chosen, unless he has
// given an order in it himself. Its orders are his own: each is a row by him, under an ID of its own. A run
// continues after decisions of the other side, after dice that wait for the beacon, and after decisions of its
// own side that its owner need not take himself. It stops at the first line that is refused.

// alarm carries out plans, one line each time it rings.
func (ps *Plans) alarm() games.Alarm {
	return games.Alarm{
		Next: func(ctx context.Context, g *games.Held) (first time.Time, err error) {
			for _, m := range g.Players() {
				at, err := ps.planNext(ctx, g, m)
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
				at, err := ps.planNext(ctx, g, m)
				if err != nil {
					return err
				}
				if !at.IsZero() && !at.After(ps.games.Now()) {
					_, err := (&planRunner{r: ps, g: g, SidePlayer: m}).step(ctx)
					return err
				}
			}
			return nil
		},
	}
}

func (ps *Plans) planNext(ctx context.Context, g *games.Held, m ledger.SidePlayer) (time.Time, error) {
	p, err := ps.planOf(ctx, g, m.User)
	if err != nil || p == nil {
		return time.Time{}, err
	}
	at := plans.Due(g.Game, p, m.Side, m.User)
	if at.IsZero() || p.Runs {
		return at, nil
	}
	return ps.games.Holds.PlayableFor(ctx, g, g.Since, p.DelayTime())
}

// planRunner carries out a user's plan.
type planRunner struct {
	r *Plans
	g *games.Held
	ledger.SidePlayer
	told    []view.Account
	watched bool // its owner has begun it himself and waits for the result
}

// step begins a plan, gives its next line, or ends the run. More says that there may be another step to take at
// once.
func (u *planRunner) step(ctx context.Context) (more bool, err error) {
	kept, err := u.r.planOf(ctx, u.g, u.User)
	if err != nil || kept == nil {
		return false, err
	}
	p := *kept
	p.Done, p.Skipped = slices.Clone(p.Done), slices.Clone(p.Skipped)
	now := u.g.Match.Standing()
	if !p.Runs {
		p.Runs, p.At, p.From = true, u.r.games.Now().UTC(), u.g.Match.Seq()
	}
	lines, err := u.g.Match.ReadPlan(u.Side, p.Text)
	if err != nil {
		return false, err
	}
	left := p.InPhase(lines, u.Side, now)
	switch {
	case orders.LastOwnOrder(u.g.Game, u.Side, u.User) > p.From:
		return false, u.end(ctx, p, lines, api.PlanYielded)
	case now.Owed != 0:
		return false, u.end(ctx, p, lines, api.PlanAsks)
	case len(left) == 0 || p.Turn != now.Turn:
		return false, u.end(ctx, p, lines, api.PlanDone)
	}
	line, given, err := u.r.ungiven(ctx, &p, left[0])
	if err != nil {
		return false, err
	}
	if len(line.Said) == 0 { // all of it was given before the program stopped, or before dice were awaited
		p.Done = append(p.Done, line.Number)
		return true, u.r.savePlan(ctx, u.g, u.User, p)
	}
	if given == 0 {
		meets, err := u.g.Match.Meets(u.Side, line.When)
		if err == nil && !meets {
			p.Skipped = append(p.Skipped, line.Number)
			return true, u.r.savePlan(ctx, u.g, u.User, p)
		}
	}
	if plans.CheckLine(u.g.Game, u.Side, u.User, line) != nil {
		return false, u.end(ctx, p, lines, api.PlanStopped)
	}
	if err := u.r.savePlan(ctx, u.g, u.User, p); err != nil { // store that it runs
		return false, err
	}
	return u.give(ctx, p, line, given)
}

// give gives the remaining commands of a line.
func (u *planRunner) give(ctx context.Context, p plans.Plan, l order.Planned, given int) (more bool, err error) {
	var before []order.UnitID
	for _, said := range l.Said {
		read, err := u.g.Match.ReadSaid(u.Side, said, before)
		if err != nil {
			return false, err
		}
		b, err := orders.Decide(u.g.Game, u.Side, read.Order)
		if err != nil {
			return false, err
		}
		given++
		told, err := u.r.games.WriteBy(ctx, u.g, u.User, p.Command(l.Number, given), b)
		if err != nil {
			return false, err
		}
		passed, err := u.r.games.Resume(ctx, u.g)
		if err != nil {
			return false, err
		}
		u.told = append(append(u.told, told), passed...)
		before = read.Order.Units(order.ListUnits)
		if now := u.g.Match.Standing(); u.g.Waiting != nil || now.Owed != 0 || u.g.Over {
			return true, nil
		}
	}
	p.Done = append(p.Done, l.Number)
	return true, u.r.savePlan(ctx, u.g, u.User, p)
}

// ungiven is what is left of a line after the commands that were given, and how many were.
func (ps *Plans) ungiven(ctx context.Context, p *plans.Plan,
	l order.Planned) (left order.Planned, given int, err error) {
	var before []order.UnitID
	for given < len(l.Said) {
		units, err := ps.games.Logs.UnitsOf(ctx, p.Command(l.Number, given+1))
		if errors.Is(err, storage.ErrNotFound) {
			break
		}
		if err != nil {
			return l, given, err
		}
		given, before = given+1, units
	}
	if given == 0 {
		return l, 0, nil
	}
	l.Said = l.Said[given:]
	if len(l.Said) > 0 {
		l.Line = l.By(before)
	}
	return l, given, nil
}

// end ends a run, or lets it wait for a decision of its owner. He is told, unless he began the run himself or
// has given an order since. What is left of the plan is kept.
func (u *planRunner) end(ctx context.Context, p plans.Plan, lines []order.Planned, why api.PlanEnd) error {
	rep := plans.Report{Seq: u.g.Match.Seq(), From: p.From, Why: why}
	var rest []order.Planned
	for _, l := range lines {
		left, given, err := u.r.ungiven(ctx, &p, l)
		switch {
		case err != nil:
			return err
		case slices.Contains(p.Skipped, l.Number):
			rep.Skipped = append(rep.Skipped, l.String())
			continue
		case given > 0:
			rep.Done = append(rep.Done, l.String())
		}
		if len(left.Said) > 0 {
			rest = append(rest, left)
		}
	}
	if rep.Rest = order.WritePlan(rest); why != api.PlanYielded || len(rep.Done)+len(rep.Skipped) > 0 {
		p.Reports = append(slices.Clone(p.Reports[max(0, len(p.Reports)+1-reportsKept):]), rep)
	}
	p.Text, p.Round, p.From, p.Done, p.Skipped = rep.Rest, p.Round+1, rep.Seq, nil, nil
	if p.Asked = 0; why == api.PlanAsks {
		p.Asked = u.g.Match.Standing().Owed
	} else {
		p.Runs, p.Stopped = false, u.g.Reported()
	}
	var said []storage.LateNotice
	if !u.watched && why != api.PlanYielded {
		said = append(said, storage.LateNotice{Seq: rep.Seq,
			Notice: storage.Notice{Audience: u.Audience, Kind: string(api.Planned), From: min(rep.From+1, rep.Seq)}})
	}
	return u.r.savePlan(ctx, u.g, u.User, p, said...)
}

// BeginPlan carries out a user's plan in his own phase now, until it must wait. Errors: those of Order,
// ErrPlanNotNow, ErrPlanWaiting, and ErrNoPlan if the plan has changed since it was shown.
func (ps *Plans) BeginPlan(ctx context.Context, c api.Command, shown string) (api.PlanRun, error) {
	var out api.PlanRun
	err := ps.games.WithOwnSide(ctx, c, func(g *games.Held, s order.Side) error {
		if _, err := orders.SideOfGiver(g.Game, c.User); err != nil {
			return err
		}
		kept, err := ps.planOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		if kept == nil || kept.Version() != shown {
			return api.ErrNoPlan
		}
		p, now := *kept, g.Match.Standing()
		if p.Turn = now.Turn; now.Owed != 0 {
			return api.ErrPlanWaiting
		}
		if !p.HasLines(s, now) {
			return api.ErrPlanNotNow
		}
		p.Runs, p.At, p.From, p.Asked = true, ps.games.Now().UTC(), g.Match.Seq(), 0
		if err := ps.savePlan(ctx, g, c.User, p); err != nil {
			return err
		}
		m, err := g.SidePlayer(c.User)
		if err != nil {
			return err
		}
		u := &planRunner{r: ps, g: g, SidePlayer: m, watched: true}
		if err := u.all(ctx); err != nil {
			return err
		}
		out, err = u.result(ctx)
		return errors.Join(err, ps.games.Reschedule(ctx, g))
	})
	return out, err
}

// all takes steps until the run has ended or must wait.
func (u *planRunner) all(ctx context.Context) error {
	for range 3 * order.MaxLines {
		at, err := u.r.planNext(ctx, u.g, u.SidePlayer)
		if err != nil || at.IsZero() {
			return err
		}
		if more, err := u.step(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// result is the result of a run that the plan's owner began himself.
func (u *planRunner) result(ctx context.Context) (api.PlanRun, error) {
	p, err := u.r.planOf(ctx, u.g, u.User)
	if err != nil || p == nil {
		return api.PlanRun{}, err
	}
	out := api.PlanRun{Rest: p.Text}
	if n := len(p.Reports); !p.Runs || p.Asked != 0 {
		out = plans.RunOf(u.g.Game, u.Side, u.User, p.Reports[n-1])
	}
	out.View, out.Table = u.g.Match.View(u.Side).After(u.told...), tables.Of(u.g.Game)
	return out, nil
}

// PlanRun is what a user is told of the run of his plan that ended at the game's last row, and the row before
// the run; nil where he has no such plan, as after he handed over his seat.
func (ps *Plans) PlanRun(ctx context.Context, g *games.Held, user string, s order.Side) (*api.PlanRun, uint64, error) {
	paper, err := ps.store.Paper(ctx, g.Stored.ID, user, planKind)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	p, err := readPlan(paper)
	if err != nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(p.Reports, func(rep plans.Report) bool { return rep.Seq == g.Match.Seq() })
	if i < 0 {
		return nil, 0, nil
	}
	out := plans.RunOf(g.Game, s, user, p.Reports[i])
	return &out, p.Reports[i].From, nil
}

// OwnPlan says whether a user has a plan that would begin or go on in this phase if he gave no order himself.
func (ps *Plans) OwnPlan(ctx context.Context, g *games.Held, s order.Side, user string) bool {
	p, err := ps.planOf(ctx, g, user)
	if err != nil || p == nil {
		return false
	}
	acted := orders.LastOwnOrder(g.Game, s, user)
	now := g.Match.Standing()
	now.Owed = 0
	return p.Runs && acted <= p.From || !p.Runs && acted == 0 && p.Stopped != g.Reported() && p.HasLines(s, now)
}

// PlanLeft is a plan that is no longer carried out automatically in this phase, because its owner has given an
// order himself.
type PlanLeft struct {
	Lines int    // the number of lines for this phase
	Shown string // names this version of the plan; "" where it had begun
}

// PlanLeft is a user's PlanLeft, nil where his plan has no line for this phase.
func (ps *Plans) PlanLeft(ctx context.Context, g *games.Held, s order.Side, user string) *PlanLeft {
	p, err := ps.planOf(ctx, g, user)
	now := g.Match.Standing()
	if err != nil || p == nil || !p.HasLines(s, now) {
		return nil
	}
	lines, err := g.Match.ReadPlan(s, p.Text)
	left := p.InPhase(lines, s, now)
	if err != nil || len(left) == 0 {
		return nil
	}
	out := &PlanLeft{Lines: len(left)}
	if !p.Runs {
		out.Shown = p.Version()
	}
	return out
}
