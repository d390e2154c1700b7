package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/order"
)

// Command is a command as it is hashed for the dice. An order has one spelling, with its units sorted, so
// that somebody who knew the secret could not choose among spellings; the record says in which order a stack
// lies. Neither the interaction nor the time is part of it: an order that is given again, because the log
// failed to take it, gets the same dice.
type Command struct {
	Side  order.Side      `json:"side,omitempty"`
	Order json.RawMessage `json:"order"` // as order.Spec.Spell writes it
}

// Encode returns the command as JSON, and its SHA-256.
func (a Command) Encode() (json.RawMessage, [32]byte, error) {
	raw, err := json.Marshal(a)
	return raw, sha256.Sum256(raw), err
}

// Row returns the row of the command with the rules' record; raw is what Encode returned. A command without a side is
// the start of the game.
func (a Command) Row(raw json.RawMessage, record rules.Record) Body {
	b, p := Body{Version: BodyVersion}, &Result{Asked: raw, Record: record}
	if a.Side == "" {
		b.Started = p
	} else {
		b.Ordered = p
	}
	return b
}

// SideOfCommand returns the side of an encoded command, "" for none.
func SideOfCommand(command json.RawMessage) (order.Side, error) {
	var a Command
	err := json.Unmarshal(command, &a)
	return a.Side, err
}

// StartOrder is the order by which a game begins.
const StartOrder = `{"verb":"game start"}`

// UnitsAsOrdered are the units of an order by the names of its options, in the order in which its giver named them.
type UnitsAsOrdered map[string][]order.UnitID

// Apply returns the order with its units in the order in which its giver named them.
func (p UnitsAsOrdered) Apply(o order.Order) (order.Order, error) {
	for _, a := range o.Args {
		pile, piled := p[a.Name]
		if !piled {
			continue
		}
		if !slices.Equal(slices.Sorted(slices.Values(pile)), slices.Sorted(slices.Values(a.Units))) {
			return o, fmt.Errorf("the units of %q are others than those of the order", a.Name)
		}
		o = o.WithUnits(a.Name, pile...)
	}
	return o, nil
}

// Brief returns a line, shortened for an error message if it is long.
func Brief(line string) string {
	const most = 300
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}
