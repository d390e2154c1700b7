package ledger

import (
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// ranOut is the row of a clock that has run out, with the game's default answer where there is one.
func (g *Game) RanOut() Body {
	rowBody, side := Body{Version: BodyVersion}, g.Clock.Side
	if g.Match.Standing().Owed != 0 {
		if o, answers := g.Match.Default(side); answers {
			if decided, err := g.Decide(side, o); err == nil { // otherwise the other side has the choice
				rowBody = decided
			}
		}
	}
	rowBody.Timed = &TimedOf{Does: api.RanOut, Side: side}
	return rowBody
}

func (g *Game) WaitOn(user string, number, days int) (Body, error) {
	side, err := g.SideWithChoice(user, number)
	if err == nil && (days < 1 || days > api.MostWait) {
		err = api.ErrDays
	}
	return Body{Version: BodyVersion, Timed: &TimedOf{Does: api.WaitForClock, Side: side, Days: days}}, err
}

// seeks says whether a substitute is sought for the player of a side.
func (g *Game) Seeks(side order.Side) bool {
	h := g.OfferOf(side)
	return h != nil && h.Seeks
}

func (g *Game) Claim(user string, number int) (Body, error) {
	_, err := g.SideWithChoice(user, number)
	if err == nil {
		_, err = g.SideOfSeatHolder(user)
	}
	if err != nil {
		return Body{}, err
	}
	return g.End(api.Forfeited, g.Clock.Out.Side)
}

// sideSettlingClocks is the side for which a user may decide about the clocks: as its player, or his deputy.
func (g *Game) sideSettlingClocks(user string) (order.Side, error) {
	side, err := g.SideInPlay(user)
	if err == nil {
		_, err = g.sideOfCommander(user)
	}
	return side, err
}

// sideWithChoice is the side of a user who may choose, because the other side's clock has run out.
func (g *Game) SideWithChoice(user string, number int) (order.Side, error) {
	side, err := g.sideSettlingClocks(user)
	switch {
	case err != nil:
		return "", err
	case g.Clock == nil || g.Clock.Out == nil || number != 0 && number != g.Clock.Out.Number:
		return "", api.ErrNotOut
	case g.Clock.Out.Side == side:
		return "", api.ErrOwnClock
	}
	return side, nil
}

// returns says whether a row is the first one of a side after its clock has run out. That is announced even
// where the row itself is not, because it ends the other side's choice.
func (g *Game) returns(b Body) bool {
	return g.Clock != nil && g.Clock.Out != nil && b.Master == nil && b.Ended == nil &&
		(b.Play() != nil || b.Accepted != nil || b.Undone != nil)
}
