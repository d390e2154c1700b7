package orders

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
)

// SideOfGiver returns the side of a user who gives an order now. Orders are refused while another one waits for its
// dice and while the game is paused.
func SideOfGiver(g *ledger.Game, user string) (order.Side, error) {
	side, err := g.SideMayOrder(user)
	if err == nil {
		err = g.CheckNotPaused()
	}
	if err == nil && g.Waiting != nil {
		err = g.AwaitingError()
	}
	return side, err
}

// Decide returns the row of an order of a side. Where its dice are bound to the beacon, the row only accepts the order.
func Decide(g *ledger.Game, side order.Side, o order.Order) (ledger.Body, error) {
	spelled, err := g.Match.Spell(o)
	if err != nil {
		return ledger.Body{}, err
	}
	return commandRow(g, ledger.Command{Side: side, Order: spelled}, unsortedUnits(o),
		func(r dice.Roller) (rules.Record, error) { return g.Match.Decide(side, o, r) })
}

// Begin returns the row by which a user begins the game.
func Begin(g *ledger.Game, user string) (ledger.Body, error) {
	if _, err := g.SideBeforeStart(user); err != nil {
		return ledger.Body{}, err
	}
	if slices.ContainsFunc(g.Seats, func(s ledger.Seat) bool { return s.User == "" }) {
		return ledger.Body{}, api.ErrSeatsOpen
	}
	return commandRow(g, ledger.Command{Order: json.RawMessage(ledger.StartOrder)}, nil, g.Match.Begin)
}

// commandRow returns the row of a command; decide has the rules decide it with a Roller. If the command needs dice that
// are bound to the beacon, the row only accepts it; its round is chosen when the row is written.
func commandRow(g *ledger.Game, c ledger.Command, piles ledger.UnitsAsOrdered,
	decide func(dice.Roller) (rules.Record, error)) (ledger.Body, error) {
	raw, hash, err := c.Encode()
	if err != nil {
		return ledger.Body{}, err
	}
	if g.Beacon == nil {
		record, err := decide(g.Roller(hash, nil))
		return c.Row(raw, record), err
	}
	probe := &diceProbe{}
	record, err := decide(probe)
	if probe.asked {
		return ledger.Body{Version: ledger.BodyVersion,
			Accepted: &ledger.Accepted{Asked: raw, Hash: hex.EncodeToString(hash[:]), Piles: piles}}, nil
	}
	return c.Row(raw, record), err
}

// diceProbe is a Roller that rolls nothing and notes that dice are needed.
type diceProbe struct{ asked bool }

var errAsked = errors.New("dice are asked for")

// Roll stores that dice are needed.
func (p *diceProbe) Roll(uint64, int) ([]int, error) {
	p.asked = true
	return nil, errAsked
}

// unsortedUnits returns the units of those options whose units are not sorted; nil for none.
func unsortedUnits(o order.Order) ledger.UnitsAsOrdered {
	var piles ledger.UnitsAsOrdered
	for _, a := range o.Args {
		if !slices.IsSorted(a.Units) {
			if piles == nil {
				piles = ledger.UnitsAsOrdered{}
			}
			piles[a.Name] = a.Units
		}
	}
	return piles
}

// CheckOdds refuses a fight whose odds do not have this digest.
func CheckOdds(g *ledger.Game, s order.Side, o order.Order, digest int) error {
	odds, err := g.Match.Odds(s, o)
	if err == nil && odds.Digest() != digest {
		err = api.ErrOdds
	}
	return err
}

// CheckWarnings refuses an order with warnings that its giver should be asked about.
func CheckWarnings(g *ledger.Game, o order.Order, warnings []view.Warning) error {
	if !slices.ContainsFunc(warnings, func(w view.Warning) bool { return w.Ask }) {
		return nil
	}
	return &api.Caution{Order: o, Picks: g.Match.Picks(o), Warnings: warnings}
}

// Parse returns the side and the order of an encoded command. It refuses a spelling other than that of Command.Encode.
func Parse(g *ledger.Game, by string, raw json.RawMessage) (order.Side, order.Order, error) {
	var a ledger.Command
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", order.Order{}, err
	}
	o, err := g.Match.Unspell(a.Order)
	if err != nil {
		return "", o, err
	}
	if by != "" && o.Word(order.Idle) != "" { // it would be a second spelling, with other dice
		return "", o, &api.Flaw{What: "a player gave the order, and it has the mark of a phase that passes by itself"}
	}
	spelled, _, err := a.Encode()
	if err == nil && !bytes.Equal(spelled, raw) {
		err = &api.Flaw{What: fmt.Sprintf("it asks for %s: that is spelled %s", ledger.Brief(string(raw)),
			ledger.Brief(string(spelled)))}
	}
	return a.Side, o, err
}

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
