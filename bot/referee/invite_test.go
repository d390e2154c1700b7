package referee_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// accepts has a user who is invited come to play.
func (h *house) accepts(user, channel string) {
	h.t.Helper()
	t := must(h.Referee.Looks.Table(h.ctx, channel))(h.t)
	mustNot(h.t, t.InvitedTo(user) == nil, "%s is not invited: %+v", user, t.Invited)
	must(h.Seats.AcceptInvitation(h.ctx, h.cmd(user, channel), t.InvitedTo(user).Number))(h.t)
}

// deputises makes a user the deputy of a player, as both of them want.
func (h *house) deputises(by, user, channel string) {
	h.t.Helper()
	must(h.Seats.Deputise(h.ctx, h.cmd(by, channel), user))(h.t)
	h.accepts(user, channel)
}

// assigns gives units to a user who comes to play for it.
func (h *house) assigns(by, user, words, channel string) {
	h.t.Helper()
	must(h.Seats.Assign(h.ctx, h.cmd(by, channel), user, words))(h.t)
	h.accepts(user, channel)
}

// Who is invited plays nothing, sees nothing and is free to play for the other side until he accepts; then he
// has what he was invited for, and is told so.
func TestAcceptInvitation_PlaysOnlyThen(t *testing.T) {
	for _, as := range []struct {
		does   api.Reseating
		invite func(s *seats) error
	}{
		{api.Deputised, func(s *seats) error { _, err := s.Seats.Deputise(s.ctx, s.by("anna"), "carla"); return err }},
		{api.Assigned, func(s *seats) error {
			_,
				err := s.Seats.Assign(s.ctx, s.by("anna"), "carla", "b-1-arm")
			return err
		}},
	} {
		t.Run(string(as.does), func(t *testing.T) {
			s := newSeats(t)
			s.settle()
			check(t, as.invite(s))
			told := s.last(api.SeatInvited).Table
			c := told.Reseated
			wrong(t, c.Does != api.Invited || c.User != "carla" || c.By != "anna" || c.Number != 1 ||
				c.Deputy != (as.does == api.Deputised), "told of an invitation: %+v", c)
			if got := s.notifications(); len(got) != 1 || got[0].Side != nil {
				t.Errorf("told by %d messages: %+v", len(got), got)
			}
			v := s.table().InvitedTo("carla")
			if v == nil || v.Side != "blue" || v.Number != 1 || s.table().Plays("carla", "blue") || s.sees("carla") {
				t.Fatalf("invited is %+v, and plays %t", v, s.table().Plays("carla", "blue"))
			}
			refused(t, "she gives an order", api.ErrNotSeated)(s.Orders.Order(s.ctx, s.by("carla"), "/end"))
			var not *api.NotInvited
			for _, user := range []string{"dora", "boris", "anna"} {
				if _, err := s.Seats.AcceptInvitation(s.ctx, s.by(user), 1); !errors.As(err, &not) || not.User != "carla" {
					t.Errorf("%s accepts: %v", user, err)
				}
			}
			if _, err := s.Seats.DeclineInvitation(s.ctx, s.by("boris"), 1); !errors.As(err, &not) || not.User != "carla" {
				t.Errorf("the opponent declines: %v", err)
			}
			s.no("another one", api.ErrNoInvitation)(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 2))
			s.must("anna", "c1", "/move units:b-1-mot to:8.08")
			must(s.Orders.Undo(s.ctx, s.by("anna"), ""))(t)
			sameAfterRestart(t, s.house, "c1", s.notifications())
			s.settle()
			cmd := s.by("carla")
			for range 2 { // the same press, again
				s.yes(s.Seats.AcceptInvitation(s.ctx, cmd, 1))
			}
			s.no("once more", api.ErrNoInvitation)(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 1))
			if got := s.table(); !got.Plays("carla", "blue") ||
				got.Commands("carla", "blue") != (as.does == api.Deputised) || len(got.Invited) != 0 {
				t.Errorf("after she has accepted: %+v, invited %+v", got.Seats, got.Invited)
			}
			if c := s.last(api.SeatsChanged).Table.Reseated; c.Does != as.does || c.User != "carla" || c.By != "anna" {
				t.Errorf("told of who plays: %+v", c)
			}
			if got := s.readers(api.SeatsChanged); !slices.Equal(got, []string{"carla"}) || !s.sees("carla") {
				t.Errorf("told by themselves: %v", got)
			}
			closed := slices.DeleteFunc(s.notifications(), func(e api.Notification) bool { return !e.Closing })
			wrong(t, len(closed) != 1 || closed[0].Kind != api.SeatInvited, "closed are %+v", closed)
			s.must("carla", "c1", "/move units:b-1-arm to:8.08")
			s.holds()
		})
	}
}

