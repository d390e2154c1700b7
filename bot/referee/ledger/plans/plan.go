package plans

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Plan is a user's plan for a turn of his side, as it is stored in a paper.
type Plan struct {
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
	Asked   int       `json:"asked,omitempty"` // the decision for which the plan waits, after its owner was told

	Reports []Report `json:"reports,omitempty"` // on its last runs
}

// Report is what a plan's owner is told about a run.
type Report struct {
	Seq     uint64      `json:"seq"`
	From    uint64      `json:"from"` // the last row before the run
	Done    []string    `json:"done,omitempty"`
	Skipped []string    `json:"skipped,omitempty"`
	Rest    string      `json:"rest,omitempty"`
	Why     api.PlanEnd `json:"why,omitempty"`
}

// DelayBy sets the delay of the plan, in minutes; 0 leaves it as it is.
func (p *Plan) DelayBy(minutes int) error {
	if minutes < 0 || minutes > api.PlanDelayMost {
		return api.ErrPlanDelay
	}
	if minutes > 0 {
		p.Delay = minutes
	}
	return nil
}

// DelayTime returns how long the plan waits for its owner before it begins.
func (p *Plan) DelayTime() time.Duration {
	if p.Delay == 0 {
		return api.PlanDelay * time.Minute
	}
	return time.Duration(p.Delay) * time.Minute
}

// Renew makes the plan one that has not begun.
func (p *Plan) Renew(id, text string, turn int) {
	*p = Plan{ID: id, Delay: p.Delay, Turn: turn, Text: text, Reports: p.Reports}
}

// Version returns a name for this version of the plan.
func (p *Plan) Version() string {
	sum := sha256.Sum256([]byte(p.Text))
	return hex.EncodeToString(sum[:4])
}

// Command returns the ID of the nth command of a line, both counted from 1.
func (p *Plan) Command(line, n int) string {
	return fmt.Sprintf("%s%s/%d/%d.%d", ledger.PlanMark, p.ID, p.Round, line, n)
}

// InPhase returns the lines of a plan for the present phase, without those that were given or skipped; none in the
// other side's phase.
func (p *Plan) InPhase(lines []order.Planned, s order.Side, now view.Standing) (out []order.Planned) {
	for _, l := range lines {
		if l.Phase == now.Phase.Name && now.Phase.Side == s && !slices.Contains(p.Done, l.Number) &&
			!slices.Contains(p.Skipped, l.Number) {
			out = append(out, l)
		}
	}
	return out
}

// Write replaces the text of a plan, or adds to the text before, unless a line of the new text can never be carried
// out. A plan that is written during its owner's phase does not begin automatically in that phase.
func Write(g *ledger.Game, s order.Side, p *Plan, id, before, text string) error {
	lines, err := g.Match.ReadPlan(s, text)
	var kept []order.Planned
	if err == nil && before != "" {
		if kept, err = g.Match.ReadPlan(s, before); err == nil {
			lines, err = g.Match.ReadPlan(s, order.WritePlan(mergeLines(kept, lines)))
		}
	}
	if err != nil {
		return err
	}
	tried, err := g.Match.Plan(s, lines)
	if err != nil {
		return err
	}
	for _, l := range tried.Lines {
		if l.Never && !slices.ContainsFunc(kept, l.Plan.Same) { // its unit may have died since
			return &api.PlanRefused{Line: l}
		}
	}
	p.Renew(id, order.WritePlan(lines), tried.Turn)
	if g.Match.Standing().Phase.Side == s {
		p.Stopped = g.Reported()
	}
	return nil
}

