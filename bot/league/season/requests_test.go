package season_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/league/lobby"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// asks has a player ask for something in a game, and returns the number of the request.
func (r *run) asks(player string, kind request.Kind, game, days int) int {
	r.Helper()
	r.does(player)(season.Ask(&r.Season, player, request.Asking{Kind: kind, Game: game, Reason: "please", Days: days}))
	return len(r.Requests.List)
}

// decision is what an organiser decides.
func decision(number int, grant bool, points ...int) request.Decision {
	d := request.Decision{Request: number, Grant: grant, Reason: "so it is", Days: 7}
	if len(points) == 2 {
		d.Points = &[2]int{points[0], points[1]}
	}
	return d
}

func (r *run) decides(organiser string, d request.Decision) {
	r.Helper()
	r.does(organiser)(season.Decide(&r.Season, request.Judge{Name: organiser}, d, r.now))
}

// appeals has a player appeal, and an organiser decide that.
func (r *run) appeals(player, organiser string, d request.Decision) {
	r.Helper()
	r.does(player)(season.Appeal(&r.Season, player, request.Appeal{Request: d.Request, Reason: "no", Channel: "12"}))
	d.Appeal = true
	r.decides(organiser, d)
}

// judged is a season of Swiss with two organisers who do not play, whose first game is open.
func judged(t *testing.T, change func(*season.Terms)) *run {
	t.Helper()
	r := started(t, 4, func(t *season.Terms) {
		t.Format, t.Rounds, t.Days, t.Unfinished = season.Swiss, 3, 21, season.Unrated
		change(t)
	})
	r.does("boss")(r.Hand("boss", season.Office{Player: "paul"}))
	r.work()
	return r
}

// waiting is a season of a pool with reserves and two organisers who do not play, and a game that is not open yet.
func waiting(t *testing.T, reserves ...string) (r *run, game int) {
	t.Helper()
	r = announce(t, with(func(t *season.Terms) { t.Dropped, t.AtOnce = season.Replace, 1 }), 4)
	for _, sub := range reserves {
		r.does(sub)(r.Join(sub, season.SignUp{Reserve: true}))
	}
	r.does("boss")(r.Hand("boss", season.Office{Player: "paul"}))
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	i := slices.IndexFunc(r.Games, func(g season.Game) bool { return g.ID == "" })
	return r, r.Games[i].Number
}

// replaced is a season as of waiting, in which a reserve has the place of the game's second player.
func replaced(t *testing.T, reserves ...string) (r *run, game int) {
	t.Helper()
	r, game = waiting(t, reserves...)
	r.does("boss")(r.Leave("boss", season.Leaving{Player: r.Game(game).Pair.Second, Reason: "he is silent"}))
	r.does("")(r.Tasks(r.now)[0].Event, nil)
	return r, game
}

