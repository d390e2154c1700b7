package referee_test

import (
	"errors"
	"math/rand/v2"
	"slices"
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

// last is the newest notification of a kind that everybody is told.
func (h *house) last(k api.Kind) api.Notification {
	h.t.Helper()
	es := slices.DeleteFunc(h.publicly(), func(e api.Notification) bool { return e.Kind != k })
	mustNot(h.t, len(es) == 0, "no notification %s", k)
	return es[len(es)-1]
}

// fight plays until a decision is pending, and returns it.
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

// A player resigns in the middle of a fight, while a decision is pending. After it no decision is, the secret of the
// dice is told, nothing is hidden, and the channel is free. Earlier rows do not show a game that is over.
func TestResign_DuringAFight(t *testing.T) {
	h := newHouse(t, nil)
	refused(t, "of no game", api.ErrNoGame)(h.Endings.Resign(h.ctx, h.by("anna")))
	h.fight()
	before := h.notifications()
	refused(t, "an onlooker resigns", api.ErrNotSeated)(h.Endings.Resign(h.ctx, h.by("olga")))
	cmd := h.by("anna")
	first := twice(t, func() (api.Table, error) { return h.Endings.Resign(h.ctx, cmd) })
	wrong(t, !first.Over || first.Ending != api.Resigned || first.EndedBy != "blue" || first.Secret == "", "%+v", first)
	for name, do := range map[string]func() error{
		"resigns":  func() error { return failed(h.Endings.Resign(h.ctx, h.by("boris"))) },
		"orders":   func() error { return failed(h.Orders.Order(h.ctx, h.by("boris"), "/end")) },
		"proposes": func() error { return failed(h.Endings.Propose(h.ctx, h.by("boris"), api.Drawn)) },
		"leaves":   func() error { return failed(h.NewGames.Leave(h.ctx, h.by("boris"))) },
		"cancels":  func() error { return failed(h.NewGames.Cancel(h.ctx, h.by("anna"))) },
		"joins":    func() error { return failed(h.NewGames.Join(h.ctx, h.by("olga"), "red", "")) },
		"verbs":    func() error { return failed(h.Orders.Verbs(h.ctx, "c1", "anna")) },
	} {
		refused(t, "after the end somebody "+name, api.ErrOver)(do())
	}
	for _, e := range h.notifications()[:len(before)] {
		if last := h.notifications(); e.Seq == last[len(last)-1].Seq {
			continue // the fight that the resignation cut short
		}
		wrong(t, e.Table.Over || e.Table.Secret != "" || e.Public != nil && e.Public.Board().Over,
			"at row %d the game shows as over", e.Seq)
	}
	sameAfterRestart(t, h, "c1", h.notifications())
	pub := h.public()
	wrong(t, !pub.Board().Over || pub.Board().Due != nil, "over %t, due %+v", pub.Board().Over, pub.Board().Due)
	none(t, "a level of victory is told of a game that was resigned: %v",
		slices.DeleteFunc(said(h.last(api.Ended).Public.Board().Told), func(id string) bool { return id != "told.victory" }))
	h.openFilm("olga")
	h.begin("c1", "anna", "boris")
}

// openFilm returns the film of a game that is over, which is the same for everybody and hides nothing.
func (h *house) openFilm(user string) (boards []*view.Board) {
	h.t.Helper()
	f := must(h.Looks.Film(h.ctx, "c1", user))(h.t)
	mustNot(h.t, !f.Table.Over || f.Secret != nil, "over is %t, %d frames are for a side", f.Table.Over, len(f.Secret))
	for i, v := range f.Public {
		for _, st := range v.Board().Stacks {
			mustNot(h.t, len(st.Known) != st.Height, "frame %d for %q hides who stands in %v", i, user, st.Hex)
		}
		boards = append(boards, v.Board())
	}
	return boards
}

// An offer to end the game ends nothing by itself. Only the other side can answer it, and a side whose offer was
// declined cannot make it again in the same turn.
func TestPropose_AnsweredByTheOtherSide(t *testing.T) {
	h := newDrill(t)
	cmd := h.by("anna")
	offered := twice(t, func() (api.Table, error) { return h.Endings.Propose(h.ctx, cmd, api.Drawn) })
	mustNot(t, offered.Over || offered.Offer == nil || *offered.Offer != (api.Proposal{Number: 1, Ending: api.Drawn,
		By: "blue"}), "%+v", offered.Offer)
	h.restart() // between offer and answer
	for name, s := range map[string]struct {
		err  error
		want error // nil if any will do
	}{
		"his own offer":    {failed(h.Endings.Accept(h.ctx, h.by("anna"), 1)), api.ErrOwnOffer},
		"an onlooker":      {failed(h.Endings.Accept(h.ctx, h.by("olga"), 1)), api.ErrNotSeated},
		"another number":   {failed(h.Endings.Accept(h.ctx, h.by("boris"), 2)), api.ErrNoOffer},
		"a second offer":   {failed(h.Endings.Propose(h.ctx, h.by("anna"), api.Cancelled)), api.ErrOffered},
		"an other offer":   {failed(h.Endings.Propose(h.ctx, h.by("boris"), api.Cancelled)), api.ErrOffered},
		"nothing to offer": {failed(h.Endings.Propose(h.ctx, h.by("boris"), api.Resigned)), nil},
	} {
		wrong(t, s.err == nil || s.want != nil && !errors.Is(s.err, s.want), "%s: %v", name, s.err)
	}
	answered := must(h.Endings.Decline(h.ctx, h.by("boris"), 1))(t)
	equal(t, "declined it is %s", answered.Offer.Answer, api.Declined)
	equal(t, "told is %s", h.last(api.Answered).Table.Offer.Answer, api.Declined)
	refused(t, "offered again in the same turn", api.ErrDeclined)(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
}

// An offer can be withdrawn, and lapses with its turn. An accepted one ends the game, once.
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
	over := twice(t, func() (api.Table, error) { return h.Endings.Accept(h.ctx, accepting, 3) })
	mustNot(t, !over.Over || over.Ending != api.Drawn || over.EndedBy != "" || over.Secret == "", "%+v", over)
	refused(t, "accepted twice", api.ErrOver)(h.Endings.Accept(h.ctx, h.by("boris"), 3))
}

// failed returns the error of a result.
func failed[A any](_ A, err error) error { return err }

// Two players who offer the same have agreed, however their commands cross. Only one command ends the game.
func TestPropose_BothAtOnce(t *testing.T) {
	h := newDrill(t)
	var both sync.WaitGroup
	for _, user := range []string{"anna", "boris"} {
		cmd := h.by(user)
		both.Go(func() {
			allowed(t, user)(h.Endings.Propose(h.ctx, cmd, api.Cancelled))
		})
	}
	both.Wait()
	table := h.table()
	wrong(t, !table.Over || table.Ending != api.Cancelled, "%+v", table)
	equal(t, "%d rows", h.rows("c1"), 6) // opened, joined twice, started, offered, ended
}

// Before a game begins a seat can be given up and taken by another, with another word.
func TestLeave_BeforeTheStart(t *testing.T) {
	h := newHouse(t, nil)
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	must(h.NewGames.Join(h.ctx, h.by("boris"), "red", "larch"))(t)
	cmd := h.by("boris")
	table := must(h.NewGames.Leave(h.ctx, cmd))(t)
	equal(t, "red is played by %q", table.Player("red"), "")
	told := h.last(api.Left).Table
	wrong(t, told.Player("red") != "" || told.Player("blue") != "anna", "told: %+v", told.Seats)
	refused(t, "left twice", api.ErrNotSeated)(h.NewGames.Leave(h.ctx, h.by("boris")))
	refused(t, "begun without him", api.ErrSeatsOpen)(h.NewGames.Start(h.ctx, h.by("anna")))
	must(h.NewGames.Join(h.ctx, h.by("olga"), "red", ""))(t)
	equal(t, "redelivered: %+v", must(h.NewGames.Leave(h.ctx, cmd))(t), table)
	equal(t, "%s sits there", h.table().Player("red"), "olga")
	h.restart()
	must(h.NewGames.Start(h.ctx, h.by("olga")))(t)
	refused(t, "left after the start", api.ErrStarted)(h.NewGames.Leave(h.ctx, h.by("olga")))
	over := must(h.Endings.Resign(h.ctx, h.by("olga")))(t)
	equal(t, "the word of one who left is in the dice: %q", over.Seats[1].Word, "")
}

// Before a game begins its opener or the only player at the table can cancel it, and after a week anybody can.
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
		refused(t, user+" cancels", want)(err)
		if want == nil {
			wrong(t, !table.Over || table.Ending != api.Cancelled, "%+v", table)
			equal(t, "redelivered: %+v", must(h.NewGames.Cancel(h.ctx, cmd))(t), table)
		}
	}
	open()
	cancel("anna", api.ErrNotOpener)
	cancel("olga", nil)
	e := h.last(api.Ended)
	wrong(t, e.Table.Started || e.Side != nil, "told: %+v", e)
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

// If one user cancels a game while another starts it, one of them succeeds and the other is told why not.
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
