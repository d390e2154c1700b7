package referee_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/view"
)

// A look shows whoever plays a side what that side sees, and everybody else what all see,
// never both; a completion is for whoever plays. What a completion consists of is of one
// sequence, that of the last command.
func TestSee_OneReader(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "where no game is", api.ErrNoGame)(h.Looks.See(h.ctx, "c1", "anna"))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	all, table, err := h.Looks.Public(h.ctx, "c1")
	check(t, err)
	for user, side := range map[string]string{"anna": "blue", "boris": "red", "olga": "", "": ""} {
		seen, err := h.Looks.See(h.ctx, "c1", user)
		if err != nil || !reflect.DeepEqual(seen.Table, table) || (seen.Secret != nil) == (seen.Public != nil) {
			t.Fatalf("%q sees %+v, %v", user, seen, err)
		}
		board, eyes := seen.Board()
		if string(eyes) != side || side == "" && !reflect.DeepEqual(board, all.Board()) {
			t.Errorf("%q sees with the eyes of %q: %+v", user, eyes, board)
		}
		values := map[string]string{"units": "b-1-mot"}
		c, err := h.Orders.Complete(h.ctx, "c1", user, values, "units", "move", "overrun")
		if side == "" {
			if !errors.Is(err, api.ErrNotSeated) || !reflect.DeepEqual(c, ordering.Completion{}) {
				t.Errorf("a list for %q, who plays no side: %+v, %v", user, c, err)
			}
			continue
		}
		wrong(t, err != nil || len(c.Of) != 2 || !reflect.DeepEqual(c.View, *seen.Secret) ||
			c.View.Board().Seq != all.Board().Seq, "a list for %q: %+v, %v", user, c, err)
		if picks := len(c.Of[0].Picks); picks > 0 != (side == "blue") {
			t.Errorf("%s can move %d units in the movement phase of Blue", side, picks)
		}
	}
}

// boards are the frames of the film that a user is shown.
func (h *house) boards(user string) (list []*view.Board) {
	h.t.Helper()
	f := must(h.Looks.Film(h.ctx, "c1", user))(h.t)
	if (f.Public == nil) == (f.Secret == nil) {
		h.t.Fatalf("for %q there are %d frames for everybody and %d for a side", user, len(f.Public), len(f.Secret))
	}
	for _, v := range f.Public {
		list = append(list, v.Board())
	}
	for _, v := range f.Secret {
		mustNot(h.t, users[v.Side()] != user, "%q is shown the film of %s", user, v.Side())
		list = append(list, v.Board())
	}
	return list
}

// A film of a game under way shows each viewer what he was shown as it happened.
func TestFilm_AsItWasShown(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "of no game", api.ErrNoGame)(h.Looks.Film(h.ctx, "c1", "anna"))
	h.begin("c1", "anna", "boris")
	refused(t, "of a game without a phase", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", "anna"))
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(5, 5))}
	for phases, was := 0, (view.Phase{Side: "blue", Name: "movement"}); phases < 8; {
		_, _, out, _ := p.turn(users)
		if now := out.View.Board().Phase; now != was {
			phases, was = phases+1, now
		}
	}
	h.restart()
	want := map[string][]*view.Board{}
	for _, e := range h.notifications() {
		switch {
		case e.Kind != api.Started && e.Kind != api.Phase:
		case e.Public != nil:
			want[""] = append(want[""], e.Public.Board())
		default:
			user := users[e.Side.Side()]
			want[user] = append(want[user], e.Side.Board())
		}
	}
	want["olga"] = want[""]
	for user, shown := range want {
		got := h.boards(user)
		if len(got) != 9 || len(shown) != 9 {
			t.Errorf("%q was shown %d boards, and has a film of %d", user, len(shown), len(got))
			continue
		}
		for i := range got {
			wrong(t, !reflect.DeepEqual(got[i], shown[i]), "frame %d for %q is not what he was shown", i, user)
		}
	}
}

