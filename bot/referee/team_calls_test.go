package referee_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// teams has half of each side be another player's than its commander's, and the time stand still.
func (s *seats) teams() *hand {
	s.t.Helper()
	s.shut()
	s.still = true
	s.open()
	for side, player := range map[order.Side][2]string{"blue": {"anna", "carla"}, "red": {"boris", "dora"}} {
		v := s.secret(player[0])
		var half []string
		for i, c := range v.Board().Map.Cards {
			if c.Side == side && i%2 == 0 {
				half = append(half, string(c.ID))
			}
		}
		s.assigns(player[0], player[1], strings.Join(half, ","), "c1")
	}
	s.settle()
	return &hand{h: s.house, channel: "c1", dice: rand.New(rand.NewPCG(3, 7))}
}

// calls are those who are called by what is due now.
func (s *seats) calls() (users []string) {
	for range 2 { // what was delivered is not said again
		for _, e := range s.notifications() {
			if e.Kind == api.Called && !e.Edits {
				users = append(users, e.Users...)
			}
		}
		s.settle()
	}
	return users
}

// owes is the side that is to act, "" for none, and those who are called for it.
func (s *seats) owes() (order.Side, []string) {
	pub, table, err := s.Looks.Public(s.ctx, "c1")
	check(s.t, err)
	b := pub.Board()
	if table.Over {
		return "", nil
	}
	if b.Due != nil {
		return b.Due.Side, table.Called(b.Due.Side, b.Due)
	}
	return b.Phase.Side, table.Called(b.Phase.Side, nil)
}

// A player of a team is called, once, when it comes to be him who owes what his side owes, though the side
// acts on; and a mention is all that everybody is told.
func TestWhoeverComesToOweIsCalled(t *testing.T) {
	s := newSeats(t)
	p := s.teams()
	passed := 0
	for n := range 300 {
		side, before := s.owes()
		if side == "" {
			break
		}
		if n == 150 {
			s.restart()
		}
		p.turn(map[order.Side]string{"blue": "anna", "red": "boris"})
		now, after := s.owes()
		s.tick.Add(int64(20 * time.Minute / time.Second))
		got := s.calls()
		for _, member := range []string{"carla", "dora"} { // who do nothing themselves
			want := 0
			if slices.Contains(after, member) && (now != side || !slices.Contains(before, member)) {
				want = 1
			}
			if now == side {
				passed += want
			}
			if is := len(slices.DeleteFunc(slices.Clone(got), func(u string) bool { return u != member })); is != want {
				t.Fatalf("order %d, %s owed by %v, then %s by %v: %s is called %d times, want %d", n, side, before,
					now, after, member, is, want)
			}
		}
	}
	wrong(t, passed == 0, "nothing is passed on within a side")
	if !s.table().Over {
		s.holds()
	}
}

// A player of a team who goes while he owes a decision leaves it to his commander, who is called for it.
func TestWhoGoesLeavesWhatHeOwes(t *testing.T) {
	s := newSeats(t)
	p := s.teams()
	for range 300 {
		if side, users := s.owes(); side == "blue" && slices.Equal(users, []string{"carla"}) {
			break
		}
		p.turn(map[order.Side]string{"blue": "anna", "red": "boris"})
	}
	if _, users := s.owes(); !slices.Equal(users, []string{"carla"}) {
		t.Fatalf("it is owed by %v", users)
	}
	s.tick.Add(int64(20 * time.Minute / time.Second))
	s.calls()
	s.yes(s.Seats.Dismiss(s.ctx, s.by("carla"), "carla"))
	s.restart()
	s.tick.Add(int64(2 * time.Minute / time.Second))
	if got := s.calls(); !slices.Equal(got, []string{"anna"}) {
		t.Errorf("called are %v", got)
	}
	s.tick.Add(int64(time.Hour / time.Second))
	if got := s.calls(); len(got) != 0 {
		t.Errorf("an hour later %v are called once more", got)
	}
	s.holds()
}
