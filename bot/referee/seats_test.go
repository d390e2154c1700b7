package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
	"grognard/rules/view"
)

// seats is a drill in which Anna plays Blue and Boris Red, with words for who else does.
type seats struct{ *house }

func newSeats(t *testing.T) *seats {
	h := newDrill(t)
	check(t, h.Channels.Reach(h.ctx, "g1", "c1"))
	return &seats{h}
}

// yes is a command that is to be carried out.
func (s *seats) yes(t api.Table, err error) api.Table {
	s.t.Helper()
	check(s.t, err)
	return t
}

// no is one that is to be refused.
func (s *seats) no(what string, want error) func(any, error) {
	s.t.Helper()
	before := s.rows("c1")
	return func(_ any, err error) {
		s.t.Helper()
		if !errors.Is(err, want) || s.rows("c1") != before {
			s.t.Errorf("%s: %v, want %v; %d rows more", what, err, want, s.rows("c1")-before)
		}
	}
}

// sees says whether a user sees a side's secrets, in every way in which he could.
func (s *seats) sees(user string) bool {
	s.t.Helper()
	_, _, err := s.Looks.Secret(s.ctx, "c1", user)
	see, err1 := s.Looks.See(s.ctx, "c1", user)
	story, err2 := s.Looks.Story(s.ctx, "c1", user)
	check(s.t, errors.Join(err1, err2))
	n := 0
	for _, secret := range []bool{err == nil, see.Secret != nil, story.Secret != nil} {
		if secret {
			n++
		}
	}
	wrong(s.t, n != 0 && n != 3, "%s sees secrets in %d of three ways", user, n)
	return n == 3
}

// readers are the users to whom private notifications go, of a kind.
func (s *seats) readers(k api.Kind) (users []string) {
	for _, e := range s.notifications() {
		if e.Side != nil && e.Kind == k {
			if e.Reader != "" && !e.Table.Plays(e.Reader, e.Side.Side()) {
				s.t.Errorf("%s is for %s, who does not play %s", e.Kind, e.Reader, e.Side.Side())
			}
			users = append(users, e.Reader)
		}
	}
	slices.Sort(users)
	return users
}

// holds checks that the log of the game passes the verification, finished and under way.
func (s *seats) holds() {
	s.t.Helper()
	file := s.export()
	running := mustVerify(s.t, file)
	wrong(s.t, strings.Contains(string(file), "b-1-arm\\\""), "the export of a running game names assigned units")
	s.yes(s.Endings.Resign(s.ctx, s.by(s.table().Player("red"))))
	check(s.t, mustVerify(s.t, s.export()).Holds(running))
}