// What nobody is told makes no film longer; what somebody is told, his own alone.
func TestFilm_SilentOrders(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/move units:b-2-inf to:7.06")
	h.must("anna", "c1", "/end")
	for range 2 {
		for user, frames := range map[string]int{"": 2, "anna": 2, "boris": 2} {
			if n := len(h.boards(user)); n != frames {
				t.Errorf("the film for %q has %d frames, want %d", user, n, frames)
			}
		}
		stack := h.secret("anna")
		at := stack.Board().Stacks[0]
		for _, st := range stack.Board().Stacks {
			if st.Height == 3 {
				at = st
			}
		}
		u := at.Known
		h.must("anna", "c1", "/stack order hex:"+at.Hex.String()+" units:"+string(u[0].ID)+","+string(u[2].ID)+","+string(u[1].ID))
	}
}

// When a game is over nothing is hidden in its film, for anybody, and a new game in its
// channel has none yet.
func TestFilm_GameOver(t *testing.T) {
	h := newDrill(t)
	for range 10 {
		h.ends("anna", "anna", "anna", "boris", "boris", "boris")
	}
	for _, user := range []string{"", "anna", "boris", "olga"} {
		f, err := h.Looks.Film(h.ctx, "c1", user)
		if err != nil || !f.Table.Over || f.Secret != nil || len(f.Public) < 60 {
			t.Fatalf("the film for %q has %d frames, over is %t: %v", user, len(f.Public), f.Table.Over, err)
		}
		for i, v := range f.Public {
			for _, st := range v.Board().Stacks {
				wrong(t, len(st.Known) != st.Height, "frame %d for %q hides who stands in %v", i, user, st.Hex)
			}
		}
	}
	h.begin("c1", "anna", "boris")
	refused(t, "of the next game", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", ""))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	refused(t, "for nobody who waits", context.Canceled)(h.Looks.Film(cancelled, "c1", ""))
}

// What one missed is told from the visit before on, and shows no row of which he was told nothing.
func TestRecap_SinceTheVisitBefore(t *testing.T) {
	d := begunDesk(t)
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	d.later(3 * time.Hour)
	c, err := d.Looks.Recap(d.ctx, "c1", "olga")
	wrong(t, err != nil || len(c.Told) > 0 || c.Sight.Public == nil, "nothing has happened: %+v, %v", c, err)
	d.ends("anna", "anna")
	d.later(time.Minute)
	for range 2 {
		check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
		d.later(6 * time.Minute)
		d.restart()
		c, err = d.Looks.Recap(d.ctx, "c1", "olga")
		if err != nil || len(c.Public) < 2 || len(c.Secret) > 0 || len(c.Told) != 2 || c.From.Hour() != 12 {
			t.Errorf("since she looked: %d frames, told %v from %v, %v", len(c.Public), c.Told, c.From, err)
		}
	}
	d.later(time.Hour)
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	if c, err = d.Looks.Recap(d.ctx, "c1", "olga"); err != nil || len(c.Told) > 0 || len(c.Public) != 1 {
		t.Errorf("another visit later: %d frames, told %v, %v", len(c.Public), c.Told, err)
	}
	if c, err = d.Looks.Recap(d.ctx, "c1", "boris"); err != nil || len(c.Secret) < 2 || len(c.Public) > 0 ||
		c.Sight.Secret.Side() != "red" {
		t.Errorf("he who plays sees his side: %d, %d frames, %v", len(c.Secret), len(c.Public), err)
	}
	d.later(30 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First || len(c.Told) < 2 ||
		!c.From.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("who never looked is told from the beginning: %v, since %v, %v", c.Told, c.From, err)
	}
	check(t, d.Looks.Looked(d.ctx, "c1", "carla")) // is his first visit still
	d.later(10 * time.Minute)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || !c.First {
		t.Errorf("in his first visit: since %v, %v", c.From, err)
	}
	d.later(10 * time.Hour)
	if c, err = d.Looks.Recap(d.ctx, "c1", "carla"); err != nil || c.First || len(c.Told) > 0 {
		t.Errorf("in his second visit: %v since %v, %v", c.Told, c.From, err)
	}
}
