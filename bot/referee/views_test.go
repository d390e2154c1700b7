package referee_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/views"
	"grognard/rules/view"
)

// A look shows a player what his side sees, and everybody else what all see, never both. Only players get completions.
// All parts of a completion are of one moment, that of the last command.
func TestSee_OneReader(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "where no game is", api.ErrNoGame)(h.Looks.See(h.ctx, "c1", "anna"))
	h.begin("c1", "anna", "boris")
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	all, table, err := h.Looks.Public(h.ctx, "c1")
	check(t, err)
	for user, side := range map[string]string{"anna": "blue", "boris": "red", "olga": "", "": ""} {
		seen := must(h.Looks.See(h.ctx, "c1", user))(t)
		mustNot(t, !reflect.DeepEqual(seen.Table, table) || (seen.Secret != nil) == (seen.Public != nil), "%q sees %+v", user,
			seen)
		board, eyes := seen.Board()
		wrong(t, string(eyes) != side || side == "" && !reflect.DeepEqual(board, all.Board()),
			"%q sees with the eyes of %q: %+v", user, eyes, board)
		values := map[string]string{"units": "b-1-mot"}
		c, err := h.Orders.Complete(h.ctx, "c1", user, values, "units", "move", "overrun")
		if side == "" {
			refused(t, "a list for one who plays no side", api.ErrNotSeated)(err)
			equal(t, "it is %+v", c, ordering.Completion{})
			continue
		}
		wrong(t, err != nil || len(c.Of) != 2 || !reflect.DeepEqual(c.View, *seen.Secret) ||
			c.View.Board().Seq != all.Board().Seq, "a list for %q: %+v, %v", user, c, err)
		equal(t, "that "+side+" can move units in the movement phase of Blue is %t", len(c.Of[0].Picks) > 0, side == "blue")
	}
}

// boards returns the frames of the film that a user is shown.
func (h *house) boards(user string) (list []*view.Board) {
	h.t.Helper()
	f := must(h.Looks.Film(h.ctx, "c1", user))(h.t)
	mustNot(h.t, (f.Public == nil) == (f.Secret == nil), "for %q there are %d frames for everybody and %d for a side", user,
		len(f.Public), len(f.Secret))
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
		if e.Kind == api.Started || e.Kind == api.Phase {
			side, board := reader(e)
			want[users[side]] = append(want[users[side]], board)
		}
	}
	want["olga"] = want[""]
	for user, shown := range want {
		equal(t, fmt.Sprintf("%q was shown %%d boards", user), len(shown), 9)
		equal(t, fmt.Sprintf("%q was shown the frames %%v", user), h.boards(user), shown)
	}
}

// When a game is over its film hides nothing from anybody. A new game in its channel has no film yet.
func TestFilm_GameOver(t *testing.T) {
	h := newDrill(t)
	for range 10 {
		h.ends("anna", "anna", "anna", "boris", "boris", "boris")
	}
	for _, user := range []string{"", "anna", "boris", "olga"} {
		frames := len(h.openFilm(user))
		wrong(t, frames < 60, "the film for %q has %d frames", user, frames)
	}
	h.begin("c1", "anna", "boris")
	refused(t, "of the next game", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", ""))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	refused(t, "for nobody who waits", context.Canceled)(h.Looks.Film(cancelled, "c1", ""))
}

// A recap tells a user what he missed since his visit before this one, and shows no row that he was told nothing of.
func TestRecap_SinceTheVisitBefore(t *testing.T) {
	d := begunDesk(t)
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	d.later(3 * time.Hour)
	recap := func(user string) views.Recap {
		t.Helper()
		return must(d.Looks.Recap(d.ctx, "c1", user))(t)
	}
	c := recap("olga")
	wrong(t, len(c.Told) > 0 || c.Sight.Public == nil, "nothing has happened: %+v", c)
	d.ends("anna", "anna")
	d.later(time.Minute)
	for range 2 {
		check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
		d.later(6 * time.Minute)
		d.restart()
		c = recap("olga")
		wrong(t, len(c.Public) < 2 || len(c.Secret) > 0 || len(c.Told) != 2 || c.From.Hour() != 12,
			"since she looked: %d frames, told %v from %v", len(c.Public), c.Told, c.From)
	}
	d.later(time.Hour)
	check(t, d.Looks.Looked(d.ctx, "c1", "olga"))
	c = recap("olga")
	wrong(t, len(c.Told) > 0 || len(c.Public) != 1, "another visit later: %d frames, told %v", len(c.Public), c.Told)
	c = recap("boris")
	wrong(t, len(c.Secret) < 2 || len(c.Public) > 0 || c.Sight.Secret.Side() != "red",
		"he who plays sees his side: %d, %d frames", len(c.Secret), len(c.Public))
	d.later(30 * time.Hour)
	c = recap("carla")
	wrong(t, !c.First || len(c.Told) < 2 || !c.From.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)),
		"who never looked is told from the beginning: %v, since %v", c.Told, c.From)
	check(t, d.Looks.Looked(d.ctx, "c1", "carla")) // is his first visit still
	d.later(10 * time.Minute)
	c = recap("carla")
	wrong(t, !c.First || c.Again.IsZero(), "in his first visit it is another, or he is told all again as if it were new")
	d.later(10 * time.Hour)
	c = recap("carla")
	wrong(t, c.First || len(c.Told) > 0, "in his second visit: %v since %v", c.Told, c.From)
	d.ends("anna")
	wrong(t, len(recap("carla").Told) != 3, "he is not told what happened after a recap")
	d.ends("boris")
	wrong(t, len(recap("carla").Told) != 4, "he is not told all that has happened since his last visit")
}
