package referee_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// When a seat is handed over the new player's standing answers answer, and no longer the former player's.
func TestStanding_SeatHandedOver(t *testing.T) {
	h := drillUpToFight(t, nil)
	h.leaves("boris", "c1", "flexible")
	h.replaces("red", "clara", "c1")
	refused(t, "the former player looks at them", api.ErrNotSeated)(h.Standing.Standing(h.ctx, h.by("boris")))
	h.must("anna", "c1", assault)
	h.mustOwe("red", "losses")
	h = drillUpToFight(t, nil)
	h.replaces("red", "clara", "c1")
	h.leaves("clara", "c1", "flexible")
	h.must("anna", "c1", assault)
	if side, _ := h.owes(); side == "red" {
		t.Error("the new player's standing answers do not answer")
	}
}

// In a game with the beacon the answers follow the row that is written when the round comes.
func TestStanding_Beacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	h.must("anna", "c1", "/move units:b-1-arm to:12.06")
	h.must("anna", "c1", "/end")
	h.post()
	h.leaves("boris", "c1", "flexible")
	h.must("anna", "c1", assault)
	h.come()
	if side, _ := h.owes(); side == "red" {
		t.Error("his answer is still pending")
	}
	answers := 0
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing {
			answers++
		}
	}
	wrong(t, answers == 0, "no standing answer answered")
	h.verify("with answers", 1)
}

// Standing answers that decide alike look alike to all but their owner: messages, times, file names, references and
// counts are equal. So they are with exceptions that are left, tried and changed, and decide nothing.
func TestStanding_Silent(t *testing.T) {
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
		h.given.Store(100) // the same identifiers from here on, whatever was prepared
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
	one := play(func(h *house) { h.leaves("boris", "c1", "flexible") })
	many := play(func(h *house) {
		for col := 2; col <= 10; col++ {
			h.leaves("boris", "c1", fmt.Sprintf("stubborn; %d.08 ask", col))
		}
		h.leaves("boris", "c1", "flexible; 13.06 flexible; 13.08 hold")
		h.leaves("anna", "c1", "13.06 ask")
		must(h.Standing.TryStanding(h.ctx, h.by("boris"), hex.None, ""))(t)
		h.changes("boris", "c1", here)
	})
	if !reflect.DeepEqual(one.notifications, many.notifications) {
		t.Errorf("what is told:\n%q\n%q", one.notifications, many.notifications)
	}
	one.notifications, many.notifications = nil, nil
	wrong(t, !reflect.DeepEqual(one, many), "what is seen:\n%+v\n%+v", one, many)
}

// retiring returns a drill in which Blue's exploit-capable units leave on turn 2, and two of them come back.
func retiring(t *testing.T) modules.Folder {
	t.Helper()
	drill := must(modules.Files("drill"))(t)
	arrivals := "\n    arrivals: [{turn: 2, side: blue, withdrawal: [1, 2, 3, 4, 5, 6]}]\n"
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"game.yaml":  {Data: []byte("rules: {withdrawal: \"2.1\", keepers: \"2.1a\"}\nwithdrawal: {side: blue, keep: [{count: 2, type: blue-armour}]}")},
		"setup.yaml": {Data: slices.Concat(drill["setup.yaml"], []byte(arrivals))},
	}}
}

// answeredBy returns the verbs of the orders that standing answers have given.
func (h *house) answeredBy() (verbs []string) {
	h.t.Helper()
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing {
			verbs = append(verbs, b.Ordered.Asked.Order.Verb)
		}
	}
	return verbs
}

// Standing orders answer decisions that the end of the other side's phase brings, such as units that come back after a
// withdrawal, each in a row of its own.
func TestStanding_UnitsComeBack(t *testing.T) {
	h := newHouse(t, nil)
	h.with(retiring(t))
	h.begin("c1", "anna", "boris")
	h.leaves("anna", "c1", "flexible")
	h.passTurn()
	for len(h.answeredBy()) == 0 && h.phase() != "blue movement" {
		h.must("boris", "c1", "/end")
	}
	if got := h.answeredBy(); !slices.Equal(got, []string{"withdraw", "withdraw"}) || h.due() != nil {
		t.Fatalf("answered are %q, owed %+v", got, h.due())
	}
	if back := h.secret("anna").Board().OffMap; slices.ContainsFunc(back, func(p view.Pile) bool {
		return p.Side == "blue" && p.Box == "returning"
	}) {
		t.Errorf("off the map are %+v", back)
	}
	mustVerify(t, h.export())
}

// A player who overstacks at the end of his own phase is present and chooses himself what to remove, unless he wants
// his standing answers to answer even so, or his list has ended the phase for him.
func TestStanding_Remove(t *testing.T) {
	by := map[string]func(*house){
		"hand": (*house).crowd,
		"hand, with standing answers that answer even so": func(h *house) {
			h.changes("boris", "c1", here)
			h.crowd()
		},
		"a list": func(h *house) {
			h.later("boris", "r-1-sec, r-1-inf > 13.08; r-1-mil > 13.08; end")
			h.passTurn()
			h.wait(5 * time.Minute)
		},
	}
	for name, play := range by {
		t.Run(name, func(t *testing.T) {
			h := laidLater(t, nil, unchanged)
			h.leaves("boris", "c1", "flexible")
			h.tick.Add(1)
			play(h)
			if name == "hand" {
				if due := h.due(); due == nil || due.Kind != "remove" || due.Side != "red" || len(h.answeredBy()) != 0 {
					t.Errorf("owed is %+v, answered %q", due, h.answeredBy())
				}
				return
			}
			if got := h.answeredBy(); !slices.Equal(got, []string{"remove"}) || h.due() != nil ||
				h.phase() != "red combat" {
				t.Errorf("answered are %q in %s, owed %+v", got, h.phase(), h.due())
			}
		})
	}
}

