package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// planKind is the papers that hold plans.
const planKind = "plan"

// How long after the beginning of a phase its plan begins, in minutes, so that the other side can still
// take the end of its own phase back.
const (
	PlanDelay     = 5
	PlanDelayMost = 60
)

// plan is orders that a user has written down for later, as his paper has them.
type plan struct {
	ID      string `json:"id"`              // of the command that wrote it: its orders are known by it
	Round   int    `json:"round,omitempty"` // how often its lines were numbered anew since
	Delay   int    `json:"delay,omitempty"` // in minutes
	Turn    int    `json:"turn,omitempty"`  // for which it is meant
	Text    string `json:"text,omitempty"`  // of the lines that are left, as order.WritePlan has them
	Refused string `json:"refused,omitempty"`

	// the row with which the phase began in which it does not begin by itself
	Stopped uint64    `json:"stopped,omitempty"`
	Runs    bool      `json:"runs,omitempty"`
	At      time.Time `json:"at,omitzero"`    // since when it runs
	From    uint64    `json:"from,omitempty"` // the last row before
	Done    []int     `json:"done,omitempty"` // lines that were given since
	Skipped []int     `json:"skipped,omitempty"`
	Asked   int       `json:"asked,omitempty"` // the decision for which it waits, of which its owner was told

	Reports []planReport `json:"reports,omitempty"` // of its last runs
}

// planReport is what its owner is told of a run, when the game stood at a row.
type planReport struct {
	Seq     uint64   `json:"seq"`
	From    uint64   `json:"from"` // the last row before the run
	Done    []string `json:"done,omitempty"`
	Skipped []string `json:"skipped,omitempty"`
	Rest    string   `json:"rest,omitempty"`
	Why     PlanEnd  `json:"why,omitempty"`
}

// reportsKept is how many runs are remembered.
const reportsKept = 4

// PlanEnd is why a plan goes no further.
type PlanEnd string

// The ends of a run.
const (
	PlanDone    PlanEnd = ""         // it has no more lines for the phase that is being played
	PlanStopped PlanEnd = "stopped"  // the next line does not hold, or would cost something that is asked first
	PlanAsks    PlanEnd = "decision" // its owner owes a decision; after that he can go on
	PlanYielded PlanEnd = "left"     // its owner gave an order himself
)

// TurnPlan is orders that a user has written down for a turn of his side, as he may see them.
type TurnPlan struct {
	Text    string // "" for none
	Shown   string // names the plan as it is now
	Tried   view.Plan
	Delay   time.Duration
	Begins  time.Time // when it begins by itself in the phase that is being played; zero where it does not
	Runs    bool      // it has begun, and waits for the other side or for dice
	Now     int       // lines for the phase that is being played, where it is its owner's
	Stale   bool      // it was meant for a turn that is over
	Refused string    // what was written last and could not be kept
	Last    *PlanRun  // what was done of it last
	Table   Table
	View    view.Secret
}

// PlanRun is what became of a plan. Of lines it has the text.
type PlanRun struct {
	Done, Skipped []string
	Rest          string
	Why           PlanEnd
	Stop          error       // with PlanStopped: a *view.Denial, an *order.Problem or a *Caution
	Next          string      // with PlanStopped: the line
	View          view.Secret // after it, with what its side was told meanwhile
	Table         Table
}

// PlanRefused says that a plan was not kept because of a line that can never be carried out.
type PlanRefused struct{ Line view.Planned }

func (p *PlanRefused) Error() string {
	return fmt.Sprintf("line %d can never be carried out: %v", p.Line.Plan.Number, p.Line.Err)
}

func (p *PlanRefused) Unwrap() error { return p.Line.Err }

// What cannot be done with plans.
var (
	ErrNoPlan      = errors.New("that plan is not kept any more")
	ErrPlanNotNow  = errors.New("the plan has no line for this phase")
	ErrPlanDelay   = errors.New("no such delay of a plan")
	ErrPlanWaiting = errors.New("a decision is owed first")
)

// planOf is a user's plan in a game, nil when he has none. The game remembers it, because each command
// asks when it is due.
func (r *Referee) planOf(ctx context.Context, g *game, user string) (*plan, error) {
	if user == "" {
		return nil, nil
	}
	if p, known := g.plans[user]; known {
		return p, nil
	}
	paper, err := r.store.Paper(ctx, g.kept.ID, user, planKind)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		g.plans[user] = nil
		return nil, nil
	case err != nil:
		return nil, err
	}
	p, err := readPlan(paper)
	if err != nil {
		return nil, err
	}
	g.plans[user] = p
	return p, nil
}

func readPlan(paper storage.Paper) (*plan, error) {
	p := &plan{}
	if err := json.Unmarshal([]byte(paper.Text), p); err != nil {
		return nil, fmt.Errorf("the plan of a player of game %s: %w", paper.Game, err)
	}
	return p, nil
}