// What gives a result is a ruling, from which the standings follow; on appeal it is another one, or stays.
func TestRequest_Results(t *testing.T) {
	for name, c := range map[string]struct {
		kind    request.Kind
		over    bool
		decided []request.Decision // the second one on appeal
		want    [2]int             // of who has asked and of the other one; -1 while there is no result
		how     string
	}{
		"forfeit granted": {request.Forfeit, false, []request.Decision{decision(1, true)}, [2]int{2, 0}, season.Forfeit},
		"forfeit refused": {request.Forfeit, false, []request.Decision{decision(1, false)}, [2]int{-1, -1}, ""},
		"adjudicated":     {request.Adjudicate, false, []request.Decision{decision(1, true, 1, 1)}, [2]int{1, 1}, ""},
		"corrected":       {request.Correct, true, []request.Decision{decision(1, true, 1, 1)}, [2]int{1, 1}, ""},
		"not corrected":   {request.Correct, true, []request.Decision{decision(1, false)}, [2]int{0, 2}, "played"},
		"granted, stands": {request.Forfeit, false, []request.Decision{decision(1, true), decision(1, true)}, [2]int{2, 0}, season.Forfeit},
		"taken back": {request.Forfeit, false, []request.Decision{decision(1, true), decision(1, false, 1, 1)},
			[2]int{1, 1}, ""},
		"granted after all": {request.Correct, true, []request.Decision{decision(1, false), decision(1, true, 1, 1)},
			[2]int{1, 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := judged(t, func(*season.Terms) {})
			g := r.Game(1)
			asker := g.Pair.First
			if c.over {
				r.ends(1, 0)
			}
			r.asks(asker, c.kind, 1, 0)
			r.work()
			r.decides("boss", c.decided[0])
			if len(c.decided) > 1 {
				r.appeals(g.Pair.Second, "paul", c.decided[1])
			}
			r.work()
			got := [2]int{-1, -1}
			if g = r.Game(1); g.Result != nil {
				got = g.Result.Points
			}
			if got != c.want || g.How != c.how {
				t.Errorf("the result is %v, %q, want %v, %q", got, g.How, c.want, c.how)
			}
			for _, row := range r.Table(0) {
				if row.Player == asker && row.Points != max(c.want[0], 0) {
					t.Errorf("in the table stand %d half points", row.Points)
				}
			}
			r.replayed()
		})
	}
}

// More time is more time to show oneself, after a warning, and to end the game; what is taken back moves the deadline
// alone. The other games keep theirs.
func TestRequest_Extend(t *testing.T) {
	r := judged(t, func(*season.Terms) {})
	deadline := season.Deadline(&r.Season, r.Game(1))
	asker := r.Game(1).Pair.First
	r.now = r.now.Add(73 * time.Hour)
	r.work() // all are warned
	r.asks(asker, request.Extend, 1, 3)
	r.now = r.now.Add(time.Hour)
	r.decides("boss", decision(1, true))
	if got := season.Deadline(&r.Season, r.Game(1)); got.Sub(deadline) != 7*days {
		t.Errorf("the deadline moves by %v", got.Sub(deadline))
	}
	if got := season.Deadline(&r.Season, r.Game(2)); !got.Equal(deadline) {
		t.Errorf("that of another game moves by %v", got.Sub(deadline))
	}
	r.now = r.now.Add(48 * time.Hour)
	r.work()
	if r.Game(1).IsOver() || !r.Game(2).IsOver() {
		t.Errorf("after the warning %+v, %+v", r.Game(1), r.Game(2))
	}
	r.now = r.now.Add(7*days - 2*time.Hour)
	if r.work(); r.Game(1).IsOver() {
		t.Errorf("it is lost before its time: %+v", r.Game(1))
	}
	for _, player := range []string{asker, r.Game(1).Pair.Second} {
		event, _ := r.Show(player, 1)
		r.does(player)(event, nil)
	}
	r.appeals(r.Game(1).Pair.Second, "paul", decision(1, false))
	if got := season.Deadline(&r.Season, r.Game(1)); !got.Equal(deadline) {
		t.Errorf("taken back it is %v after the old one", got.Sub(deadline))
	}
	if next := r.Next(r.now); !next.Equal(deadline) {
		t.Errorf("next is %v, not %v", next, deadline)
	}
	r.now = deadline
	r.work()
	if !r.Game(1).IsOver() || r.Game(1).How != season.OutOfTime {
		t.Errorf("at its deadline %+v", r.Game(1))
	}
	r.replayed()
}

