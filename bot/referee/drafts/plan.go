package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/plans"
	"grognard/rules/order"
	"grognard/storage"
)

// Plans keeps what users want to be ordered in a phase to come, and orders it when the phase has lasted long enough.
type Plans struct {
	games *games.Games
	store storage.Papers
}

// planKind is the kind of paper that keeps a plan.
const planKind = "plan"

// reportsKept limits the reports that are kept.
const reportsKept = 4

// planOf is a user's plan in a game, nil for none. The game caches it, because each command asks when it is
// due.
func (ps *Plans) planOf(ctx context.Context, g *games.Held, user string) (*plans.Plan, error) {
	if user == "" {
		return nil, nil
	}
	if p, known := papersOf(g).plans[user]; known {
		return p, nil
	}
	paper, err := ps.store.Paper(ctx, g.Stored.ID, user, planKind)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		papersOf(g).plans[user] = nil
		return nil, nil
	case err != nil:
		return nil, err
	}
	p, err := readPlan(paper)
	if err != nil {
		return nil, err
	}
	papersOf(g).plans[user] = p
	return p, nil
}

func readPlan(paper storage.Paper) (*plans.Plan, error) {
	p := &plans.Plan{}
	if err := json.Unmarshal([]byte(paper.Text), p); err != nil {
		return nil, fmt.Errorf("the plan of a player of game %s: %w", paper.Game, err)
	}
	return p, nil
}

// savePlan stores a plan, with notices for its owner in the same transaction.
func (ps *Plans) savePlan(ctx context.Context, g *games.Held, user string, p plans.Plan,
	said ...storage.LateNotice) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	delete(papersOf(g).plans, user) // read again if it cannot be saved
	paper := storage.Paper{Game: g.Stored.ID, User: user, Kind: planKind,
		At:   ps.games.Now().UTC().Truncate(time.Microsecond),
		Text: string(raw)}
	if err := ps.store.SavePaper(ctx, paper, said...); err != nil {
		return err
	}
	papersOf(g).plans[user] = &p
	if len(said) > 0 {
		ps.games.WakeUp()
	}
	return nil
}

// TurnPlan shows a user his plan in a game. Errors: those of Order.
func (ps *Plans) TurnPlan(ctx context.Context, c api.Command) (api.TurnPlan, error) {
	return ps.changePlan(ctx, c, func(*games.Held, order.Side, *plans.Plan) error { return nil })
}

// SetPlan replaces a user's plan, or adds to it. Delay is in minutes; 0 leaves it unchanged. Errors, which
// leave the plan unchanged: an *order.Problem for a text that cannot be read, a *PlanRefused for a line that
// can never be carried out, a *view.Denial where the game is over before the plan's turn, ErrPlanDelay.
func (ps *Plans) SetPlan(ctx context.Context, c api.Command, text string, add bool, delay int) (api.TurnPlan, error) {
	var refused error
	out, err := ps.changePlan(ctx, c, func(g *games.Held, s order.Side, p *plans.Plan) error {
		if err := p.DelayBy(delay); err != nil || text == "" {
			return err
		}
		before := ""
		if add {
			before = p.Text
		}
		if refused = plans.Write(g.Game, s, p, c.ID, before, text); refused != nil {
			p.Refused = text
		}
		return nil
	})
	if refused != nil {
		err = refused
	}
	return out, err
}

// DropPlanned removes a line from a user's plan, by its number in the version that he was shown; ErrNoPlan if
// the plan has changed since.
func (ps *Plans) DropPlanned(ctx context.Context, c api.Command, shown string, number int) (api.TurnPlan, error) {
	return ps.changePlan(ctx, c, func(g *games.Held, s order.Side, p *plans.Plan) error {
		lines, err := g.Match.ReadPlan(s, p.Text)
		if err != nil || p.Version() != shown || number < 1 || number > len(lines) {
			return errors.Join(api.ErrNoPlan, err)
		}
		stopped := p.Stopped
		p.Renew(c.ID, order.WritePlan(slices.Delete(lines, number-1, number)), p.Turn)
		if p.Stopped = stopped; g.Match.Standing().Phase.Side == s {
			p.Stopped = g.Reported()
		}
		return nil
	})
}

// KeepPlan adds what is left of a user's draft to his plan. Errors: those of SetPlan, ErrNoList.
func (ls *Lists) KeepPlan(ctx context.Context, c api.Command, draft string) (api.TurnPlan, error) {
	text, err := ls.Left(ctx, c, draft)
	if err != nil {
		return api.TurnPlan{}, err
	}
	return ls.plans.SetPlan(ctx, c, text, true, 0)
}

// DropPlan deletes a user's plan.
func (ps *Plans) DropPlan(ctx context.Context, c api.Command) error {
	return ps.games.WithOwnSide(ctx, c, func(g *games.Held, _ order.Side) error {
		delete(papersOf(g).plans, c.User)
		if err := ps.store.DropPaper(ctx, g.Stored.ID, c.User, planKind); err != nil {
			return err
		}
		return ps.games.Reschedule(ctx, g)
	})
}

// changePlan changes a user's plan, and shows it.
func (ps *Plans) changePlan(ctx context.Context, c api.Command,
	change func(*games.Held, order.Side, *plans.Plan) error) (api.TurnPlan,
	error) {
	var out api.TurnPlan
	err := ps.games.WithOwnSide(ctx, c, func(g *games.Held, s order.Side) error {
		kept, err := ps.planOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		was, p := plans.Plan{}, plans.Plan{}
		if kept != nil {
			was, p = *kept, *kept
		}
		if err := change(g, s, &p); err != nil {
			return err
		}
		if !sameJSON(was, p) {
			if err := ps.savePlan(ctx, g, c.User, p); err != nil {
				return err
			}
			if err := ps.games.Reschedule(ctx, g); err != nil {
				return err
			}
		}
		if out, err = plans.Show(g.Game, s, c.User, p); err == nil && !out.Begins.IsZero() {
			// the program may not have been running since
			out.Begins, err = ps.games.Holds.PlayableFor(ctx, g, g.Since, p.DelayTime())
		}
		return err
	})
	return out, err
}

func sameJSON(a, b plans.Plan) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
