package season_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

const days = 24 * time.Hour

// started is a season that has begun, and whose games are open.
func started(t *testing.T, players int, change func(*season.Terms)) *run {
	t.Helper()
	r := announce(t, with(change), players)
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	return r
}

// ruled is a result by an organiser.
func ruled(game, first, second int) season.Outcome {
	return season.Outcome{Game: game, Reason: "they have agreed", Result: standings.Result{Points: [2]int{first, second}}}
}

// The second game of a drawn one in a knock-out has the time of a round, whenever the first one was drawn.
func TestKnock_SecondGameHasItsTime(t *testing.T) {
	for _, late := range []time.Duration{20 * days, 21 * days} { // before the deadline, and by it
		r := started(t, 2, func(t *season.Terms) { t.Format, t.Days = season.Knock, 21 })
		r.now = r.now.Add(late)
		if late < 21*days {
			r.ends(1, 1)
		}
		r.work()
		if g := r.Game(2); g == nil || g.Again != 1 || g.ID == "" || g.IsOver() {
			t.Fatalf("after %v the second game is %+v", late, g)
		}
		if left := r.Rounds[0].Deadline.Sub(r.now); left != 21*days {
			t.Errorf("after %v it has %v", late, left)
		}
		r.replayed()
	}
}

// A result from which a round of a knock-out has followed stays; the last one can be ruled until the end and after it.
func TestRule_InAKnockOut(t *testing.T) {
	r := started(t, 4, func(t *season.Terms) { t.Format = season.Knock })
	r.ends(1, 2)
	r.does("boss")(r.Rule("boss", ruled(1, 0, 2)))
	r.ends(2, 2)
	r.work()
	r.refused(season.RoundFollowed)(r.Rule("boss", ruled(1, 2, 0)))
	r.ends(3, 2)
	r.work()
	r.does("boss")(r.Rule("boss", ruled(3, 0, 2)))
	if r.Stage != season.Closed || r.Winner() != r.Game(3).Pair.Second {
		t.Errorf("the season is %s, and %q has won", r.Stage, r.Winner())
	}
	r.refused(season.NotOrganiser)(r.Rule(name(0), ruled(3, 2, 0)))
	r.does("boss")(r.Rule("boss", ruled(3, 1, 1))) // the better seed
	if r.Winner() == "" {
		t.Error("nobody has won")
	}
}

// A ruling that both have lost is no draw, so no second game follows; it lifts no warning of a player who never came.
func TestRule_BothLose(t *testing.T) {
	r := started(t, 2, func(t *season.Terms) { t.Format = season.Knock })
	r.now = r.now.Add(3 * days)
	r.work()
	r.does("boss")(r.Rule("boss", ruled(1, 0, 0)))
	r.work()
	if r.Stage != season.Closed || len(r.Games) != 1 || !r.Games[0].Result.Unplayed || r.Player(name(0)).Warnings != 1 {
		t.Errorf("the season is %s after %d games, game 1 is %+v, warnings are %d", r.Stage, len(r.Games), r.Games[0],
			r.Player(name(0)).Warnings)
	}
}

// An organiser who plays takes out nobody by whose leaving he would gain.
func TestLeave_OrganiserWhoPlays(t *testing.T) {
	for _, format := range []season.Format{season.Pools, season.Swiss} {
		r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds = format, 2 }), 3)
		r.does("boss")(r.Join("boss", season.SignUp{}))
		r.does("boss")(r.Start("boss", r.now))
		refused := 0
		for i := range 3 {
			if _, err := r.Leave("boss", season.Leaving{Player: name(i), Reason: "rude"}); err != nil {
				refused++
			}
		}
		if want := map[season.Format]int{season.Pools: 3, season.Swiss: 1}[format]; refused != want {
			t.Errorf("%s: %d of 3 refused, and not %d", format, refused, want)
		}
	}
}