// A game of the lobby that was played to its end counts for ratings also as it was corrected, and again when it is
// annulled no more, whether its log says who has shown himself or is an old one that does not.
func TestRequest_LobbyCorrected(t *testing.T) {
	for _, kind := range []request.Kind{request.Correct, request.Annul} {
		r := &run{T: t, now: day(0)}
		terms := season.AgreedTerms()
		r.does("")(season.Event{Announced: &terms}, nil)
		for _, p := range []string{"anna", "boris"} {
			e, err := r.Lobby.Seek(p, lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Kind: lobby.Rated,
				Secret: make([]byte, 32)})
			r.does(p)(season.Event{Lobby: &e}, err)
		}
		r.work()
		r.ends(1, 2)
		n := r.asks("boris", kind, 1, 0)
		judge := func(name string, d request.Decision) {
			r.does(name)(season.Decide(&r.Season, request.Judge{Name: name, Manages: true}, d, r.now))
		}
		granted, back := decision(n, true, 0, 2), decision(n, false, 2, 0)
		if kind == request.Annul {
			granted.Points = nil
		}
		judge("olga", granted)
		if g := r.Game(1); g.Result.Unplayed != (kind == request.Annul) || g.Moved != [2]bool{} {
			t.Errorf("%s: %+v of %+v", kind, g.Result, g)
		}
		r.does("anna")(season.Appeal(&r.Season, "anna", request.Appeal{Request: n, Reason: "no", Channel: "12"}))
		back.Appeal = true
		judge("paul", back)
		if g := r.Game(1); g.Result.Unplayed || g.Result.Points != [2]int{2, 0} {
			t.Errorf("%s on appeal: %+v", kind, g.Result)
		}
		r.replayed()
	}
}

// While a game is adjourned nothing is due in it, and after that all is as much later; a pause of the season in that
// time counts once.
func TestRequest_Adjourn(t *testing.T) {
	for _, paused := range []bool{false, true} {
		r := judged(t, func(*season.Terms) {})
		deadline := season.Deadline(&r.Season, r.Game(1))
		asker, other := r.Game(1).Pair.First, r.Game(1).Pair.Second
		r.asks(asker, request.Adjourn, 1, 0)
		r.decides("boss", decision(1, true))
		if at := season.Deadline(&r.Season, r.Game(1)); !at.IsZero() {
			t.Errorf("it has the deadline %v", at)
		}
		if paused {
			r.now = r.now.Add(10 * days)
			r.does("boss")(r.Stop("boss", season.Halt{How: season.Paused, Reason: "a break"}))
			r.now = r.now.Add(20 * days)
			r.does("boss")(r.Stop("boss", season.Halt{How: season.Running}))
		} else {
			r.now = r.now.Add(30 * days)
		}
		r.work()
		if r.Game(1).IsOver() || len(r.Rounds) != 1 {
			t.Fatalf("it ends while it is adjourned: %+v", r.Game(1))
		}
		r.does(other)(season.TakeUp(&r.Season, request.Judge{Name: other}, 1))
		if got := season.Deadline(&r.Season, r.Game(1)).Sub(deadline); got != 30*days {
			t.Errorf("paused %v: taken up again the deadline is later by %v", paused, got)
		}
		r.work()
		if g := r.Game(1); g.IsOver() || !g.Warned[0].IsZero() {
			t.Errorf("paused %v: the time to show oneself has passed meanwhile: %+v", paused, g)
		}
		r.replayed()
	}
}

// However an adjournment and a pause of the season overlap, each day counts once.
func TestRequest_AdjournAndPause(t *testing.T) {
	for _, c := range []struct{ pause, adjourn, resume, takeUp, want int }{ // on which day; want: how many days count
		{0, 9, 10, 12, 12}, // it is adjourned in the pause,
		{0, 0, 10, 9, 10},  // and taken up in it;
		{3, 0, 10, 5, 10},  // it is adjourned before the pause,
		{3, 0, 10, 12, 12}, // and taken up after it;
		{0, 2, 10, 4, 10},  // all of it is in the pause
	} {
		r := judged(t, func(*season.Terms) {})
		deadline, called := season.Deadline(&r.Season, r.Game(1)), r.Game(1).Called[0]
		asker := r.Game(1).Pair.First
		for n := range 13 {
			r.now = day(n)
			if n == c.pause {
				r.does("boss")(r.Stop("boss", season.Halt{How: season.Paused, Reason: "a break"}))
			}
			if n == c.adjourn {
				r.asks(asker, request.Adjourn, 1, 0)
				r.decides("boss", decision(1, true))
			}
			if n == c.takeUp {
				r.does(asker)(season.TakeUp(&r.Season, request.Judge{Name: asker}, 1))
			}
			if n == c.resume {
				r.does("boss")(r.Stop("boss", season.Halt{How: season.Running}))
			}
		}
		later := season.Deadline(&r.Season, r.Game(1)).Sub(deadline)
		if want := time.Duration(c.want) * days; later != want || r.Game(1).Called[0].Sub(called) != want {
			t.Errorf("%+v: the deadline is later by %v, the call by %v", c, later, r.Game(1).Called[0].Sub(called))
		}
		r.replayed()
	}
}