// mergeLines joins two lists of lines. A line that ends a phase stays last, and an added one replaces a kept one of
// the same phase.
func mergeLines(kept, added []order.Planned) []order.Planned {
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

// Show returns a plan as its owner may see it.
func Show(g *ledger.Game, s order.Side, user string, p Plan) (api.TurnPlan, error) {
	out := api.TurnPlan{Text: p.Text, Shown: p.Version(), Delay: p.DelayTime(), Runs: p.Runs, Refused: p.Refused,
		Table: tables.Of(g), View: g.Match.View(s)}
	if n := len(p.Reports); n > 0 {
		last := p.Reports[n-1]
		out.Last = &api.PlanRun{Done: last.Done, Skipped: last.Skipped, Rest: last.Rest, Why: last.Why}
	}
	if p.Text == "" {
		return out, nil
	}
	lines, err := g.Match.ReadPlan(s, p.Text)
	if err != nil {
		return out, err
	}
	now := g.Match.Standing()
	out.Stale = p.Turn < now.Turn
	out.Now = len(p.InPhase(lines, s, now))
	if !p.Runs {
		out.Begins = Due(g, &p, s, user)
	}
	var denial *view.Denial
	if out.Tried, err = g.Match.Plan(s, lines); errors.As(err, &denial) {
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
			if err := orders.RightsOf(g, user, s).Check(o); err != nil && l.Err == nil {
				l.Err = err
			}
		}
	}
	return out, err
}

// Phase returns a name of the turn, the phase and the activation that a game is in.
func Phase(g *ledger.Game) string {
	now := g.Match.Standing()
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s", now.Turn, now.Phase.Side, now.Phase.Name, now.Phase.Group))
}

// Due returns when a plan begins or goes on, the zero time where it must wait for something else.
func Due(g *ledger.Game, p *Plan, side order.Side, user string) (never time.Time) {
	now := g.Match.Standing()
	switch {
	case g.ActingSide() == "": // over, paused, waiting for a round
		return never
	case p.Runs && orders.LastOwnOrder(g, side, user) <= p.From && now.Owed != 0 &&
		(now.By != side || now.Owed == p.Asked):
		return never
	case p.Runs:
		return p.At
	case orders.LastOwnOrder(g, side, user) != 0 || p.Stopped == g.Reported() || !p.HasLines(side, now):
		return never
	}
	return g.Since.Add(p.DelayTime())
}

// HasLines reports whether a plan has lines for the present phase.
func (p *Plan) HasLines(s order.Side, now view.Standing) bool {
	return now.Owed == 0 && now.Phase.Side == s && p.Turn == now.Turn &&
		slices.Contains(strings.Split(p.Text, "\n"), "# "+now.Phase.Name)
}

// CheckLine refuses a line of a plan that cannot be given now, with a *view.Denial, an *order.Problem, a *NotYours,
// or a *Caution about its cost.
func CheckLine(g *ledger.Game, s order.Side, user string, l order.Planned) error {
	if _, err := g.Match.Meets(s, l.When); err != nil {
		return err
	}
	tried, err := g.Match.Preview(s, []order.Line{l.Line})
	if err != nil {
		return err
	}
	t := tried.Lines[0]
	for _, o := range t.Orders {
		if err := orders.RightsOf(g, user, s).Check(o); err != nil && t.Err == nil {
			return err
		}
	}
	if t.Err == nil && len(t.Warnings) > 0 && !l.Anyway {
		return &api.Caution{Order: t.Orders[len(t.Orders)-1], Warnings: t.Warnings}
	}
	return t.Err
}

// RunOf returns the api.PlanRun of a report. The game must be as the run left it, because the reason why the next
// line is refused is found out again.
func RunOf(g *ledger.Game, s order.Side, user string, rep Report) api.PlanRun {
	out := api.PlanRun{Done: rep.Done, Skipped: rep.Skipped, Rest: rep.Rest, Why: rep.Why}
	if rep.Why != api.PlanStopped {
		return out
	}
	lines, err := g.Match.ReadPlan(s, rep.Rest)
	if err != nil {
		out.Stop = err
		return out
	}
	p := Plan{}
	if left := p.InPhase(lines, s, g.Match.Standing()); len(left) > 0 {
		out.Next, out.Stop = left[0].String(), CheckLine(g, s, user, left[0])
	}
	return out
}
