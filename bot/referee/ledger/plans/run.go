package plans

import (
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/order"
	"grognard/rules/view"
)

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
