package season_test

import (
	"errors"
	"slices"
	"testing"

	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// A first judge who then takes the only other organiser out of office gains nothing, before the appeal or after it: he
// may not decide the appeal himself. If he was the only organiser when he decided first, he may.
func TestAppeal_OtherOrganiserRemoved(t *testing.T) {
	for _, c := range []struct {
		removed string
		want    string
	}{{"before the request", ""}, {"before the appeal", "other-organiser"}, {"after the appeal", "other-organiser"}} {
		r := judged(t, func(*season.Terms) {})
		remove := func(when string) {
			if when == c.removed {
				r.does("boss")(r.Hand("boss", season.Office{Player: "paul", Ends: true, Reason: "away"}))
			}
		}
		asker := r.Game(1).Pair.First
		remove("before the request")
		r.asks(asker, request.Extend, 1, 7)
		r.decides("boss", decision(1, false))
		remove("before the appeal")
		r.does(asker)(season.Appeal(&r.Season, asker, request.Appeal{Request: 1, Reason: "no", Channel: "12"}))
		remove("after the appeal")
		d := decision(1, true)
		d.Appeal = true
		_, err := season.Decide(&r.Season, request.Judge{Name: "boss"}, d, r.now)
		if why, _ := errors.AsType[request.Refusal](err); why.Why != c.want {
			t.Errorf("removed %s: %v, want %q", c.removed, err, c.want)
		}
		r.does("boss")(r.Hand("boss", season.Office{Player: "olga"}))
		r.decides("olga", d)
		r.replayed()
	}
}

// If the organiser who was called for a request or for an appeal is taken out, another one is called.
func TestRequest_CalledAnew(t *testing.T) {
	r := judged(t, func(*season.Terms) {})
	r.does("boss")(r.Hand("boss", season.Office{Player: "olga"}))
	asker := r.Game(1).Pair.First
	r.asks(asker, request.Extend, 1, 7)
	for level := range 2 {
		if level > 0 {
			r.decides("boss", decision(1, false))
			r.does(asker)(season.Appeal(&r.Season, asker, request.Appeal{Request: 1, Reason: "no", Channel: "12"}))
		}
		r.work()
		first := r.Requests.Request(1).Called[level]
		by := map[bool]string{true: "paul", false: "boss"}[first == "boss"]
		r.does(by)(r.Hand(by, season.Office{Player: first, Ends: true, Reason: "away"}))
		r.work()
		if got := r.Requests.Request(1).Called[level]; got == first || got == "" {
			t.Errorf("level %d: %s was called, is no organiser any more, and then %q is called", level, first, got)
		}
		if r.work() > 0 {
			t.Errorf("level %d: it does not end", level)
		}
		r.does(by)(r.Hand(by, season.Office{Player: first}))
	}
	r.replayed()
}

// After the end of a season there may be nobody who could decide about its last result: another organiser is added
// then, also where there is none left, but not in a season that was cancelled.
func TestHand_AfterTheEnd(t *testing.T) {
	for _, forgotten := range []bool{false, true} {
		r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 }), 1)
		r.does("boss")(r.Join("boss", season.SignUp{}))
		r.does("boss")(r.Start("boss", r.now))
		r.work()
		r.ends(1, 2)
		r.work()
		n := r.asks(r.Game(1).Pair.Second, request.Correct, 1, 0)
		if judges := season.Judges(&r.Season, r.Requests.Request(n)); r.Stage != season.Closed || len(judges) > 0 {
			t.Fatalf("the season is %s, and %v can decide", r.Stage, judges)
		}
		if forgotten {
			r.does("")(season.Event{Organiser: &season.Office{Player: "boss", Ends: true}}, nil)
			r.does("paul")(r.TakeOver("paul"))
		} else {
			r.refused(season.NotOrganiser)(r.Hand(name(0), season.Office{Player: "paul"}))
			r.does("boss")(r.Hand("boss", season.Office{Player: "paul"}))
		}
		r.work()
		if got := r.Requests.Request(n).Called[0]; got != "paul" {
			t.Errorf("forgotten %v: %q is called", forgotten, got)
		}
		r.decides("paul", decision(n, true, 0, 2))
		r.replayed()
	}
	r := announce(t, season.DefaultTerms("Summer"), 2)
	r.does("boss")(r.Stop("boss", season.Halt{How: season.Cancelled, Reason: "x"}))
	r.refused(season.IsOver)(r.Hand("boss", season.Office{Player: "paul"}))
}

