package referee_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/api"
)

// timedOut lets Blue's clock run out in a game that gets clocks first.
func (s *seats) timedOut() {
	s.t.Helper()
	must(s.Clocks.OfferTime(s.ctx, s.by("anna"), api.Time{Does: api.NewTerms, Terms: aDay()}))(s.t)
	must(s.Clocks.AnswerTime(s.ctx, s.by("boris"), 0, true))(s.t)
	s.settle()
	for range 60 { // she is mentioned before
		s.tick.Add(1800)
		must(s.Upkeep.Ring(s.ctx))(s.t)
		(&clockHouse{s.house}).calls()
	}
	mustNot(s.t, s.table().ClockOut == nil, "no clock has run out")
}

// notHis returns a check that an answer is refused because it is for another user to give.
func (s *seats) notHis(what string) func(any, error) {
	return func(_ any, err error) {
		s.t.Helper()
		wrong(s.t, !errors.As(err, new(*api.NotGrantee)), "%s: %v", what, err)
	}
}

// A user who is to get a seat for good needs the consent of the other side's player or, if that one offers the seat
// because a clock has run out, of the seat's own player. He needs none if the waiting list alone found him, or a game
// master gives the seat. Until then nothing changes.
func TestConsent_WhoIsAsked(t *testing.T) {
	named := api.Granting{To: "carla", ForGood: true}
	waiting := api.Granting{Side: "blue", Waiting: true}
	waits := func(user string) func(*seats) {
		return func(s *seats) { check(s.t, s.Seats.AwaitSeat(s.ctx, "g1", user, "", "")) }
	}
	nothing := func(*seats) {}
	for name, c := range map[string]struct {
		before func(*seats)
		by     string
		w      api.Granting
		since  func(*seats) // what happens before she takes it
		want   string       // who must consent, "" for nobody
	}{
		"one whom a player names":              {nothing, "anna", named, nothing, "boris"},
		"though she waits for a seat":          {waits("carla"), "anna", named, nothing, "boris"},
		"one whom the list has found":          {waits("carla"), "anna", api.Granting{Waiting: true}, nothing, ""},
		"whoever takes what nobody waited for": {nothing, "anna", api.Granting{Waiting: true}, nothing, "boris"},
		"one who waits since the search": {waits("dora"), "anna", api.Granting{Waiting: true}, func(s *seats) {
			s.tick.Add(60)
			waits("carla")(s)
			s.yes(s.end("dora", 1))
		}, "boris"},
		"one who was asked by turn, later": {waits("carla"), "anna", api.Granting{Waiting: true}, func(s *seats) {
			s.tick.Add(int64((25 * hour).Seconds()))
			must(s.Upkeep.Ring(s.ctx))(s.t)
		}, ""},
		"one whom the opponent brings":  {(*seats).timedOut, "boris", waiting, nothing, "anna"},
		"one whom he finds by the list": {func(s *seats) { waits("carla")(s); s.timedOut() }, "boris", waiting, nothing, ""},
		"one whom a game master names": {nothing, "olga", api.Granting{Side: "blue", To: "carla", ForGood: true,
			Reason: "she is gone"}, nothing, ""},
		"one for whom a game master searches": {nothing, "olga", api.Granting{Side: "blue", Waiting: true,
			Reason: "she is gone"}, nothing, ""},
		"one who acts for a time": {nothing, "anna", api.Granting{To: "carla"}, nothing, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeats(t)
			c.before(s)
			s.yes(s.grant(c.by, c.w))
			c.since(s)
			s.settle()
			o := s.table().OfferedTo("carla")
			mustNot(t, o == nil, "nothing is offered: %+v", s.table().Grants)
			got := s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), o.Number))
			if c.want == "" {
				wrong(t, !got.Plays("carla", "blue") || got.Reseated.Does != api.GrantBegun, "she does not play: %+v", got.Reseated)
				s.checkVerified()
				return
			}
			asked := s.last(api.SeatOffered).Table.Reseated
			wrong(t, asked.Does != api.GrantAccepted || !asked.AwaitsConsent() || got.Player(asked.Consent) != c.want,
				"asked is the player of %q: %+v", asked.Consent, asked)
			s.notHis("taken by another one")(s.Seats.AcceptGrant(s.ctx, s.by("dora"), o.Number))
			s.tick.Add(int64((3 * day).Seconds()))
			must(s.Upkeep.Ring(s.ctx))(t)
			s.restart()
			wrong(t, s.sees("carla") || !s.sees("anna") || s.table().Player("blue") != "anna", "she plays without consent")
			s.agrees(c.want, true)
			wrong(t, !s.sees("carla") || s.sees("anna") || len(s.table().Grants) != 0, "she does not play with consent: %+v",
				s.table().Seats)
			equal(t, "told by themselves are %v", s.readers(api.SeatsChanged), []string{"carla"})
			s.checkVerified()
		})
	}
}

