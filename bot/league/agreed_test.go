package league_test

import (
	"errors"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

// A game counts when both of its players have said so, each once, whatever dies in between; its own end is its result,
// and it stays its players' own.
func TestAgree(t *testing.T) {
	w := begin(t)
	a := league.Agreement{Game: "kiev", Channel: "12", Setting: season.Setting{Module: "drill"},
		Users: [2]string{"anna", "boris"}}
	w.games["kiev"] = league.Standing{Started: true}
	refused := func(user string, a league.Agreement, why season.Why) {
		t.Helper()
		_, err := w.Agree(t.Context(), w.by(user), "900", a)
		if r, ok := errors.AsType[season.Refusal](err); !ok || r.Why != why {
			t.Errorf("%s: %v; want %s", user, err, why)
		}
	}
	agree := func(user string, a league.Agreement) league.View {
		t.Helper()
		return must.Get(w.Agree(t.Context(), w.by(user), "900", a))(t)
	}
	refused("olga", a, season.NotIn)
	first := w.by("anna")
	for range 2 { // Discord delivers it twice
		if v := must.Get(w.Agree(t.Context(), first, "900", a))(t); len(v.Games) != 0 || len(v.Asked) != 1 {
			t.Fatalf("%+v", v.Season)
		}
	}
	refused("anna", a, season.AlreadyIn)
	w.restart()
	moved := a
	moved.Channel = "14"
	v := agree("boris", moved)
	if len(v.Games) != 1 || len(v.Asked) != 0 || len(v.Organisers) != 0 || v.Games[0].Channel != "14" || w.Playing("kiev") != v.ID {
		t.Fatalf("%+v", v.Season)
	}
	refused("boris", a, season.AlreadyIn)
	w.absent = []calendar.Span{{From: w.now.Add(-9 * time.Hour), Until: w.now}} // which matters to no game here
	must.Do(t, errors.Join(w.Reach(t.Context(), "900", false), w.Step(t.Context(), v.ID)))
	if ids := must.Get(w.Briefs(t.Context(), "900", 9))(t); len(ids) != 0 || len(w.told) != 3 {
		t.Errorf("%v is a season like others; told %+v", ids, w.told)
	}
	lost := league.Agreement{Game: "lost", Channel: "13", Users: a.Users}
	agree("anna", lost)
	agree("boris", lost)
	w.games["kiev"] = league.Standing{Started: true, Over: true, Known: true, Points: [2]int{2, 0}}
	w.games["lost"] = league.Standing{Started: true, Over: true}
	w.Changed("kiev")
	w.restart()
	must.Do(t, w.Step(t.Context(), v.ID))
	v = must.Get(w.Look(t.Context(), v.ID))(t)
	if r := v.Games[0].Result; r == nil || r.Points != [2]int{2, 0} || r.Unplayed || w.Playing("kiev") != "" {
		t.Errorf("%+v", v.Games[0])
	}
	if r := v.Games[1].Result; r == nil || !r.Unplayed || len(w.ended) != 0 {
		t.Errorf("without a result: %+v, closed %v", v.Games[1], w.ended)
	}
}

// After a seat has changed hands only its present player's agreement counts; nobody takes back what was agreed.
func TestAgree_NobodysToChange(t *testing.T) {
	w := begin(t)
	a := league.Agreement{Game: "kiev", Channel: "12", Users: [2]string{"anna", "boris"}}
	must.Get(w.Agree(t.Context(), w.by("anna"), "900", a))(t)
	a.Users[0] = "carla"
	if v := must.Get(w.Agree(t.Context(), w.by("boris"), "900", a))(t); len(v.Games) != 0 {
		t.Fatalf("anna plays no more: %+v", v.Games)
	}
	v := must.Get(w.Agree(t.Context(), w.by("carla"), "900", a))(t)
	if len(v.Games) != 1 || v.Names[v.Games[0].Pair.First] != "carla" || v.Names[v.Games[0].Pair.Second] != "boris" {
		t.Fatalf("%+v of %v", v.Games, v.Names)
	}
	carla := v.Games[0].Pair.First
	for name, decide := range map[string]func(s *season.Season) (season.Event, error){
		"leave":     func(s *season.Season) (season.Event, error) { return s.Leave(carla, season.Leaving{Player: carla}) },
		"join":      func(s *season.Season) (season.Event, error) { return s.Join(carla, season.SignUp{}) },
		"take over": func(s *season.Season) (season.Event, error) { return s.TakeOver(carla) },
		"cancel": func(s *season.Season) (season.Event, error) {
			return s.Stop(carla, season.Halt{How: season.Cancelled, Reason: "x"})
		},
	} {
		err := w.Do(t.Context(), v.ID, w.by("carla"), func(s *season.Season, _ string, _ func(string) (string, error)) (season.Event,
			error) {
			return decide(s)
		})
		if _, refused := errors.AsType[season.Refusal](err); !refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	terms := season.AgreedTerms()
	if _, err := w.Announce(t.Context(), w.by("carla"), "900", terms); err == nil {
		t.Error("another such season is announced")
	}
}

// Who is forgotten leaves the game as it is: the other one has won or lost it all the same.
func TestAgree_Forgotten(t *testing.T) {
	w := begin(t)
	a := league.Agreement{Game: "kiev", Channel: "12", Users: [2]string{"anna", "boris"}}
	for _, user := range a.Users {
		must.Get(w.Agree(t.Context(), w.by(user), "900", a))(t)
	}
	must.Get(w.Agree(t.Context(), w.by("anna"), "901", league.Agreement{Game: "minsk", Users: [2]string{"x", "anna"}}))(t)
	must.Get(w.store.Forget(t.Context(), "anna"))(t)
	must.Get(w.Forget(t.Context(), "anna"))(t)
	w.games["kiev"] = league.Standing{Started: true, Over: true, Known: true, Points: [2]int{0, 2}}
	w.Changed("kiev")
	must.Do(t, w.Step(t.Context(), league.Agreed("900")))
	v := must.Get(w.Look(t.Context(), league.Agreed("900")))(t)
	elsewhere := must.Get(w.Look(t.Context(), league.Agreed("901")))(t)
	if v.Gone["player 1"] == "" || v.Gone["player 1"] != elsewhere.Gone["player 1"] || len(v.Names) != 1 {
		t.Errorf("who was forgotten is not the same everywhere: %v, %v", v.Gone, elsewhere.Gone)
	}
	if g := v.Games[0]; g.Result == nil || g.Result.Unplayed || g.Result.Points[1] != 2 || len(w.ended) != 0 {
		t.Errorf("%+v, closed %v", g, w.ended)
	}
}

// A result of a player who was forgotten is not taken again with his name, nor does he get a name by it. What cannot be
// told apart from it is left out too; any other result is taken.
func TestRemember_Forgotten(t *testing.T) {
	w := begin(t)
	won := func(first, second string) season.PastResult {
		return season.PastResult{At: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC), First: first, Second: second,
			Points: [2]int{2, 0}, Module: "drill"}
	}
	remember := func(want int, list []season.PastResult, played ...season.PastResult) {
		t.Helper()
		taken, err := w.Remember(t.Context(), w.by("olga"), "900", season.Past{Channel: "12", Results: list}, played)
		if r, ok := errors.AsType[season.Refusal](err); taken != want || ok != (want == 0) || ok && r.Why != season.AlreadyIn {
			t.Errorf("of %+v %d are taken, %v; want %d", list, taken, err, want)
		}
	}
	list := []season.PastResult{won("anna", "boris"), won("dora", "anna")}
	remember(2, list)
	must.Get(w.store.Forget(t.Context(), "boris"))(t)
	must.Get(w.Forget(t.Context(), "boris"))(t)
	for range 2 {
		remember(0, list)
		w.restart()
	}
	if v := must.Get(w.Look(t.Context(), league.Agreed("900")))(t); v.Of("boris") != "" || len(v.Past) != 2 {
		t.Errorf("boris is %q, %+v", v.Of("boris"), v.Past)
	}
	remember(0, []season.PastResult{won("anna", "carl")})
	remember(2, []season.PastResult{won("carl", "anna"), won("boris", "anna")})
	remember(0, []season.PastResult{won("dora", "carl")}, won("", "carl")) // a forgotten player has won here
	remember(0, []season.PastResult{won("dora", "carl")}, won("", ""))
	remember(1, []season.PastResult{won("dora", "carl")}, won("carl", ""))
}

// Results of a player who was forgotten do not come back with his name when their import was taken out and is taken anew.
func TestRemember_TakenOutAndForgotten(t *testing.T) {
	w := begin(t)
	list := []season.PastResult{{At: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC), First: "anna", Second: "boris",
		Points: [2]int{2, 0}, Module: "drill"}}
	remember := func() (int, error) {
		return w.Remember(t.Context(), w.by("olga"), "900", season.Past{Channel: "12", Results: list}, nil)
	}
	must.Get(remember())(t)
	must.Get(w.store.Forget(t.Context(), "boris"))(t)
	must.Get(w.Forget(t.Context(), "boris"))(t)
	w.does(league.Agreed("900"), "olga", func(s *season.Season, _ string, _ func(string) (string, error)) (season.Event, error) {
		return season.TakeOut(s, season.TakenOut{Import: 1, Channel: "12", Reason: "wrong file"})
	})
	if n, _ := remember(); n != 0 {
		t.Errorf("%d taken anew", n)
	}
}
