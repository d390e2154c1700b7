package season

import (
	"slices"
	"time"
)

// Agreed is the format of games outside of seasons on which their players have agreed that they count for ratings: one
// by one, without an end and without an organiser.
const Agreed Format = "agreed"

// Agreement says that a player wants a game to count. It does when the other one says so, too.
type Agreement struct {
	Game    string  `json:"game"` // the referee's
	Channel string  `json:"channel"`
	Setting Setting `json:"setting"`
	Pair    Pair    `json:"pair"`
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

// Agree notes that a player wants a game to count.
func Agree(s *Season, player string, a Agreement) (Event, error) {
	_, plays := Game{Pair: a.Pair}.Has(player)
	switch {
	case s.Terms.Format != Agreed:
		return Event{}, Refusal{Why: NotRunning}
	case a.Pair.First == a.Pair.Second:
		return Event{}, Refusal{Why: Oneself}
	case !plays:
		return Event{}, Refusal{Why: NotIn}
	case slices.Contains(s.Asked, Asking{player, a}),
		slices.ContainsFunc(s.Games, func(g Game) bool { return g.ID == a.Game }):
		return Event{}, Refusal{Why: AlreadyIn}
	}
	return Event{Agreed: &a}, nil
}

// agree makes a game of what both of its players have said.
func agree(s *Season, by string, a Agreement, at time.Time) {
	i := slices.IndexFunc(s.Asked, func(o Asking) bool { return o.Agreement == a && o.By != by })
	if i < 0 {
		s.Asked = append(slices.Clone(s.Asked), Asking{by, a})
		return
	}
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(o Asking) bool { return o.Game == a.Game })
	for _, id := range []string{a.Pair.First, a.Pair.Second} {
		if s.Player(id) == nil {
			s.Players = append(s.Players, Player{ID: id, Joined: at})
		}
		s.Player(id).Left = time.Time{}
	}
	s.Games = append(s.Games, Game{Number: len(s.Games) + 1, Pair: a.Pair, Setting: a.Setting, ID: a.Game,
		Channel: a.Channel, Opened: at, Called: [2]time.Time{at, at}, Moved: [2]bool{true, true}})
}
