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

// planKind is the kind of paper that keeps a plan.
const planKind = "plan"

// How many minutes after the beginning of a phase its plan begins, usually and at most. The delay lets the
// other side take back the end of its own phase.
const (
	PlanDelay     = 5
	PlanDelayMost = 60
)

// plan is a user's plan for a turn of his side, as it is stored in a paper.
type plan struct {
	ID      string `json:"id"`              // of the command that wrote it; the IDs of its orders begin with it
	Round   int    `json:"round,omitempty"` // how often its lines were renumbered since
	Delay   int    `json:"delay,omitempty"` // in minutes
	Turn    int    `json:"turn,omitempty"`  // the turn for which it is meant
	Text    string `json:"text,omitempty"`  // the lines that are left, as order.WritePlan writes them
	Refused string `json:"refused,omitempty"`

	// the row that began the phase in which it must not begin automatically
	Stopped uint64    `json:"stopped,omitempty"`
	Runs    bool      `json:"runs,omitempty"`
	At      time.Time `json:"at,omitzero"`    // since when it runs
	From    uint64    `json:"from,omitempty"` // the last row before it began
	Done    []int     `json:"done,omitempty"` // numbers of lines that were given since
	Skipped []int     `json:"skipped,omitempty"`
	Asked   int       `json:"asked,omitempty"` // the decision for which it waits, after its owner was told

	Reports []planReport `json:"reports,omitempty"` // on its last runs
}

// planReport is what a plan's owner is told about a run.
type planReport struct {
	Seq     uint64   `json:"seq"`
	From    uint64   `json:"from"` // the last row before the run
	Done    []string `json:"done,omitempty"`
	Skipped []string `json:"skipped,omitempty"`
	Rest    string   `json:"rest,omitempty"`
	Why     PlanEnd  `json:"why,omitempty"`
}

// reportsKept limits the reports that are kept.
const reportsKept = 4

// PlanEnd is why a run of a plan has stopped.
type PlanEnd string

// The reasons.
const (
	PlanDone    PlanEnd = ""         // the plan has no more lines for this phase
	PlanStopped PlanEnd = "stopped"  // the next line is refused, or has a cost that its owner must accept first
	PlanAsks    PlanEnd = "decision" // its owner owes a decision; he can continue the plan after it
	PlanYielded PlanEnd = "left"     // its owner gave an order himself
)

// TurnPlan is the orders that a user has written down for a turn of his side, to be carried out while he is
// away.
type TurnPlan struct {
	Text    string // "" for none
	Shown   string // names this version of the plan
	Tried   view.Plan
	Delay   time.Duration
	Begins  time.Time // when it begins automatically in the present phase; zero where it does not
	Runs    bool      // it has begun, and waits for the other side or for dice
	Now     int       // the number of lines for the present phase
	Stale   bool      // it was meant for a turn that is over
	Refused string    // the last text that could not be kept
	Last    *PlanRun  // its last run
	Table   Table
	View    view.Secret
}

// PlanRun is the result of a run of a plan, with lines as text.
type PlanRun struct {
	Done, Skipped []string
	Rest          string
	Why           PlanEnd
	Stop          error       // with PlanStopped: a *view.Denial, an *order.Problem or a *Caution
	Next          string      // with PlanStopped: the line that was not given
	View          view.Secret // the position after it, with what the side was told during the run
	Table         Table
}

// PlanRefused is the error for a plan with a line that can never be carried out; it is not kept.
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

// planOf is a user's plan in a game, nil for none. The game caches it, because each command asks when it is
// due.
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

// savePlan stores a plan, with notices for its owner in the same transaction.
func (r *Referee) savePlan(ctx context.Context, g *game, user string, p plan, said ...storage.LateNotice) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	delete(g.plans, user) // read again if it cannot be saved
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

// TurnPlan shows a user his plan in a game. Errors: those of Order.
func (r *Referee) TurnPlan(ctx context.Context, c Command) (TurnPlan, error) {
	return r.changePlan(ctx, c, func(*game, order.Side, *plan) error { return nil })
}

// SetPlan replaces a user's plan, or adds to it. Delay is in minutes; 0 leaves it unchanged. Errors, which
// leave the plan unchanged: an *order.Problem for a text that cannot be read, a *PlanRefused for a line that
// can never be carried out, a *view.Denial where the game is over before the plan's turn, ErrPlanDelay.
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

// write replaces the text of a plan, or adds to the text before, unless a line of the new text can never be
// carried out. A plan that is written during its owner's phase does not begin automatically in that phase.
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
		if l.Never && !slices.ContainsFunc(kept, l.Plan.Same) { // its unit may have died since
			return &PlanRefused{l}
		}
	}
	p.renew(id, order.WritePlan(lines), tried.Turn)
	if g.match.Standing().Phase.Side == s {
		p.Stopped = g.reported()
	}
	return nil
}

// together joins two lists of lines. A line that ends a phase stays last, and an added one replaces a kept one
// of the same phase.
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

// renew resets a plan to one that has not begun.
func (p *plan) renew(id, text string, turn int) {
	*p = plan{ID: id, Delay: p.Delay, Turn: turn, Text: text, Reports: p.Reports}
}

// DropPlanned removes a line from a user's plan, by its number in the version that he was shown; ErrNoPlan if
// the plan has changed since.
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

// KeepPlan adds what is left of a user's draft to his plan. Errors: those of SetPlan, ErrNoList.
func (r *Referee) KeepPlan(ctx context.Context, c Command, draft string) (TurnPlan, error) {
	text, err := r.Left(ctx, c, draft)
	if err != nil {
		return TurnPlan{}, err
	}
	return r.SetPlan(ctx, c, text, true, 0)
}

// DropPlan deletes a user's plan.
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
			out.Begins, err = r.playableFor(ctx, g, g.Since, p.delay()) // the program may not have been running since
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

// withOwnSide calls do under the lock of a command's game, with the side of the user.
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

// inPhase are the lines of a plan for the present phase, without those that were given or skipped; none in the
// other side's phase.
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

// shown is a name for this version of the plan.
func (p *plan) shown() string {
	sum := sha256.Sum256([]byte(p.Text))
	return hex.EncodeToString(sum[:4])
}

// planMark is the prefix of the IDs of orders that plans give.
const planMark = "plan "

// command is the ID of the nth command of a line, both counted from 1.
func (p *plan) command(line, n int) string {
	return fmt.Sprintf("%s%s/%d/%d.%d", planMark, p.ID, p.Round, line, n)
}

// isPlanned says whether a command of this ID was given by a plan.
func isPlanned(command string) bool { return strings.HasPrefix(command, planMark) }
