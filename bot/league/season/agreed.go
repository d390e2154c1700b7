package season

import (
	"slices"
	"time"
)

// Agreed is the format of the season that holds games outside of seasons which count for ratings because their players
// have agreed. It has no rounds, no end and no organiser.
const Agreed Format = "agreed"

// Agreement says that a player wants a game to count. It does when both want it.
type Agreement struct {
	Game    string  `json:"game"` // the referee's ID of the game
	Channel string  `json:"channel"`
	Setting Setting `json:"setting"`
	Pair    Pair    `json:"pair"` // with "" for a player who has not said so yet
}

// Asking is an Agreement of only one of the two players so far.
type Asking struct {
	By string
	Agreement
}

// AgreedTerms returns the terms of the season of a server's games that count by agreement.
func AgreedTerms() Terms {
	t := DefaultTerms("Agreed games")
	t.Format = Agreed
	return t
}

// Asks reports whether a player has said that he wants a game to count, while the other one has not yet.
func Asks(s *Season, player, game string) bool {
	return player != "" && slices.ContainsFunc(s.Asked, func(o Asking) bool { return o.By == player && o.Game == game })
}

// Agree returns the event that a player wants a game to count. other is the other player, "" if he has no name yet.
func Agree(s *Season, player, other string, a Agreement) (Event, error) {
	switch {
	case s.Terms.Format != Agreed:
		return Event{}, Refusal{Why: NotRunning}
	case player == other:
		return Event{}, Refusal{Why: Oneself}
	case player != a.Pair.First && player != a.Pair.Second:
		return Event{}, Refusal{Why: NotIn}
	case Asks(s, player, a.Game), slices.ContainsFunc(s.Games, func(g Game) bool { return g.ID == a.Game }):
		return Event{}, Refusal{Why: AlreadyIn}
	case Asks(s, other, a.Game) && a.Pair.First == "": // both want it now: the seat without a name is the other one's
		a.Pair.First = other
	case Asks(s, other, a.Game):
		a.Pair.Second = other
	}
	return Event{Agreed: &a}, nil
}

// agree stores a player's wish that a game count, or if both want it adds the game.
func agree(s *Season, by string, a Agreement, at time.Time) {
	if a.Pair.First == "" || a.Pair.Second == "" {
		s.Asked = append(slices.Clone(s.Asked), Asking{by, a})
		return
	}
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(o Asking) bool { return o.Game == a.Game })
	enter(s, at, a.Pair.First, a.Pair.Second)
	s.Games = append(s.Games, Game{Number: len(s.Games) + 1, Pair: a.Pair, Setting: a.Setting, ID: a.Game,
		Channel: a.Channel, Opened: at, Called: [2]time.Time{at, at}, Moved: [2]bool{true, true}}) // both know of it
}

// enter adds players to the season. One who has left it takes part again.
func enter(s *Season, at time.Time, players ...string) {
	for _, id := range players {
		if s.Player(id) == nil {
			s.Players = append(s.Players, Player{ID: id, Joined: at})
		}
		s.Player(id).Left = time.Time{}
	}
}
