package referee_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/rules/view"
)

// A grant is refused if its giver may not grant it, its receiver cannot act for the side, or its terms make no sense.
func TestGrant_Refused(t *testing.T) {
	s := newSeats(t)
	at := func(hours int) time.Time { return s.Calendars.Now().Add(time.Duration(hours) * time.Hour) }
	for what, c := range map[string]struct {
		by   string
		w    api.Granting
		want error
	}{
		"an onlooker's":          {"olga", api.Granting{To: "carla"}, api.ErrNotSeated},
		"an onlooker's search":   {"olga", api.Granting{Waiting: true}, api.ErrNotSeated},
		"to oneself":             {"anna", api.Granting{To: "anna"}, api.ErrOwnSeat},
		"one's seat to oneself":  {"anna", api.Granting{To: "anna", ForGood: true}, api.ErrOwnSeat},
		"to the opponent":        {"anna", api.Granting{To: "boris"}, api.ErrPlays},
		"to nobody":              {"anna", api.Granting{}, api.ErrNoMember},
		"a seat to nobody":       {"anna", api.Granting{ForGood: true}, api.ErrNoMember},
		"some units for good":    {"anna", api.Granting{To: "carla", Units: "b-1-arm", ForGood: true}, api.ErrGrantTerms},
		"for good until a day":   {"anna", api.Granting{To: "carla", ForGood: true, Until: at(9)}, api.ErrGrantTerms},
		"until before it begins": {"anna", api.Granting{To: "carla", From: at(9), Until: at(8)}, api.ErrGrantTerms},
		"a search that waits":    {"anna", api.Granting{Waiting: true, From: at(9)}, api.ErrGrantTerms},
		"the other side's seat":  {"anna", api.Granting{Side: "red", Waiting: true}, api.ErrGrantOther},
		"for the other side":     {"anna", api.Granting{Side: "red", To: "carla"}, api.ErrGrantOther},
		"its units":              {"anna", api.Granting{Side: "red", To: "carla", Units: "r-9-none"}, api.ErrGrantOther},
		"as a master who plays":  {"anna", api.Granting{To: "carla", Reason: "r"}, api.ErrJudge},
		"a master's to himself":  {"olga", api.Granting{Side: "red", To: "olga", ForGood: true, Reason: "r"}, api.ErrJudge},
		"without a good reason":  {"olga", api.Granting{Side: "red", To: "carla", Reason: "a\x00b"}, api.ErrReason},
		"for no side":            {"olga", api.Granting{Side: "green", To: "carla", Reason: "r"}, api.ErrNoSide},
		"of who has the seat":    {"olga", api.Granting{Side: "red", To: "boris", Reason: "r"}, api.ErrOwnSeat},
		"of who has the other":   {"olga", api.Granting{Side: "red", To: "anna", Reason: "r"}, api.ErrPlays},
	} {
		s.no(what, c.want)(s.grant(c.by, c.w))
	}
	for words, want := range map[string]string{"b-1-arm, 99.99": "99.99", "r-1-arm": "r-1-arm", " , ": " , ",
		"3 Pz Div": "3 Pz Div"} {
		var no *api.NoForce
		if _, err := s.grant("anna", api.Granting{To: "carla", Units: words}); !errors.As(err, &no) || no.Words != want {
			t.Errorf("%q: %v", words, err)
		}
	}
	h := newHouse(t, nil)
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	refused(t, "before the game", api.ErrNotStarted)(h.Seats.Grant(h.ctx, h.by("anna"), api.Granting{To: "carla"}))
}

