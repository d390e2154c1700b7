package referee_test

import (
	"errors"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"
)

// master has Olga, who plays no side, intervene in the channel's game.
func (h *house) master(channel string, i api.Intervention) api.Table {
	h.t.Helper()
	t, err := h.Masters.Intervene(h.ctx, h.cmd("olga", channel), i)
	mustNot(h.t, err != nil, "%s: %v", i.Measure, err)
	return t
}

// refuses checks that an intervention is refused, both when its effect is asked for beforehand and when it is given.
func (h *house) refuses(user, channel string, i api.Intervention, want error) {
	h.t.Helper()
	before := h.rows(channel)
	_, foreseen := h.Masters.Foresee(h.ctx, h.cmd(user, channel), i)
	_, given := h.Masters.Intervene(h.ctx, h.cmd(user, channel), i)
	if !errors.Is(foreseen, want) || !errors.Is(given, want) || h.rows(channel) != before {
		h.t.Errorf("%+v by %s: foreseen %v, given %v, %d rows more, want %v", i, user, foreseen, given,
			h.rows(channel)-before, want)
	}
}

// A game master must give a reason, and cannot intervene in a game in which he plays.
func TestIntervene_Refused(t *testing.T) {
	h := newHouse(t, nil)
	h.refuses("olga", "c1", api.Intervention{Measure: api.Pause, Reason: "r"}, api.ErrNoGame)
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	for _, m := range []api.Measure{api.Pause, api.TakeBack} {
		h.refuses("olga", "c1", api.Intervention{Measure: m, Reason: "r"}, api.ErrNotStarted)
	}
	if ended := h.master("c1", api.Intervention{Measure: api.Close, Reason: "nobody comes"}); !ended.Over ||
		ended.Ending != api.Closed {
		t.Errorf("a game that did not begin is %+v after its end", ended)
	}
	h.begin("c1", "anna", "boris")
	h.begin("c2", "anna", "boris")
	for _, test := range []struct {
		user string
		i    api.Intervention
		want error
	}{
		{"anna", api.Intervention{Measure: api.Pause, Reason: "r"}, api.ErrJudge},
		{"boris", api.Intervention{Measure: api.Close, Reason: "r"}, api.ErrJudge},
		{"olga", api.Intervention{Measure: api.Pause, Reason: " \n "}, api.ErrReason},
		{"olga", api.Intervention{Measure: api.Pause, Reason: "a\x00b"}, api.ErrReason},
		{"olga", api.Intervention{Measure: api.Close, Reason: strings.Repeat("ж", api.ReasonLimit+1)}, api.ErrReason},
		{"olga", api.Intervention{Measure: api.Resume}, api.ErrNotPaused},
		{"olga", api.Intervention{Measure: api.Move, Reason: "r", Channel: "c1"}, api.ErrSamePlace},
		{"olga", api.Intervention{Measure: api.Move, Reason: "r", Channel: "c2"}, api.ErrTaken},
		{"olga", api.Intervention{Measure: api.TakeBack, Reason: "r"}, api.ErrNoEnd},
	} {
		h.refuses(test.user, "c1", test.i, test.want)
	}
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "r"})
	h.refuses("olga", "c1", api.Intervention{Measure: api.Pause, Reason: "r"}, api.ErrPaused)
	h.master("c1", api.Intervention{Measure: api.Close, Reason: "r"})
	h.refuses("olga", "c1", api.Intervention{Measure: api.Resume}, api.ErrOver)
}

