package referee_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The player of a formation can order its units, and the commander all. A decision calls the player of the units in it.
func TestTeam_UnitsOfMembers(t *testing.T) {
	s := newSeats(t)
	assign := func(user, words string) (any, error) {
		return s.grant("anna", api.Granting{To: user, Units: words})
	}
	s.settle()
	s.assigns("anna", "carla", "b-1-arm, 2 Motorised", "c1")
	if told := s.last(api.SeatsChanged).Table; told.Reseated.Does != api.GrantBegun || told.Reseated.To != "carla" {
		t.Errorf("told of a new player: %+v", told.Reseated)
	}
	s.settle()
	if _, err := assign("carla", "b-1-arm, 2 Motorised, b-1-cav"); err != nil || len(s.notifications()) > 0 {
		t.Errorf("everybody is told what is whose to command: %v, %d notifications", err, len(s.notifications()))
	}
	if team := s.team("carla"); len(team) != 1 ||
		!slices.Equal(team[0].Units, []order.UnitID{"b-1-arm", "b-1-cav", "b-2-mot"}) {
		t.Fatalf("the team: %+v", team)
	}
	s.no("of the other side", api.ErrNotSeated)(s.Seats.Team(s.ctx, "c1", "olga"))
	for text, whose := range map[string]string{"/move units:b-1-mot to:8.08": "anna",
		"/move units:b-1-arm,b-1-mot to:8.08": "anna", "/end": "anna"} {
		var not *api.NotYours
		if _, err := s.Orders.Order(s.ctx, s.by("carla"), text); !errors.As(err, &not) || not.User != whose {
			t.Errorf("%s: %v", text, err)
		}
	}
	verbs := must(s.Orders.Verbs(s.ctx, "c1", "carla"))(t)
	wrong(t, slices.Contains(verbs, "end") || !slices.Contains(verbs, "move"), "offered are %v", verbs)
	offer, err := s.Orders.Offer(s.ctx, "c1", "carla", "move", nil)
	wrong(t, err != nil || len(offer.Next) != 3, "to be moved are %+v, %v", offer.Next, err)
	for user, whole := range map[string]bool{"anna": true, "carla": false} { // one unit of the stack is not carla's
		all := must(s.Orders.Whole(s.ctx, "c1", user, "move", nil, hex.Hex{Col: 5, Row: 9}))(t)
		wrong(t, (len(all) > 1) != whole || !whole && all != nil, "the whole stack is %v to %s", all, user)
	}
	c, err := s.Orders.Complete(s.ctx, "c1", "carla", map[string]string{}, "units", "move")
	wrong(t, err != nil || len(c.Of[0].Picks) != 3 || len(c.Of[0].Stacks) != 0, "completed by %+v, %v", c.Of, err)
	s.must("carla", "c1", "/move units:b-1-arm to:8.08")
	if out := s.must("anna", "c1", "/move units:b-1-mot to:8.08"); out.Undo == "" {
		t.Error("the commander cannot take his move back")
	}
	s.restart()
	refused(t, "the commander's move is taken back", api.ErrNotUndoer)(s.Orders.Undo(s.ctx, s.by("carla"), ""))
	_, list := s.preview("carla", "b-2-mot > 7.09\nb-2-arm > 7.09")
	var shown *api.NotYours
	if n := len(list.Preview.Lines); n != 2 || !errors.As(list.Preview.Lines[1].Err, &shown) ||
		list.Preview.Holding() != 1 {
		t.Errorf("the preview is %+v", list.Preview.Lines)
	}
	run := s.carryOut("carla", list)
	var not *api.NotYours
	if !errors.As(run.Stop, &not) || run.Done > 1 {
		t.Errorf("a list with the commander's units stops by %v after %d", run.Stop, run.Done)
	}
	table := s.table()
	about := func(units ...order.UnitID) view.Prompt {
		p := view.Prompt{Side: "blue"}
		for _, id := range units {
			p.Units = append(p.Units, view.Counter{ID: id})
		}
		return p
	}
	for _, c := range []struct {
		due    view.Prompt
		called []string
	}{
		{about("b-1-arm"), []string{"carla"}},
		{about("b-1-arm", "b-1-inf"), []string{"carla", "anna"}},
		{about("b-1-inf"), []string{"anna"}},
		{about(), []string{"anna"}},
	} {
		if got := table.Called("blue", &c.due); !slices.Equal(got, c.called) {
			t.Errorf("for %v are called %v", c.due.Units, got)
		}
		wrong(t, table.Answers("carla", c.due) != slices.Contains(c.called, "carla") || !table.Answers("anna", c.due) ||
			table.Answers("boris", c.due), "%v is answered by others", c.due.Units)
	}
	s.must("anna", "c1", "/move units:b-1-inf,b-1-cav to:7.07")
	s.must("anna", "c1", "/end")
	equal(t, "a phase is told %v", s.readers(api.Phase), []string{"", "anna", "carla"})
	s.assigns("anna", "dora", "b-1-arm", "c1")
	if team := s.team("anna"); len(team) != 2 || slices.Contains(team[0].Units, "b-1-arm") {
		t.Errorf("a unit is two players': %+v", team)
	}
	s.settle()
	if _, err := assign("dora", "b-1-inf"); err != nil || len(s.notifications()) > 0 {
		t.Errorf("what she takes back herself is told: %v", err)
	}
	equal(t, "for what she has taken back are called %v", s.table().Called("blue", &view.Prompt{Side: "blue",
		Units: []view.Counter{{ID: "b-1-arm"}}}), []string{"anna"})
	s.dismisses("anna", "dora", "c1")
	s.checkVerified()
}