// A user to whom something is offered plays nothing, sees nothing and may play for the other side until he accepts.
// Then he has what was offered, and is told so.
func TestAcceptGrant_PlaysOnlyThen(t *testing.T) {
	for what, w := range map[string]api.Granting{"all": {To: "carla"}, "units": {To: "carla", Units: "b-1-arm"},
		"the seat": {To: "carla", ForGood: true}} {
		t.Run(what, func(t *testing.T) {
			s := newSeats(t)
			s.settle()
			s.yes(s.grant("anna", w))
			c := s.last(api.SeatOffered).Table.Reseated
			wrong(t, c.Does != api.GrantOffered || c.To != "carla" || c.By != "anna" || c.Number != 1 ||
				c.All != (w.Units == "") || c.ForGood != w.ForGood, "told of an offer: %+v", c)
			if got := s.notifications(); len(got) != 1 || got[0].Side != nil {
				t.Errorf("told by %d messages: %+v", len(got), got)
			}
			o := s.table().OfferedTo("carla")
			if o == nil || o.Side != "blue" || o.Number != 1 || s.table().Plays("carla", "blue") || s.sees("carla") {
				t.Fatalf("offered is %+v, and she plays %t", o, s.table().Plays("carla", "blue"))
			}
			refused(t, "she gives an order", api.ErrNotSeated)(s.Orders.Order(s.ctx, s.by("carla"), "/end"))
			for user, do := range map[string]func(string, int) (api.Table, error){"dora": s.take, "boris": s.take,
				"anna": s.take, "fritz": s.end} {
				var not *api.NotGrantee
				if _, err := do(user, 1); !errors.As(err, &not) || not.User != "carla" {
					t.Errorf("%s answers: %v", user, err)
				}
			}
			s.no("another one", api.ErrNoGrant)(s.take("carla", 2))
			s.must("anna", "c1", "/move units:b-1-mot to:8.08")
			must(s.Orders.Undo(s.ctx, s.by("anna"), ""))(t)
			sameAfterRestart(t, s.house, "c1", s.notifications())
			s.settle()
			cmd := s.by("carla")
			for range 2 { // the same press, again
				s.yes(s.Seats.AcceptGrant(s.ctx, cmd, 1))
			}
			s.agrees("boris", w.ForGood)
			s.no("once more", api.ErrNoGrant)(s.take("carla", 1))
			if got := s.table(); !got.Plays("carla", "blue") || got.Commands("carla", "blue") != (w.Units == "") ||
				len(got.Grants) != 0 || (got.Player("blue") == "carla") != w.ForGood {
				t.Errorf("after she has accepted: %+v, offered %+v", got.Seats, got.Grants)
			}
			if c := s.last(api.SeatsChanged).Table.Reseated; c.Does != api.GrantBegun || c.To != "carla" {
				t.Errorf("told of who plays: %+v", c)
			}
			if got := s.readers(api.SeatsChanged); !slices.Equal(got, []string{"carla"}) || !s.sees("carla") {
				t.Errorf("told by themselves: %v", got)
			}
			wrong(t, len(s.closed()) != 1, "closed are %+v", s.closed())
			wrong(t, s.sees("anna") == w.ForGood, "the former player sees secrets is %t", s.sees("anna"))
			s.must("carla", "c1", "/move units:b-1-arm to:8.08")
			s.checkVerified()
		})
	}
}