// A time without the program that is noted soon after an adjournment began is not taken from it.
func TestRequest_AdjournAndOutage(t *testing.T) {
	r := judged(t, func(*season.Terms) {})
	deadline := season.Deadline(&r.Season, r.Game(1))
	asker := r.Game(1).Pair.First
	r.asks(asker, request.Adjourn, 1, 0)
	r.decides("boss", decision(1, true))
	r.does("")(season.Event{Away: 5 * days}, nil)
	r.now = r.now.Add(3 * days)
	r.does(asker)(season.TakeUp(&r.Season, request.Judge{Name: asker}, 1))
	if got := season.Deadline(&r.Season, r.Game(1)).Sub(deadline); got != 8*days {
		t.Errorf("the deadline is later by %v", got)
	}
	r.replayed()
}

// Who has left and was replaced has his seat back, or on appeal not; he takes part again.
func TestRequest_Restore(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Dropped, t.AtOnce = season.Replace, 1 }), 3)
	r.does("sub")(r.Join("sub", season.SignUp{Reserve: true}))
	r.does("boss")(r.Hand("boss", season.Office{Player: "paul"}))
	r.does("boss")(r.Start("boss", r.now))
	gone := name(2)
	r.does("boss")(r.Leave("boss", season.Leaving{Player: gone, Reason: "he is silent"}))
	r.does("")(r.Tasks(r.now)[0].Event, nil)
	i := slices.IndexFunc(r.Games, func(g season.Game) bool { return len(g.Lost[0])+len(g.Lost[1]) > 0 })
	g := &r.Games[i]
	if _, plays := g.Has("sub"); !plays {
		t.Fatalf("%+v", g)
	}
	r.asks(gone, request.Restore, g.Number, 0)
	r.decides("boss", decision(1, true))
	if _, plays := r.Games[i].Has(gone); !plays || !r.Player(gone).Left.IsZero() {
		t.Errorf("the seat is not given back: %+v", r.Games[i])
	}
	r.appeals("sub", "paul", decision(1, false))
	if _, plays := r.Games[i].Has("sub"); !plays || r.Player(gone).Left.IsZero() {
		t.Errorf("on appeal it stays given back: %+v", r.Games[i])
	}
	r.work()
	r.replayed()
}

// A forfeit is won by the seat of who has asked for it, also where a reserve has taken it before it is granted.
func TestRequest_ForfeitReplaced(t *testing.T) {
	r, number := waiting(t, "sub")
	asker := r.Game(number).Pair.Second
	r.asks(asker, request.Forfeit, number, 0)
	r.does(asker)(r.Leave(asker, season.Leaving{Player: asker}))
	r.does("")(r.Tasks(r.now)[0].Event, nil)
	if seat, ok := r.Game(number).SeatOf(asker); r.Game(number).Pair.Second != "sub" || seat != 1 || !ok {
		t.Fatalf("no reserve has taken his place: %+v", r.Game(number))
	}
	r.decides("boss", decision(1, true))
	if g := r.Game(number); g.Result.Points != [2]int{0, 2} || g.How != season.Forfeit {
		t.Errorf("the opponent, against whom it was granted, has %+v", g.Result)
	}
	if seat, ok := r.Game(number).SeatOf("paul"); ok {
		t.Errorf("who never played it has seat %d", seat)
	}
	r.replayed()
}

