package leaguegames_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/leaguegames"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/storage/sqlite"
)

// hall is a referee with the games of a season.
type hall struct {
	*testing.T
	*referee.Referee
	*leaguegames.Games
	given int // commands so far
}

func open(t *testing.T) *hall {
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	r := referee.New(referee.Options{Store: store})
	t.Cleanup(func() { must.Do(t, errors.Join(r.Shut(context.Background()), store.Shut())) })
	return &hall{T: t, Referee: r, Games: r.League.For(func() string { return "bot" })}
}

func (h *hall) by(user, channel string) api.Command {
	h.given++
	return api.Command{ID: fmt.Sprint(h.given), User: user, Channel: channel}
}

func opening(n int, module string) league.Opening {
	return league.Opening{ID: fmt.Sprintf("%ss1 game %d", league.Commands, n), Channel: fmt.Sprint("thread ", n),
		Setting: season.Setting{Module: module, Clock: "normal"}, Users: [2]string{"anna", "boris"}}
}

// standing returns how a game of Anna and Boris stands.
func (h *hall) standing(id string) league.Standing {
	return must.Get(h.Standing(h.Context(), id, [2]string{"anna", "boris"}))(h.T)
}

// A game is opened once, however often that is tried, with both players in their seats. Neither has done anything yet.
func TestOpen_Twice(t *testing.T) {
	h := open(t)
	var ids []string
	for range 3 {
		ids = append(ids, must.Get(h.Open(t.Context(), opening(1, "bcs-drill")))(t))
	}
	table := must.Get(h.Looks.Table(t.Context(), "thread 1"))(t)
	if ids[0] != ids[1] || ids[1] != ids[2] || table.Seats[0].User != "anna" || table.Seats[1].User != "boris" ||
		table.Terms.None() || table.Started {
		t.Errorf("opened are %q; the table is %+v", ids, table)
	}
	if st := h.standing(ids[0]); st.Acted != [2]bool{} || st.Over {
		t.Errorf("the game stands so: %+v", st)
	}
	must.Get(h.NewGames.Start(t.Context(), h.by("boris", "thread 1")))(t)
	if st := h.standing(ids[0]); st.Acted != [2]bool{false, true} || !st.Started {
		t.Errorf("after boris has begun it the game stands so: %+v", st)
	}
}

// A standing has what the end of a game means: the drill of BCS has two degrees of victory for each side.
func TestStanding_AtTheEnd(t *testing.T) {
	resign := func(h *hall, at string) {
		must.Get(h.Endings.Resign(t.Context(), h.by("anna", at)))(t)
	}
	draw := func(h *hall, at string) {
		table := must.Get(h.Endings.Propose(t.Context(), h.by("anna", at), api.Drawn))(t)
		must.Get(h.Endings.Accept(t.Context(), h.by("boris", at), table.Offer.Number))(t)
	}
	for i, c := range []struct {
		module string
		end    func(*hall, string)
		want   league.Standing
	}{
		{"bcs-drill", resign, league.Standing{How: "resigned", Known: true, Points: [2]int{0, 2}, Margin: -2}},
		{"drill", resign, league.Standing{How: "resigned", Known: true, Points: [2]int{0, 2}, Margin: -1}},
		{"bcs-drill", draw, league.Standing{How: "drawn", Known: true, Points: [2]int{1, 1}}},
	} {
		h := open(t)
		id, at := must.Get(h.Open(t.Context(), opening(i, c.module)))(t), fmt.Sprint("thread ", i)
		must.Get(h.NewGames.Start(t.Context(), h.by("anna", at)))(t)
		c.end(h, at)
		c.want.Started, c.want.Over, c.want.Turn, c.want.Answers[0].Asked = true, true, 1, 1
		got := h.standing(id)
		got.Acted, got.Sides = [2]bool{}, [2]order.Side{}
		if got != c.want {
			t.Errorf("%s: the game stands so: %+v, and must %+v", c.module, got, c.want)
		}
		must.Do(t, h.Close(t.Context(), id, "It is over."))
	}
}