// A team plays by orders that its players are offered. No offer leads to a refusal or a dead end, whichever of them
// acts, and a decision is taken by the player whose units it is about.
func TestTeam_PlaysADrill(t *testing.T) {
	s := newSeats(t)
	p := s.teams()
	orders, decisions := map[string]int{}, map[string]int{}
	for range 300 {
		pub, table, err := s.Looks.Public(s.ctx, "c1")
		check(t, err)
		if table.Over {
			break
		}
		b := pub.Board()
		side, count := b.Phase.Side, orders
		if b.Due != nil {
			side, count = b.Due.Side, decisions
		}
		actor := map[order.Side]string{"blue": "carla", "red": "dora"}[side]
		verbs := must(s.Orders.Verbs(s.ctx, "c1", actor))(t)
		if len(verbs) == 0 || b.Due == nil && p.dice.IntN(2) == 0 {
			if due := b.Due; due != nil && slices.Equal(table.Called(side, due), []string{actor}) {
				t.Fatalf("%s is called for %+v and can say nothing", actor, due)
			}
			actor = table.Player(side)
		}
		count[actor]++
		p.turn(map[order.Side]string{side: actor})
	}
	for _, user := range []string{"anna", "boris", "carla", "dora"} {
		wrong(t, orders[user] == 0, "%s gave no order: %v, %v", user, orders, decisions)
	}
	wrong(t, decisions["carla"]+decisions["dora"] == 0, "no decision was a player's of a team: %v", decisions)
	t.Log(orders, decisions)
	if !s.table().Over {
		s.checkVerified()
	}
}

// teams gives half of each side's units to a second player, and stops the clock. It returns a hand that plays the game.
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

// calls delivers what is due now, and returns the users whom it calls.
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

// owes returns the side that is to act, "" for none, and the users who are called for it.
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

// A player of a team is called once when it becomes his turn to act for his side, even if the side was to act before.
// The mention is all that everybody is told.
func TestTeam_MemberIsCalled(t *testing.T) {
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
				t.Fatalf("order %d, %s to act by %v, then %s by %v: %s is called %d times, want %d", n, side, before,
					now, after, member, is, want)
			}
		}
	}
	wrong(t, passed == 0, "nothing is passed on within a side")
	if !s.table().Over {
		s.checkVerified()
	}
}

// A player of a team who leaves while he has a decision to make leaves it to his commander, who is called for it.
func TestTeam_MemberLeavesWhatHeOwes(t *testing.T) {
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
	s.dismisses("carla", "carla", "c1")
	s.restart()
	s.tick.Add(int64(2 * time.Minute / time.Second))
	equal(t, "called are %v", s.calls(), []string{"anna"})
	s.tick.Add(int64(time.Hour / time.Second))
	none(t, "an hour later %v are called once more", s.calls())
	s.checkVerified()
}