// An organiser who plays takes out nobody who has beaten him, if that game would then not count, nor anybody who is
// left with him in a knock-out.
func TestLeave_OrganiserWhoHasLostOrIsLeft(t *testing.T) {
	for name, change := range map[string]func(*season.Terms){
		"annulled":  func(t *season.Terms) { t.Format, t.Rounds, t.Dropped = season.Swiss, 2, season.Annul },
		"knock-out": func(t *season.Terms) { t.Format = season.Knock },
	} {
		r := announce(t, with(change), 3)
		r.does("boss")(r.Join("boss", season.SignUp{}))
		r.does("boss")(r.Start("boss", r.now))
		r.work()
		for _, n := range r.running() {
			seat, _ := r.Game(n).Has("boss")
			_, plays := r.Game(n).Has("boss")
			win := plays && name == "knock-out"
			r.ends(n, map[bool]int{true: 2 - 2*seat, false: 2 * seat}[win])
		}
		for _, g := range r.Games {
			seat, plays := g.Has("boss")
			other := []string{g.Pair.Second, g.Pair.First}[seat]
			if plays != (name == "annulled") {
				continue
			}
			if !plays {
				other = g.Pair.Second // the winner, whom the organiser meets next
			}
			r.refused(season.OwnGame)(r.Leave("boss", season.Leaving{Player: other, Reason: "rude"}))
			break
		}
	}
}

// An undone round leaves no warning behind; and a player whom all above him on a ladder avoid can challenge one.
func TestUnpair_Warnings(t *testing.T) {
	r := started(t, 2, func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 1 })
	r.now = r.now.Add(3 * days)
	r.work()
	r.does("boss")(r.Unpair("boss"))
	if w := r.Player(name(0)).Warnings; w != 0 {
		t.Errorf("%d warnings are left", w)
	}
	r = started(t, 4, func(t *season.Terms) { t.Format = season.Ladder })
	for i := range 3 {
		r.does(name(i))(r.Join(name(i), season.SignUp{Avoid: []string{name(3)}}))
	}
	r.does(name(2))(r.Join(name(2), season.SignUp{}))
	r.refused(season.Busy)(r.Challenge(name(3), name(0), r.now)) // there is another one
	r.does(name(2))(r.Join(name(2), season.SignUp{Avoid: []string{name(3)}}))
	r.does(name(3))(r.Challenge(name(3), name(0), r.now))
}

// However many do not show up, the rounds that were said are played as long as two can meet.
func TestSwiss_NoShows(t *testing.T) {
	r := started(t, 5, func(t *season.Terms) { t.Format, t.Rounds, t.Days = season.Swiss, 4, 21 })
	for range 4 {
		open := r.running()
		g := r.Game(open[0])
		r.does("")(season.Event{Ended: &season.Outcome{Game: open[0], How: season.Forfeit, Result: standings.Result{
			First: g.Pair.First, Second: g.Pair.Second, Points: [2]int{2, 0}, Unplayed: true}}}, nil)
		for _, n := range open[1:] {
			r.ends(n, 2)
		}
		r.now = r.now.Add(21 * days)
		r.work()
	}
	if len(r.Rounds) != 4 {
		t.Errorf("the season is %s after %d rounds", r.Stage, len(r.Rounds))
	}
	byes := map[string]int{}
	for _, g := range r.Games {
		if g.Pair.Second == "" {
			byes[g.Pair.First]++
		}
	}
	for p, n := range byes {
		if n > 1 {
			t.Errorf("%s rests %d times", p, n)
		}
	}
}

// No round is paired in a pause, and none of more players than can be paired.
func TestPair_Refused(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Rounds = season.Swiss, 3 }), 256)
	r.refused(season.Full)(r.Join("late", season.SignUp{}))
	r.does("reserve")(r.Join("reserve", season.SignUp{Reserve: true}))
	r.does("boss")(r.Start("boss", r.now))
	r.does("boss")(r.Stop("boss", season.Halt{How: season.Paused, Reason: "holidays"}))
	if _, err := r.Preview("boss", r.now); err == nil {
		t.Error("a round is shown in a pause")
	}
}

