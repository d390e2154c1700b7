// Package bid is an open auction for a side: two players say in turn how many victory points they give the other one to
// play it, until one passes. The last bidder has the side; when the game is over the other one gets the points.
//
//	a := bid.Auction{Players: [2]string{"anna", "boris"}, Most: 9}
//	first := a.Add("anna", at, bid.Say{Side: 2, Points: 1})
//	second := a.Add("boris", at, bid.Say{Side: 2, Points: 3})
//	third := a.Add("anna", at, bid.Say{}) // she passes
//	fmt.Println(a.Over(), a.Best(), a.Players[a.Winner()], errors.Join(first, second, third))
//
// The first bid names the side, and every later one is higher and for the same. If both pass at once there is no bid,
// and the sides are drawn.
//
// Settled says who wins a game with the bid: it compares the points, less or more by the bid, with the module's levels.
//
// RULING: the first bid that is offered is the smallest, for the favoured side. How balanced a scenario is, is known
// as the odds of a win. How many points make it even is not: that needs games that were played with different bids.
//
// If a module names a handicap, bids are in steps of it, with a limit for each side. The side that was not bid for
// begins the game with so many steps, and the points are counted as they are.
//
// Limits: two players. A bid counts only if the points decide: a player who resigns loses.
package bid

import (
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Silence is how long a player may say nothing. Then the program passes for him, once he is awake.
const Silence = 24 * time.Hour

// Say is a bid of so many points for a side, or a pass.
type Say struct {
	Side   int `json:"side,omitempty"`   // 1 or 2 in the order of play
	Points int `json:"points,omitempty"` // 0 for a pass
}

// Auction is the state of an auction: what was said so far.
type Auction struct {
	Players [2]string // the first one begins
	Most    int       // the most points that can be bid
	Steps   [2]int    // the most handicap steps that can be bid for each side; zero: bids are in points
	Since   time.Time // since when it is the next one's turn
	Said    []Say     // in turn
}

// Refusal is why something cannot be said: others, over, twice, turn, side, low or high.
type Refusal struct{ Why string }

func (r Refusal) Error() string { return "refused: " + r.Why }

// Turn returns the index of the player whose turn it is.
func (a *Auction) Turn() int { return len(a.Said) % 2 }

// Over reports whether the sides are given, or are to be drawn.
func (a *Auction) Over() bool {
	n := len(a.Said)
	return n > 1 && a.Said[n-1] == Say{} // if the first one passes at once, the other one may still bid
}

// Best returns the last bid, the zero Say if there is none.
func (a *Auction) Best() (best Say) {
	for _, s := range a.Said {
		if s.Points > 0 {
			best = s
		}
	}
	return best
}

// Winner returns the index of the player who bid last, -1 for nobody.
func (a *Auction) Winner() int {
	at := -1
	for i, s := range a.Said {
		if s.Points > 0 {
			at = i % 2
		}
	}
	return at
}

// Check returns the Refusal of what a player would say, nil if he can.
func (a *Auction) Check(player string, s Say) error {
	best := a.Best()
	switch {
	case player != a.Players[0] && player != a.Players[1]:
		return Refusal{"others"}
	case a.Over():
		return Refusal{"over"}
	case player != a.Players[a.Turn()] && len(a.Said) == 0: // the other one begins
		return Refusal{"turn"}
	case player != a.Players[a.Turn()]: // he spoke last
		return Refusal{"twice"}
	case s == Say{}:
		return nil
	case s.Side != 1 && s.Side != 2, best.Side != 0 && s.Side != best.Side:
		return Refusal{"side"}
	case s.Points <= best.Points:
		return Refusal{"low"}
	case s.Points > a.Limit(s.Side):
		return Refusal{"high"}
	}
	return nil
}

// Limit returns the most that can be bid for a side, 1 or 2.
func (a *Auction) Limit(side int) int {
	if a.Steps != [2]int{} {
		return a.Steps[side-1]
	}
	return a.Most
}

// Add adds what a player says. An error is that of Check.
func (a *Auction) Add(player string, at time.Time, s Say) error {
	if err := a.Check(player, s); err != nil {
		return err
	}
	a.Said, a.Since = append(a.Said[:len(a.Said):len(a.Said)], s), at // in a new array: copies of a keep theirs
	return nil
}

// Sides returns the players in the order of play; ok is false if nobody has bid.
func (a *Auction) Sides() (players [2]string, ok bool) {
	i := a.Winner()
	if i < 0 {
		return players, false
	}
	side := a.Best().Side - 1
	players[side], players[1-side] = a.Players[i], a.Players[1-i]
	return players, true
}

// Most returns the most points that can be bid in a game whose points are f: as many as its highest level needs. It is
// 0 for a game without levels that say who wins.
func Most(f *view.Fact) int {
	if f == nil || f.Victory == nil || len(f.Scale) == 0 {
		return 0
	}
	return f.Scale[0].AtLeast
}

// Settled returns who wins by the points of f when the bid s is added for the side other than s.Side. It is nil if the
// points do not say who wins.
func Settled(f *view.Fact, sides [2]order.Side, s Say) *view.Victory {
	if Most(f) == 0 || s.Side != 1 && s.Side != 2 {
		return nil
	}
	n := f.N + s.Points
	if f.Side == sides[s.Side-1] {
		n = f.N - s.Points // f counts the bidder's points
	}
	for _, level := range f.Scale {
		if n >= level.AtLeast {
			return level.Victory
		}
	}
	return f.Scale[len(f.Scale)-1].Victory
}
