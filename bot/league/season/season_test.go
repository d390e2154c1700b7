package season_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// day returns noon of a day; the seasons are announced on day 0.
func day(n int) time.Time { return time.Date(2027, 1, 1+n, 12, 0, 0, 0, time.UTC) }

// run is a season and its log.
type run struct {
	*testing.T
	season.Season
	log []season.Entry
	now time.Time
}

func announce(t *testing.T, terms season.Terms, players int) *run {
	t.Helper()
	r := &run{T: t, now: day(0)}
	r.does("boss")(season.Announce(terms))
	for i := range players {
		r.does(name(i))(r.Join(name(i), season.SignUp{}))
	}
	return r
}

func name(i int) string { return fmt.Sprintf("player %d", i+1) }

// does adds an event, which must not be refused.
func (r *run) does(by string) func(season.Event, error) {
	return func(e season.Event, err error) {
		r.Helper()
		if err != nil {
			r.Fatalf("%s: %v", by, err)
		}
		entry := season.Entry{At: r.now, By: by, Event: e}
		if err := r.Apply(entry); err != nil {
			r.Fatal(err)
		}
		r.log = append(r.log, entry)
	}
}

// refused checks why a command is refused.
func (r *run) refused(why season.Why) func(season.Event, error) {
	return func(e season.Event, err error) {
		r.Helper()
		var refusal season.Refusal
		if !errors.As(err, &refusal) || refusal.Why != why {
			r.Errorf("it gives %+v, %v and not a refusal for %s", e, err, why)
		}
	}
}

// work carries out all tasks that are due: games are opened, and those to be adjudicated are drawn.
func (r *run) work() (done int) {
	r.Helper()
	for {
		tasks := r.Tasks(r.now)
		if len(tasks) == 0 {
			return done
		}
		switch task := tasks[0]; task.Kind {
		case season.Note:
			r.does("")(task.Event, nil)
		case season.Open:
			r.does("")(season.Event{Opened: &season.Opening{Game: task.Game, ID: fmt.Sprint("g", task.Game)}}, nil)
		case season.Adjudicate:
			r.ends(task.Game, 1)
		case season.Hear:
			heard := request.Hearing{Request: task.Request, Channel: "hearing"}
			r.does("")(season.Event{Request: &request.Event{Heard: &heard}}, nil)
		}
		if done++; done > 10_000 {
			r.Fatal("tasks do not end")
		}
	}
}

// ends plays a game to its end, with so many half points for the first player: 2-2*seat lets the one with a seat win.
func (r *run) ends(game, first int) {
	r.Helper()
	e, ok := r.End(game, "played", [2]int{first, 2 - first}, first-1, "")
	if !ok {
		r.Fatalf("game %d has a result already", game)
	}
	r.does("")(e, nil)
}

// running are the games that have been opened and are not over.
func (r *run) running() (numbers []int) {
	for _, g := range r.Games {
		if g.ID != "" && !g.IsOver() {
			numbers = append(numbers, g.Number)
		}
	}
	return numbers
}

// replayed checks that the log, written and read again, leads to the same state.
func (r *run) replayed() {
	r.Helper()
	var again season.Season
	for _, e := range r.log {
		raw, err := json.Marshal(e)
		if err != nil {
			r.Fatal(err)
		}
		var read season.Entry
		if err := json.Unmarshal(raw, &read); err != nil {
			r.Fatal(err)
		}
		if err := again.Apply(read); err != nil {
			r.Fatalf("%s: %v", raw, err)
		}
	}
	if !reflect.DeepEqual(again, r.Season) {
		r.Errorf("the log leads to\n%+v and not to\n%+v", again, r.Season)
	}
}

// with returns the usual terms with a change.
func with(change func(*season.Terms)) season.Terms {
	t := season.DefaultTerms("Summer")
	change(&t)
	return t
}

// Seasons of all formats with players who show themselves or do not, leave, come late and lose by the clock end by
// themselves, with a result of each game; nobody plays more games at once than he likes, or himself.
func TestSeason_EndsByItself(t *testing.T) {
	formats := map[string]func(*season.Terms){
		"pools":               func(t *season.Terms) { t.Format = season.Pools },
		"pools and a playoff": func(t *season.Terms) { t.Format, t.PlayOff = season.Pools, 4 },
		"Swiss":               func(t *season.Terms) { t.Format, t.Rounds, t.Days = season.Swiss, 5, 14 },
		"Swiss and a playoff": func(t *season.Terms) { t.Format, t.Rounds, t.Days, t.PlayOff = season.Swiss, 3, 14, 4 },
		"knock-out":           func(t *season.Terms) { t.Format, t.Days = season.Knock, 30 },
	}
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			for seed := range 40 {
				lot := rand.New(rand.NewPCG(7, uint64(seed)))
				r := announce(t, with(func(t *season.Terms) {
					format(t)
					t.Unfinished = []season.Unfinished{season.Adjudicated, season.Unrated}[lot.IntN(2)]
					t.Dropped = []season.Dropped{season.Stand, season.Annul, season.Replace}[lot.IntN(3)]
					t.Tied = []season.Tied{season.Seed, season.Return}[lot.IntN(2)]
				}), 8+lot.IntN(9))
				r.does("boss")(r.Start("boss", r.now))
				r.play(lot)
				r.checkEnd()
				r.replayed()
			}
		})
	}
}