// savePlan keeps a plan, and with it what its owner is to be told.
func (r *Referee) savePlan(ctx context.Context, g *game, user string, p plan, said ...storage.LateNotice) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	delete(g.plans, user) // unknown, if it cannot be saved
	paper := storage.Paper{Game: g.kept.ID, User: user, Kind: planKind, At: r.now().UTC().Truncate(time.Microsecond),
		Text: string(raw)}
	if err := r.store.SavePaper(ctx, paper, said...); err != nil {
		return err
	}
	g.plans[user] = &p
	if len(said) > 0 {
		r.wakeUp()
	}
	return nil
}

// TurnPlan shows a user his plan in a game; Text is "" when he has none. Errors are those of Order.
func (r *Referee) TurnPlan(ctx context.Context, c Command) (TurnPlan, error) {
	return r.changePlan(ctx, c, func(*game, order.Side, *plan) error { return nil })
}

// SetPlan writes a user's plan anew, or adds to it. Errors: an *order.Problem for a text that cannot be
// read, a *PlanRefused for a line that can never be carried out, a *view.Denial where the game is over
// before it, ErrPlanDelay. The plan then stays as it was. A delay of 0 leaves it as it was.
func (r *Referee) SetPlan(ctx context.Context, c Command, text string, add bool, delay int) (TurnPlan, error) {
	var refused error
	out, err := r.changePlan(ctx, c, func(g *game, s order.Side, p *plan) error {
		if err := p.delayBy(delay); err != nil || text == "" {
			return err
		}
		before := ""
		if add {
			before = p.Text
		}
		if refused = g.write(s, p, c.ID, before, text); refused != nil {
			p.Refused = text
		}
		return nil
	})
	if refused != nil {
		err = refused
	}
	return out, err
}

func (p *plan) delayBy(minutes int) error {
	if minutes < 0 || minutes > PlanDelayMost {
		return ErrPlanDelay
	}
	if minutes > 0 {
		p.Delay = minutes
	}
	return nil
}

// write gives a plan another text behind the one before it, unless a line of the new text can never be
// carried out. A plan that is written in its owner's own phase does not begin in it by itself.
func (g *game) write(s order.Side, p *plan, id, before, text string) error {
	lines, err := g.match.ReadPlan(s, text)
	var kept []order.Planned
	if err == nil && before != "" {
		if kept, err = g.match.ReadPlan(s, before); err == nil {
			lines, err = g.match.ReadPlan(s, order.WritePlan(together(kept, lines)))
		}
	}
	if err != nil {
		return err
	}
	tried, err := g.match.Plan(s, lines)
	if err != nil {
		return err
	}
	for _, l := range tried.Lines {
		if l.Never && !slices.ContainsFunc(kept, l.Plan.Same) { // a unit may have died since a line was kept
			return &PlanRefused{l}
		}
	}
	p.renew(id, order.WritePlan(lines), tried.Turn)
	if g.match.Standing().Phase.Side == s {
		p.Stopped = g.reported()
	}
	return nil
}

// together are lines with others added: those come before the end of their phase, or bring another one.
func together(kept, added []order.Planned) []order.Planned {
	var all, ends []order.Planned
	for _, l := range kept {
		switch {
		case !l.Ends():
			all = append(all, l)
		case !slices.ContainsFunc(added, func(a order.Planned) bool { return a.Ends() && a.Phase == l.Phase }):
			ends = append(ends, l)
		}
	}
	return slices.Concat(all, added, ends)
}

// renew makes a plan one that was never begun.
func (p *plan) renew(id, text string, turn int) {
	*p = plan{ID: id, Delay: p.Delay, Turn: turn, Text: text, Reports: p.Reports}
}

// DropPlanned takes a line out of a user's plan, by its number in the plan as it was shown; ErrNoPlan
// when that is another one by now.
func (r *Referee) DropPlanned(ctx context.Context, c Command, shown string, number int) (TurnPlan, error) {
	return r.changePlan(ctx, c, func(g *game, s order.Side, p *plan) error {
		lines, err := g.match.ReadPlan(s, p.Text)
		if err != nil || p.shown() != shown || number < 1 || number > len(lines) {
			return errors.Join(ErrNoPlan, err)
		}
		stopped := p.Stopped
		p.renew(c.ID, order.WritePlan(slices.Delete(lines, number-1, number)), p.Turn)
		if p.Stopped = stopped; g.match.Standing().Phase.Side == s {
			p.Stopped = g.reported()
		}
		return nil
	})
}

// KeepPlan makes what is left of a draft of a user's a plan, behind the lines that his plan has. Errors:
// those of SetPlan, ErrNoList.
func (r *Referee) KeepPlan(ctx context.Context, c Command, draft string) (TurnPlan, error) {
	text, err := r.Left(ctx, c, draft)
	if err != nil {
		return TurnPlan{}, err
	}
	return r.SetPlan(ctx, c, text, true, 0)
}