// An invitation ends when it is declined or withdrawn, and whoever was invited is as free as before.
func TestDeclineInvitation_DeclinedOrWithdrawn(t *testing.T) {
	s := newSeats(t)
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
	got := s.yes(s.Seats.DeclineInvitation(s.ctx, s.by("carla"), 1))
	if c := got.Reseated; len(got.Invited) != 0 || c.Does != api.InvitationDeclined || c.User != "carla" || !c.Deputy {
		t.Errorf("declined: %+v, %+v", c, got.Invited)
	}
	s.no("what was declined", api.ErrNoInvitation)(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 1))
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
	got = s.yes(s.Seats.Dismiss(s.ctx, s.by("anna"), "carla"))
	if c := got.Reseated; len(got.Invited) != 0 || c.Does != api.InvitationRetracted || c.User != "carla" {
		t.Errorf("withdrawn: %+v, %+v", c, got.Invited)
	}
	s.no("what was withdrawn", api.ErrNoInvitation)(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 2))
	s.assigns("anna", "dora", "b-1-arm", "c1")
	must(s.Seats.Assign(s.ctx, s.by("anna"), "carla", "b-1-cav"))(t)
	s.no("by another player of the side", api.ErrNotCommander)(s.Seats.Dismiss(s.ctx, s.by("dora"), "carla"))
	s.yes(s.Seats.DeclineInvitation(s.ctx, s.by("anna"), 4))
	s.deputises("boris", "carla", "c1") // for the other side
	s.holds()
}

// A side invites up to as many as can play it, one of them as the deputy; who is invited again is told once.
func TestAssign_ManyInvited(t *testing.T) {
	s := newSeats(t)
	assign := func(user, words string) (api.Team, error) { return s.Seats.Assign(s.ctx, s.by("anna"), user, words) }
	for i := range 11 {
		must(assign(fmt.Sprintf("user%d", i), "b-1-arm"))(t)
	}
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
	s.no("one too many", api.ErrTeamFull)(assign("dora", "b-1-arm"))
	s.no("the same again", api.ErrInvited)(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
	s.settle()
	for _, words := range []string{"b-1-cav", "b-1-arm"} {
		if _, err := assign("carla", words); err != nil || len(s.notifications()) != 0 {
			t.Errorf("invited for more: %v, %d notifications", err, len(s.notifications()))
		}
	}
	s.restart() // what is kept of a game has them
	team, err := s.Seats.Team(s.ctx, "c1", "anna")
	if err != nil || len(team.Members) != 0 || len(team.Invited) != 12 || len(team.Invited[10].Units) != 0 {
		t.Fatalf("the team: %+v, %v", team, err)
	}
	if last := team.Invited[11]; last.User != "carla" || !last.Deputy ||
		!slices.Equal(last.Units, []order.UnitID{"b-1-cav", "b-1-arm"}) {
		t.Errorf("invited last is %+v", last)
	}
	s.yes(s.Seats.Dismiss(s.ctx, s.by("anna"), "user0"))
	s.settle()
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "user1")) // in the place of carla, and told anew
	if got := s.table(); got.InvitedTo("carla") != nil || got.InvitedDeputy("blue").User != "user1" ||
		s.last(api.SeatInvited).Table.Reseated.User != "user1" {
		t.Errorf("invited are %+v", got.Invited)
	}
	s.no("the one before", api.ErrNoInvitation)(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 12))
	s.accepts("user2", "c1")
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "user2")) // who plays already, so that nobody is invited to it
	if got := s.table(); !got.Commands("user2", "blue") || got.InvitedTo("user1") != nil {
		t.Errorf("the deputy: %+v, invited %+v", got.Seats[0], got.Invited)
	}
	s.holds()
}

// One who is invited for units, too, has them as the deputy. What was given to others since is theirs.
func TestAcceptInvitation_DeputyWithUnits(t *testing.T) {
	s := newSeats(t)
	must(s.Seats.Assign(s.ctx, s.by("anna"), "carla", "b-1-arm, b-1-cav"))(t)
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
	s.assigns("anna", "dora", "b-1-arm", "c1")
	s.accepts("carla", "c1")
	team, err := s.Seats.Team(s.ctx, "c1", "carla")
	mustNot(t, err != nil || len(team.Members) != 2, "the team: %+v, %v", team.Members, err)
	if m := team.Members[1]; m.User != "carla" || !m.Deputy || !slices.Equal(m.Units, []order.UnitID{"b-1-cav"}) {
		t.Errorf("she plays as %+v", m)
	}
	s.holds()
}

