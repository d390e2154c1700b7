package ledger

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"grognard/bot/beacon"
	"grognard/rules/order"
	"grognard/storage"
)

// ReadStep decodes the body of a row. It refuses a body of a newer program.
func ReadStep(row storage.Row) (Step, error) {
	var b Body
	if err := json.Unmarshal(row.Body, &b); err != nil {
		return Step{}, fmt.Errorf("game %s, row %d: %w", row.Game, row.Seq, err)
	}
	if b.Version != BodyVersion {
		return Step{}, fmt.Errorf("game %s, row %d: version %d is of a newer program", row.Game, row.Seq, b.Version)
	}
	return Step{Row: row, Body: b}, nil
}

// OrderedUnits returns the units that the order of a row names. A row without an order is an error.
func OrderedUnits(s Step) ([]order.UnitID, error) {
	var asked json.RawMessage
	switch b := s.Body; {
	case b.Ordered != nil:
		asked = b.Ordered.Asked
	case b.Accepted != nil:
		asked = b.Accepted.Asked
	default:
		return nil, fmt.Errorf("game %s, row %d is no order of a list", s.Game, s.Seq)
	}
	var a struct {
		Order struct {
			Units []order.UnitID `json:"units"`
		} `json:"order"`
	}
	if err := json.Unmarshal(asked, &a); err != nil {
		return nil, fmt.Errorf("game %s, row %d: %w", s.Game, s.Seq, err)
	}
	return a.Order.Units, nil
}

// LastReport returns the last row that ended a phase or began the game, 0 for none: all rows up to it are announced.
func LastReport(steps []Step) (seq uint64) {
	for _, s := range steps {
		if s.Body.IsReported() {
			seq = s.Seq
		}
	}
	return seq
}

// BoundTo returns how a row states that dice are bound to a round of the beacon that a message named.
func BoundTo(r beacon.Round, message string) Bound {
	value := r.Randomness()
	return Bound{Round: r.Number, Signature: hex.EncodeToString(r.Signature),
		Randomness: hex.EncodeToString(value[:]), Message: message}
}
