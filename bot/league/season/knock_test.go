package season_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/league/season"
)

// A drawn game of a knock-out waits for a ruling where the terms say so, and nobody goes on before it.
func TestTied_Ruling(t *testing.T) {
	for first, want := range map[int]string{0: "player 4", 1: "player 1", 2: "player 1"} {
		r := announce(t, with(func(t *season.Terms) { t.Format, t.Tied = season.Knock, season.Decision }), 4)
		r.does("boss")(r.Start("boss", r.now))
		r.work()
		r.ends(1, 1)
		r.ends(2, 2)
		if r.work(); len(r.Rounds) != 1 || len(r.Undecided()) != 1 || r.Winner() != "" {
			t.Fatalf("%d rounds; undecided are %v, and %s has won", len(r.Rounds), r.Undecided(), r.Winner())
		}
		r.refused(season.RoundOpen)(r.preview("boss"))
		if r.Game(1).Pair.First != "player 1" {
			first = 2 - first
		}
		o := season.Outcome{Game: 1, Reason: "the better position"}
		o.Result.Points = [2]int{first, 2 - first}
		r.does("boss")(r.Rule("boss", o))
		r.work()
		final := r.Games[len(r.Games)-1]
		if _, plays := final.Has(want); len(r.Rounds) != 2 || !plays {
			t.Errorf("after a ruling of %d the final is %v, without %s", first, final.Pair, want)
		}
		seat, _ := final.Has(want)
		r.ends(final.Number, 2-2*seat)
		if r.work(); r.Stage != season.Closed || r.Winner() != want {
			t.Errorf("the season is %s, and %s has won", r.Stage, r.Winner())
		}
	}
}

// Who is still in a knock-out stands above who is out, whatever their points, and a drawn game puts nobody out before
// the second one.
func TestTable_KnockOut(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format = season.Knock }), 4)
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	table := func(want string) {
		t.Helper()
		var words []string
		for _, row := range r.Table(0) {
			words = append(words, fmt.Sprint(row.Place, " ", row.Player, " ", row.Points, " ", row.Out))
		}
		if got := strings.Join(words, ", "); got != want {
			t.Errorf("it is\n%s\nand not\n%s", got, want)
		}
	}
	table("1 player 1 0 false, 1 player 2 0 false, 1 player 3 0 false, 1 player 4 0 false")
	seat, _ := r.Game(1).Has("player 1")
	r.ends(1, 2-2*seat) // player 4 is out, with as many points as who has not played yet
	table("1 player 1 2 false, 2 player 2 0 false, 2 player 3 0 false, 4 player 4 0 true")
	r.ends(2, 1)
	if !season.Repeated(&r.Season, *r.Game(2)) {
		t.Error("no second game follows a draw")
	}
	table("1 player 1 2 false, 2 player 2 1 false, 2 player 3 1 false, 4 player 4 0 true")
	r.work()
	r.ends(3, 1)
	r.work()
	table("1 player 2 2 false, 2 player 1 2 false, 3 player 3 2 true, 4 player 4 0 true")
	seat, _ = r.Game(4).Has("player 2")
	r.ends(4, 2-2*seat)
	r.work()
	table("1 player 2 4 false, 2 player 3 2 true, 3 player 1 2 true, 4 player 4 0 true")
}

// Who has left does not go on, and who has taken over his second game does.
func TestReturn_TakenOver(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Dropped = season.Knock, season.Replace }), 4)
	r.does("sub")(r.Join("sub", season.SignUp{Reserve: true}))
	r.does("boss")(r.Start("boss", r.now))
	r.work()
	other := r.Game(1).Pair.Second
	if other == "player 1" {
		other = r.Game(1).Pair.First
	}
	r.ends(1, 1)
	r.ends(2, 2)
	r.does(other)(r.Leave(other, season.Leaving{Player: other}))
	r.work()
	again := r.Games[len(r.Games)-1]
	seat, plays := again.Has("sub")
	if again.Again != 1 || !plays {
		t.Fatalf("the second game is %+v", again)
	}
	r.ends(again.Number, 2-2*seat)
	r.work()
	if final := r.Games[len(r.Games)-1]; final.Round != 2 || final.Pair.First != "sub" && final.Pair.Second != "sub" {
		t.Errorf("the final is %+v", final)
	}
}
