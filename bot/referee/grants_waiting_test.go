package referee_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
)

// A vacant seat is offered to the users who wait, one after the other, and then to everybody.
func TestGrant_OneWaitingAfterTheOther(t *testing.T) {
	s := newSeats(t)
	for _, w := range []struct {
		user, module string
		side         order.Side
		want         error
	}{
		{"dora", "", "blue", api.ErrNoModule}, {"dora", "chess", "", api.ErrNoModule},
		{"dora", "drill", "green", api.ErrNoSide},
		{"boris", "", "", nil}, {"emil", "afb", "", nil}, {"fritz", "drill", "red", nil},
		{"dora", "drill", "", nil}, {"carla", "drill", "blue", nil}, {"gerd", "", "", nil},
	} {
		if err := s.Seats.AwaitSeat(s.ctx, "g1", w.user, w.module, w.side); !errors.Is(err, w.want) {
			t.Fatalf("%+v: %v", w, err)
		}
	}
	check(t, s.Seats.AwaitNoSeat(s.ctx, "g1", "gerd"))
	list := must(s.Seats.AwaitingSeats(s.ctx, "g1"))(t)
	mustNot(t, len(list) != 5 || list[4].User != "carla" ||
		list[4].Module != "drill" || list[4].Side != "blue", "there wait %+v", list)
	later := func(wait time.Duration, want string) {
		t.Helper()
		s.tick.Add(int64(wait.Seconds()))
		must(s.Upkeep.Ring(s.ctx))(t)
		if h := s.table().Offered("blue"); h == nil || h.To != want {
			t.Errorf("offered to %q is %+v", want, h)
		}
	}
	s.yes(s.grant("anna", api.Granting{Waiting: true}))
	later(0, "dora")
	s.no("a second press", api.ErrSought)(s.grant("anna", api.Granting{Waiting: true}))
	later(23*time.Hour, "dora")
	s.restart()
	check(t, s.Channels.Sleep(s.ctx, api.Deleted, "c1"))
	later(50*time.Hour, "dora") // nobody can read it
	check(t, s.Channels.Reach(s.ctx, "g1", "c1"))
	later(23*time.Hour, "dora")
	later(2*time.Hour, "carla")
	s.yes(s.end("carla", 2))
	later(0, "")
	s.no("by the opponent", api.ErrPlays)(s.take("boris", 3))
	s.no("by who has it", api.ErrOwnSeat)(s.take("anna", 3))
	if got := s.yes(s.take("dora", 3)); got.Player("blue") != "dora" {
		t.Errorf("taken by dora: %+v", got.Seats)
	}
	list = must(s.Seats.AwaitingSeats(s.ctx, "g1"))(t)
	wrong(t, slices.ContainsFunc(list, func(w arrange.Waiting) bool { return w.User == "dora" }),
		"one who has got a seat waits for another: %+v", list)
	s.checkVerified()
}

// A search goes on to the next user when the one who is asked comes to play the other side.
func TestGrant_AskedPlaysTheOtherSide(t *testing.T) {
	s := newSeats(t)
	for _, user := range []string{"dora", "emil"} {
		check(t, s.Seats.AwaitSeat(s.ctx, "g1", user, "", ""))
	}
	s.yes(s.grant("anna", api.Granting{Waiting: true}))
	s.tick.Add(60)
	must(s.Upkeep.Ring(s.ctx))(t)
	s.yes(s.grant("boris", api.Granting{To: "dora"}))
	s.yes(s.take("dora", 2))
	s.tick.Add(60)
	must(s.Upkeep.Ring(s.ctx))(t)
	if h := s.table().Offered("blue"); h == nil || h.To != "emil" {
		t.Errorf("offered is %+v", h)
	}
	s.checkVerified()
}