// A deputy gives orders and sees what his side sees until he is dismissed. He ends no game, and gives
// no seat away; what he did is his by the log.
func TestDeputise_UntilDismissed(t *testing.T) {
	s := newSeats(t)
	dep := func(by, user string) (any, error) { return s.Seats.Deputise(s.ctx, s.by(by), user) }
	s.no("an onlooker's", api.ErrNotSeated)(dep("olga", "carla"))
	s.no("oneself", api.ErrOwnSeat)(dep("anna", "anna"))
	s.no("the opponent", api.ErrPlays)(dep("anna", "boris"))
	s.no("nobody", api.ErrNoMember)(dep("anna", ""))
	s.settle()
	s.deputises("anna", "carla", "c1")
	told := s.last(api.SeatsChanged)
	if c := told.Table.Reseated; c.Does != api.Deputised || c.User != "carla" || c.By != "anna" || c.Side != "blue" {
		t.Errorf("told of a deputy: %+v", c)
	}
	equal(t, "told by themselves: %v", s.readers(api.SeatsChanged), []string{"carla"})
	s.no("a second", api.ErrDeputy)(dep("anna", "dora"))
	s.no("of both sides", api.ErrPlays)(dep("boris", "carla"))
	for name, do := range map[string]func() (api.Table, error){
		"resigns":      func() (api.Table, error) { return s.Endings.Resign(s.ctx, s.by("carla")) },
		"offers":       func() (api.Table, error) { return s.Endings.Propose(s.ctx, s.by("carla"), api.Drawn) },
		"gives a seat": func() (api.Table, error) { return s.Seats.OfferSeat(s.ctx, s.by("carla"), "dora") },
		"deputises":    func() (api.Table, error) { return s.Seats.Deputise(s.ctx, s.by("carla"), "dora") },
		"seeks":        func() (api.Table, error) { return s.Seats.SeekSubstitute(s.ctx, s.by("carla")) },
	} {
		before := s.rows("c1")
		if _, err := do(); !errors.Is(err, api.ErrNotCommander) || s.rows("c1") != before {
			t.Errorf("a deputy %s: %v", name, err)
		}
	}
	if _, told := s.sets("carla", announces(3*day, 2*day)); told != 0 {
		t.Errorf("the vacation of a deputy is told in %d games", told)
	}
	wrong(t, !s.sees("carla") || s.sees("olga"), "a deputy sees nothing, or an onlooker secrets")
	s.must("carla", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.restart()
	back := must(s.Orders.Undo(s.ctx, s.by("carla"), ""))(t)
	wrong(t, back.Asked, "a deputy takes his move back")
	s.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.must("carla", "c1", "/end")
	equal(t, "a phase is told %v", s.readers(api.Phase), []string{"anna", "boris", "carla"})
	s.no("by the opponent", api.ErrNoMember)(s.Seats.Dismiss(s.ctx, s.by("boris"), "carla"))
	s.yes(s.Seats.Dismiss(s.ctx, s.by("anna"), "carla"))
	equal(t, "after he was dismissed a phase is told %v", s.readers(api.Phase), []string{"", "anna", "boris"})
	wrong(t, s.sees("carla"), "one who was dismissed sees secrets")
	refused(t, "and gives orders", api.ErrNotSeated)(s.Orders.Order(s.ctx, s.by("carla"), "/end"))
	s.no("the other side's former", api.ErrKnows)(dep("boris", "carla"))
	s.refuses("olga", "c1", api.Intervention{Measure: api.HandOver, Reason: "r", Side: "red", To: "carla"},
		api.ErrKnows)
	sameAfterRestart(t, s.house, "c1", s.notifications())
	s.deputises("anna", "carla", "c1")
	s.yes(s.Seats.Dismiss(s.ctx, s.by("carla"), "carla")) // he goes by himself
	s.holds()
}

// A seat goes to one who takes it, and to nobody else. Its former player sees no more of it, and what
// was done before is not taken back after it.
func TestTakeSeat_HandedOver(t *testing.T) {
	s := newSeats(t)
	s.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.no("to oneself", api.ErrOwnSeat)(s.Seats.OfferSeat(s.ctx, s.by("anna"), "anna"))
	s.no("to the opponent", api.ErrPlays)(s.Seats.OfferSeat(s.ctx, s.by("anna"), "boris"))
	s.no("to nobody", api.ErrNoMember)(s.Seats.OfferSeat(s.ctx, s.by("anna"), ""))
	s.deputises("anna", "emil", "c1")
	s.assigns("anna", "fritz", "b-2-mot", "c1")
	s.yes(s.Endings.Propose(s.ctx, s.by("boris"), api.Drawn))
	s.yes(s.Seats.OfferSeat(s.ctx, s.by("anna"), "carla"))
	s.no("by another", api.ErrNoSeatOffer)(s.Seats.TakeSeat(s.ctx, s.by("dora"), 1))
	s.no("another one", api.ErrNoSeatOffer)(s.Seats.TakeSeat(s.ctx, s.by("carla"), 2))
	s.no("by an onlooker", api.ErrNoSeatOffer)(s.Seats.DeclineSeat(s.ctx, s.by("dora"), 1))
	wrong(t, s.sees("carla"), "to whom a seat is offered sees secrets")
	if got := s.yes(s.Seats.DeclineSeat(s.ctx, s.by("carla"), 1)); len(got.Handing) > 0 ||
		got.Reseated.Does != api.SeatDeclined || got.Reseated.User != "carla" {
		t.Errorf("declined: %+v %+v", got.Handing, got.Reseated)
	}
	s.yes(s.Seats.OfferSeat(s.ctx, s.by("anna"), "carla"))
	s.yes(s.Seats.DeclineSeat(s.ctx, s.by("anna"), 2))
	s.no("withdrawn", api.ErrNoSeatOffer)(s.Seats.TakeSeat(s.ctx, s.by("carla"), 2))
	offered := s.yes(s.Seats.OfferSeat(s.ctx, s.by("anna"), "carla"))
	if h := offered.Offered("blue"); h == nil || h.Number != 3 || h.To != "carla" || h.Side != "blue" {
		t.Fatalf("offered: %+v", h)
	}
	sameAfterRestart(t, s.house, "c1", s.notifications())
	s.must("anna", "c1", "/stack order hex:8.08 units:b-1-mot,b-1-arm") // she plays until then
	cmd := s.by("carla")
	got := s.yes(s.Seats.TakeSeat(s.ctx, cmd, 3))
	if again := s.yes(s.Seats.TakeSeat(s.ctx, cmd, 3)); again.Player("blue") != "carla" {
		t.Errorf("taken twice: %+v", again.Seats)
	}
	if c := got.Reseated; got.Player("blue") != "carla" || len(got.Handing) > 0 || c.Does != api.SeatTaken ||
		c.From != "anna" || c.User != "carla" {
		t.Errorf("taken: %+v", got)
	}
	if got.Offer == nil || got.Offer.Answer != api.Lapsed {
		t.Errorf("an offer to the one who had the seat stands: %+v", got.Offer)
	}
	for range 2 {
		for user, sees := range map[string]bool{"anna": false, "emil": false, "carla": true, "boris": true,
			"fritz": true} {
			wrong(t, s.sees(user) != sees, "%s sees secrets is %t", user, !sees)
		}
		if got := s.readers(api.SeatsChanged); !slices.Contains(got, "carla") || slices.Contains(got, "emil") {
			t.Errorf("told by themselves: %v", got)
		}
		s.restart()
	}
	for _, user := range []string{"anna", "emil"} {
		s.no("by "+user, api.ErrKnows)(s.Seats.Deputise(s.ctx, s.by("boris"), user))
	}
	refused(t, "what was done before is taken back", api.ErrHanded)(s.Orders.Undo(s.ctx, s.by("carla"), ""))
	out := s.must("carla", "c1", "/move units:b-2-arm to:6.09")
	if _, err := s.Orders.Undo(s.ctx, s.by("carla"), out.Undo); err != nil || out.Undo == "" {
		t.Errorf("his own order: %v", err)
	}
	story, err := s.Looks.Story(s.ctx, "c1", "boris")
	wrong(t, err != nil || !slices.ContainsFunc(story.Secret.Board().Told,
		func(l view.Line) bool { return l.Text.ID == "told.seat-taken" }), "the story does not tell it: %v", err)
	s.holds()
}

// A seat that falls vacant is offered to those who wait, one after the other, and then to everybody.
func TestSeekSubstitute_OneAfterTheOther(t *testing.T) {
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
	s.no("an onlooker's", api.ErrNotSeated)(s.Seats.SeekSubstitute(s.ctx, s.by("olga")))
	to := func() string {
		t.Helper()
		must(s.Upkeep.Ring(s.ctx))(t)
		h := s.table().Offered("blue")
		if h == nil {
			return "nobody"
		}
		return h.To
	}
	if got := s.yes(s.Seats.SeekSubstitute(s.ctx, s.by("anna"))); got.Offered("blue").To != "dora" {
		t.Fatalf("asked first is %+v", got.Handing)
	}
	if rows := s.rows("c1"); s.yes(s.Seats.SeekSubstitute(s.ctx, s.by("anna"))).Offered("blue").To != "dora" ||
		s.rows("c1") != rows {
		t.Error("a second press passes over the one who is asked")
	}
	s.tick.Add(int64((23 * time.Hour).Seconds()))
	wrong(t, to() != "dora", "the next is asked too soon")
	s.restart()
	check(t, s.Channels.Sleep(s.ctx, "gone", "c1"))
	s.tick.Add(int64((50 * time.Hour).Seconds()))
	wrong(t, to() != "dora", "the next is asked where nobody can read it")
	check(t, s.Channels.Reach(s.ctx, "g1", "c1"))
	s.tick.Add(int64((23 * time.Hour).Seconds()))
	wrong(t, to() != "dora", "the next is asked too soon after the channel is back")
	s.tick.Add(int64((2 * time.Hour).Seconds()))
	equal(t, "after a day %s is asked", to(), "carla")
	if err := s.Seats.Substitute(s.ctx, s.table().Game, "blue"); err != nil || to() != "carla" {
		t.Errorf("sought twice: %v", err)
	}
	s.yes(s.Seats.DeclineSeat(s.ctx, s.by("carla"), 2))
	equal(t, "when nobody is left %s is asked", to(), "")
	s.no("by the opponent", api.ErrPlays)(s.Seats.TakeSeat(s.ctx, s.by("boris"), 3))
	if got := s.yes(s.Seats.TakeSeat(s.ctx, s.by("dora"), 3)); got.Player("blue") != "dora" {
		t.Errorf("taken by dora: %+v", got.Seats)
	}
	if list, err := s.Seats.AwaitingSeats(s.ctx, "g1"); err != nil ||
		slices.ContainsFunc(list, func(w arrange.Waiting) bool { return w.User == "dora" }) {
		t.Errorf("one who has got a seat waits for another: %+v, %v", list, err)
	}
	if err := s.Seats.Substitute(s.ctx, s.table().Game, "red"); err != nil || s.table().Offered("red").To != "fritz" {
		t.Errorf("for one who does not come is asked %+v, %v", s.table().Handing, err)
	}
	s.holds()
}

// Both seats can be offered at once. Each offer has its message, and ends with its own seat alone.
func TestOfferSeat_BothSeats(t *testing.T) {
	s := newSeats(t)
	check(t, s.Seats.AwaitSeat(s.ctx, "g1", "dora", "", ""))
	s.settle()
	s.yes(s.Seats.SeekSubstitute(s.ctx, s.by("anna")))
	s.settle()
	s.yes(s.Seats.OfferSeat(s.ctx, s.by("boris"), "carla"))
	if es := s.notifications(); len(es) != 1 || es[0].Edits || es[0].Table.Reseated.Side != "red" ||
		len(es[0].Table.Handing) != 2 {
		t.Errorf("the second offer is told by %+v", es)
	}
	s.settle()
	s.restart()
	got := s.table()
	mustNot(t, len(got.Handing) != 2 || got.OfferedTo("dora").Side != "blue" || got.OfferedTo("carla").Side != "red" ||
		got.OfferedTo("emil") != nil, "offered are %+v", got.Handing)
	s.no("the other seat", api.ErrNoSeatOffer)(s.Seats.TakeSeat(s.ctx, s.by("dora"), got.Offered("red").Number))
	s.yes(s.Seats.TakeSeat(s.ctx, s.by("carla"), got.Offered("red").Number))
	closed := slices.DeleteFunc(s.notifications(), func(e api.Notification) bool { return !e.Closing })
	if len(closed) != 1 || closed[0].Kind != api.SeatOffered || closed[0].Table.Reseated.Side != "red" {
		t.Errorf("closed are %+v", closed)
	}
	s.tick.Add(int64((25 * time.Hour).Seconds()))
	must(s.Upkeep.Ring(s.ctx))(t)
	if open := s.table().OfferedTo("emil"); open == nil || open.Side != "blue" {
		t.Fatalf("when nobody is left is offered %+v", s.table().Handing)
	}
	s.yes(s.Seats.TakeSeat(s.ctx, s.by("emil"), s.table().Offered("blue").Number))
	if got := s.table(); got.Player("blue") != "emil" || got.Player("red") != "carla" || len(got.Handing) > 0 {
		t.Errorf("at the end: %+v, offered %+v", got.Seats, got.Handing)
	}
	s.holds()
}

// What one who comes to play a side is told by himself is about his coming, whatever was done since.
func TestSeatsChanged_ToldLate(t *testing.T) {
	s := newSeats(t)
	s.settle()
	s.deputises("anna", "carla", "c1")
	s.assigns("anna", "dora", "b-1-arm", "c1")
	s.deputises("boris", "emil", "c1")
	want := map[string]api.Reseating{"carla": api.Deputised, "dora": api.Assigned,
		"emil": api.Deputised}
	for _, e := range s.notifications() {
		if e.Side == nil {
			continue
		}
		if c := e.Table.Reseated; c.User != e.Reader || c.Does != want[e.Reader] || !e.Table.Plays("emil", "red") {
			t.Errorf("%s is told %+v, seats %+v", e.Reader, c, e.Table.Seats)
		}
		delete(want, e.Reader)
	}
	wrong(t, len(want) > 0, "not told are %v", want)
}

// One who asks to be forgotten leaves the side beside whose player he plays, and waits no longer.
func TestDepart_DeputyLeaves(t *testing.T) {
	s := newSeats(t)
	s.deputises("anna", "carla", "c1")
	check(t, s.Seats.AwaitSeat(s.ctx, "g1", "carla", "", ""))
	check(t, s.Looks.Looked(s.ctx, "c1", "carla"))
	k, err := s.Privacy.Kept(s.ctx, "carla")
	mustNot(t, err != nil || k.Waits != 1 || len(k.Seats) != 1 || !k.Seats[0].Beside, "kept: %+v, %v", k, err)
	must(s.Privacy.Depart(s.ctx, s.by("carla")))(t)
	if got := s.table(); got.Over || len(got.Seats[0].Members) != 0 {
		t.Errorf("after it: over %t, %+v", got.Over, got.Seats)
	}
	if k, err = s.Privacy.Kept(s.ctx, "carla"); err != nil || !k.None() {
		t.Errorf("kept after it: %+v, %v", k, err)
	}
	check(t, s.Looks.Looked(s.ctx, "c1", "carla"))
	if k, err = s.Privacy.Kept(s.ctx, "carla"); err != nil || k.Papers != 1 {
		t.Errorf("one who comes again is taken for the one who was forgotten: %+v, %v", k, err)
	}
}
