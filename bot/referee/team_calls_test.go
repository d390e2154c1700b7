package referee_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee"
	"grognard/rules/order"
)

// A player of a team is called, once, when it comes to be him who owes what his side owes, though the side
// acts on; and a mention is all that everybody is told.
func TestWhoeverComesToOweIsCalled(t *testing.T) {
	s := newSeats(t)
	s.shut()
	s.still = true
	s.open()
	for side, player := range map[order.Side][2]string{"blue": {"anna", "carla"}, "red": {"boris", "dora"}} {
		v, _, err := s.Secret(s.ctx, "c1", player[0])
		if err != nil {
			t.Fatal(err)
		}
		var half []string
		for i, c := range v.Board().Map.Cards {
			if c.Side == side && i%2 == 0 {
				half = append(half, string(c.ID))
			}
		}
		s.assigns(player[0], player[1], strings.Join(half, ","), "c1")
	}
	s.settle()
	p := hand{h: s.house, channel: "c1", dice: rand.New(rand.NewPCG(3, 7))}
	calls := func() (users []string) {
		for range 2 { // what was delivered is not said again
			for _, e := range s.notifications() {
				if e.Kind == referee.Called && !e.Edits {
					users = append(users, e.Users...)
				}
			}
			s.settle()
		}
		return users
	}
	owes := func() (order.Side, []string) {
		pub, table, err := s.Public(s.ctx, "c1")
		if err != nil {
			t.Fatal(err)
		}
		b := pub.Board()
		if table.Over {
			return "", nil
		}
		if b.Due != nil {
			return b.Due.Side, table.Called(b.Due.Side, b.Due)
		}
		return b.Phase.Side, table.Called(b.Phase.Side, nil)
	}
	passed := 0
	for n := range 300 {
		side, before := owes()
		if side == "" {
			break
		}
		if n == 150 {
			s.restart()
		}
		p.turn(map[order.Side]string{"blue": "anna", "red": "boris"})
		now, after := owes()
		s.tick.Add(int64(20 * time.Minute / time.Second))
		got := calls()
		for _, member := range []string{"carla", "dora"} { // who do nothing themselves
			want := 0
			if slices.Contains(after, member) && (now != side || !slices.Contains(before, member)) {
				want = 1
			}
			if now == side {
				passed += want
			}
			if is := len(slices.DeleteFunc(slices.Clone(got), func(u string) bool { return u != member })); is != want {
				t.Fatalf("order %d, %s owed by %v, then %s by %v: %s is called %d times, want %d", n, side, before, now, after, member, is, want)
			}
		}
	}
	if passed == 0 {
		t.Error("nothing is passed on within a side")
	}
	if !s.table().Over {
		s.holds()
	}
}
