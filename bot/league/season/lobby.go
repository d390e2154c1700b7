package season

import (
	"fmt"
	"slices"
	"time"
)

// meet adds an event of the lobby, and makes a game of a match.
func meet(s *Season, e Entry) error {
	if s.Terms.Format != Agreed {
		return fmt.Errorf("an event of a lobby in a season")
	}
	if err := s.Lobby.Apply(e.By, e.At, *e.Lobby, len(s.Games)+1); err != nil || e.Lobby.Met == nil {
		return err
	}
	m := e.Lobby.Met
	for _, id := range m.Players {
		if s.Player(id) == nil {
			s.Players = append(s.Players, Player{ID: id, Joined: e.At})
		}
		s.Player(id).Left = time.Time{}
	}
	s.Games = append(s.Games, Game{Number: len(s.Games) + 1, Pair: Pair{First: m.Players[0], Second: m.Players[1]},
		Setting: Setting{Module: m.Module, Clock: m.Pace}, Home: m.Channel, Met: m})
	return nil
}

// meetings are what is due in the lobby: its own events, and the games of which both players know that are casual, with
// which the season has nothing more to do.
func meetings(s *Season, now time.Time) (tasks []Task) {
	for _, e := range s.Lobby.Due(now) {
		tasks = append(tasks, Task{Kind: Note, Event: Event{Lobby: &e}})
	}
	for _, g := range s.Games {
		told := !slices.ContainsFunc([]int{0, 1}, func(seat int) bool {
			return g.Called[seat].IsZero() && !g.Moved[seat]
		})
		if g.Met != nil && g.Met.Casual && g.ID != "" && told && !g.IsOver() {
			e := Halved(g)
			e.Ended.How = Uncounted
			tasks = append(tasks, Task{Kind: Note, Event: e})
		}
	}
	return tasks
}