// If the other player was forgotten nobody can consent, and nobody is asked.
func TestConsent_OfForgottenPlayer(t *testing.T) {
	s := newSeats(t)
	check(t, s.Privacy.Forget(s.ctx, "boris"))
	s.yes(s.grant("anna", api.Granting{To: "carla", ForGood: true}))
	got := s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 1))
	wrong(t, got.Player("blue") != "carla" || got.Player("red") == "boris", "the seats are %+v", got.Seats)
	mustVerify(t, s.export())
}

// The user who is asked for consent can decline it, and the one who offered or accepted can withdraw. Either ends the
// offer. Only a search goes on when its user withdraws, and then a user needs the consent again.
func TestConsent_Declined(t *testing.T) {
	for name, c := range map[string]struct {
		w    api.Granting
		by   string
		goes bool
	}{
		"by the other side":            {api.Granting{To: "carla", ForGood: true}, "boris", false},
		"by who offered it":            {api.Granting{To: "carla", ForGood: true}, "anna", false},
		"by who accepted it":           {api.Granting{To: "carla", ForGood: true}, "carla", false},
		"of a search":                  {api.Granting{Waiting: true}, "boris", false},
		"of a search, by who accepted": {api.Granting{Waiting: true}, "carla", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeats(t)
			s.yes(s.grant("anna", c.w))
			s.notHis("declined before she has accepted")(s.end("boris", 1))
			s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 1))
			s.notHis("by one whom it does not concern")(s.end("dora", 1))
			s.settle()
			did := s.yes(s.end(c.by, 1)).Reseated
			wrong(t, len(s.closed()) != 1 || !c.goes && (did.Does != api.GrantEnded || did.By != c.by), "ended: %+v, closed %+v",
				did, s.closed())
			s.no("after it", api.ErrNoGrant)(s.Seats.AcceptGrant(s.ctx, s.by("boris"), 1))
			o := s.table().OfferedTo("carla")
			mustNot(t, (o != nil) != c.goes || s.table().Player("blue") != "anna", "offered are %+v", s.table().Grants)
			if c.goes {
				s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), o.Number))
				s.agrees("boris", true)
			}
			s.checkVerified()
		})
	}
}

// A grant for a later time is accepted, consented to, and then begins by itself; without the consent it does not.
func TestConsent_BeginsLater(t *testing.T) {
	for _, consents := range []bool{true, false} {
		s := newSeats(t)
		s.yes(s.grant("anna", api.Granting{To: "carla", ForGood: true, From: s.Calendars.Now().Add(day)}))
		s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 1))
		if consents {
			s.agrees("boris", true)
			s.no("again", api.ErrNoGrant)(s.Seats.AcceptGrant(s.ctx, s.by("boris"), 1))
			s.settle()
			wrong(t, len(s.closed()) != 0, "the question is open: %+v", s.closed())
		}
		wrong(t, s.table().Player("blue") != "anna", "it begins at once")
		s.restart()
		s.tick.Add(int64((2 * day).Seconds()))
		must(s.Upkeep.Ring(s.ctx))(t)
		wrong(t, (s.table().Player("blue") == "carla") != consents, "with consent %t plays %s", consents,
			s.table().Player("blue"))
		s.agrees("boris", !consents)
		wrong(t, s.table().Player("blue") != "carla", "in the end %s plays", s.table().Player("blue"))
		s.checkVerified()
	}
}

// A question to a player ends with the game, or when another offer takes its place. An undo does not touch it.
func TestConsent_OfferEnds(t *testing.T) {
	for name, c := range map[string]struct {
		end   func(*seats)
		stays bool
	}{
		"the game is over":         {func(s *seats) { s.yes(s.Endings.Resign(s.ctx, s.by("boris"))) }, false},
		"another one is named":     {func(s *seats) { s.yes(s.grant("anna", api.Granting{To: "dora", ForGood: true})) }, false},
		"a game master gives it":   {func(s *seats) { s.replaces("blue", "dora", "c1") }, false},
		"she plays the other side": {func(s *seats) { s.deputises("boris", "carla", "c1") }, false},
		"she is forgotten":         {func(s *seats) { must(s.Privacy.Depart(s.ctx, s.by("carla")))(s.t) }, false},
		"an order is undone": {func(s *seats) {
			s.must("anna", "c1", "/move units:b-1-arm to:8.08")
			must(s.Orders.Undo(s.ctx, s.by("anna"), ""))(s.t)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeats(t)
			s.yes(s.grant("anna", api.Granting{To: "carla", ForGood: true}))
			s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 1))
			s.settle()
			c.end(s)
			o := s.table().OfferedTo("boris")
			wrong(t, (len(s.closed()) == 0) != c.stays || (o != nil) != c.stays, "asked is %+v, closed %+v", o, s.closed())
			s.restart()
			_, err := s.Seats.AcceptGrant(s.ctx, s.by("boris"), 1)
			wrong(t, (err == nil) != c.stays, "consent after it: %v", err)
		})
	}
}

