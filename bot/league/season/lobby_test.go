package season

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/league/lobby"
	"grognard/rules/must"
)

// A game of the lobby is opened, its players are called, and a casual one is then none of the season's; one that is
// never opened, as a player was forgotten or for another reason, is given up. Nothing of the lobby is in a season that
// was announced.
func TestLobby_Games(t *testing.T) {
	at := time.Date(2027, 1, 4, 12, 0, 0, 0, time.UTC)
	for want, patience := range map[string]time.Duration{"open call call": 0, "gone": 0, "late": Patience} {
		var s Season
		at, done := at, []string{}
		add := func(by string, e Event) { must.Do(t, s.Apply(Entry{At: at, By: by, Event: e})) }
		terms := AgreedTerms()
		add("", Event{Announced: &terms})
		for _, by := range []string{"anna", "boris"} {
			w := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Secret: make([]byte, 32)}
			add(by, Event{Lobby: &lobby.Event{Sought: &w}})
		}
		for tasks := s.Tasks(at); len(tasks) > 0; tasks = s.Tasks(at) {
			switch task := tasks[0]; {
			case task.Kind == Open && len(tasks) > 1: // it is tried in vain
				add("", tasks[1].Event)
			case task.Kind == Open && want == "gone":
				done = append(done, "gone")
				add("", Event{Left: &Leaving{Player: s.Games[0].Pair.Second}})
			case task.Kind == Open && want == "late":
				if next := s.Next(at); !next.Equal(at.Add(patience)) {
					t.Errorf("it is given up at %v", next)
				}
				done, at = append(done, "late"), at.Add(patience)
			case task.Kind == Open:
				done = append(done, "open")
				add("", Event{Opened: &Opening{Game: 1, ID: "g", Channel: "c"}})
			case task.Event.Called != nil:
				done = append(done, "call")
				add("", task.Event)
			default:
				add("", task.Event)
			}
		}
		if g := s.Games[0]; strings.Join(done, " ") != want || !g.IsOver() || g.How != Uncounted || !g.Result.Unplayed {
			t.Errorf("done is %q, not %s; the game is %+v", done, want, g)
		}
	}
	s := Season{Terms: DefaultTerms("Summer"), Stage: Running}
	if s.Apply(Entry{At: at, Event: Event{Lobby: &lobby.Event{}}}) == nil {
		t.Error("a season has a lobby")
	}
}
