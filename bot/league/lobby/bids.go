package lobby

import (
	"slices"

	"grognard/bot/league/bid"
)

// Call is what a player says in an auction. The program passes for one who is silent.
type Call struct {
	Auction int    `json:"auction"`
	Player  string `json:"player"`
	bid.Say
}

// Auction is an auction for the sides of a game. Its number is that of the older request of the match.
type Auction struct {
	bid.Auction

	Number int
	Match  Match
}

// Auction returns the running auction with a number, nil if there is none.
func (l *Lobby) Auction(number int) *Auction {
	i := slices.IndexFunc(l.Auctions, func(a Auction) bool { return a.Number == number })
	if i < 0 {
		return nil
	}
	return &l.Auctions[i]
}

// begin returns the event with which a game begins: its opening, or the auction for its sides.
func begin(m *Match) Event {
	if m.Most > 0 {
		return Event{Bids: m}
	}
	return Event{Met: m}
}

// result returns the match with the sides that an auction has given. If nobody has bid, the sides are drawn by die.
func (a *Auction) result() (m Match, err error) {
	m = a.Match
	players, ok := a.Sides()
	if ok {
		best := a.Best()
		m.Players, m.Bid, m.Secret = players, &best, nil
		return m, nil
	}
	if m.Die, err = Throw(m.Secret, m.Words); m.Die > 3 { // then the other player has the first side
		m.Players = [2]string{m.Players[1], m.Players[0]}
	}
	return m, err
}

// Handicap returns with how many steps of the module's handicap each side begins, in the order of play.
func (m *Match) Handicap() (given [2]int) {
	if m.Bid != nil && m.Steps != [2]int{} {
		given[2-m.Bid.Side] = m.Bid.Points // to the side that was not bid for
	}
	return given
}

// Call has a player bid, or pass.
func (l *Lobby) Call(player string, auction int, s bid.Say) (Event, error) {
	a := l.Auction(auction)
	if a == nil {
		return Event{}, bid.Refusal{Why: "over"}
	}
	return Event{Bid: &Call{auction, player, s}}, a.Check(player, s)
}