// play plays a season by lot.
func (r *run) play(lot *rand.Rand) {
	r.Helper()
	for daysPlayed := 0; r.Stage == season.Running; daysPlayed++ {
		if daysPlayed > 2000 {
			r.Fatal("it does not end")
		}
		r.work()
		for _, n := range r.running() {
			g := r.Game(n)
			for _, id := range []string{g.Pair.First, g.Pair.Second} {
				if e, ok := r.Show(id, n); ok && lot.IntN(3) == 0 {
					r.does(id)(e, nil)
				}
			}
			if g = r.Game(n); g.Moved[0] && g.Moved[1] && lot.IntN(12) == 0 {
				r.ends(n, lot.IntN(3))
			}
		}
		if lot.IntN(40) == 0 {
			id := r.Players[lot.IntN(len(r.Players))].ID
			if e, err := r.Leave(id, season.Leaving{Player: id}); err == nil {
				r.does(id)(e, nil)
			}
		}
		if lot.IntN(30) == 0 {
			id := name(len(r.Players))
			if e, err := r.Join(id, season.SignUp{AtOnce: 1 + lot.IntN(3)}); err == nil {
				r.does(id)(e, nil)
			}
		}
		r.atOnce()
		r.now = r.now.Add(24 * time.Hour)
	}
}

// atOnce checks that nobody plays more games at once than he may.
func (r *run) atOnce() {
	r.Helper()
	at := map[string]int{}
	for _, n := range r.running() {
		g := r.Game(n)
		at[g.Pair.First]++
		at[g.Pair.Second]++
	}
	for id, n := range at {
		most := r.Terms.AtOnce
		if own := r.Player(id).AtOnce; own > 0 {
			most = own
		}
		if n > most {
			r.Errorf("%s plays %d games at once, and %d is the most", id, n, most)
		}
	}
}

func (r *run) checkEnd() {
	r.Helper()
	if r.Stage != season.Closed {
		r.Errorf("the season is %s", r.Stage)
	}
	met := map[string]int{}
	for _, g := range r.Games {
		if !g.IsOver() || g.Pair.First == g.Pair.Second {
			r.Errorf("game %+v", g)
		}
		if r.Terms.Format == season.Swiss && g.Pair.Second != "" && g.Round <= r.Terms.Rounds {
			met[min(g.Pair.First, g.Pair.Second)+max(g.Pair.First, g.Pair.Second)]++
		}
	}
	for pair, n := range met {
		if n > 1 {
			r.Errorf("%s play %d times", pair, n)
		}
	}
	if r.Terms.Format == season.Knock {
		last := r.Rounds[len(r.Rounds)-1]
		if len(last.Games) > 2 {
			r.Errorf("the last round of a knock-out has %d games", len(last.Games))
		}
	}
}

// Who does not show himself within three days is warned, and two days later has lost; a finished game lifts a warning,
// and without that there is no second one.
func TestContact(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.AtOnce = 1 }), 3)
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	g := r.Game(r.running()[0])
	first, second := g.Pair.First, g.Pair.Second
	e, _ := r.Show(first, g.Number)
	r.does(first)(e, nil)
	r.now = day(3).Add(-time.Minute)
	if n := r.work(); n != 0 {
		t.Errorf("%d tasks before three days are over", n)
	}
	if next := r.Next(r.now); !next.Equal(day(3)) {
		t.Errorf("something may be due at %v", next)
	}
	r.now = day(3)
	r.work()
	if r.Player(second).Warnings != 1 || r.Player(first).Warnings != 0 {
		t.Fatalf("warnings: %d and %d", r.Player(first).Warnings, r.Player(second).Warnings)
	}
	r.now = day(5)
	r.work()
	if g = r.Game(g.Number); g.How != season.Forfeit || g.Result.Points != [2]int{2, 0} || !g.Result.Unplayed {
		t.Fatalf("the game is %+v", g)
	}
	// in the next game the same player loses without a warning
	n := r.running()[0]
	r.now = day(8)
	r.work()
	if seat, ok := r.Game(n).Has(second); ok && r.Game(n).Result.Points[seat] != 0 {
		t.Errorf("the next game is %+v", r.Game(n))
	}
	// a game that is played lifts it
	for over := false; !over; r.work() {
		n := r.running()[0]
		_, over = r.Game(n).Has(second)
		r.ends(n, 2)
	}
	if w := r.Player(second).Warnings; w != 0 {
		t.Errorf("%d warnings are left", w)
	}
	r.replayed()
}

