package ledger

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// ActingSince says which side a game waits for, and since when.
type ActingSince struct {
	Side  order.Side `json:"side,omitempty"` // "" while the game waits for nobody
	Row   uint64     `json:"row"`            // the row since which the game waits for Side
	Since time.Time  `json:"since"`          // the time of that row
	// the side that the game waited for before, long enough to call it
	Before order.Side `json:"before,omitempty"`
	// the rows since which Before was called, after the last call of another side
	Called []uint64 `json:"called,omitempty"`

	// how the call passed among the side's players since Row, in order
	Passed []CallPassRow `json:"passed,omitempty"`
}

// CallPass says that the call for a pending decision passes among the players of a side, by their slots; 0 is the
// player who has the seat.
type CallPass struct {
	Side order.Side `json:"side"`
	From []int      `json:"from,omitempty"` // those called before
	To   []int      `json:"to"`             // those called from now on
}

// CallPassRow is a CallPass with the sequence and the time of its row.
type CallPassRow struct {
	CallPass
	Row   uint64    `json:"row"`
	Since time.Time `json:"since"`
}

// CallDelay is how long a game must have waited for a side before its player is called.
const CallDelay = time.Minute

const maxCalls = 8 // how many rows ActingSince keeps in Called, and in Passed

// TurnTo stores that the game waits for another side from a row on. Before becomes the last side that the game waited
// for long enough to call: if that side was called then, it is not called again when the game returns to it at once.
func (a *ActingSince) TurnTo(side order.Side, row uint64, at time.Time) {
	before, called := a.Before, a.Called
	if at.Sub(a.Since) >= CallDelay {
		if before != a.Side {
			called = nil
		}
		before, called = a.Side, append(slices.Clip(called), a.Row)
	}
	*a = ActingSince{Side: side, Row: row, Since: at, Before: before, Called: called[max(len(called)-maxCalls, 0):]}
}

// PassOn stores that the call passed among the players of the side with a row.
func (a *ActingSince) PassOn(p CallPass, row uint64, at time.Time) {
	a.Passed = append(slices.Clip(a.Passed), CallPassRow{p, row, at})
	a.Passed = a.Passed[max(len(a.Passed)-maxCalls, 0):]
}

// ActingSide returns the side that the game waits for, "" for none.
func (g *Game) ActingSide() order.Side {
	if !g.Started || g.Over || g.Paused != nil || g.Waiting != nil {
		return ""
	}
	now := g.Match.Standing()
	if now.Owed != 0 {
		return now.By
	}
	return now.Phase.Side
}

// CalledSide returns the side to be called, "" for none: the one that the game waits for, and when the game is over
// the one with a decision still pending.
func (g *Game) CalledSide() order.Side {
	now := g.Match.Standing()
	switch {
	case g.Passing:
		return ""
	case g.Over && g.Ending == "" && now.Owed != 0:
		return now.By
	}
	return g.ActingSide()
}

// CalledPlayers returns the players of a seat who are called for what is pending, as everybody may know it.
func (g *Game) CalledPlayers(p Seat) []string {
	if len(p.Members) == 0 {
		return []string{p.User}
	}
	return api.Table{Seats: g.PublicSeats()}.Called(p.Side, g.Match.Public().Board().Due)
}
