package orders

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Resolve returns the row that carries out the waiting command with dice that are bound to a round. Where a newer
// program finds the command illegal or cannot read it, the command has no effect, so that the game does not wait for
// ever.
func Resolve(g *ledger.Game, to ledger.Bound) (ledger.Body, error) {
	rowBody, err := decideWaiting(g, to)
	var refused *view.Denial
	var problem *order.Problem
	if errors.As(err, &refused) || errors.As(err, &problem) || errors.Is(err, errUnread) {
		to.Void = true
		return ledger.Body{Version: ledger.BodyVersion, Bound: &to}, nil
	}
	rowBody.Bound = &to
	return rowBody, err
}

// decideWaiting lets the rules decide the waiting command.
func decideWaiting(g *ledger.Game, to ledger.Bound) (ledger.Body, error) {
	value, err := to.Value()
	if err != nil {
		return ledger.Body{}, err
	}
	a, o, err := readWaiting(g)
	if err != nil {
		return ledger.Body{}, fmt.Errorf("%w: %w", errUnread, err)
	}
	roller := g.Roller(sha256.Sum256(g.Waiting.Asked), value)
	var record rules.Record
	if a.Side == "" {
		record, err = g.Match.Begin(roller)
	} else {
		record, err = g.Match.Decide(a.Side, o, roller)
	}
	rowBody := a.Row(g.Waiting.Asked, record)
	if g.Waiting.Standing {
		rowBody = rowBody.AsStanding()
	}
	return rowBody, err
}

// readWaiting returns the waiting command. For the start of the game, which is no order, o is the zero Order.
func readWaiting(g *ledger.Game) (a ledger.Command, o order.Order, err error) {
	if err = json.Unmarshal(g.Waiting.Asked, &a); err != nil || a.Side == "" {
		return a, o, err
	}
	if o, err = g.Match.Unspell(a.Order); err != nil {
		return a, o, err
	}
	o, err = g.Waiting.Piles.Apply(o)
	return a, o, err
}

// errUnread means that this program cannot read an order that an earlier one accepted.
var errUnread = errors.New("an accepted order cannot be read")