// What has no object any more lapses: with the end of its game, or with the round that is undone, whose numbers are
// other games' later.
func TestRequest_Lapses(t *testing.T) {
	r := judged(t, func(*season.Terms) {})
	asker := r.Game(1).Pair.First
	r.asks(asker, request.Extend, 1, 1)
	r.decides("boss", decision(1, true))
	r.asks(asker, request.Forfeit, 1, 0)
	undone := [2]string{r.Game(1).Pair.First, r.Game(1).Pair.Second}
	r.does("boss")(r.Unpair("boss"))
	for _, is := range r.Requests.List {
		if is.State != request.Lapsed || is.Undone != undone {
			t.Errorf("in a round that was undone: %+v", is)
		}
	}
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	asker = r.Game(1).Pair.First
	_, err := season.Appeal(&r.Season, asker, request.Appeal{Request: 1, Reason: "x"})
	_, late := season.Decide(&r.Season, request.Judge{Name: "boss"}, decision(2, true), r.now)
	for _, err := range []error{err, late} {
		if why, ok := errors.AsType[request.Refusal](err); !ok || why.Why != "lapsed" {
			t.Errorf("of the game that has its number now: %v", err)
		}
	}
	n := r.asks(asker, request.Adjudicate, 1, 0)
	r.ends(1, 2)
	if is := r.Requests.Request(n); is.State != request.Lapsed || !is.Over.Equal(r.now) {
		t.Errorf("after the game %+v", is)
	}
	_, err = season.Decide(&r.Season, request.Judge{Name: "boss"}, decision(n, true, 1, 1), r.now)
	if why, ok := errors.AsType[request.Refusal](err); !ok || why.Why != "lapsed" {
		t.Errorf("a decision on it: %v", err)
	}
	r.replayed()
}

// One organiser is called for a request and one for its appeal, of those who may decide it; that is due as long as
// the season is not cancelled, and holds up no round.
func TestRequest_Calls(t *testing.T) {
	r := judged(t, func(t *season.Terms) { t.Rounds = 1 })
	r.does("boss")(r.Hand("boss", season.Office{Player: r.Game(2).Pair.First}))
	r.ends(1, 2)
	n := r.asks(r.Game(1).Pair.Second, request.Correct, 1, 0)
	var called []string
	for _, task := range r.Tasks(r.now) {
		if task.Event.Request != nil {
			called = append(called, task.Awake...)
		}
	}
	if want := []string{"boss", "paul", r.Game(2).Pair.First}; !slices.Equal(called, want) {
		t.Errorf("%v can be called, want %v", called, want)
	}
	r.ends(2, 2)
	for i := 0; r.Stage == season.Running && i < 9; i++ { // the organisers sleep
		tasks := r.Tasks(r.now)
		r.does("")(tasks[0].Event, nil)
	}
	r.work()
	if is := r.Requests.Request(n); r.Stage != season.Closed || is.Called[0] == "" {
		t.Fatalf("the season is %s, the request %+v", r.Stage, is)
	}
	r.decides("boss", decision(n, false))
	r.does(r.Game(1).Pair.Second)(season.Appeal(&r.Season, r.Game(1).Pair.Second, request.Appeal{Request: n, Reason: "x"}))
	r.work()
	if is := r.Requests.Request(n); is.Heard == "" || is.Called[1] != "paul" {
		t.Errorf("the appeal is %+v", is)
	}
	d := decision(n, true, 0, 2)
	d.Appeal = true
	r.decides("paul", d)
	if top := r.Table(0)[0]; top.Player == r.Game(1).Pair.First {
		t.Errorf("the standings do not follow: %+v", r.Table(0))
	}
	r.replayed()
}

