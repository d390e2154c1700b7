package referee_test

import (
	"errors"
	"testing"

	"grognard/bot/referee/api"
)

// judged is the export of a game with all that a game master can do, while an order waits for its
// round too.
func judged(t *testing.T) (running, finished []byte) {
	t.Helper()
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	ctx := t.Context()
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "a question of 7.0"})
	h.master("c1", api.Intervention{Measure: api.TakeBack, Reason: "the phase ended too early"})
	h.master("c1", api.Intervention{Measure: api.Resume, Reason: "play on"})
	h.must("anna", "c1", "/end")
	h.must("anna", "c1", attack)
	h.master("c1", api.Intervention{Measure: api.Pause, Reason: "Anna left"})
	h.refuses("olga", "c1", api.Intervention{Measure: api.Close}, api.ErrReason)
	var waits *api.Awaiting
	if _, err := h.Masters.Intervene(ctx, h.cmd("olga", "c1"),
		api.Intervention{Measure: api.TakeBack, Reason: "r"}); !errors.As(err, &waits) {
		t.Errorf("a phase is taken back while an order waits: %v", err)
	}
	h.master("c1", api.Intervention{Measure: api.HandOver, Reason: "Anna left", Side: "blue", To: "carla"})
	h.master("c1", api.Intervention{Measure: api.Move, Reason: "by wish", Channel: "c2"})
	h.restart()
	h.master("c2", api.Intervention{Measure: api.Move, Reason: "back again", Channel: "c1"})
	h.come() // the order stood
	table, err := h.Referee.Looks.Table(ctx, "c1")
	if err != nil || table.Awaits != nil || table.Paused == nil {
		t.Fatalf("after the round: %v, awaits %+v, paused %+v", err, table.Awaits, table.Paused)
	}
	h.master("c1", api.Intervention{Measure: api.Resume})
	running = h.export()
	for len(h.due()) > 0 {
		h.must(map[string]string{"blue": "carla", "red": "boris"}[h.due()], "c1", "/pass")
	}
	h.must("carla", "c1", "/end")
	h.post()
	h.master("c1", api.Intervention{Measure: api.Close, Reason: "the evening is over"})
	return running, h.export()
}

// due is the side that owes a decision, "" for none.
func (h *beaconHouse) due() string {
	h.t.Helper()
	pub := h.public()
	if due := pub.Board().Due; due != nil {
		return string(due.Side)
	}
	return ""
}

// A game in which a game master did all that he can is verified like any other, and what he could
// not have done is found.
func TestAJudgedGameIsVerified(t *testing.T) {
	running, file := judged(t)
	v := mustVerify(t, file)
	wrong(t, v.Ending != api.Closed || v.Rounds == 0, "verified: %+v", v)
	if err := v.Holds(mustVerify(t, running)); err != nil {
		t.Errorf("the export of the running game: %v", err)
	}
	for _, test := range []struct {
		name   string
		change func(*forgery)
		want   string
	}{
		{"a reason", func(f *forgery) { f.say(f.row(`"does":"close"`), "evening", "morning") }, `was changed`},
		{"who gets a seat", func(f *forgery) { f.row(`"does":"handOver"`).SealedTo = "player 2" }, `was changed`},
		{"a seat for one who has one, sealed anew",
			func(f *forgery) { f.row(`"does":"handOver"`).SealedTo = "player 2"; f.reseal() },
			`plays a side of this game already`},
		{"a seat for nobody, sealed anew", func(f *forgery) { f.row(`"does":"handOver"`).SealedTo = ""; f.reseal() },
			`a seat is handed over to a user`},
		{"a gift beside a pause, sealed anew",
			func(f *forgery) { f.row(`"does":"pause"`).SealedTo = "player 2"; f.reseal() }, `and nothing else is`},
		{"a player as game master, sealed anew",
			func(f *forgery) { f.row(`"does":"close"`).Sealed = "player 2"; f.reseal() }, `cannot be its game master`},
		{"no reason, sealed anew", func(f *forgery) {
			f.say(f.row(`"does":"move"`), `,"reason":"by wish"`,
				"")
			f.reseal()
		}, `that is no reason`},
		{"a move from elsewhere, sealed anew",
			func(f *forgery) { f.say(f.row(`"reason":"back again"`), `"from":"c2"`, `"from":"c3"`); f.reseal() },
			`it should say`},
		{"a pause that is left out, sealed anew",
			func(f *forgery) { f.drop(int(f.row(`"does":"pause"`).Seq)); f.reseal() },
			`the game is not paused|it should`},
		{"an end that goes farther back, sealed anew", func(f *forgery) {
			r := f.row(`"does":"takeBack"`)
			f.say(r, `"told":true`, `"consent":true,"told":true`)
			f.reseal()
		}, `it should say`},
		{"a measure that is none, sealed anew",
			func(f *forgery) { f.say(f.row(`"does":"resume"`), "resume", "rule"); f.reseal() },
			`a game master does not "rule"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := forge(t, file)
			test.change(f)
			refuses(t, f.file(), test.want)
		})
	}
}