// DropPlan does away with a user's plan.
func (r *Referee) DropPlan(ctx context.Context, c Command) error {
	return r.withOwnSide(ctx, c, func(_ *lockedGame, g *game, _ order.Side) error {
		delete(g.plans, c.User)
		if err := r.store.DropPaper(ctx, g.kept.ID, c.User, planKind); err != nil {
			return err
		}
		return r.reschedule(ctx, g)
	})
}

// changePlan changes a user's plan, and shows it.
func (r *Referee) changePlan(ctx context.Context, c Command, change func(*game, order.Side, *plan) error) (TurnPlan,
	error) {
	var out TurnPlan
	err := r.withOwnSide(ctx, c, func(_ *lockedGame, g *game, s order.Side) error {
		kept, err := r.planOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		was, p := plan{}, plan{}
		if kept != nil {
			was, p = *kept, *kept
		}
		if err := change(g, s, &p); err != nil {
			return err
		}
		if !sameJSON(was, p) {
			if err := r.savePlan(ctx, g, c.User, p); err != nil {
				return err
			}
			if err := r.reschedule(ctx, g); err != nil {
				return err
			}
		}
		if out, err = g.showPlan(s, c.User, p); err == nil && !out.Begins.IsZero() {
			out.Begins, err = r.playableFor(ctx, g, g.Since, p.delay()) // the program may have been away since
		}
		return err
	})
	return out, err
}

func sameJSON(a, b plan) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// withOwnSide takes hold of a channel's game for a command of one who plays in it.
func (r *Referee) withOwnSide(ctx context.Context, c Command, do func(*lockedGame, *game, order.Side) error) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	b, kept, err := r.lockChannel(ctx, c.Channel)
	if err != nil {
		return err
	}
	defer r.games.unlock(b)
	if c.Game != "" && c.Game != kept.ID {
		return ErrOtherGame
	}
	g, err := r.load(ctx, b, kept)
	if err != nil {
		return err
	}
	if err := g.checkChannel(c.Channel); err != nil {
		return err
	}
	if _, err := r.resume(ctx, b, g); err != nil {
		return err
	}
	side, err := g.sideMayOrder(c.User)
	if err != nil {
		return err
	}
	return do(b, g, side)
}

// showPlan is a plan as its owner may see it.
func (g *game) showPlan(s order.Side, user string, p plan) (TurnPlan, error) {
	out := TurnPlan{Text: p.Text, Shown: p.shown(), Delay: p.delay(), Runs: p.Runs, Refused: p.Refused,
		Table: g.table(), View: g.match.View(s)}
	if n := len(p.Reports); n > 0 {
		last := p.Reports[n-1]
		out.Last = &PlanRun{Done: last.Done, Skipped: last.Skipped, Rest: last.Rest, Why: last.Why}
	}
	if p.Text == "" {
		return out, nil
	}
	lines, err := g.match.ReadPlan(s, p.Text)
	if err != nil {
		return out, err
	}
	now := g.match.Standing()
	out.Stale = p.Turn < now.Turn
	out.Now = len(p.inPhase(lines, s, now))
	if !p.Runs {
		out.Begins = g.planDue(&p, s, user)
	}
	var denial *view.Denial
	if out.Tried, err = g.match.Plan(s, lines); errors.As(err, &denial) {
		out.Tried = view.Plan{After: out.View}
		for _, l := range lines {
			out.Tried.Lines = append(out.Tried.Lines, view.Planned{Tried: view.Tried{Line: l.Line, Err: err}, Plan: l})
		}
		err = nil
	}
	out.Tried.Turn = p.Turn
	for i := range out.Tried.Lines {
		l := &out.Tried.Lines[i]
		for _, o := range l.Orders {
			if err := g.rightsOf(user, s).check(o); err != nil && l.Err == nil {
				l.Err = err
			}
		}
	}
	return out, err
}

// inPhase are the lines of a plan for the phase that is being played, where it is its side's, but for
// those that were given or skipped.
func (p *plan) inPhase(lines []order.Planned, s order.Side, now view.Standing) (out []order.Planned) {
	for _, l := range lines {
		if l.Phase == now.Phase.Name && now.Phase.Side == s && !slices.Contains(p.Done, l.Number) &&
			!slices.Contains(p.Skipped, l.Number) {
			out = append(out, l)
		}
	}
	return out
}

func (p *plan) delay() time.Duration {
	if p.Delay == 0 {
		return PlanDelay * time.Minute
	}
	return time.Duration(p.Delay) * time.Minute
}

// shown tells plans apart.
func (p *plan) shown() string {
	sum := sha256.Sum256([]byte(p.Text))
	return hex.EncodeToString(sum[:4])
}

// planMark begins the identifiers of the orders that plans give.
const planMark = "plan "

// command is the identifier of the nth command of a line, both from 1.
func (p *plan) command(line, n int) string {
	return fmt.Sprintf("%s%s/%d/%d.%d", planMark, p.ID, p.Round, line, n)
}

// isPlanned says whether a row was given by a plan.
func isPlanned(command string) bool { return strings.HasPrefix(command, planMark) }