// Invitations end with what they stand on: the seat of the one who invites, the freedom of the one who is
// invited, and the game.
func TestAcceptInvitation_Ended(t *testing.T) {
	for name, end := range map[string]func(s *seats){
		"the seat is handed over": func(s *seats) {
			s.yes(s.Seats.OfferSeat(s.ctx, s.by("anna"), "emil"))
			s.yes(s.Seats.TakeSeat(s.ctx, s.by("emil"), 1))
		},
		"by a game master": func(s *seats) {
			s.master("c1", api.Intervention{Measure: api.HandOver, Reason: "r", Side: "blue", To: "emil"})
		},
		"the seat is his": func(s *seats) {
			s.yes(s.Seats.OfferSeat(s.ctx, s.by("anna"), "carla"))
			s.yes(s.Seats.TakeSeat(s.ctx, s.by("carla"), 1))
		},
		"the other seat is his": func(s *seats) {
			s.yes(s.Seats.OfferSeat(s.ctx, s.by("boris"), "carla"))
			s.yes(s.Seats.TakeSeat(s.ctx, s.by("carla"), 1))
		},
		"he plays the other side": func(s *seats) {
			must(s.Seats.Assign(s.ctx, s.by("boris"), "carla", "r-1-arm"))(s.t)
			if got := s.table(); len(got.Invited) != 2 {
				s.t.Errorf("invited by both sides: %+v", got.Invited)
			}
			s.yes(s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 2))
		},
		"he is forgotten": func(s *seats) {
			k, err := s.Privacy.Kept(s.ctx, "carla")
			wrong(s.t, err != nil || len(k.Invited) != 1 || len(k.Seats) != 0 || k.Games != 1, "kept: %+v, %v", k, err)
			must(s.Privacy.Depart(s.ctx, s.by("carla")))(s.t)
			if k, err = s.Privacy.Kept(s.ctx, "carla"); err != nil || !k.None() || len(k.Invited) != 0 {
				s.t.Errorf("kept after it: %+v, %v", k, err)
			}
		},
		"the game is over": func(s *seats) { s.yes(s.Endings.Resign(s.ctx, s.by("boris"))) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeats(t)
			s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "carla"))
			s.settle()
			end(s)
			closed := slices.DeleteFunc(s.notifications(),
				func(e api.Notification) bool { return e.Kind != api.SeatInvited || !e.Closing })
			if got := s.table(); len(got.Invited) != 0 || len(closed) != 1 {
				t.Errorf("invited are %+v, closed %+v", got.Invited, closed)
			}
			s.restart()
			if _, err := s.Seats.AcceptInvitation(s.ctx, s.by("carla"), 1); !errors.Is(err, api.ErrNoInvitation) &&
				!errors.Is(err, api.ErrOver) {
				t.Errorf("accepted after it: %v", err)
			}
			if !s.table().Over {
				s.holds()
			}
		})
	}
}

// What somebody writes into a log who wants to have had others play is found.
func TestVerify_ForgedInvitations(t *testing.T) {
	s := newSeats(t)
	must(s.Seats.Assign(s.ctx, s.by("anna"), "carla", "b-1-arm"))(t)
	must(s.Seats.Assign(s.ctx, s.by("anna"), "carla", "b-1-cav"))(t)
	s.yes(s.Seats.Deputise(s.ctx, s.by("anna"), "dora"))
	s.accepts("carla", "c1")
	s.yes(s.Seats.DeclineInvitation(s.ctx, s.by("dora"), 2))
	s.yes(s.Endings.Resign(s.ctx, s.by("anna")))
	file := s.export()
	mustVerify(t, file)
	const took, declined = `"does":"assigned"`, `"does":"inviteDeclined"`
	tamper(t, file, resealed([]tampering{
		{"nobody has invited her",
			func(f *forgery) { f.drop(int(f.row(`"told":true`, `"force"`, `"invited"`).Seq)) }, "should"},
		{"by one who is not invited", func(f *forgery) {
			r := f.row(took)
			r.Sealed, r.SealedTo = "player 9", "player 9"
		}, "no such invitation"},
		{"by the player of the seat", func(f *forgery) { f.row(took).Sealed = f.row(`"invited"`).Sealed },
			`should say`},
		{"by the opponent", func(f *forgery) { f.row(took).Sealed = "player 2" }, "should say"},
		{"for another one", func(f *forgery) { f.row(took).SealedTo = "" },
			"a seat is handed over to a user"},
		{"with another unit", says(took, "b-1-cav", "b-1-mot"), "should say"},
		{"as the deputy", says(took, "assigned", "deputised"), "should say"},
		{"for the other side", says(took, "blue", "red"), "no such invitation"},
		{"a silent invitation", says(`"invited"`, `,"told":true`, ""), "should say"},
		{"an invitation by nobody", func(f *forgery) { f.row(`"invited"`).Sealed = "" }, "no side"},
		{"an invitation of nobody", func(f *forgery) { f.row(`"invited"`).SealedTo = "" },
			"a seat is handed over to a user"},
		{"of the opponent", func(f *forgery) { f.row(`"invited"`).SealedTo = "player 2" },
			"plays a side of this game already"},
		{"declined by the opponent", func(f *forgery) { f.row(declined).Sealed = "player 2" },
			"the invitation is for"},
		{"declined, but not his", says(declined, `"number":2`, `"number":1`),
			"no such invitation"},
		{"withdrawn, but not declined", says(declined, "inviteDeclined", "inviteRetracted"), "should say"},
	}))
}