// When a seat is given back, the player is called anew and is not warned for the reserve, whose own warning is lifted.
// On appeal a reserve who had come has come, and one who had not must be called again.
func TestRestore_CalledAndWarned(t *testing.T) {
	for _, came := range []bool{false, true} {
		r, number := replaced(t, "sub")
		gone := r.Game(number).Lost[1][0].Player
		r.does("")(season.Event{Opened: &season.Opening{Game: number, ID: "late"}}, nil)
		about := season.Contact{Game: number, Player: "sub"}
		r.does("")(season.Event{Called: &about}, nil)
		called := r.now
		if came {
			r.does("sub")(season.Event{Moved: &about}, nil)
		} else {
			r.does("")(season.Event{Warned: &about}, nil)
		}
		r.now = r.now.Add(days)
		r.asks(gone, request.Restore, number, 0)
		r.decides("boss", decision(1, true))
		if g := r.Game(number); !g.Called[1].IsZero() || g.Moved[1] || !g.Warned[1].IsZero() || r.Player("sub").Warnings > 0 {
			t.Errorf("came %v: the player has what was the reserve's: %+v, %+v", came, g, r.Player("sub"))
		}
		if !slices.ContainsFunc(r.Tasks(r.now), func(task season.Task) bool {
			return task.Event.Called != nil && *task.Event.Called == season.Contact{Game: number, Player: gone}
		}) {
			t.Errorf("came %v: he is not called: %+v", came, r.Tasks(r.now))
		}
		r.appeals(r.Game(number).Pair.First, "paul", decision(1, false))
		if g := r.Game(number); g.Pair.Second != "sub" || g.Moved[1] != came || g.Called[1].Equal(called) != came {
			t.Errorf("came %v: on appeal the reserve has %+v", came, g)
		}
		r.replayed()
	}
}

// Everybody who has had a seat in a game is kept from judging in it, however many came after him, and can ask for it.
func TestJudges_FormerPlayers(t *testing.T) {
	r, number := replaced(t, "sub", "another")
	gone := r.Game(number).Lost[1][0].Player
	r.does("sub")(r.Leave("sub", season.Leaving{Player: "sub"}))
	r.does("")(r.Tasks(r.now)[0].Event, nil)
	g := season.Facts(&r.Season, r.Game(number))
	g.Pool = nil
	if list := request.Judges(&request.Request{}, []string{gone, "sub", "another", "paul"}, g); len(list) != 1 {
		t.Errorf("%v can judge", list)
	}
	for _, player := range []string{gone, "sub"} {
		if seat, ok := r.Game(number).SeatOf(player); seat != 1 || !ok || !slices.Equal(request.Kinds(g, player),
			[]request.Kind{request.Restore}) {
			t.Errorf("%s can ask for %v, seat %d", player, request.Kinds(g, player), seat)
		}
	}
	r.asks(gone, request.Restore, number, 0)
	r.decides("boss", decision(1, true))
	if got := r.Game(number).Pair.Second; got != gone {
		t.Errorf("%s has the seat", got)
	}
	r.replayed()
}

// An appeal takes back what its own request did, and nothing that another one has done since.
func TestRequest_OldAppeal(t *testing.T) {
	r := judged(t, func(*season.Terms) {})
	asker, other := r.Game(1).Pair.First, r.Game(1).Pair.Second
	for n := range 2 {
		r.asks(asker, request.Adjourn, 1, 0)
		r.decides("boss", decision(n+1, true))
		if n == 0 {
			r.does(asker)(season.TakeUp(&r.Season, request.Judge{Name: asker}, 1))
		}
	}
	r.appeals(other, "paul", decision(1, false))
	if r.Game(1).Adjourned.IsZero() {
		t.Error("the second adjournment, on which nobody has decided, is over")
	}
	r.appeals(other, "paul", decision(2, false))
	if !r.Game(1).Adjourned.IsZero() {
		t.Error("on its own appeal it is not over")
	}
	r.replayed()
}

// A player who has his seat back by a second request keeps it when an appeal against the first one succeeds.
func TestRequest_OldAppealOnASeat(t *testing.T) {
	r, number := replaced(t, "sub", "another")
	gone := r.Game(number).Lost[1][0].Player
	for n := range 2 {
		r.asks(gone, request.Restore, number, 0)
		r.decides("boss", decision(n+1, true))
		if n == 0 {
			r.does("boss")(r.Leave("boss", season.Leaving{Player: gone, Reason: "again"}))
			r.does("")(r.Tasks(r.now)[0].Event, nil)
		}
	}
	r.appeals(r.Game(number).Pair.First, "paul", decision(1, false))
	if g := r.Game(number); g.Pair.Second != gone {
		t.Errorf("the seat that he has by the second request goes to %s", g.Pair.Second)
	}
	r.appeals(r.Game(number).Pair.First, "paul", decision(2, false))
	if g := r.Game(number); g.Pair.Second != "another" || g.Seated[1] != 2 {
		t.Errorf("on its own appeal %s has the seat: %+v", g.Pair.Second, g)
	}
	r.replayed()
}