// What becomes of unfinished games is as the terms say.
func TestUnfinished(t *testing.T) {
	for unfinished, want := range map[season.Unfinished]string{season.Adjudicated: "played", season.Unrated: season.OutOfTime,
		season.Ruling: ""} {
		r := announce(t, with(func(t *season.Terms) { t.Unfinished = unfinished; t.Contact = 365 * 24 * time.Hour }), 3)
		r.does("boss")(r.Start("boss", r.now))
		r.work()
		r.now = day(90)
		r.work()
		for _, g := range r.Games {
			if g.How != want {
				t.Errorf("%s: game %d ends %q and not %q", unfinished, g.Number, g.How, want)
			}
		}
	}
}

// What becomes of the games of a player who has left is as the terms say.
func TestDropped(t *testing.T) {
	for dropped, want := range map[season.Dropped]int{season.Stand: 2, season.Annul: 0} {
		r := announce(t, with(func(t *season.Terms) { t.Dropped = dropped; t.AtOnce = 20 }), 4)
		r.does("boss")(r.Start("boss", r.now))
		r.work()
		for _, n := range r.running()[:2] { // the better one wins
			g := r.Game(n)
			if g.Pair.First < g.Pair.Second {
				r.ends(n, 2)
			} else {
				r.ends(n, 0)
			}
		}
		r.does("player 1")(r.Leave("player 1", season.Leaving{Player: "player 1"}))
		r.work()
		for _, g := range r.Games {
			if _, plays := g.Has("player 1"); plays && !g.IsOver() {
				t.Errorf("%s: game %d of who has left goes on", dropped, g.Number)
			}
		}
		for _, row := range r.Table(1) {
			if row.Player == "player 1" && row.Points != want {
				t.Errorf("%s: who has left has %d half points and not %d", dropped, row.Points, want)
			}
		}
		r.refused(season.AlreadyOut)(r.Leave("player 1", season.Leaving{Player: "player 1"}))
		r.refused(season.AlreadyOut)(r.Join("player 1", season.SignUp{}))
	}
}

// A reserve takes over what has not begun.
func TestDropped_Reserve(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Dropped = season.Replace; t.AtOnce = 1 }), 4)
	r.does("sub")(r.Join("sub", season.SignUp{Reserve: true}))
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	r.does("player 2")(r.Leave("player 2", season.Leaving{Player: "player 2"}))
	r.work()
	had, has := 0, 0
	for _, g := range r.Games {
		if _, ok := g.Has("player 2"); ok {
			had++
		}
		if _, ok := g.Has("sub"); ok {
			has++
		}
	}
	if had != 1 || has != 5 || r.Player("sub").Reserve {
		t.Errorf("who has left has %d games and the reserve %d", had, has)
	}
	r.replayed()
}

// Where no round is left that repeats no game, the play-off comes sooner than was said.
func TestSwiss_AllHaveMet(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds, t.PlayOff, t.Days = season.Swiss, 9, 2, 1 }), 4)
	r.does("boss")(r.Start("boss", r.now))
	for range 20 {
		r.work()
		for _, n := range r.running() {
			r.ends(n, 2)
		}
		r.now = r.now.AddDate(0, 0, 1)
	}
	last := r.Rounds[len(r.Rounds)-1]
	if len(r.Rounds) != 4 || !last.PlayOff || r.Stage != season.Closed || r.Winner() == "" {
		t.Errorf("after %d rounds, the last one %+v, the season is %s", len(r.Rounds), last, r.Stage)
	}
}