// A deputy's orders show that the player takes part. Those of a player who has taken over the seat do not, and he wins
// or loses nothing for the former player.
func TestStanding_OthersInTheSeat(t *testing.T) {
	for player, forGood := range map[string]bool{"anna": false, "zoe": true} {
		h := open(t)
		id := must.Get(h.Open(t.Context(), opening(1, "bcs-drill")))(t)
		must.Get(h.NewGames.Start(t.Context(), h.by("boris", "thread 1")))(t)
		table := must.Get(h.Looks.Table(t.Context(), "thread 1"))(t)
		table = must.Get(h.Seats.Grant(t.Context(), h.by("judge", "thread 1"), api.Granting{
			Side: table.Seats[0].Side.ID, To: "zoe", ForGood: forGood, Reason: "Anna is away."}))(t)
		must.Get(h.Seats.AcceptGrant(t.Context(), h.by("zoe", "thread 1"), table.Grants[0].Number))(t)
		if st := h.standing(id); st.Acted != [2]bool{!forGood, true} {
			t.Errorf("for good %v: the game stands so: %+v", forGood, st)
		}
		must.Get(h.Endings.Resign(t.Context(), h.by(player, "thread 1")))(t)
		if st := h.standing(id); !st.Over || st.Strangers != forGood {
			t.Errorf("for good %v: the game has ended so: %+v", forGood, st)
		}
	}
}

// A game that goes on is worth what its points mean now. A closed game is worth nothing, whatever the reason says, and
// whether it had begun or not.
func TestClose(t *testing.T) {
	for i, reason := range []string{"The time is over.", strings.Repeat("long ", 100), "\x07"} {
		h := open(t)
		id, at := must.Get(h.Open(t.Context(), opening(i, "bcs-drill")))(t), fmt.Sprint("thread ", i)
		if i > 0 {
			must.Get(h.NewGames.Start(t.Context(), h.by("anna", at)))(t)
		}
		if st := h.standing(id); !st.Known || st.Points != [2]int{0, 2} || st.Margin != -1 {
			t.Errorf("at the beginning the game stands so: %+v", st)
		}
		for range 2 {
			must.Do(t, h.Close(t.Context(), id, reason))
		}
		if st := h.standing(id); !st.Over || st.Known {
			t.Errorf("closed the game stands so: %+v", st)
		}
	}
	h := open(t)
	if _, err := h.Standing(t.Context(), "nothing", [2]string{}); !errors.Is(err, api.ErrNoGame) {
		t.Errorf("a game that is not there stands so: %v", err)
	}
}

// A command pauses a game once, and another has it go on. A game that a game master has paused is left to him, one that
// has not begun is paused when that is tried again later, and one that is over stays as it is.
func TestRest(t *testing.T) {
	h := open(t)
	id := must.Get(h.Open(t.Context(), opening(1, "drill")))(t)
	paused := func(want bool) {
		t.Helper()
		if table := must.Get(h.Looks.Table(t.Context(), "thread 1"))(t); (table.Paused != nil) != want {
			t.Errorf("it is paused: %+v", table.Paused)
		}
	}
	rest := func(command, reason string, rests bool) {
		must.Do(t, h.Rest(t.Context(), "row "+command, id, reason, rests))
	}
	if err := h.Rest(t.Context(), "row 1", id, "A storm.", true); !errors.Is(err, league.ErrNotBegun) {
		t.Errorf("before it begins it rests: %v", err)
	}
	rest("1", "", false)
	paused(false)
	must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
	rest("1", "A storm.", true)
	paused(true)
	rest("1 up", "", false)
	paused(false)
	rest("2", strings.Repeat("long ", 100), true)
	paused(true)
	rest("2", "A storm.", true)
	rest("3", "", false)
	paused(false)
	rest("2", "A storm.", true) // as after a restart
	rest("3", "", false)
	paused(false)
	c, master := h.by("judge", "thread 1"), api.Intervention{Measure: api.Pause, Reason: "A quarrel."}
	must.Get(h.Masters.Intervene(t.Context(), c, master))(t)
	rest("4", "A storm.", true)
	rest("5", "", false)
	paused(true)
	must.Do(t, h.Close(t.Context(), id, "It is over."))
	rest("6", "A storm.", true)
}

// seats gives a user the seat of the first player.
func (h *hall) seats(row, id, user string, decided time.Time) error {
	return h.Seat(h.Context(), league.Seating{Command: "row " + row, Game: id, User: user,
		Reason: strings.Repeat("long ", 100), Decided: decided})
}

