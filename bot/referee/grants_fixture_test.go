package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// accepts has a user accept what is offered to him, and the user who must consent do so.
func (h *house) accepts(user, channel string) {
	h.t.Helper()
	t := must(h.Referee.Looks.Table(h.ctx, channel))(h.t)
	mustNot(h.t, t.OfferedTo(user) == nil, "nothing is offered to %s: %+v", user, t.Grants)
	must(h.takes(user, channel, t.OfferedTo(user).Number))(h.t)
}

// takes has a user accept the grant with a number, and the user who must consent do so.
func (h *house) takes(user, channel string, number int) (api.Table, error) {
	t, err := h.Seats.AcceptGrant(h.ctx, h.cmd(user, channel), number)
	if err == nil && t.Reseated != nil && t.Reseated.Number == number && t.Reseated.AwaitsConsent() {
		return h.Seats.AcceptGrant(h.ctx, h.cmd(t.Player(t.Reseated.Consent), channel), number)
	}
	return t, err
}

// grants has a user grant something, and the other user accept it.
func (h *house) grants(by, channel string, w api.Granting) {
	h.t.Helper()
	must(h.Seats.Grant(h.ctx, h.cmd(by, channel), w))(h.t)
	h.accepts(w.To, channel)
}

// deputises has a user act for a player.
func (h *house) deputises(by, user, channel string) {
	h.t.Helper()
	h.grants(by, channel, api.Granting{To: user})
}

// assigns gives units to a user who comes to play for it.
func (h *house) assigns(by, user, words, channel string) {
	h.t.Helper()
	h.grants(by, channel, api.Granting{To: user, Units: words})
}

// replaces has Olga, a game master, give a seat to a user who takes it.
func (h *house) replaces(side order.Side, to, channel string) {
	h.t.Helper()
	h.grants("olga", channel, api.Granting{Side: side, To: to, ForGood: true, Reason: "she is gone"})
}

// dismisses has a user end or withdraw all grants to another user that the first one sees.
func (h *house) dismisses(by, user, channel string) {
	h.t.Helper()
	for _, r := range must(h.Seats.Team(h.ctx, channel, by))(h.t).Grants {
		if r.To == user {
			must(h.Seats.EndGrant(h.ctx, h.cmd(by, channel), r.Number))(h.t)
		}
	}
}

// seats is a drill in which Anna plays Blue and Boris Red, with helpers for other users who come to play.
type seats struct{ *house }

func newSeats(t *testing.T) *seats {
	h := newDrill(t)
	check(t, h.Channels.Reach(h.ctx, "g1", "c1"))
	return &seats{h}
}

// yes checks that a command was carried out, and returns its table.
func (s *seats) yes(t api.Table, err error) api.Table {
	s.t.Helper()
	check(s.t, err)
	return t
}

// no returns a check that a command was refused with an error and wrote no row.
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

// grant has a user grant something.
func (s *seats) grant(by string, w api.Granting) (api.Table, error) {
	return s.Seats.Grant(s.ctx, s.by(by), w)
}

// take has a user accept the grant with a number, and the user who must consent do so.
func (s *seats) take(user string, number int) (api.Table, error) {
	return s.takes(user, "c1", number)
}

// agrees has a user consent to the one grant that waits for him, or checks that none does.
func (s *seats) agrees(user string, asked bool) {
	s.t.Helper()
	o := s.table().OfferedTo(user)
	mustNot(s.t, (o != nil) != asked, "%s is asked to consent to %+v", user, o)
	if asked {
		s.yes(s.Seats.AcceptGrant(s.ctx, s.by(user), o.Number))
	}
}

// end has a user decline, withdraw or end the grant with a number.
func (s *seats) end(user string, number int) (api.Table, error) {
	return s.Seats.EndGrant(s.ctx, s.by(user), number)
}

// team returns what a user's side knows of its grants.
func (s *seats) team(user string) []api.TeamGrant {
	s.t.Helper()
	return must(s.Seats.Team(s.ctx, "c1", user))(s.t).Grants
}

// sees reports whether a user sees a side's secrets; all ways in which he could must agree.
func (s *seats) sees(user string) bool {
	s.t.Helper()
	_, _, err := s.Looks.Secret(s.ctx, "c1", user)
	see, err1 := s.Looks.See(s.ctx, "c1", user)
	story, err2 := s.Looks.Story(s.ctx, "c1", user)
	film, err3 := s.Looks.Film(s.ctx, "c1", user)
	check(s.t, errors.Join(err1, err2))
	secret := err == nil
	if (see.Secret != nil) != secret || (story.Secret != nil) != secret ||
		err3 == nil && (film.Secret != nil) != secret { // there is no film before a phase has ended
		s.t.Errorf("%s sees secrets: board %t, story %t, film %t, side %t", user, see.Secret != nil,
			story.Secret != nil, film.Secret != nil, secret)
	}
	return secret
}

// readers returns, sorted, the users to whom private notifications of a kind go; "" stands for a whole side.
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

// closed returns the offers whose messages are to be closed.
func (s *seats) closed() (list []api.Notification) {
	for _, e := range s.notifications() {
		if e.Closing && e.Kind == api.SeatOffered {
			list = append(list, e)
		}
	}
	return list
}

// checkVerified checks that the log of the game passes the verification, both under way and finished.
func (s *seats) checkVerified() {
	s.t.Helper()
	file := s.export()
	running := mustVerify(s.t, file)
	wrong(s.t, strings.Contains(string(file), "b-1-arm\\\""), "the export of a running game names granted units")
	s.yes(s.Endings.Resign(s.ctx, s.by(s.table().Player("red"))))
	check(s.t, mustVerify(s.t, s.export()).Contains(running))
}