// Both seats can be offered at once. Each offer has its message, and ends with its own seat alone.
func TestGrant_BothSeats(t *testing.T) {
	s := newSeats(t)
	check(t, s.Seats.AwaitSeat(s.ctx, "g1", "dora", "", ""))
	s.settle()
	s.yes(s.grant("anna", api.Granting{Waiting: true}))
	s.settle()
	s.yes(s.grant("boris", api.Granting{To: "carla", ForGood: true}))
	if es := s.notifications(); len(es) != 1 || es[0].Edits || es[0].Table.Reseated.Side != "red" ||
		len(es[0].Table.Grants) != 2 {
		t.Errorf("the second offer is told by %+v", es)
	}
	s.settle()
	s.restart()
	got := s.table()
	mustNot(t, len(got.Grants) != 2 || got.OfferedTo("dora").Side != "blue" || got.OfferedTo("carla").Side != "red" ||
		got.OfferedTo("emil") != nil, "offered are %+v", got.Grants)
	s.yes(s.take("carla", got.Offered("red").Number))
	if closed := s.closed(); len(closed) != 1 || closed[0].Table.Reseated.Side != "red" {
		t.Errorf("closed are %+v", closed)
	}
	s.tick.Add(int64((25 * time.Hour).Seconds()))
	must(s.Upkeep.Ring(s.ctx))(t)
	if open := s.table().OfferedTo("emil"); open == nil || open.Side != "blue" {
		t.Fatalf("when nobody is left is offered %+v", s.table().Grants)
	}
	s.yes(s.take("emil", s.table().Offered("blue").Number))
	if got := s.table(); got.Player("blue") != "emil" || got.Player("red") != "carla" || len(got.Grants) > 0 {
		t.Errorf("at the end: %+v, offered %+v", got.Seats, got.Grants)
	}
	s.checkVerified()
}

// A side can ask as many users as can act for it. One who is asked again for other units gets no second message, and
// gets the units named last, without those that were granted to others since.
func TestGrant_ManyAsked(t *testing.T) {
	s := newSeats(t)
	units := func(user, words string) (api.Table, error) {
		return s.grant("anna", api.Granting{To: user, Units: words})
	}
	for i := range 11 {
		s.yes(units(fmt.Sprintf("user%d", i), "b-1-arm"))
	}
	s.yes(s.grant("anna", api.Granting{To: "carla"}))
	s.no("one too many", api.ErrTeamFull)(units("dora", "b-1-arm"))
	s.no("the same again", api.ErrGranted)(s.grant("anna", api.Granting{To: "carla"}))
	s.settle()
	s.yes(units("user3", "b-1-cav"))
	s.yes(units("user3", "b-1-arm, b-2-arm"))
	wrong(t, len(s.notifications()) != 0, "asked for other units: %d notifications", len(s.notifications()))
	s.restart() // what is kept of a game has them
	team := s.team("anna")
	last := team[11]
	wrong(t, len(team) != 12 || last.To != "user3" || last.Number != 4 || len(team[0].Units) != 0 ||
		!slices.Equal(last.Units, []order.UnitID{"b-1-arm", "b-2-arm"}), "granted are %+v", team)
	s.yes(s.take("user3", 4))
	s.settle()
	s.yes(units("user3", "b-1-arm")) // she plays already, so that she is not asked
	s.yes(s.grant("anna", api.Granting{To: "user3"}))
	if c := s.last(api.SeatsChanged).Table.Reseated; c.Does != api.GrantGiven || !s.table().Commands("user3", "blue") {
		t.Errorf("the deputy: %+v, %+v", c, s.table().Seats[0])
	}
	s.yes(s.take("carla", 12))
	s.yes(units("carla", "b-1-arm"))
	wrong(t, slices.ContainsFunc(s.team("anna"), func(r api.TeamGrant) bool {
		return r.To != "carla" && slices.Contains(r.Units, "b-1-arm")
	}), "a unit is two players': %+v", s.team("anna"))
	s.checkVerified()
}

// A user who comes to wait after a player's clock has run out may have been brought by the other player: the search for
// a substitute does not find him.
func TestWaiting_SinceTheClockRanOut(t *testing.T) {
	for name, c := range map[string]struct {
		late bool
		want string
	}{"before": {false, "carla"}, "after": {true, ""}} {
		h := newClockHouse(t, aDay())
		check(t, h.Channels.Reach(h.ctx, "guild", "c1"))
		waits := func() { check(t, h.Seats.AwaitSeat(h.ctx, "guild", "carla", "", "")) }
		if !c.late {
			waits()
		}
		h.later(day)
		h.ranOut("blue")
		h.later(hour)
		if c.late {
			waits()
		}
		table := must(h.Seats.Grant(h.ctx, h.by("boris"), api.Granting{Side: "blue", Waiting: true}))(t)
		mustNot(t, len(table.Grants) != 1, "%s: offered is %+v", name, table.Grants)
		equal(t, name+": asked is %q", table.Grants[0].To, c.want)
	}
}
