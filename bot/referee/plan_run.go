package referee

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// A plan begins automatically when its owner's phase has lasted for the delay that he has chosen, unless he has
// given an order in it himself. Its orders are his own: each is a row by him, under an ID of its own. A run
// continues after decisions of the other side, after dice that wait for the beacon, and after decisions of its
// own side that its owner need not take himself. It stops at the first line that is refused.

// planAlarm carries out plans, one line each time it rings.
func (r *Referee) planAlarm() alarm {
	return alarm{
		next: func(ctx context.Context, g *game) (first time.Time, err error) {
			for _, m := range g.players() {
				at, err := r.planNext(ctx, g, m)
				if err != nil {
					return first, err
				}
				if !at.IsZero() && (first.IsZero() || at.Before(first)) {
					first = at
				}
			}
			return first, nil
		},
		ring: func(ctx context.Context, b *lockedGame, g *game) error {
			for _, m := range g.players() {
				at, err := r.planNext(ctx, g, m)
				if err != nil {
					return err
				}
				if !at.IsZero() && !at.After(r.now()) {
					_, err := (&planRunner{r: r, locked: b, g: g, sidePlayer: m}).step(ctx)
					return err
				}
			}
			return nil
		},
	}
}

func (r *Referee) planNext(ctx context.Context, g *game, m sidePlayer) (time.Time, error) {
	p, err := r.planOf(ctx, g, m.user)
	if err != nil || p == nil {
		return time.Time{}, err
	}
	at := g.planDue(p, m.side, m.user)
	if at.IsZero() || p.Runs {
		return at, nil
	}
	return r.playableFor(ctx, g, g.Since, p.delay())
}

// planDue is when a plan begins or goes on, the zero time where it must wait for something else.
func (g *game) planDue(p *plan, side order.Side, user string) (never time.Time) {
	now := g.match.Standing()
	switch {
	case g.acting() == "": // over, paused, waiting for a round
		return never
	case p.Runs && g.lastOwnOrder(side, user) <= p.From && now.Owed != 0 && (now.By != side || now.Owed == p.Asked):
		return never
	case p.Runs:
		return p.At
	case g.lastOwnOrder(side, user) != 0 || p.Stopped == g.reported() || !p.hasLines(side, now):
		return never
	}
	return g.Since.Add(p.delay())
}

// hasLines says whether a plan has lines for the present phase.
func (p *plan) hasLines(s order.Side, now view.Standing) bool {
	return now.Owed == 0 && now.Phase.Side == s && p.Turn == now.Turn &&
		slices.Contains(strings.Split(p.Text, "\n"), "# "+now.Phase.Name)
}

// planRunner carries out a user's plan.
type planRunner struct {
	r      *Referee
	locked *lockedGame
	g      *game
	sidePlayer
	told    []view.Account
	watched bool // its owner has begun it himself and waits for the result
}

// step begins a plan, gives its next line, or ends the run. More says that there may be another step to take at
// once.
func (u *planRunner) step(ctx context.Context) (more bool, err error) {
	kept, err := u.r.planOf(ctx, u.g, u.user)
	if err != nil || kept == nil {
		return false, err
	}
	p := *kept
	p.Done, p.Skipped = slices.Clone(p.Done), slices.Clone(p.Skipped)
	now := u.g.match.Standing()
	if !p.Runs {
		p.Runs, p.At, p.From = true, u.r.now().UTC(), u.g.match.Seq()
	}
	lines, err := u.g.match.ReadPlan(u.side, p.Text)
	if err != nil {
		return false, err
	}
	left := p.inPhase(lines, u.side, now)
	switch {
	case u.g.lastOwnOrder(u.side, u.user) > p.From:
		return false, u.end(ctx, p, lines, PlanYielded)
	case now.Owed != 0:
		return false, u.end(ctx, p, lines, PlanAsks)
	case len(left) == 0 || p.Turn != now.Turn:
		return false, u.end(ctx, p, lines, PlanDone)
	}
	line, given, err := u.r.ungiven(ctx, &p, left[0])
	if err != nil {
		return false, err
	}
	if len(line.Said) == 0 { // all of it was given before the program stopped, or before dice were awaited
		p.Done = append(p.Done, line.Number)
		return true, u.r.savePlan(ctx, u.g, u.user, p)
	}
	if given == 0 {
		meets, err := u.g.match.Meets(u.side, line.When)
		if err == nil && !meets {
			p.Skipped = append(p.Skipped, line.Number)
			return true, u.r.savePlan(ctx, u.g, u.user, p)
		}
	}
	if u.g.checkPlanned(u.side, u.user, line) != nil {
		return false, u.end(ctx, p, lines, PlanStopped)
	}
	if err := u.r.savePlan(ctx, u.g, u.user, p); err != nil { // store that it runs
		return false, err
	}
	return u.give(ctx, p, line, given)
}

