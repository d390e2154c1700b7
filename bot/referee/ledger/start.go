package ledger

import (
	"encoding/json"
	"slices"

	"grognard/rules"
	"grognard/rules/handicap"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Start is the position with which a game begins, in its first row. It is stored, and not set up again at each
// loading, because a newer program may set up a scenario in another way.
type Start struct {
	Scenario string                 `json:"scenario,omitempty"` // for its orders of arrival
	Turn     int                    `json:"turn"`
	Turns    int                    `json:"turns,omitempty"` // the last turn; 0 for the scenario's own
	Drawn    []string               `json:"cup,omitempty"`   // as in rules.Position
	Phase    phase                  `json:"phase,omitzero"`
	Units    []placed               `json:"units"`
	Control  map[hex.Hex]order.Side `json:"control,omitempty"`
	Handicap handicap.Given         `json:"handicap,omitzero"`
	Own      json.RawMessage        `json:"own,omitempty"` // the series' part
}

type phase struct {
	Side order.Side `json:"side"`
	Name string     `json:"name"`
}

// placed has exactly the fields of rules.Placed, under the log's own names.
type placed struct {
	ID    order.UnitID `json:"id"`
	At    hex.Hex      `json:"at,omitzero"`
	Box   string       `json:"box,omitempty"`
	Due   int          `json:"due,omitempty"`
	Entry []hex.Hex    `json:"entry,omitempty"`
	Area  string       `json:"area,omitempty"`
	Waits bool         `json:"waits,omitempty"`
	Steps int          `json:"steps,omitempty"`
	Face  uint8        `json:"face,omitempty"`
	Marks []string     `json:"marks,omitempty"`
}

// NewStart returns the Start of a position. The error is that the series' part cannot be written.
func NewStart(p rules.Position) (Start, error) {
	s := Start{Scenario: p.Scenario, Turn: p.Turn, Turns: p.Turns, Drawn: p.Drawn,
		Phase: phase{p.Phase.Side, p.Phase.Name}, Control: p.Control, Handicap: p.Handicap}
	for _, u := range p.Units {
		s.Units = append(s.Units, placed(u))
	}
	if p.Own == nil {
		return s, nil
	}
	var err error
	s.Own, err = json.Marshal(p.Own)
	return s, err
}

// Position returns the position as the rules take it.
func (s Start) Position() rules.Position {
	p := rules.Position{Scenario: s.Scenario, Turn: s.Turn, Turns: s.Turns, Drawn: s.Drawn,
		Phase: view.Phase{Side: s.Phase.Side, Name: s.Phase.Name}, Control: s.Control, Handicap: s.Handicap}
	for _, u := range s.Units {
		p.Units = append(p.Units, rules.Placed(u))
	}
	if s.Own != nil {
		p.Own = s.Own
	}
	return p
}

// Choosers returns the sides with units for which they choose hexes before the first turn.
func (s Start) Choosers(d *modules.Definition) (sides []order.Side) {
	for _, side := range d.Sides {
		if slices.ContainsFunc(s.Units, func(u placed) bool {
			return u.At != hex.None && len(u.Entry) > 0 && d.Units[u.ID].Side == side.ID
		}) {
			sides = append(sides, side.ID)
		}
	}
	return sides
}
