package referee

import (
	"encoding/json"
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/rules/order"
	"grognard/storage"
)

// unitsIn reads the units of an encoded command.
func unitsIn(command json.RawMessage) ([]order.UnitID, error) {
	var a struct {
		Order struct {
			Units []order.UnitID `json:"units"`
		} `json:"order"`
	}
	err := json.Unmarshal(command, &a)
	return a.Order.Units, err
}

func read(row storage.Row) (ledger.Step, error) {
	var b ledger.Body
	if err := json.Unmarshal(row.Body, &b); err != nil {
		return ledger.Step{}, fmt.Errorf("game %s, row %d: %w", row.Game, row.Seq, err)
	}
	if b.Version != ledger.BodyVersion {
		return ledger.Step{}, fmt.Errorf("game %s, row %d: version %d is of a newer program", row.Game, row.Seq, b.Version)
	}
	return ledger.Step{Row: row, Body: b}, nil
}
