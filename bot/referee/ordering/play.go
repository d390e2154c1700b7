// Package ordering carries out orders and takes them back, and says what can be ordered: verbs, offers, completions,
// warnings and odds.
//
// It may import the kernel (games), the ledger, the rules, and drafts for the list that a giver has begun.
// It must not know how an order was chosen, nor who is told of it.
//
// Limits: an order is given for a channel's game, by a user who plays a side of it.
package ordering

import (
	"context"
	"log/slog"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Orders carries out orders, takes them back, and says what can be ordered.
type Orders struct {
	games  *games.Games
	logger *slog.Logger
	lists  *drafts.Lists
}

// New returns the orders of games. Lists say what a giver has begun.
func New(g *games.Games, logger *slog.Logger, lists *drafts.Lists) *Orders {
	return &Orders{games: g, logger: logger, lists: lists}
}

// Order carries out an order that is given as text. Errors: an *order.Problem, a *view.Denial, a *NotYours,
// ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotStarted, ErrOver, a *Paused or an *Awaiting.
func (od *Orders) Order(ctx context.Context, c api.Command, text string) (Outcome, error) {
	return od.play(ctx, c, func(g *games.Held, s order.Side) (rules.Reading, error) { return g.Match.Parse(s, text) },
		func(*games.Held, order.Order, []view.Warning) error { return nil })
}

// Say carries out an order that is given as a verb and values of its options. Where its giver must accept its
// cost first, the error is a *Caution. Other errors are those of Order.
func (od *Orders) Say(ctx context.Context, c api.Command, v order.Verb, values map[string]string) (Outcome, error) {
	return od.play(ctx, c, func(g *games.Held, s order.Side) (rules.Reading, error) {
		return g.Match.Read(s, v, values)
	}, func(g *games.Held, o order.Order, warnings []view.Warning) error {
		return orders.CheckWarnings(g.Game, o, warnings)
	})
}

// Expect is the state of the game for which an order is meant, as when a button was made for it earlier. Zero
// fields are not compared.
type Expect struct {
	Question int // the decision that the order answers
	Turn     int
	Phase    view.Phase
	Seq      uint64 // the sequence of the last row of its log, as in view.Board
	Odds     int    // the digest of the odds that were shown for a fight
	// the digest of the warnings that the giver has accepted; he is asked about others. With nil he is not asked
	Warned *uint16
}

// holds reports whether a game is in the expected state.
func (e Expect) holds(now view.Standing, seq uint64) bool {
	return (e.Seq == 0 || e.Seq == seq) &&
		(e.Question == 0 || e.Question == now.Owed) &&
		(e.Turn == 0 || e.Turn == now.Turn) &&
		(e.Phase == view.Phase{} || e.Phase == now.Phase)
}

// Give carries out an order. The error is ErrStale where the game is not as expected, ErrOdds where only the
// odds are not, and a *Caution where the giver must accept its cost first. Other errors are those of Order.
func (od *Orders) Give(ctx context.Context, c api.Command, o order.Order, e Expect) (Outcome, error) {
	return od.play(ctx, c, func(g *games.Held, s order.Side) (rules.Reading, error) {
		if !e.holds(g.Match.Standing(), g.Match.Seq()) {
			return rules.Reading{}, api.ErrStale
		}
		if e.Odds != 0 {
			if err := orders.CheckOdds(g.Game, s, o, e.Odds); err != nil {
				return rules.Reading{}, err
			}
		}
		return rules.Reading{Order: o}, nil
	}, func(g *games.Held, o order.Order, warnings []view.Warning) error {
		if e.Warned == nil || *e.Warned == view.Digest(warnings) {
			return nil
		}
		return orders.CheckWarnings(g.Game, o, warnings)
	})
}

// play carries out the order that read returns, unless check refuses it.
func (od *Orders) play(ctx context.Context, c api.Command, read func(*games.Held, order.Side) (rules.Reading, error),
	check func(*games.Held, order.Order, []view.Warning) error) (Outcome, error) {
	var out Outcome
	var reading rules.Reading
	var warnings []view.Warning
	again, err := od.games.Execute(ctx, c, func(g *games.Held) (ledger.Body, error) {
		side, err := orders.SideOfGiver(g.Game, c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		if reading, err = read(g, side); err != nil {
			return ledger.Body{}, err
		}
		if err := orders.RightsOf(g.Game, c.User, side).Check(reading.Order); err != nil {
			return ledger.Body{}, err
		}
		warnings = g.Match.Warnings(side, reading.Order)
		if err := check(g, reading.Order, warnings); err != nil {
			return ledger.Body{}, err
		}
		return orders.Decide(g.Game, side, reading.Order)
	}, func(g *games.Held, told []view.Account) {
		// The giver plays a side: play would have refused him otherwise.
		side, _ := g.Side(c.User)
		out = Outcome{View: g.Match.View(side).After(told...), Table: tables.Of(g.Game), Behind: reading.Behind,
			Why: reading.Why, Order: reading.Order, Warnings: warnings, Undo: undo.Available(g.Game, c.User, side)}
		if out.View.Board().Due != nil {
			return
		}
		rest, err := od.lists.Begun(ctx, g, c.User)
		if err != nil { // the order is carried out, and answered without the list
			od.logger.Warn("a list that was begun cannot be read", "game", g.Stored.ID, "error", err)
		}
		out.Rest = rest
	})
	if again { // what was read now need not be what was carried out
		out.Order, out.Warnings, out.Behind, out.Why = order.Order{}, nil, nil, nil
	}
	return out, err
}

// Outcome is the answer to an order, for its giver alone.
type Outcome struct {
	View  view.Secret // the position after the order
	Table api.Table
	// his list with lines for this phase, begun or kept for it, without a preview; nil when he owes a decision
	Rest   *drafts.List
	Behind []view.Name // units that stay behind in a hex that the order named, unless the command comes again
	Why    []view.Text // why each unit of Behind stays

	Order    order.Order    // as it was read; the zero Order where the command had been carried out before
	Warnings []view.Warning // costs of the order that its giver may have overlooked

	Undo string // the name of the giver's last order, for Undo; "" where he cannot take it back at once
}