// The result of a knock-out from which a round has followed stays, by request as by a ruling.
func TestRequest_RoundFollowed(t *testing.T) {
	r := started(t, 4, func(t *season.Terms) { t.Format, t.Days = season.Knock, 21 })
	r.ends(1, 2)
	n := r.asks(r.Game(1).Pair.Second, request.Correct, 1, 0)
	r.ends(2, 2)
	r.work()
	_, err := season.Ask(&r.Season, r.Game(2).Pair.Second, request.Asking{Kind: request.Correct, Game: 2, Reason: "x"})
	_, late := season.Decide(&r.Season, request.Judge{Name: "boss"}, decision(n, true, 0, 2), r.now)
	for _, err := range []error{err, late} {
		if why, ok := errors.AsType[season.Refusal](err); !ok || why.Why != season.RoundFollowed {
			t.Errorf("after the next round is paired: %v", err)
		}
	}
	r.replayed()
}

// The result of a rated game outside of seasons is corrected or annulled by who manages the server, but by no player of it.
func TestRequest_OutsideOfSeasons(t *testing.T) {
	for _, kind := range []request.Kind{request.Correct, request.Annul} {
		r := &run{T: t, now: day(0)}
		terms := season.AgreedTerms()
		r.does("")(season.Event{Announced: &terms}, nil)
		a := season.Agreement{Game: "kiev", Channel: "12", Pair: season.Pair{First: "anna"}}
		r.does("anna")(season.Agree(&r.Season, "anna", "boris", a))
		a.Pair = season.Pair{Second: "boris"}
		r.does("boris")(season.Agree(&r.Season, "boris", "anna", a))
		_, early := season.Ask(&r.Season, "boris", request.Asking{Kind: kind, Game: 1, Reason: "x"})
		r.ends(1, 2)
		n := r.asks("boris", kind, 1, 0)
		r.work()
		errs := []error{early}
		for _, j := range []request.Judge{{Name: "olga"}, {Name: "anna", Manages: true}, {Name: "boris", Manages: true}} {
			_, err := season.Decide(&r.Season, j, decision(n, true, 1, 1), r.now)
			errs = append(errs, err)
		}
		for i, want := range []string{"kind", "not-organiser", "own-game", "own-game"} {
			if why, ok := errors.AsType[request.Refusal](errs[i]); !ok || why.Why != want {
				t.Errorf("%s: %v, want %s", kind, errs[i], want)
			}
		}
		r.does("olga")(season.Decide(&r.Season, request.Judge{Name: "olga", Manages: true}, decision(n, true, 1, 1), r.now))
		g := r.Game(1)
		if g.Result.Points != [2]int{1, 1} || g.Result.Unplayed != (kind == request.Annul) || g.Ruled != "olga" {
			t.Errorf("%s: %+v, %+v", kind, g, g.Result)
		}
		if again := request.Kinds(season.Facts(&r.Season, g), "anna"); (len(again) == 0) != (kind == request.Annul) {
			t.Errorf("%s: then there is %v", kind, again)
		}
		r.replayed()
	}
}

// An organiser who plays does not take out who is to decide a request in his game; once that is decided he may.
func TestHand_JudgeOfOnesOwnGame(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 }), 1)
	r.does("boss")(r.Join("boss", season.SignUp{}))
	r.does("boss")(r.Hand("boss", season.Office{Player: "paul"}))
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	asker := r.Game(1).Pair.First
	if asker == "boss" {
		asker = r.Game(1).Pair.Second
	}
	n := r.asks(asker, request.Extend, 1, 7)
	r.refused(season.OwnJudge)(r.Hand("boss", season.Office{Player: "paul", Ends: true, Reason: "I want it."}))
	r.does(asker)(season.WithdrawRequest(&r.Season, asker, n))
	r.does("boss")(r.Hand("boss", season.Office{Player: "paul", Ends: true, Reason: "He has moved."}))
}