// A player who has asked for his seat gets it back, whatever is tried again. One who has it keeps it.
func TestSeat(t *testing.T) {
	h := open(t)
	id := must.Get(h.Open(t.Context(), opening(1, "drill")))(t)
	must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
	table := func() api.Table { return must.Get(h.Looks.Table(t.Context(), "thread 1"))(t) }
	lost := api.Granting{Side: table().Seats[0].Side.ID, To: "zoe", ForGood: true, Reason: "Anna is away."}
	lose := func() {
		grants := must.Get(h.Seats.Grant(t.Context(), h.by("judge", "thread 1"), lost))(t).Grants
		must.Get(h.Seats.AcceptGrant(t.Context(), h.by("zoe", "thread 1"), grants[0].Number))(t)
	}
	lose()
	decided := time.Now()
	for _, want := range []string{"anna", "zoe"} { // the second time the command is known
		for range 2 {
			must.Do(t, h.seats("7", id, "anna", decided))
		}
		if got := table().Seats[0].User; got != want {
			t.Errorf("%s has the seat, not %s", got, want)
		}
		if want == "anna" {
			lose()
		}
	}
	if err := h.seats("8", id, "boris", decided); !errors.Is(err, api.ErrPlays) || !errors.Is(err, league.ErrNoSeat) {
		t.Errorf("who plays the other side is seated: %v", err)
	}
	must.Do(t, h.Close(t.Context(), id, "It is over."))
	must.Do(t, h.seats("9", id, "anna", decided))
}

// A decision about a seat is carried out again after each start. It does not take the seat from a user to whom its
// player has given it since; a later decision does.
func TestSeat_HandedOverLater(t *testing.T) {
	h := open(t)
	id := must.Get(h.Open(t.Context(), opening(1, "drill")))(t)
	must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
	table := func() api.Table { return must.Get(h.Looks.Table(t.Context(), "thread 1"))(t) }
	decided := time.Now()
	must.Do(t, h.seats("7", id, "anna", decided))
	must.Get(h.Seats.Grant(t.Context(), h.by("anna", "thread 1"),
		api.Granting{Side: table().Seats[0].Side.ID, To: "zoe", ForGood: true}))(t)
	for _, user := range []string{"zoe", "boris"} { // who consents
		must.Get(h.Seats.AcceptGrant(t.Context(), h.by(user, "thread 1"), table().Grants[0].Number))(t)
	}
	for i, want := range []string{"zoe", "anna"} {
		must.Do(t, h.seats(fmt.Sprint(7+i), id, "anna", []time.Time{decided, time.Now()}[i]))
		if got := table().Seats[0].User; got != want {
			t.Errorf("%s has the seat, not %s", got, want)
		}
	}
}

// A user who did not ask for a seat is offered it once, and has it when he accepts. None is offered before the start.
func TestSeat_Offered(t *testing.T) {
	h := open(t)
	id := must.Get(h.Open(t.Context(), opening(1, "drill")))(t)
	offer := league.Seating{Command: "row 7", Game: id, User: "zoe", Reason: "On appeal.", Decided: time.Now(), Offered: true}
	if err := h.Seat(t.Context(), offer); !errors.Is(err, league.ErrNotBegun) {
		t.Errorf("before the game begins: %v", err)
	}
	must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
	table := func() api.Table { return must.Get(h.Looks.Table(t.Context(), "thread 1"))(t) }
	for range 2 {
		must.Do(t, h.Seat(t.Context(), offer))
		if got := table(); got.Seats[0].User != "anna" || len(got.Grants) != 1 || got.Grants[0].To != "zoe" {
			t.Fatalf("%s has the seat, offered are %+v", got.Seats[0].User, got.Grants)
		}
	}
	must.Get(h.Seats.AcceptGrant(t.Context(), h.by("zoe", "thread 1"), table().Grants[0].Number))(t)
	must.Do(t, h.Seat(t.Context(), offer))
	if got := table(); got.Seats[0].User != "zoe" || len(got.Grants) > 0 {
		t.Errorf("after she has accepted %s has the seat, offered are %+v", got.Seats[0].User, got.Grants)
	}
}