// A log in which a seat was handed over without the consent that its offer demands, or with the consent of another
// user, is found out. An offer of an earlier version demands none.
func TestVerify_ForgedConsents(t *testing.T) {
	s := newSeats(t)
	s.yes(s.grant("anna", api.Granting{To: "carla", ForGood: true}))
	s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 1))
	s.agrees("boris", true)
	s.yes(s.grant("olga", api.Granting{Side: "red", To: "dora", ForGood: true, Reason: "gone"}))
	s.yes(s.Seats.AcceptGrant(s.ctx, s.by("dora"), 2))
	s.yes(s.Endings.Resign(s.ctx, s.by("carla")))
	file := s.export()
	mustVerify(t, file)
	earlier := forge(t, file) // her row begins it, and in place of the consent stands something else
	consent := earlier.row(`"does":"begun","side":"blue"`)
	consent.Body, consent.SealedTo = []byte(`{"version":1,"vacation":{"side":"red"}}`), ""
	says(`"does":"accepted"`, "accepted", "begun")(earlier)
	refuses(t, anewFile(earlier), "should say")
	says(`"consent":"red"`, `,"consent":"red"`, "")(earlier)
	mustVerify(t, anewFile(earlier))
	const offered, accepted, begun = `"does":"offered","side":"blue"`, `"does":"accepted"`,
		`"does":"begun","side":"blue"`
	tamper(t, file, resealed([]tampering{
		{"without any", func(f *forgery) { f.drop(int(f.row(begun).Seq)) }, "play no side"},
		{"before it was accepted", func(f *forgery) { f.drop(int(f.row(accepted).Seq)) }, "does not accept it"},
		{"by who accepted", func(f *forgery) { f.row(begun).Sealed = f.row(accepted).Sealed }, "it is offered to"},
		{"by who offered", func(f *forgery) { f.row(begun).Sealed = f.row(offered).Sealed }, "it is offered to"},
		{"by nobody", func(f *forgery) { f.row(begun).Sealed = "" }, "no such grant"},
		{"for another one", func(f *forgery) { f.row(begun).SealedTo = "player 9" }, "does not accept it"},
		{"as soon as it is accepted", says(accepted, "accepted", "begun"), "should say"},
		{"of the giver's own side", says(offered, `"consent":"red"`, `"consent":"blue"`), "should say"},
		{"where none is needed", says(`"reason":"gone"`, `"reason":"gone"`, `"reason":"gone","consent":"blue"`), "should say"},
	}))
}

// anewFile returns a forgery as a file, sealed anew.
func anewFile(f *forgery) []byte {
	f.reseal()
	return f.file()
}

// A consent that is asked for in a player's night is asked for once more in the morning if he has not answered by then,
// even by a program that was killed right after either message.
func TestConsent_AskedInTheMorning(t *testing.T) {
	for answers, want := range map[bool]int{false: 1, true: 0} {
		d := begunDesk(t)
		d.deliver(false)
		d.sleeps("boris", "Asia/Tokyo", "21:00-06:00") // noon in UTC is his 21:00
		must(d.Seats.Grant(d.ctx, d.by("anna"), api.Granting{To: "carla", ForGood: true}))(t)
		d.deliver(false)
		d.asked = []string{"boris"}
		must(d.Seats.AcceptGrant(d.ctx, d.by("carla"), 1))(t)
		d.deliver(true)
		d.deliver(false)
		asked := func(again bool) (n int) {
			for _, e := range d.sent {
				if c := e.Table.Reseated; e.Kind == api.SeatOffered && e.Again == again && c.AwaitsConsent() {
					n++
					wrong(t, slices.Contains(e.Users, "boris") != again || slices.Contains(e.Users, "carla"), "called are %v",
						e.Users)
				}
			}
			return n
		}
		equal(t, "in his night he is asked %d times", asked(false), 1)
		d.later(hour)
		if answers {
			must(d.Seats.AcceptGrant(d.ctx, d.by("boris"), 1))(t)
		}
		d.restart()
		d.until(time.Date(2026, 3, 1, 21, 0, 0, 0, time.UTC))
		d.deliver(true)
		for range 3 {
			d.deliver(false)
			d.later(24 * hour)
		}
		equal(t, "in the morning he is asked %d times", asked(true), want)
	}
}
