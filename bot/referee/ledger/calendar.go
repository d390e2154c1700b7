package ledger

import (
	"grognard/rules/order"
)

// vacation says that the player of a side has announced a vacation, or cancelled one. Its dates are in his
// calendar alone, so that they can be forgotten with him.
type Vacation struct {
	Side order.Side `json:"side"`
}

// vacation is the row that announces that the player of a seat has announced or cancelled a vacation.
func (g *Game) Vacation(user string) (Body, error) {
	side, err := g.SideOfSeatHolder(user)
	return Body{Version: BodyVersion, Vacation: &Vacation{side}}, err
}
