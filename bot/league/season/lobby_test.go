package season

import (
	"testing"
	"time"

	"grognard/bot/league/lobby"
	"grognard/rules/must"
)

// A game of the lobby is opened, its players are called, and a casual one is then none of the season's; one whose
// player is forgotten before that is not opened, and nothing of the lobby is in a season that was announced.
func TestLobby_Games(t *testing.T) {
	at := time.Date(2027, 1, 4, 12, 0, 0, 0, time.UTC)
	for _, gone := range []bool{false, true} {
		var s Season
		add := func(by string, e Event) { must.Do(t, s.Apply(Entry{At: at, By: by, Event: e})) }
		terms := AgreedTerms()
		add("", Event{Announced: &terms})
		for _, by := range []string{"anna", "boris"} {
			w := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Secret: make([]byte, 32)}
			add(by, Event{Lobby: &lobby.Event{Sought: &w}})
		}
		var done []string
		for tasks := s.Tasks(at); len(tasks) > 0; tasks = s.Tasks(at) {
			switch e := tasks[0].Event; {
			case tasks[0].Kind == Open && gone:
				done = append(done, "gone")
				add("", Event{Left: &Leaving{Player: s.Games[0].Pair.Second}})
			case tasks[0].Kind == Open:
				done = append(done, "open")
				add("", Event{Opened: &Opening{Game: 1, ID: "g", Channel: "c"}})
			case e.Called != nil:
				done = append(done, "call")
				add("", e)
			default:
				add("", e)
			}
		}
		want := []string{"open", "call", "call"}
		if gone {
			want = []string{"gone"}
		}
		if g := s.Games[0]; len(done) != len(want) || !g.IsOver() || g.How != Uncounted || !g.Result.Unplayed {
			t.Errorf("done is %q, not %q; the game is %+v", done, want, g)
		}
	}
	s := Season{Terms: DefaultTerms("Summer"), Stage: Running}
	if s.Apply(Entry{At: at, Event: Event{Lobby: &lobby.Event{}}}) == nil {
		t.Error("a season has a lobby")
	}
}
