package referee_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Of a seat that is handed over the new player's standing orders answer, and no longer the former one's.
func TestStandingOrdersOfASeatThatIsHandedOver(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("boris", "c1", "default")
	hand := func(to string) {
		t.Helper()
		must(h.Masters.Intervene(t.Context(), h.cmd("olga", "c1"),
			api.Intervention{Measure: api.HandOver, Side: "red", To: to, Reason: "x"}))(t)
	}
	hand("clara")
	if _, err := h.Standing.Standing(t.Context(), h.cmd("boris", "c1")); !errors.Is(err, api.ErrNotSeated) {
		t.Errorf("the former player looks at them: %v", err)
	}
	h.must("anna", "c1", assault)
	if side, kind := h.owes(); side != "red" || kind != "losses" {
		t.Errorf("%s owes %s", side, kind)
	}
	h = drillUpToFight(t, nil)
	hand("clara")
	h.leaves("clara", "c1", "default")
	h.must("anna", "c1", assault)
	if side, _ := h.owes(); side == "red" {
		t.Error("the new player's standing orders do not answer")
	}
}

// In a game with the beacon the answers follow the row that the round brings.
func TestStandingOrdersAfterTheBeacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	h.must("anna", "c1", "/move units:b-1-arm to:12.06")
	h.must("anna", "c1", "/end")
	h.post()
	h.leaves("boris", "c1", "default")
	h.must("anna", "c1", assault)
	h.come()
	if side, _ := h.owes(); side == "red" {
		t.Error("he owes an answer")
	}
	standing := 0
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing {
			standing++
		}
	}
	wrong(t, standing == 0, "no standing order answered")
	h.verify("with answers", 1)
}

// Two sets that answer alike look alike to all but their owner: messages, times, file names, references and
// counts; so do lines that are written down, tried, changed and switched, and answer nothing.
func TestStandingOrdersAreSilent(t *testing.T) {
	type seen struct {
		notifications []string
		out           ordering.Outcome
		pub           view.Public
		anna          view.Secret
		table         api.Table
		export        string
	}
	play := func(prepare func(*house)) (s seen) {
		h := newHouse(t, nil)
		h.still = true
		h.seed = 1
		h.with(laid("drill", "Drill", fast))
		h.begin("c1", "anna", "boris")
		h.must("anna", "c1", "/move units:b-1-arm to:12.06")
		h.must("anna", "c1", "/end")
		prepare(h)
		h.told.Store(100)
		h.tick.Add(3600)
		s.out = h.must("anna", "c1", assault)
		h.must("anna", "c1", "/pass")
		h.must("anna", "c1", "/end")
		for _, e := range h.notifications() {
			if e.Side == nil || e.Side.Side() == "blue" {
				var told []view.Line
				if e.Public != nil {
					told = e.Public.Board().Told
				} else {
					told = e.Side.Board().Told
				}
				raw := must(json.Marshal(told))(t)
				s.notifications = append(s.notifications, fmt.Sprintln(e.ID, e.Kind, e.Seq, e.Ref, e.Began, e.Edits,
					e.Users, e.Table.Since, string(raw)))
			}
		}
		s.pub, s.table, s.anna = h.public(), h.table(), h.secret("anna")
		s.export = string(h.export())
		return s
	}
	one := play(func(h *house) { h.leaves("boris", "c1", "default") })
	many := play(func(h *house) {
		for turn := 2; turn <= 10; turn++ {
			h.leaves("boris", "c1", fmt.Sprintf("at:13.08 default if turn=%d", turn))
		}
		h.leaves("boris", "c1", "at:13.06 default about:losses; default; ")
		h.leaves("anna", "c1", "ask me")
		must(h.Standing.TryStanding(t.Context(), h.cmd("boris", "c1"), hex.None, ""))(t)
		for _, off := range []bool{true, false} {
			must(h.Standing.SwitchStanding(t.Context(), h.cmd("boris", "c1"), off, true))(t)
		}
	})
	if !reflect.DeepEqual(one.notifications, many.notifications) {
		t.Errorf("what is told:\n%q\n%q", one.notifications, many.notifications)
	}
	one.notifications, many.notifications = nil, nil
	wrong(t, !reflect.DeepEqual(one, many), "what is seen:\n%+v\n%+v", one, many)
}