// give gives the remaining commands of a line.
func (u *planRunner) give(ctx context.Context, p plan, l order.Planned, given int) (more bool, err error) {
	var before []order.UnitID
	for _, said := range l.Said {
		read, err := u.g.match.ReadSaid(u.side, said, before)
		if err != nil {
			return false, err
		}
		b, err := u.g.decide(u.side, read.Order)
		if err != nil {
			return false, err
		}
		given++
		told, err := u.r.writeBy(ctx, u.locked, u.g, u.user, p.command(l.Number, given), b)
		if err != nil {
			return false, err
		}
		passed, err := u.r.resume(ctx, u.locked, u.g)
		if err != nil {
			return false, err
		}
		u.told = append(append(u.told, told), passed...)
		before = read.Order.Units(order.ListUnits)
		if now := u.g.match.Standing(); u.g.Waiting != nil || now.Owed != 0 || u.g.over {
			return true, nil
		}
	}
	p.Done = append(p.Done, l.Number)
	return true, u.r.savePlan(ctx, u.g, u.user, p)
}

// ungiven is what is left of a line after the commands that were given, and how many were.
func (r *Referee) ungiven(ctx context.Context, p *plan, l order.Planned) (left order.Planned, given int, err error) {
	var before []order.UnitID
	for given < len(l.Said) {
		units, err := r.unitsOf(ctx, p.command(l.Number, given+1))
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

// checkPlanned refuses a line of a plan that cannot be given now, with a *view.Denial, an *order.Problem, a
// *NotYours, or a *Caution about its cost.
func (g *game) checkPlanned(s order.Side, user string, l order.Planned) error {
	if _, err := g.match.Meets(s, l.When); err != nil {
		return err
	}
	tried, err := g.match.Preview(s, []order.Line{l.Line})
	if err != nil {
		return err
	}
	t := tried.Lines[0]
	for _, o := range t.Orders {
		if err := g.rightsOf(user, s).check(o); err != nil && t.Err == nil {
			return err
		}
	}
	if t.Err == nil && len(t.Warnings) > 0 && !l.Anyway {
		return &Caution{Order: t.Orders[len(t.Orders)-1], Warnings: t.Warnings}
	}
	return t.Err
}

// end ends a run, or lets it wait for a decision of its owner. He is told, unless he began the run himself or
// has given an order since. What is left of the plan is kept.
func (u *planRunner) end(ctx context.Context, p plan, lines []order.Planned, why PlanEnd) error {
	rep := planReport{Seq: u.g.match.Seq(), From: p.From, Why: why}
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
	if rep.Rest = order.WritePlan(rest); why != PlanYielded || len(rep.Done)+len(rep.Skipped) > 0 {
		p.Reports = append(slices.Clone(p.Reports[max(0, len(p.Reports)+1-reportsKept):]), rep)
	}
	p.Text, p.Round, p.From, p.Done, p.Skipped = rep.Rest, p.Round+1, rep.Seq, nil, nil
	if p.Asked = 0; why == PlanAsks {
		p.Asked = u.g.match.Standing().Owed
	} else {
		p.Runs, p.Stopped = false, u.g.reported()
	}
	var said []storage.LateNotice
	if !u.watched && why != PlanYielded {
		said = append(said, storage.LateNotice{Seq: rep.Seq,
			Notice: storage.Notice{Audience: u.audience, Kind: string(Planned), From: min(rep.From+1, rep.Seq)}})
	}
	return u.r.savePlan(ctx, u.g, u.user, p, said...)
}

// BeginPlan carries out a user's plan in his own phase now, until it must wait. Errors: those of Order,
// ErrPlanNotNow, ErrPlanWaiting, and ErrNoPlan if the plan has changed since it was shown.
func (r *Referee) BeginPlan(ctx context.Context, c Command, shown string) (PlanRun, error) {
	var out PlanRun
	err := r.withOwnSide(ctx, c, func(b *lockedGame, g *game, s order.Side) error {
		if _, err := g.sideGivingOrder(c.User); err != nil {
			return err
		}
		kept, err := r.planOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		if kept == nil || kept.shown() != shown {
			return ErrNoPlan
		}
		p, now := *kept, g.match.Standing()
		if p.Turn = now.Turn; now.Owed != 0 {
			return ErrPlanWaiting
		}
		if !p.hasLines(s, now) {
			return ErrPlanNotNow
		}
		p.Runs, p.At, p.From, p.Asked = true, r.now().UTC(), g.match.Seq(), 0
		if err := r.savePlan(ctx, g, c.User, p); err != nil {
			return err
		}
		m, err := g.sidePlayerOf(c.User)
		if err != nil {
			return err
		}
		u := &planRunner{r: r, locked: b, g: g, sidePlayer: m, watched: true}
		if err := u.all(ctx); err != nil {
			return err
		}
		out, err = u.result(ctx)
		return errors.Join(err, r.reschedule(ctx, g))
	})
	return out, err
}

// all takes steps until the run has ended or must wait.
func (u *planRunner) all(ctx context.Context) error {
	for range 3 * order.MaxLines {
		at, err := u.r.planNext(ctx, u.g, u.sidePlayer)
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
func (u *planRunner) result(ctx context.Context) (PlanRun, error) {
	p, err := u.r.planOf(ctx, u.g, u.user)
	if err != nil || p == nil {
		return PlanRun{}, err
	}
	out := PlanRun{Rest: p.Text}
	if n := len(p.Reports); !p.Runs || p.Asked != 0 {
		out = u.g.planRunOf(u.side, u.user, p.Reports[n-1])
	}
	out.View, out.Table = u.g.match.View(u.side).After(u.told...), u.g.table()
	return out, nil
}

// planRunOf makes the PlanRun of a report. The game must be as the run left it, because the reason why the next
// line is refused is found out again.
func (g *game) planRunOf(s order.Side, user string, rep planReport) PlanRun {
	out := PlanRun{Done: rep.Done, Skipped: rep.Skipped, Rest: rep.Rest, Why: rep.Why}
	if rep.Why != PlanStopped {
		return out
	}
	lines, err := g.match.ReadPlan(s, rep.Rest)
	if err != nil {
		out.Stop = err
		return out
	}
	p := plan{}
	if left := p.inPhase(lines, s, g.match.Standing()); len(left) > 0 {
		out.Next, out.Stop = left[0].String(), g.checkPlanned(s, user, left[0])
	}
	return out
}

// planRun is what a user is told of the run of his plan that ended at the game's last row, and the row before
// the run; nil where he has no such plan, as after he handed over his seat.
func (r *Referee) planRun(ctx context.Context, g *game, user string, s order.Side) (*PlanRun, uint64, error) {
	paper, err := r.store.Paper(ctx, g.kept.ID, user, planKind)
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
	i := slices.IndexFunc(p.Reports, func(rep planReport) bool { return rep.Seq == g.match.Seq() })
	if i < 0 {
		return nil, 0, nil
	}
	out := g.planRunOf(s, user, p.Reports[i])
	return &out, p.Reports[i].From, nil
}

// ownPlan says whether a user has a plan that would begin or go on in this phase if he gave no order himself.
func (r *Referee) ownPlan(ctx context.Context, g *game, s order.Side, user string) bool {
	p, err := r.planOf(ctx, g, user)
	if err != nil || p == nil {
		return false
	}
	acted := g.lastOwnOrder(s, user)
	now := g.match.Standing()
	now.Owed = 0
	return p.Runs && acted <= p.From || !p.Runs && acted == 0 && p.Stopped != g.reported() && p.hasLines(s, now)
}

// planNotification completes the notification of a plan's run with its result, and with what the side was told
// during the run.
func (r *Referee) planNotification(ctx context.Context, g *game, told []toldRow, d mergedDelivery,
	e Notification) (_ Notification, err error) {
	side := sideOf(d.Audience)
	ran, from, err := r.planRun(ctx, g, e.Reader, side)
	if err != nil {
		return e, err
	}
	var lately []view.Account
	for _, t := range told {
		if t.seq > from {
			lately = append(lately, t.account)
		}
	}
	v := g.match.View(side).After(lately...)
	if ran == nil {
		e.Reader = "" // nothing is to be sent
	} else {
		ran.View, ran.Table = v, e.Table
	}
	e.Side, e.SideOnly, e.Plan = &v, &v, ran
	return e, nil
}

// PlanLeft is a plan that is no longer carried out automatically in this phase, because its owner has given an
// order himself.
type PlanLeft struct {
	Lines int    // the number of lines for this phase
	Shown string // names this version of the plan; "" where it had begun
}

// planLeft is a user's PlanLeft, nil where his plan has no line for this phase.
func (r *Referee) planLeft(ctx context.Context, g *game, s order.Side, user string) *PlanLeft {
	p, err := r.planOf(ctx, g, user)
	now := g.match.Standing()
	if err != nil || p == nil || !p.hasLines(s, now) {
		return nil
	}
	lines, err := g.match.ReadPlan(s, p.Text)
	left := p.inPhase(lines, s, now)
	if err != nil || len(left) == 0 {
		return nil
	}
	out := &PlanLeft{Lines: len(left)}
	if !p.Runs {
		out.Shown = p.shown()
	}
	return out
}