// A deputy gives orders and sees what the side sees until his grant ends. He cannot end the game or grant anything, and
// the log names him for what he did.
func TestGrant_AllUnitsUntilEnded(t *testing.T) {
	s := newSeats(t)
	s.settle()
	s.deputises("anna", "carla", "c1")
	s.no("the same again", api.ErrGranted)(s.grant("anna", api.Granting{To: "carla"}))
	s.no("of both sides", api.ErrPlays)(s.grant("boris", api.Granting{To: "carla"}))
	for name, do := range map[string]func() (api.Table, error){
		"resigns": func() (api.Table, error) { return s.Endings.Resign(s.ctx, s.by("carla")) },
		"offers":  func() (api.Table, error) { return s.Endings.Propose(s.ctx, s.by("carla"), api.Drawn) },
		"hands the seat over": func() (api.Table, error) {
			return s.grant("carla", api.Granting{To: "dora", ForGood: true})
		},
		"grants": func() (api.Table, error) { return s.grant("carla", api.Granting{To: "dora"}) },
		"grants units": func() (api.Table, error) {
			return s.grant("carla", api.Granting{To: "dora", Units: "b-1-arm"})
		},
		"seeks": func() (api.Table, error) { return s.grant("carla", api.Granting{Waiting: true}) },
	} {
		s.no("a deputy "+name, api.ErrNotCommander)(do())
	}
	if _, told := s.sets("carla", announces(3*day, 2*day)); told != 0 {
		t.Errorf("the vacation of a deputy is told in %d games", told)
	}
	wrong(t, !s.sees("carla") || s.sees("olga"), "a deputy sees nothing, or an onlooker secrets")
	s.must("carla", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.restart()
	wrong(t, must(s.Orders.Undo(s.ctx, s.by("carla"), ""))(t).Asked, "a deputy takes his move back")
	s.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.must("carla", "c1", "/end")
	equal(t, "a phase is told %v", s.readers(api.Phase), []string{"", "anna", "carla"})
	s.no("ended by the opponent", api.ErrNotCommander)(s.end("boris", 1))
	s.yes(s.end("anna", 1))
	equal(t, "after its end a phase is told %v", s.readers(api.Phase), []string{"", "", "anna"})
	wrong(t, s.sees("carla"), "she sees secrets after the end")
	refused(t, "she gives orders after the end", api.ErrNotSeated)(s.Orders.Order(s.ctx, s.by("carla"), "/end"))
	s.no("the other side's former", api.ErrKnows)(s.grant("boris", api.Granting{To: "carla"}))
	s.no("by a game master", api.ErrKnows)(s.grant("olga", api.Granting{Side: "red", To: "carla", ForGood: true,
		Reason: "r"}))
	sameAfterRestart(t, s.house, "c1", s.notifications())
	s.deputises("anna", "carla", "c1")
	s.yes(s.end("carla", 2)) // she goes by herself
	s.checkVerified()
}

// If alarms ring late, as after a stop of the program, a user whose time is over cannot act for the side, see its
// secrets or accept its offer. One whose time never began may play the other side.
func TestGrant_OverWithLateAlarms(t *testing.T) {
	s := newSeats(t)
	now := s.Calendars.Now()
	s.yes(s.grant("anna", api.Granting{To: "carla", From: now.Add(day), Until: now.Add(2 * day)}))
	s.yes(s.take("carla", 1))
	s.yes(s.grant("anna", api.Granting{To: "dora", Until: now.Add(2 * day)}))
	s.yes(s.grant("anna", api.Granting{To: "emil", Until: now.Add(2 * day)}))
	s.yes(s.take("emil", 3))
	s.yes(s.grant("anna", api.Granting{To: "fritz", Units: "b-1-arm", Until: now.Add(2 * day)}))
	s.yes(s.take("fritz", 4))
	wrong(t, !s.sees("emil") || !s.sees("fritz"), "who acts for a side sees none of its secrets")
	s.must("anna", "c1", "/end")
	s.tick.Add(int64((3 * day).Seconds()))
	for _, e := range s.notifications() {
		wrong(t, e.Reader == "emil" || e.Reader == "fritz", "%s is sent secrets after the end", e.Reader)
	}
	film := must(s.Looks.Film(s.ctx, "c1", "emil"))(t)
	wrong(t, film.Secret != nil, "a film shows secrets after the end")
	wrong(t, s.sees("emil") || s.sees("fritz"), "secrets are seen after the end")
	for _, user := range []string{"emil", "fritz"} {
		refused(t, "an order by "+user, api.ErrNotSeated)(s.Orders.Order(s.ctx, s.by(user), "/end"))
	}
	s.no("over", api.ErrNoGrant)(s.take("dora", 2))
	wrong(t, len(s.table().Grants) != 0, "offered %+v", s.table().Grants)
	s.yes(s.grant("boris", api.Granting{To: "carla"})) // she has seen nothing of Blue
	s.checkVerified()
}

// A grant for a time begins and ends by itself, by rows of the log: before it its user sees nothing of the side and may
// still play the other one.
func TestGrant_ForATime(t *testing.T) {
	s := newSeats(t)
	ring := func(later time.Duration) {
		t.Helper()
		s.tick.Add(int64(later.Seconds()))
		must(s.Upkeep.Ring(s.ctx))(t)
	}
	from := s.Calendars.Now().Add(2 * day)
	w := api.Granting{To: "carla", From: from, Until: from.Add(3 * day)}
	s.yes(s.grant("anna", w))
	accepted := s.yes(s.take("carla", 1)).Reseated
	wrong(t, accepted.Does != api.GrantAccepted || !accepted.Grant.From.Equal(from), "accepted: %+v", accepted)
	s.no("accepted again", api.ErrNoGrant)(s.take("carla", 1))
	wrong(t, s.sees("carla") || s.table().Plays("carla", "blue") || s.table().OfferedTo("carla") != nil,
		"she plays before it begins")
	ring(day)
	s.restart()
	wrong(t, s.sees("carla"), "she plays a day too early")
	s.settle()
	ring(day)
	wrong(t, !s.sees("carla") || !s.table().Commands("carla", "blue"), "it does not begin: %+v", s.table().Seats)
	equal(t, "told by themselves: %v", s.readers(api.SeatsChanged), []string{"carla"})
	s.must("carla", "c1", "/move units:b-1-arm to:8.08")
	sameAfterRestart(t, s.house, "c1", s.notifications())
	ring(2 * day)
	wrong(t, !s.sees("carla"), "it ends a day too early")
	ring(day)
	c := s.table().Reseated
	wrong(t, s.sees("carla") || c.Does != api.GrantEnded || c.By != "", "it does not end: %+v", c)
	s.no("by the other side", api.ErrKnows)(s.grant("boris", api.Granting{To: "carla"}))
	// after its time an offer cannot be accepted, and its user may come to play for the other side
	until := s.Calendars.Now().Add(day)
	s.yes(s.grant("anna", api.Granting{To: "dora", Until: until}))
	s.yes(s.grant("anna", api.Granting{To: "emil", From: until, Units: "b-1-arm"}))
	s.yes(s.take("emil", 3))
	s.assigns("boris", "emil", "r-1-arm", "c1")
	ring(2 * day)
	s.no("too late", api.ErrNoGrant)(s.take("dora", 2))
	wrong(t, s.table().Plays("emil", "blue") || !s.table().Plays("emil", "red"), "he plays both sides")
	s.checkVerified()
}

// A seat that is offered goes to the first user who takes it, and to no other. Its former player sees its secrets no
// more, and what was done before cannot be taken back after it.
func TestGrant_SeatHandedOver(t *testing.T) {
	s := newSeats(t)
	s.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	check(t, s.Notes.AddNote(s.ctx, s.by("anna"), drafts.Note{Text: "mine"}))
	s.deputises("anna", "emil", "c1")
	s.assigns("anna", "fritz", "b-2-mot", "c1")
	s.yes(s.Endings.Propose(s.ctx, s.by("boris"), api.Drawn))
	seat := api.Granting{To: "carla", ForGood: true}
	s.yes(s.grant("anna", seat))
	if got := s.yes(s.end("carla", 3)); len(got.Grants) > 0 || got.Reseated.Does != api.GrantEnded ||
		got.Reseated.By != "carla" {
		t.Errorf("declined: %+v %+v", got.Grants, got.Reseated)
	}
	s.yes(s.grant("anna", seat))
	s.yes(s.end("anna", 4))
	s.no("withdrawn", api.ErrNoGrant)(s.take("carla", 4))
	offered := s.yes(s.grant("anna", seat))
	if h := offered.Offered("blue"); h == nil || h.Number != 5 || h.To != "carla" || h.Side != "blue" {
		t.Fatalf("offered: %+v", h)
	}
	sameAfterRestart(t, s.house, "c1", s.notifications())
	s.must("anna", "c1", "/stack order hex:8.08 units:b-1-mot,b-1-arm") // she plays until then
	s.yes(s.Seats.AcceptGrant(s.ctx, s.by("carla"), 5))
	cmd := s.by("boris")
	got := s.yes(s.Seats.AcceptGrant(s.ctx, cmd, 5))
	if again := s.yes(s.Seats.AcceptGrant(s.ctx, cmd, 5)); again.Player("blue") != "carla" {
		t.Errorf("taken twice: %+v", again.Seats)
	}
	if c := got.Reseated; got.Player("blue") != "carla" || len(got.Grants) > 0 || c.Does != api.GrantBegun ||
		c.Had != "anna" || c.To != "carla" {
		t.Errorf("taken: %+v", got)
	}
	if got.Offer == nil || got.Offer.Answer != api.Lapsed {
		t.Errorf("an offer to the one who had the seat stands: %+v", got.Offer)
	}
	for range 2 {
		for user, sees := range map[string]bool{"anna": false, "emil": false, "carla": true, "boris": true,
			"fritz": true, "olga": false} {
			wrong(t, s.sees(user) != sees, "%s sees secrets is %t", user, !sees)
		}
		if got := s.readers(api.SeatsChanged); !slices.Contains(got, "carla") || slices.Contains(got, "emil") {
			t.Errorf("told by themselves: %v", got)
		}
		s.restart()
	}
	for _, user := range []string{"anna", "emil"} {
		s.no("by "+user, api.ErrKnows)(s.grant("boris", api.Granting{To: user}))
	}
	wrong(t, len(must(s.Notes.Notes(s.ctx, s.by("carla")))(t)) != 0, "the new player has the old one's notes")
	refused(t, "what was done before is taken back", api.ErrHanded)(s.Orders.Undo(s.ctx, s.by("carla"), ""))
	out := s.must("carla", "c1", "/move units:b-2-arm to:6.09")
	if _, err := s.Orders.Undo(s.ctx, s.by("carla"), out.Undo); err != nil || out.Undo == "" {
		t.Errorf("his own order: %v", err)
	}
	story, err := s.Looks.Story(s.ctx, "c1", "boris")
	wrong(t, err != nil || !slices.ContainsFunc(story.Secret.Board().Told,
		func(l view.Line) bool { return l.Text.ID == "told.seat-taken" }), "the story does not tell it: %v", err)
	s.checkVerified()
}

// A game master offers a seat with a reason, and its player can keep neither the seat nor its secrets.
func TestGrant_ByGameMaster(t *testing.T) {
	s := newSeats(t)
	s.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	s.must("anna", "c1", "/end") // of which Blue is still to be told
	s.no("units, which he cannot know", api.ErrNotSeated)(s.grant("olga", api.Granting{Side: "blue", To: "carla",
		Units: "b-1-arm", Reason: "r"}))
	seat := api.Granting{Side: "blue", To: "carla", ForGood: true, Reason: "Anna is away"}
	s.yes(s.grant("olga", seat))
	if c := s.last(api.SeatOffered).Table.Reseated; c.By != "olga" || c.Reason != "Anna is away" || c.Side != "blue" {
		t.Errorf("told of an offer: %+v", c)
	}
	s.no("withdrawn by the player", api.ErrMastersGrant)(s.end("anna", 1))
	s.yes(s.end("olga", 1))
	s.master("c1", api.Intervention{Measure: api.Pause, Reason: "Anna is away"})
	s.replaces("blue", "carla", "c1")
	s.master("c1", api.Intervention{Measure: api.Resume})
	for _, e := range s.notifications() {
		if e.Side != nil && e.Side.Side() == "blue" && e.Table.Player("blue") != "carla" {
			t.Errorf("%s of row %d is for %s", e.Kind, e.Seq, e.Table.Player("blue"))
		}
	}
	wrong(t, s.sees("anna") || !s.sees("carla"), "the secrets do not go with the seat")
	s.must("carla", "c1", "/end")
	s.replaces("blue", "anna", "c1")
	s.must("anna", "c1", "/end")
	s.no("the seat of the other side", api.ErrKnows)(s.grant("olga", api.Granting{Side: "red", To: "carla",
		ForGood: true, Reason: "r"}))
	s.checkVerified()
}

// An offer ends when its giver loses his seat, its receiver is no longer free to take it, or the game ends. The
// receiver is then as free as before.
func TestGrant_OfferEnds(t *testing.T) {
	for name, end := range map[string]func(s *seats){
		"it is declined":          func(s *seats) { s.yes(s.end("carla", 1)) },
		"it is withdrawn":         func(s *seats) { s.yes(s.end("anna", 1)) },
		"the seat is handed over": func(s *seats) { s.grants("anna", "c1", api.Granting{To: "emil", ForGood: true}) },
		"a game master gives it":  func(s *seats) { s.replaces("blue", "emil", "c1") },
		"the seat is his":         func(s *seats) { s.grants("anna", "c1", api.Granting{To: "carla", ForGood: true}) },
		"the other seat is his":   func(s *seats) { s.grants("boris", "c1", api.Granting{To: "carla", ForGood: true}) },
		"the game is over":        func(s *seats) { s.yes(s.Endings.Resign(s.ctx, s.by("boris"))) },
		"he plays for the other one": func(s *seats) {
			s.yes(s.grant("boris", api.Granting{To: "carla", Units: "r-1-arm"}))
			s.yes(s.take("carla", 2))
		},
		"he is forgotten": func(s *seats) {
			k, err := s.Privacy.Kept(s.ctx, "carla")
			wrong(s.t, err != nil || len(k.Asked) != 1 || len(k.Seats) != 0 || k.Games != 1, "kept: %+v, %v", k, err)
			must(s.Privacy.Depart(s.ctx, s.by("carla")))(s.t)
			if k, err = s.Privacy.Kept(s.ctx, "carla"); err != nil || !k.None() || len(k.Asked) != 0 {
				s.t.Errorf("kept after it: %+v, %v", k, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeats(t)
			s.yes(s.grant("anna", api.Granting{To: "carla"}))
			s.settle()
			end(s)
			if got := s.table(); len(got.Grants) != 0 || len(s.closed()) == 0 {
				t.Errorf("offered are %+v, closed %+v", got.Grants, s.closed())
			}
			s.restart()
			if _, err := s.take("carla", 1); !errors.Is(err, api.ErrNoGrant) && !errors.Is(err, api.ErrOver) {
				t.Errorf("accepted after it: %v", err)
			}
			if !s.table().Over {
				s.checkVerified()
			}
		})
	}
}

// A user who comes to act for a side is told in private of his own coming, whatever was done since.
func TestSeatsChanged_ToldLate(t *testing.T) {
	s := newSeats(t)
	s.settle()
	s.deputises("anna", "carla", "c1")
	s.assigns("anna", "dora", "b-1-arm", "c1")
	s.deputises("boris", "emil", "c1")
	want := map[string]bool{"carla": true, "dora": false, "emil": true}
	for _, e := range s.notifications() {
		if e.Side == nil {
			continue
		}
		if c := e.Table.Reseated; c.To != e.Reader || c.Does != api.GrantBegun || c.All != want[e.Reader] ||
			!e.Table.Plays("emil", "red") {
			t.Errorf("%s is told %+v, seats %+v", e.Reader, c, e.Table.Seats)
		}
		delete(want, e.Reader)
	}
	wrong(t, len(want) > 0, "not told are %v", want)
}

// A deputy who asks to be forgotten leaves his side, and no longer waits for a seat.
func TestDepart_DeputyLeaves(t *testing.T) {
	s := newSeats(t)
	s.deputises("anna", "carla", "c1")
	s.yes(s.grant("anna", api.Granting{To: "carla", Units: "b-1-arm"}))
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

// Rows that were forged to show that others acted for a side are found.
func TestVerify_ForgedGrants(t *testing.T) {
	s := newSeats(t)
	until := s.Calendars.Now().Add(day)
	s.yes(s.grant("anna", api.Granting{To: "carla", Units: "b-1-arm"}))
	s.yes(s.grant("anna", api.Granting{To: "carla", Units: "b-1-cav"}))
	s.yes(s.grant("anna", api.Granting{To: "dora", Until: until}))
	s.accepts("carla", "c1")
	s.yes(s.end("dora", 2))
	s.deputises("anna", "emil", "c1")
	s.yes(s.grant("anna", api.Granting{To: "emil", Until: until}))
	s.yes(s.grant("anna", api.Granting{To: "gerd", Until: until}))
	s.yes(s.take("gerd", 5))
	s.yes(s.grant("olga", api.Granting{Side: "red", To: "fritz", ForGood: true, Reason: "gone"}))
	s.tick.Add(int64((25 * time.Hour).Seconds()))
	must(s.Upkeep.Ring(s.ctx))(t)
	s.yes(s.Endings.Resign(s.ctx, s.by("anna")))
	file := s.export()
	mustVerify(t, file)
	const took, ended, expired = `"does":"begun","side":"blue","number":1`, `"does":"ended","side":"blue","number":2`,
		`"does":"ended","side":"blue","number":4`
	const master = `"reason":"gone"`
	tamper(t, file, resealed([]tampering{
		{"nobody has asked her", func(f *forgery) { f.drop(int(f.row(`"told":true`, `"force"`, `"offered"`).Seq)) }, "should"},
		{"by one who is not asked", func(f *forgery) {
			r := f.row(took)
			r.Sealed, r.SealedTo = "player 9", "player 9"
		}, "it is offered to"},
		{"by the player of the seat", func(f *forgery) { f.row(took).Sealed = f.row(`"offered"`).Sealed },
			"for one who does not accept it"},
		{"by the opponent", func(f *forgery) { f.row(took).Sealed = "player 2" }, "for one who does not accept it"},
		{"by nobody", func(f *forgery) { f.row(took).Sealed = "" }, "no such grant"},
		{"for another one", func(f *forgery) { f.row(took).SealedTo = "" }, "a seat is handed over to a user"},
		{"as the seat", says(took, `"number":1`, `"number":1,"forGood":true`), "should say"},
		{"for the other side", says(took, "blue", "red"), "should say"},
		{"later", says(took, "begun", "accepted"), "should say"},
		{"a silent offer", says(`"offered"`, `,"told":true`, ""), "should say"},
		{"an offer by nobody", func(f *forgery) { f.row(`"offered"`).Sealed = "" }, "no such grant"},
		{"an offer of nobody", func(f *forgery) { f.row(`"offered"`).SealedTo = "" }, "does not act for that side"},
		{"of the opponent", func(f *forgery) { f.row(`"offered"`).SealedTo = "player 2" },
			"plays a side of this game already"},
		{"declined by the opponent", func(f *forgery) { f.row(ended).Sealed = "player 2" }, "it is offered to"},
		{"declined, but not his", says(ended, `"number":2`, `"number":7`), "no such grant"},
		{"withdrawn by nobody, too early", func(f *forgery) { f.row(ended).Sealed = "" }, "before its time"},
		{"over by nobody, another's", says(expired, `"number":4`, `"number":1`), "no such grant"},
		{"accepted after its end", func(f *forgery) {
			r := f.row(`"does":"begun","side":"blue","number":5`)
			r.At = r.At.Add(26 * time.Hour)
		}, "after its end"},
		{"without its end", says(`"does":"given"`, `"until":`, `"untl":`), "already"},
		{"a master's without a reason", says(master, `,"reason":"gone"`, ""), "play no side"},
		{"a player as game master", func(f *forgery) { f.row(master).Sealed = "player 2" }, "cannot be its game master"},
		{"what is nothing", says(took, `"begun"`, `"taken"`), `no grant is "taken"`},
	}))
}
