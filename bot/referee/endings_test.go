package referee_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/view"
)

// table is the channel's table, over or not.
func (h *house) table() api.Table {
	h.t.Helper()
	return must(h.Looks.Table(h.ctx, "c1"))(h.t)
}

// last is the newest notification of a kind.
func (h *house) last(k api.Kind) api.Notification {
	h.t.Helper()
	es := h.notifications()
	for i := len(es) - 1; i >= 0; i-- {
		if es[i].Kind == k && es[i].Public != nil {
			return es[i]
		}
	}
	h.t.Fatalf("no notification %s among %d", k, len(es))
	return api.Notification{}
}

// fight plays until somebody owes a decision.
func (h *house) fight() (due view.Prompt) {
	h.t.Helper()
	h.begin("c1", "anna", "boris")
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(3, 4))}
	for {
		p.turn(users)
		pub := h.public()
		if due := pub.Board().Due; due != nil && due.Kind == "retreat" {
			return *due
		}
	}
}

// A player resigns in the middle of a fight, while a decision is owed: nothing is owed
// any more, the secret of the dice is out, nothing is hidden, and the channel is free.
// Earlier rows do not show a game that is over.
func TestResign_DuringAFight(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "of no game", api.ErrNoGame)(h.Endings.Resign(h.ctx, h.by("anna")))
	h.fight()
	before := h.notifications()
	refused(t, "an onlooker resigns", api.ErrNotSeated)(h.Endings.Resign(h.ctx, h.by("olga")))
	cmd := h.by("anna")
	first, err := h.Endings.Resign(h.ctx, cmd)
	if err != nil || !first.Over || first.Ending != api.Resigned || first.EndedBy != "blue" || first.Secret == "" {
		t.Fatalf("%v %+v", err, first)
	}
	again := must(h.Endings.Resign(h.ctx, cmd))(t)
	wrong(t, !reflect.DeepEqual(first, again), "redelivered: %+v", again)
	for name, do := range map[string]func() error{
		"resigns":  func() error { _, err := h.Endings.Resign(h.ctx, h.by("boris")); return err },
		"orders":   func() error { _, err := h.Orders.Order(h.ctx, h.by("boris"), "/end"); return err },
		"proposes": func() error { _, err := h.Endings.Propose(h.ctx, h.by("boris"), api.Drawn); return err },
		"leaves":   func() error { _, err := h.NewGames.Leave(h.ctx, h.by("boris")); return err },
		"cancels":  func() error { _, err := h.NewGames.Cancel(h.ctx, h.by("anna")); return err },
		"joins":    func() error { _, err := h.NewGames.Join(h.ctx, h.by("olga"), "red", ""); return err },
		"verbs":    func() error { _, err := h.Orders.Verbs(h.ctx, "c1", "anna"); return err },
	} {
		refused(t, "after the end somebody "+name, api.ErrOver)(do())
	}
	for _, e := range h.notifications()[:len(before)] {
		if last := h.notifications(); e.Seq == last[len(last)-1].Seq {
			continue // the fight that the resignation cut short
		}
		if e.Table.Over || e.Table.Secret != "" || e.Public != nil && e.Public.Board().Over {
			t.Errorf("at row %d the game shows as over", e.Seq)
		}
	}
	sameAfterRestart(t, h, "c1", h.notifications())
	pub, _, err := h.Looks.Public(h.ctx, "c1")
	if err != nil || !pub.Board().Over || pub.Board().Due != nil {
		t.Errorf("%v, over %t, due %+v", err, pub.Board().Over, pub.Board().Due)
	}
	h.begin("c1", "anna", "boris")
}

// Of a game that was resigned no level of victory is told, and its film hides nothing.
func TestResign_NothingIsHidden(t *testing.T) {
	h := newHouse(t, nil)
	h.fight()
	must(h.Endings.Resign(h.ctx, h.by("anna")))(t)
	for _, l := range h.last(api.Ended).Public.Board().Told {
		wrong(t, l.Text.ID == "told.victory", "a level of victory is told of a game that was resigned")
	}
	f, err := h.Looks.Film(h.ctx, "c1", "olga")
	mustNot(t, err != nil || f.Secret != nil, "the film: %v", err)
	for _, v := range f.Public {
		for _, st := range v.Board().Stacks {
			mustNot(t, len(st.Known) != st.Height, "the film hides who stands in %v", st.Hex)
		}
	}
}