// crowd has Boris move three units to a fourth himself and end the phase.
func (h *house) crowd() {
	h.t.Helper()
	h.passTurn()
	h.tick.Add(1)
	h.must("boris", "c1", "/move units:r-1-sec,r-1-inf to:13.08")
	h.must("boris", "c1", "/move units:r-1-mil to:13.08")
	h.must("boris", "c1", "/end")
}

// Stored standing answers that are damaged, or of another form or game, decide nothing and keep nobody from playing.
// This is logged once, and their owner is told when he looks and can choose anew.
func TestStanding_Damaged(t *testing.T) {
	for name, text := range map[string]string{
		"broken":           `{"version":1,"set":"flexible`,
		"of another form":  `{"text":"hold if steps>1"}`,
		"newer":            `{"version":2,"set":"flexible"}`,
		"an unknown set":   `{"version":1,"set":"brave"}`,
		"an enemy's unit":  `{"version":1,"exceptions":[{"unit":"b-1-arm","answer":"hold"}]}`,
		"off the map":      `{"version":1,"set":"flexible","exceptions":[{"hex":"99.09","answer":"hold"}]}`,
		"with something":   `{"version":1,"set":"flexible"} x`,
		"an unknown field": `{"version":1,"set":"flexible","off":true}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := drillUpToFight(t, nil)
			var log bytes.Buffer
			h.logger = slog.New(slog.NewTextHandler(&log, nil))
			seed := h.seed
			h.restart()
			h.seed = seed
			g := must(h.log.InChannel(t.Context(), "c1"))(t)
			check(t, h.store.SavePaper(t.Context(), storage.Paper{Game: g.ID, User: "boris", Kind: "standing", At: h.now(),
				Text: text}))
			h.tick.Add(3600)
			h.must("anna", "c1", assault)
			h.mustOwe("red", "losses")
			if o, err := h.Standing.Standing(h.ctx, h.by("boris")); err != nil || !o.Broken || !o.IsEmpty() {
				t.Errorf("he is shown %+v, %v", o, err)
			}
			if n := strings.Count(log.String(), "standing answers cannot be read"); n != 1 ||
				!strings.Contains(log.String(), string(g.ID)) {
				t.Errorf("logged %d times: %s", n, log.String())
			}
			if o := h.leaves("boris", "c1", "flexible"); o.Broken || o.Set != "flexible" {
				t.Errorf("chosen anew: %+v", o)
			}
		})
	}
}

// BenchmarkStanding compares an attack on a defender who answers by hand with the same attack on one who has left a
// ready-made set and the most exceptions, none of which is about the fight. Both write the same rows. The two take
// turns, and the ratios are those of the fastest run of each. The time by hand includes all that the defender is
// offered until he has picked his answers, as the buttons need it; "bare" leaves that out.
func BenchmarkStanding(b *testing.B) {
	var byHand, bare, asleep []time.Duration
	for b.Loop() {
		orders, offers := answered(b, false)
		byHand, bare = append(byHand, orders+offers), append(bare, orders)
		orders, _ = answered(b, true)
		asleep = append(asleep, orders)
	}
	b.ReportMetric(float64(slices.Min(asleep))/float64(slices.Min(byHand)), "ratio")
	b.ReportMetric(float64(slices.Min(asleep))/float64(slices.Min(bare)), "bare-ratio")
	b.ReportMetric(float64(slices.Min(asleep).Microseconds()), "µs/attack")
}

// answered returns how long an attack takes with all its defender's answers, and how long what he is offered for them.
func answered(b *testing.B, asleep bool) (took, offers time.Duration) {
	h := drillUpToFight(b, nil)
	if asleep {
		text := "flexible"
		for i := range standing.MostExceptions {
			text += fmt.Sprintf("; %d.%02d retreat", 1+i%6, 1+i/6)
		}
		h.leaves("boris", "c1", text)
	}
	rows := h.rows("c1")
	began := time.Now()
	out, err := h.Orders.Order(h.ctx, h.by("anna"), assault)
	took = time.Since(began)
	check(b, err)
	for due := out.View.Board().Due; due != nil && due.Side == "red"; due = out.View.Board().Due {
		began := time.Now()
		o := h.byHand(b)
		offers += time.Since(began)
		began = time.Now()
		out, err = h.Orders.Give(h.ctx, h.by("boris"), o, ordering.Expect{Question: due.ID})
		took += time.Since(began)
		check(b, err)
	}
	if got := h.rows("c1") - rows; got != 3 {
		b.Fatalf("%d rows, want the attack and two answers", got)
	}
	return took, offers
}

// byHand returns the answer that Boris gives by hand: the first that he is offered.
func (h *house) byHand(b *testing.B) order.Order {
	verbs := must(h.Orders.Verbs(h.ctx, "c1", "boris"))(b)
	verb := verbs[len(verbs)-1]
	var picks []view.Pick
	for {
		offer := must(h.Orders.Offer(h.ctx, "c1", "boris", verb, picks))(b)
		if offer.Done {
			break
		}
		picks = append(picks, offer.Next[0])
	}
	return must(h.Orders.OrderOf(h.ctx, "c1", "boris", verb, picks))(b)
}