// In Swiss, who wants to avoid everybody plays on, and a game that is annulled counts for no pairing.
func TestSwiss_AvoidedAndAnnulled(t *testing.T) {
	r := started(t, 6, func(t *season.Terms) {
		t.Format, t.Rounds, t.Days, t.Dropped = season.Swiss, 3, 21, season.Annul
	})
	for _, g := range r.running() {
		r.ends(g, 2)
	}
	annulled := r.Games[0].Pair
	r.does(annulled.Second)(r.Leave(annulled.Second, season.Leaving{Player: annulled.Second}))
	leader := r.Games[1].Pair.First
	var all []string
	for i := range 6 {
		if name(i) != leader {
			all = append(all, name(i))
		}
	}
	r.does(leader)(r.Join(leader, season.SignUp{Avoid: all}))
	r.now = r.now.Add(21 * days)
	r.work()
	if r.Stage != season.Running || len(r.Rounds) != 2 {
		t.Fatalf("the season is %s, in round %d", r.Stage, len(r.Rounds))
	}
	for _, n := range r.Rounds[1].Games {
		g := r.Game(n)
		if _, plays := g.Has(leader); plays && g.Pair.Second == "" {
			t.Error("who avoids everybody rests")
		}
		if _, plays := g.Has(annulled.First); plays && g.Pair.Second == leader || g.Pair.First == leader && plays {
			t.Error("who has won an annulled game plays who has won")
		}
	}
}

// A warning that a finished game has lifted is given anew before anything is lost, and Next knows when.
func TestAbsences_LiftedWarning(t *testing.T) {
	r := started(t, 3, func(t *season.Terms) { t.AtOnce = 6 })
	var mine []int
	for _, g := range r.Games {
		if _, plays := g.Has(name(0)); plays {
			mine = append(mine, g.Number)
		}
	}
	for _, g := range r.Games {
		for _, p := range []string{g.Pair.First, g.Pair.Second} {
			if e, ok := r.Show(p, g.Number); ok && (p != name(0) || g.Number != mine[3]) { // there he is absent
				r.does("")(e, nil)
			}
		}
	}
	r.now = r.now.Add(3 * days)
	r.work()
	r.now = r.now.Add(time.Hour)
	r.ends(mine[0], 2)
	r.work()
	if p := r.Player(name(0)); p.Warnings != 1 || !p.Warned.Equal(r.now) {
		t.Fatalf("the player is %+v", p)
	}
	if next := r.Next(r.now); !next.Equal(r.now.Add(2 * days)) {
		t.Errorf("the next thing is due after %v", next.Sub(r.now))
	}
	r.now = r.now.Add(2 * days)
	r.work()
	if g := r.Game(mine[3]); g.How != season.Forfeit {
		t.Errorf("the game is %+v", g)
	}
}

// Two who are never awake together lose a game in which neither shows himself all the same: one of them is awake.
func TestAbsences_NeverAwakeTogether(t *testing.T) {
	r := started(t, 2, func(t *season.Terms) { t.Format = season.Knock })
	r.now = r.now.Add(3 * days)
	r.work()
	r.now = r.now.Add(2 * days)
	tasks := r.Tasks(r.now)
	if len(tasks) != 2 || len(tasks[0].Awake) != 1 || len(tasks[1].Awake) != 1 ||
		fmt.Sprint(tasks[0].Event.Ended) != fmt.Sprint(tasks[1].Event.Ended) || tasks[0].Awake[0] == tasks[1].Awake[0] {
		t.Errorf("due are %+v", tasks)
	}
}

// Who has left changes places with nobody; a game that has ended without a result keeps nobody from his next one.
func TestSeason_WhoAndWhatIsNotThereAnyMore(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.AtOnce, t.Dropped = 1, season.Replace }), 6)
	r.does("reserve")(r.Join("reserve", season.SignUp{Reserve: true}))
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	open := r.running()
	if idle, more := r.Tasks(r.now), r.Tasks(r.now, open...); len(idle) != 0 || len(more) == 0 {
		t.Errorf("due are %d tasks, and %d when the open games are idle", len(idle), len(more))
	}
	gone := r.Pools[0][2]
	r.does(gone)(r.Leave(gone, season.Leaving{Player: gone}))
	for range 20 {
		r.work()
		for _, g := range r.running() {
			r.ends(g, 2)
		}
	}
	first, second := r.Table(1), r.Table(2)
	if order := r.Promoted(); slices.Contains(order, gone) || slices.Index(order, second[0].Player) > 2 {
		t.Errorf("the next season begins with %v, after %v and %v without %s", order, first, second, gone)
	}
}