// A paused game takes no order, no list, no undo and no answer to one, but its players can end it.
func TestPaused_TakesNoOrders(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/move units:b-1-arm to:8.08")
	list := must(h.Lists.Keep(h.ctx, h.by("anna"), "b-1-mot > 8.08", "", ""))(t)
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "a  quarrel"})
	rows := h.rows("c1")
	for name, do := range map[string]func() error{
		"an order":  func() error { _, err := h.Orders.Order(h.ctx, h.by("anna"), "/end"); return err },
		"a command": func() error { _, err := h.Orders.Say(h.ctx, h.by("anna"), "end", nil); return err },
		"a tap": func() error {
			_, err := h.Orders.Give(h.ctx, h.by("anna"), order.Order{Verb: "end"}, ordering.Expect{})
			return err
		},
		"a list": func() error {
			_, err := h.Lists.CarryOut(h.ctx, h.by("anna"), list.ID, list.Shown)
			return err
		},
		"an undo": func() error { _, err := h.Orders.Undo(h.ctx, h.by("anna"), ""); return err },
		"the answer to one": func() error {
			_, err := h.Orders.AnswerUndo(h.ctx, h.by("boris"), 0, true)
			return err
		},
		"an order of the other,": func() error { _, err := h.Orders.Order(h.ctx, h.by("boris"), "/end"); return err },
	} {
		var paused *api.Paused
		if err := do(); !errors.As(err, &paused) || paused.By != "olga" || paused.Reason != "a quarrel" {
			t.Errorf("%s: %v", name, err)
		}
	}
	wrong(t, h.rows("c1") != rows, "%d rows were written", h.rows("c1")-rows)
	sameAfterRestart(t, h, "c1", h.notifications())
	allowed(t, "a list that is only written")(h.Lists.Keep(h.ctx, h.by("anna"), "b-1-mot > 8.08", "", ""))
	allowed(t, "a draw is offered")(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
	h.master("c1", api.Intervention{Measure: api.Resume})
	h.must("anna", "c1", "/end")
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "r"})
	over := must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	wrong(t, over.Paused != nil, "a game that is over is paused: %+v", over.Paused)
}

// A game master can take back the last end of a phase with all that came after it, even what the other side did, but
// nothing that a die or an announced attack has settled.
func TestTakeBack_LastEndOfAPhase(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:8.08")
	h.ends("anna", "anna", "anna")
	h.must("boris", "c1", "/move units:r-1-arm to:14.08")
	asked, err := h.Orders.Undo(h.ctx, h.by("anna"), "")
	mustNot(t, err != nil || !asked.Asked, "%v, asked %t", err, asked.Asked)
	f, err := h.Masters.Foresee(h.ctx, h.by("olga"), api.Intervention{Measure: api.TakeBack, Reason: "r"})
	if err != nil || f.Turn != 1 || f.Phase != (view.Phase{Side: "blue", Name: "exploitation"}) {
		t.Fatalf("foreseen: %v, turn %d, %v", err, f.Turn, f.Phase)
	}
	h.settle()
	after := h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "too fast", End: f.End})
	if q := after.Undo; q == nil || q.Answer != api.Lapsed {
		t.Errorf("the request for an undo is %+v", q)
	}
	pub, _, err := h.Looks.Public(h.ctx, "c1")
	if b := pub.Board(); err != nil || b.Phase != f.Phase || h.at("boris", "r-1-arm").String() == "14.08" ||
		h.at("anna", "b-1-arm").String() != "8.08" {
		t.Errorf("after it the phase is %v, %v", b.Phase, err)
	}
	told := h.last(api.Mastered)
	if m := told.Table.Master; m.Measure != api.TakeBack || m.Reason != "too fast" {
		t.Errorf("told of it: %+v", m)
	}
	h.refuses("olga", "c1", api.Intervention{Measure: api.TakeBack, Reason: "r", End: f.End}, api.ErrStale)
	h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "again"})
	sameAfterRestart(t, h, "c1", h.notifications())
	story := must(h.Looks.Story(h.ctx, "c1", "boris"))(t)
	n := 0
	for _, l := range story.Secret.Board().Told {
		if l.Text.ID == "told.master-took-back" && l.Turn == 1 {
			n++
		}
	}
	wrong(t, n != 2, "the story tells %d of two", n)
	h.must("anna", "c1", "/end")
}