// What is refused, and why.
func TestRefusals(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 2 }), 4)
	r.refused(season.NotOrganiser)(r.Start("player 1", r.now))
	r.refused(season.Oneself)(r.Join("player 1", season.SignUp{Avoid: []string{"player 1"}}))
	r.refused(season.BadOrder)(r.Seed("boss", []string{"player 1"}))
	r.refused(season.BadOrder)(r.Seed("boss", []string{"player 1", "player 1", "player 2", "player 3", "player 4"}))
	r.refused(season.LastOffice)(r.Hand("boss", season.Office{Player: "boss", Ends: true}))
	r.refused(season.NoReason)(r.Stop("boss", season.Halt{How: season.Cancelled}))
	r.refused(season.NotRunning)(r.Stop("boss", season.Halt{How: season.Paused, Reason: "x"}))
	r.refused(season.NoRound)(r.Unpair("boss"))
	preview, err := r.Preview("boss", r.now)
	if err != nil {
		t.Fatal(err)
	}
	changed := preview
	changed.Games = []season.Pair{{First: "player 1", Second: "player 1"}}
	r.refused(season.Oneself)(r.Pair("boss", changed, r.now))
	changed.Games = changed.Games[:0]
	r.refused(season.BadOrder)(r.Pair("boss", changed, r.now))
	changed.Games = []season.Pair{{First: "player 4", Second: "player 1"}, {First: "player 3", Second: "player 2"}}
	r.does("boss")(r.Pair("boss", changed, r.now))
	r.does("boss")(r.Unpair("boss"))
	if r.Stage != season.SignUps || len(r.Games) != 0 {
		t.Errorf("after the round is undone the season is %s with %d games", r.Stage, len(r.Games))
	}
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	r.ends(1, 2)
	r.refused(season.RoundPlayed)(r.Unpair("boss"))
	r.refused(season.RoundOpen)(r.preview("boss"))
	r.refused(season.NoGame)(r.Rule("boss", season.Outcome{Game: 9, Reason: "x"}))
	r.refused(season.NoReason)(r.Rule("boss", season.Outcome{Game: 1}))
	wrong := season.Outcome{Game: 1, Reason: "x"}
	wrong.Result.Points = [2]int{2, 1}
	r.refused(season.BadResult)(r.Rule("boss", wrong))
	r.does("boss")(r.Hand("boss", season.Office{Player: "player 1"}))
	if _, plays := r.Game(1).Has("player 1"); plays {
		wrong.Result.Points = [2]int{1, 1}
		r.refused(season.OwnGame)(r.Rule("player 1", wrong))
	}
	if _, ok := r.End(1, "played", [2]int{0, 2}, 0, ""); ok {
		t.Error("a game ends twice")
	}
	r.does("boss")(r.Stop("boss", season.Halt{How: season.Paused, Reason: "a storm"}))
	if tasks := r.Tasks(day(300)); tasks != nil {
		t.Errorf("a paused season has tasks %v", tasks)
	}
	r.does("boss")(r.Stop("boss", season.Halt{How: season.Cancelled, Reason: "nobody plays"}))
	r.refused(season.IsOver)(r.Stop("boss", season.Halt{How: season.Running}))
	r.refused(season.SignUpOver)(r.Join("late", season.SignUp{}))
	r.replayed()
}

// preview returns the refusal of Preview as refused takes it: with an event, which is empty.
func (r *run) preview(by string) (season.Event, error) {
	_, err := r.Preview(by, r.now)
	return season.Event{}, err
}

// Terms that cannot be carried out are refused by the name of what is wrong.
func TestTerms_Refused(t *testing.T) {
	for what, change := range map[string]func(*season.Terms){
		"name": func(t *season.Terms) { t.Name = " " }, "format": func(t *season.Terms) { t.Format = "duel" },
		"games": func(t *season.Terms) { t.Games = nil }, "rounds": func(t *season.Terms) { t.Format = season.Swiss },
		"days": func(t *season.Terms) { t.Days = 0 }, "playOff": func(t *season.Terms) { t.PlayOff = 1 },
		"up": func(t *season.Terms) { t.Up = 3 }, "atOnce": func(t *season.Terms) { t.AtOnce = 0 },
		"unfinished": func(t *season.Terms) { t.Unfinished = "" }, "contact": func(t *season.Terms) { t.Contact = 0 },
		"tieBreaks": func(t *season.Terms) { t.TieBreaks = append(t.TieBreaks, "dice") },
	} {
		_, err := season.Announce(with(change))
		if want := (season.Refusal{Why: season.BadTerms, What: what}); !errors.Is(err, want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The first of a pool and the last of the one above change places for the next season.
func TestPromoted(t *testing.T) {
	r := announce(t, season.DefaultTerms("Summer"), 8)
	r.does("boss")(r.Start("boss", r.now))
	for r.Stage == season.Running {
		r.work()
		for _, n := range r.running() {
			if g := r.Game(n); g.Pair.First < g.Pair.Second {
				r.ends(n, 2)
			} else {
				r.ends(n, 0)
			}
		}
	}
	want := []string{"player 1", "player 2", "player 3", "player 5", "player 4", "player 6", "player 7", "player 8"}
	if got := r.Promoted(); !slices.Equal(got, want) {
		t.Errorf("the next season begins with %v", got)
	}
}
