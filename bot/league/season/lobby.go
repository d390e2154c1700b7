package season

import (
	"fmt"
	"time"
)

// meet applies an event of the lobby, and adds the game of a match.
func meet(s *Season, e Entry) error {
	if s.Terms.Format != Agreed {
		return fmt.Errorf("an event of a lobby in a season")
	}
	if err := s.Lobby.Apply(e.By, e.At, *e.Lobby, len(s.Games)+1); err != nil || e.Lobby.Met == nil {
		return err
	}
	m := e.Lobby.Met
	enter(s, e.At, m.Players[:]...)
	s.Games = append(s.Games, Game{Number: len(s.Games) + 1, Pair: Pair{First: m.Players[0], Second: m.Players[1]},
		Setting: Setting{Module: m.Module, Clock: m.Pace}, Home: m.Channel, Met: m, Opened: e.At})
	return nil
}

// reminders returns a warning for each player who does not come to a game of the lobby that counts. He is warned once,
// and it affects only his reliability.
func reminders(s *Season, g Game, now time.Time) (tasks []Task) {
	for seat, id := range []string{g.Pair.First, g.Pair.Second} {
		called := g.Called[seat]
		if !called.IsZero() && !g.Moved[seat] && g.Warned[seat].IsZero() && !now.Before(called.Add(s.Terms.Contact)) {
			tasks = append(tasks, Task{Kind: Note, Awake: []string{id},
				Event: Event{Warned: &Contact{Game: g.Number, Player: id}}})
		}
	}
	return tasks
}

// Patience is how long the program tries to open a game of the lobby: its channel or module may be gone.
const Patience = 24 * time.Hour

// meetings returns what is due in the lobby: its own events, warnings, and the end of games with which the season has
// nothing more to do: casual ones of which both players know, and those that could not be opened.
func meetings(s *Season, now time.Time) (tasks []Task) {
	for _, e := range s.Lobby.Due(now) {
		t := Task{Kind: Note, Event: Event{Lobby: &e}}
		if e.Bid != nil {
			t.Awake = []string{e.Bid.Player}
		}
		tasks = append(tasks, t)
	}
	for _, g := range s.Games {
		if g.Met == nil || g.IsOver() {
			continue
		}
		told, hopeless := true, now.Sub(g.Opened) >= Patience // whether both know of it; whether it can still be opened
		for seat, id := range []string{g.Pair.First, g.Pair.Second} {
			told = told && (!g.Called[seat].IsZero() || g.Moved[seat])
			hopeless = hopeless || !s.Player(id).Left.IsZero()
		}
		if g.ID != "" && !g.Met.Casual {
			tasks = append(tasks, reminders(s, g, now)...)
		}
		if g.ID == "" && hopeless || g.ID != "" && g.Met.Casual && told {
			tasks = append(tasks, Task{Kind: Note, Event: Halved(g)})
		}
	}
	return tasks
}
