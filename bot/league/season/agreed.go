package season

import (
	"slices"
	"time"
)

// Agreed is the format of games outside of seasons on which their players have agreed that they count for ratings: one
// by one, without an end and without an organiser.
const Agreed Format = "agreed"

// Agreement says that a player wants a game to count. It does when both want it.
type Agreement struct {
	Game    string  `json:"game"` // the referee's
	Channel string  `json:"channel"`
	Setting Setting `json:"setting"`
	Pair    Pair    `json:"pair"` // without who has not said so
}

// Asking is an Agreement of one player alone.
type Asking struct {
	By string
	Agreement
}

// AgreedTerms are those of all games of a server that count by agreement.
func AgreedTerms() Terms {
	t := DefaultTerms("Agreed games")
	t.Format = Agreed
	return t
}

// Asks reports whether somebody has said that he wants a game to count, which does not yet.
func Asks(s *Season, player, game string) bool {
	return player != "" && slices.ContainsFunc(s.Asked, func(o Asking) bool { return o.By == player && o.Game == game })
}

// Agree notes that a player wants a game to count. The other one has a name if he has said something before.
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
	case Asks(s, other, a.Game) && a.Pair.First == "":
		a.Pair.First = other
	case Asks(s, other, a.Game):
		a.Pair.Second = other
	}
	return Event{Agreed: &a}, nil
}

// agree makes a game of what both of its players want.
func agree(s *Season, by string, a Agreement, at time.Time) {
	if a.Pair.First == "" || a.Pair.Second == "" {
		s.Asked = append(slices.Clone(s.Asked), Asking{by, a})
		return
	}
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(o Asking) bool { return o.Game == a.Game })
	enter(s, at, a.Pair.First, a.Pair.Second)
	s.Games = append(s.Games, Game{Number: len(s.Games) + 1, Pair: a.Pair, Setting: a.Setting, ID: a.Game,
		Channel: a.Channel, Opened: at, Called: [2]time.Time{at, at}, Moved: [2]bool{true, true}})
}

// enter has players take part.
func enter(s *Season, at time.Time, players ...string) {
	for _, id := range players {
		if s.Player(id) == nil {
			s.Players = append(s.Players, Player{ID: id, Joined: at})
		}
		s.Player(id).Left = time.Time{}
	}
}