// An offer ends nothing by itself: the other side alone answers it, and whoever was declined
// does not offer the same again in the turn.
func TestPropose_AnsweredByTheOtherSide(t *testing.T) {
	h := newDrill(t)
	cmd := h.by("anna")
	offered, err := h.Endings.Propose(h.ctx, cmd, api.Drawn)
	mustNot(t, err != nil || offered.Over || offered.Offer == nil ||
		*offered.Offer != (api.Proposal{Number: 1, Ending: api.Drawn, By: "blue"}), "%v %+v", err, offered.Offer)
	again := must(h.Endings.Propose(h.ctx, cmd, api.Drawn))(t)
	wrong(t, !reflect.DeepEqual(offered, again), "redelivered: %+v", again)
	h.restart() // between offer and answer
	for name, s := range map[string]struct {
		err  error
		want error
	}{
		"his own offer":    {second(h.Endings.Accept(h.ctx, h.by("anna"), 1)), api.ErrOwnOffer},
		"an onlooker":      {second(h.Endings.Accept(h.ctx, h.by("olga"), 1)), api.ErrNotSeated},
		"another number":   {second(h.Endings.Accept(h.ctx, h.by("boris"), 2)), api.ErrNoOffer},
		"a second offer":   {second(h.Endings.Propose(h.ctx, h.by("anna"), api.Cancelled)), api.ErrOffered},
		"an other offer":   {second(h.Endings.Propose(h.ctx, h.by("boris"), api.Cancelled)), api.ErrOffered},
		"nothing to offer": {second(h.Endings.Propose(h.ctx, h.by("boris"), api.Resigned)), nil},
	} {
		wrong(t, s.err == nil || s.want != nil && !errors.Is(s.err, s.want), "%s: %v", name, s.err)
	}
	answered := must(h.Endings.Decline(h.ctx, h.by("boris"), 1))(t)
	wrong(t, answered.Offer.Answer != api.Declined, "declined: %+v", answered.Offer)
	if e := h.last(api.Answered); e.Table.Offer.Answer != api.Declined {
		t.Errorf("told: %+v", e.Table.Offer)
	}
	refused(t, "offered again in the same turn", api.ErrDeclined)(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
}

// An offer can be withdrawn, and lapses with its turn; one that is accepted ends the game once.
func TestPropose_Draw(t *testing.T) {
	h := newDrill(t)
	must(h.Endings.Propose(h.ctx, h.by("boris"), api.Drawn))(t)
	if e := h.last(api.Offered); e.Table.Offer.By != "red" || e.Table.Offer.Answer != "" {
		t.Errorf("told: %+v", e.Table.Offer)
	}
	withdrawn := must(h.Endings.Decline(h.ctx, h.by("boris"), 1))(t)
	wrong(t, withdrawn.Offer.Answer != api.TakenBack, "withdrawn: %+v", withdrawn.Offer)
	must(h.Endings.Propose(h.ctx, h.by("boris"), api.Cancelled))(t)
	h.ends("anna", "anna", "anna", "boris", "boris", "boris")
	if o := h.table().Offer; o.Answer != api.Lapsed {
		t.Errorf("the turn after it the offer is %+v", o)
	}
	refused(t, "an offer that has lapsed", api.ErrNoOffer)(h.Endings.Accept(h.ctx, h.by("anna"), 2))
	allowed(t, "in the next turn")(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
	accepting := h.by("boris")
	over := must(h.Endings.Accept(h.ctx, accepting, 3))(t)
	mustNot(t, !over.Over || over.Ending != api.Drawn || over.EndedBy != "" || over.Secret == "", "%+v", over)
	again := must(h.Endings.Accept(h.ctx, accepting, 3))(t)
	wrong(t, !reflect.DeepEqual(over, again), "redelivered: %+v", again)
	refused(t, "accepted twice", api.ErrOver)(h.Endings.Accept(h.ctx, h.by("boris"), 3))
}

func second(_ api.Table, err error) error { return err }

// Two who offer the same have agreed, however their commands cross; only one command
// ends the game.
func TestPropose_BothAtOnce(t *testing.T) {
	h := newDrill(t)
	var both sync.WaitGroup
	for _, user := range []string{"anna", "boris"} {
		cmd := h.by(user)
		both.Go(func() {
			if _, err := h.Endings.Propose(h.ctx, cmd, api.Cancelled); err != nil {
				t.Errorf("%s: %v", user, err)
			}
		})
	}
	both.Wait()
	if table := h.table(); !table.Over || table.Ending != api.Cancelled {
		t.Errorf("%+v", table)
	}
	if n := h.rows("c1"); n != 6 { // opened, joined twice, started, offered, ended
		t.Errorf("%d rows", n)
	}
}

// Before a game begins a seat can be given up and taken by another, with another word.
func TestLeave_BeforeTheStart(t *testing.T) {
	h := newHouse(t, nil)
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	must(h.NewGames.Join(h.ctx, h.by("boris"), "red", "larch"))(t)
	cmd := h.by("boris")
	table, err := h.NewGames.Leave(h.ctx, cmd)
	mustNot(t, err != nil || table.Player("red") != "", "%v %+v", err, table.Seats)
	if e := h.last(api.Left); e.Table.Player("red") != "" || e.Table.Player("blue") != "anna" {
		t.Errorf("told: %+v", e.Table.Seats)
	}
	refused(t, "left twice", api.ErrNotSeated)(h.NewGames.Leave(h.ctx, h.by("boris")))
	refused(t, "begun without him", api.ErrSeatsOpen)(h.NewGames.Start(h.ctx, h.by("anna")))
	must(h.NewGames.Join(h.ctx, h.by("olga"), "red", ""))(t)
	if again, err := h.NewGames.Leave(h.ctx, cmd); err != nil || !reflect.DeepEqual(table, again) ||
		h.table().Player("red") != "olga" {
		t.Errorf("redelivered: %v %+v, and %s sits there", err, again.Seats, h.table().Player("red"))
	}
	h.restart()
	must(h.NewGames.Start(h.ctx, h.by("olga")))(t)
	refused(t, "left after the start", api.ErrStarted)(h.NewGames.Leave(h.ctx, h.by("olga")))
	if table, err := h.Endings.Resign(h.ctx, h.by("olga")); err != nil || table.Seats[1].Word != "" {
		t.Errorf("%v, the word of one who left is in the dice: %q", err, table.Seats[1].Word)
	}
}

// Before it begins a game is its opener's to cancel, or that of the only player at the
// table, and after a week anybody's.
func TestCancel_BeforeTheStart(t *testing.T) {
	h := newHouse(t, nil)
	open := func() {
		t.Helper()
		must(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))(t)
	}
	cancel := func(user string, want error) {
		t.Helper()
		cmd := h.by(user)
		table, err := h.NewGames.Cancel(h.ctx, cmd)
		if !errors.Is(err, want) || err == nil && (!table.Over || table.Ending != api.Cancelled) {
			t.Fatalf("%s cancels: %v, want %v, %+v", user, err, want, table)
		}
		if again, err := h.NewGames.Cancel(h.ctx, cmd); want == nil && (err != nil || !reflect.DeepEqual(table, again)) {
			t.Errorf("redelivered: %v", err)
		}
	}
	open()
	cancel("anna", api.ErrNotOpener)
	cancel("olga", nil)
	if e := h.last(api.Ended); e.Table.Started || e.Side != nil {
		t.Errorf("told: %+v", e)
	}
	refused(t, "the film of a game that never began", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", "olga"))
	open()
	must(h.NewGames.Join(h.ctx, h.by("anna"), "red", ""))(t)
	cancel("boris", api.ErrNotOpener)
	cancel("anna", nil)
	open()
	for side, user := range users {
		must(h.NewGames.Join(h.ctx, h.by(user), side, ""))(t)
	}
	cancel("anna", api.ErrNotOpener)
	h.restart()
	h.tick.Add(int64(7 * 24 * time.Hour / time.Second))
	cancel("carla", nil)
	h.begin("c1", "anna", "boris")
	cancel("anna", api.ErrStarted)
	h.settle()
}

// Whoever cancels and whoever starts at the same time: one of them does, and the other
// is told why not.
func TestCancel_WhileAnotherStarts(t *testing.T) {
	for range 8 {
		h := newHouse(t, nil)
		must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
		must(h.NewGames.Join(h.ctx, h.by("boris"), "red", ""))(t)
		starting, cancelling := h.by("boris"), h.by("anna")
		var started, cancelled error
		var race sync.WaitGroup
		race.Go(func() { _, started = h.NewGames.Start(h.ctx, starting) })
		race.Go(func() { _, cancelled = h.NewGames.Cancel(h.ctx, cancelling) })
		race.Wait()
		table := h.table()
		switch {
		case cancelled == nil && errors.Is(started, api.ErrOver) && table.Over && !table.Started:
		case started == nil && errors.Is(cancelled, api.ErrStarted) && !table.Over && table.Started:
		default:
			t.Fatalf("started: %v, cancelled: %v, %+v", started, cancelled, table)
		}
	}
}