// Both players together can move a game to another channel, once, as the log proves. An offer of another channel is a
// different offer, and a channel that has a game gets no second one.
func TestMove_AgreedByBothPlayers(t *testing.T) {
	h := newDrill(t)
	h.begin("c2", "carla", "dora")
	refused(t, "where it is", api.ErrSamePlace)(h.Endings.ProposeMove(h.ctx, h.by("anna"), "c1"))
	refused(t, "by an onlooker", api.ErrNotSeated)(h.Endings.ProposeMove(h.ctx, h.by("olga"), "c3"))
	must(h.Endings.ProposeMove(h.ctx, h.by("anna"), "c2"))(t)
	refused(t, "to a channel with a game", api.ErrTaken)(h.Endings.Accept(h.ctx, h.by("boris"), 1))
	refused(t, "another one meanwhile", api.ErrOffered)(h.Endings.ProposeMove(h.ctx, h.by("boris"), "c3"))
	must(h.Endings.Decline(h.ctx, h.by("boris"), 1))(t)
	refused(t, "once more", api.ErrDeclined)(h.Endings.ProposeMove(h.ctx, h.by("anna"), "c2"))
	cmd := h.by("anna")
	offered := twice(t, func() (api.Table, error) { return h.Endings.ProposeMove(h.ctx, cmd, "c3") })
	equal(t, "offered is %+v", *offered.Offer, api.Proposal{Number: 2, Ending: api.Moved, Channel: "c3", By: "blue"})
	refused(t, "his own", api.ErrOwnOffer)(h.Endings.Accept(h.ctx, h.by("anna"), 2))
	h.restart()
	accepting := h.by("boris")
	there := twice(t, func() (api.Table, error) { return h.Endings.Accept(h.ctx, accepting, 2) })
	wrong(t, there.Channel != "c3" || there.Over || there.Offer.Answer != api.Consented || there.Master.Reason != "",
		"moved it is %+v, the offer %+v", there, there.Offer)
	refused(t, "in the old channel", api.ErrNoGame)(h.Looks.Table(h.ctx, "c1"))
	h.must("anna", "c3", "/end")
	over := must(h.Endings.Resign(h.ctx, h.cmd("anna", "c3")))(t)
	wrong(t, !over.Over, "it does not end")
	mustVerify(t, must(h.Looks.Export(h.ctx, "c3"))(t).Lines)
}

// A game that was moved is in its new channel alone, for a new process too. The old channel can have another game.
func TestMove_ToAnotherChannel(t *testing.T) {
	h := newDrill(t)
	h.settle()
	offered := must(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))(t)
	for _, e := range h.notifications() {
		check(t, h.Outbox.Delivered(h.ctx, e, "where it was"))
	}
	h.must("anna", "c1", "/end") // is not told yet
	cmd := h.by("olga")
	i := api.Intervention{Measure: api.Move, Reason: "too loud", Channel: "c2"}
	there, err := h.Masters.Intervene(h.ctx, cmd, i)
	mustNot(t, err != nil || there.Channel != "c2" || there.Game != offered.Game, "%v %+v", err, there)
	again := must(h.Masters.Intervene(h.ctx, cmd, i))(t)
	wrong(t, again.Game != there.Game, "given twice")
	checkMoved := func() {
		t.Helper()
		refused(t, "in the old channel", api.ErrNoGame)(h.Looks.Table(h.ctx, "c1"))
		now := must(h.Looks.Table(h.ctx, "c2"))(t)
		wrong(t, now.Game != there.Game, "in the new channel")
		var got []string
		for _, e := range h.notifications() {
			if e.Public != nil {
				got = append(got, string(e.Kind)+" "+e.Table.Channel+" "+e.Left+" "+e.Sent)
			}
		}
		want := "phase c2 c1 |offered c2 c1 where it was|departed c2  |arrived c2  "
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("to be told:\n%s\nwant\n%s", s, want)
		}
	}
	checkMoved()
	h.restart()
	checkMoved()
	h.begin("c1", "anna", "boris")
	allowed(t, "the offer is accepted in the new channel")(h.Endings.Accept(h.ctx, h.cmd("boris", "c2"), 1))
}

// The end of a phase cannot be taken back if a die has fallen since.
func TestTakeBack_NotPastADie(t *testing.T) {
	h := newHouse(t, nil)
	h.fight()
	h.refuses("olga", "c1", api.Intervention{Measure: api.TakeBack, Reason: "r"}, api.ErrNoEnd)
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	h.refuses("olga", "c1", api.Intervention{Measure: api.TakeBack, Reason: "r"}, api.ErrOver)
}

