package clocks

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/order"
)

// RunOut returns the row of a clock that has run out, with the game's default answer where there is one.
func RunOut(g *ledger.Game) ledger.Body {
	rowBody, side := ledger.Body{Version: ledger.BodyVersion}, g.Clock.Side
	if g.Match.Standing().Owed != 0 {
		if o, answers := g.Match.Default(side); answers {
			if decided, err := orders.Decide(g, side, o); err == nil { // otherwise the other side has the choice
				rowBody = decided
			}
		}
	}
	rowBody.Timed = &ledger.Timed{Does: api.RanOut, Side: side,
		Owed: g.Match.Standing().Owed != 0 && rowBody.Result() == nil && rowBody.Accepted == nil}
	return rowBody
}

// WaitOn returns the row by which the side with the choice waits for some days more.
func WaitOn(g *ledger.Game, user string, number, days int) (ledger.Body, error) {
	side, err := SideWithChoice(g, user, number)
	if err == nil && (days < 1 || days > api.MostWait) {
		err = api.ErrDays
	}
	return ledger.Body{Version: ledger.BodyVersion, Timed: &ledger.Timed{Does: api.WaitForClock, Side: side,
		Days: days}}, err
}

// Claim returns the row by which the side with the choice claims the game.
func Claim(g *ledger.Game, user string, number int) (ledger.Body, error) {
	_, err := SideWithChoice(g, user, number)
	if err == nil {
		_, err = g.SideOfSeatHolder(user)
	}
	if err == nil {
		err = g.CheckNotPaused()
	}
	if err == nil && g.Waiting != nil { // an order that ends the phase may wait for its dice
		err = g.AwaitingError()
	}
	if err != nil {
		return ledger.Body{}, err
	}
	return endings.End(g, api.Forfeited, g.Clock.Out.Side)
}

// SideWithChoice returns the side of a user who may choose, because the other side's clock has run out. number is
// that of the clock's running out, 0 for the last.
func SideWithChoice(g *ledger.Game, user string, number int) (order.Side, error) {
	side, err := sideSettlingClocks(g, user)
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

// EndsChoice reports whether a row ends the choice that the other side has since a clock ran out. It leaves rows about
// the clocks and about who plays to its callers. The choice ends with the end of the phase, with the answer if one was
// owed, or with an undo of what came before. Other orders do not end it: a player could keep his game open for ever by
// orders that change nothing.
func EndsChoice(g *ledger.Game, b ledger.Body) bool {
	if g.Clock == nil || g.Clock.Out == nil {
		return false
	}
	out := g.Clock.Out
	if u := b.Undone; u != nil {
		return out.Owed || slices.ContainsFunc(g.Clock.Added,
			func(a ledger.AddedTime) bool { return a.Row > u.To && a.Side != out.Side })
	}
	p := b.Result()
	return b.Ended != nil || p != nil && (p.Closes || p.Passes || out.Owed)
}