// judged returns the exports, under way and finished, of a game in which a game master did all that he can, even while
// an order waited for its round.
func judged(t *testing.T) (running, finished []byte) {
	t.Helper()
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "a question of 7.0"})
	h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "the phase ended too early"})
	h.master("c1", api.Intervention{Measure: api.Resume, Reason: "play on"})
	h.must("anna", "c1", "/end")
	h.must("anna", "c1", attack)
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "Anna left"})
	h.refuses("olga", "c1", api.Intervention{Measure: api.Close}, api.ErrReason)
	var waits *api.Awaiting
	if _, err := h.Masters.Intervene(h.ctx, h.by("olga"),
		api.Intervention{Measure: api.TakeBack, Reason: "r"}); !errors.As(err, &waits) {
		t.Errorf("a phase is taken back while an order waits: %v", err)
	}
	h.replaces("blue", "carla", "c1")
	h.master("c1", api.Intervention{Measure: api.Move, Reason: "by wish", Channel: "c2"})
	h.restart()
	h.master("c2", api.Intervention{Measure: api.Move, Reason: "back again", Channel: "c1"})
	h.come() // the order stood
	table, err := h.Referee.Looks.Table(h.ctx, "c1")
	if err != nil || table.Awaits != nil || table.Paused == nil {
		t.Fatalf("after the round: %v, awaits %+v, paused %+v", err, table.Awaits, table.Paused)
	}
	h.master("c1", api.Intervention{Measure: api.Resume})
	running = h.export()
	for len(h.dueSide()) > 0 {
		h.must(map[string]string{"blue": "carla", "red": "boris"}[h.dueSide()], "c1", "/pass")
	}
	h.must("carla", "c1", "/end")
	h.post()
	h.master("c1", api.Intervention{Measure: api.Close, Reason: "the evening is over"})
	return running, h.export()
}

// dueSide returns the side that has a pending decision, "" for none.
func (h *beaconHouse) dueSide() string {
	h.t.Helper()
	pub := h.public()
	if due := pub.Board().Due; due != nil {
		return string(due.Side)
	}
	return ""
}

// A game in which a game master did all that he can is verified like any other. What he could not have done is found.
func TestVerify_GameWithInterventions(t *testing.T) {
	running, file := judged(t)
	v := mustVerify(t, file)
	wrong(t, v.Ending != api.Closed || v.Rounds == 0, "verified: %+v", v)
	equal(t, "the export of the running game: %v", v.Contains(mustVerify(t, running)), nil)
	tamper(t, file, []tampering{
		{"a reason", says(`"does":"close"`, "evening", "morning"), `was changed`},
		{"a gift beside a pause, sealed anew",
			func(f *forgery) { f.row(`"does":"pause"`).SealedTo = "player 2"; f.reseal() }, `and nothing else is`},
		{"a player as game master, sealed anew",
			func(f *forgery) { f.row(`"does":"close"`).Sealed = "player 2"; f.reseal() }, `cannot be its game master`},
		{"no reason, sealed anew", anew(says(`"does":"move"`, `,"reason":"by wish"`, "")), `that is no reason`},
		{"a move from elsewhere, sealed anew", anew(says(`"reason":"back again"`, `"from":"c2"`, `"from":"c3"`)),
			`it should say`},
		{"a pause that is left out, sealed anew",
			func(f *forgery) { f.drop(int(f.row(`"does":"pause"`).Seq)); f.reseal() },
			`the game is not paused|it should`},
		{"an end that goes farther back, sealed anew", func(f *forgery) {
			r := f.row(`"does":"takeBack"`)
			f.say(r, `"told":true`, `"consent":true,"told":true`)
			f.reseal()
		}, `it should say`},
		{"a measure that is none, sealed anew", anew(says(`"does":"resume"`, "resume", "rule")),
			`a game master does not "rule"`},
	})
}
