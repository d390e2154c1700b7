package referee_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// undo takes back the last order of a user's.
func (h *house) undo(user string) ordering.Undoing {
	h.t.Helper()
	out, err := h.Orders.Undo(h.ctx, h.by(user), "")
	mustNot(h.t, err != nil, "%s takes back: %v", user, err)
	return out
}

// at is where a unit stands, as a user sees it.
func (h *house) at(user string, id order.UnitID) hex.Hex {
	h.t.Helper()
	v := h.secret(user)
	_, at, _ := v.Board().Find(id)
	return at
}

// texts are the messages of lines.
func texts(lines []view.Line) (out []string) {
	for _, l := range lines {
		out = append(out, l.Text.ID)
	}
	return out
}

// What nobody was told of goes back without a word: no notification, no time, and no frame of the
// film is left of it; the one whose order it was is told what is taken back. Given twice it
// is done once, and a button takes back no other order than its own.
func TestUndo_Silent(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna", "boris", "boris", "boris")
	h.settle()
	before := h.public()
	film, since, home := len(h.boards("boris")), h.table().Since, h.at("anna", "b-1-arm")
	first := h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	second := h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	if first.Undo == "" || second.Undo == "" || first.Undo == second.Undo {
		t.Fatalf("orders that can be taken back are called %q and %q", first.Undo, second.Undo)
	}
	refused(t, "an order that is not the last", api.ErrStale)(h.Orders.Undo(h.ctx, h.by("anna"), first.Undo))
	cmd := h.by("anna")
	out, err := h.Orders.Undo(h.ctx, cmd, second.Undo)
	if err != nil || out.Asked || out.Undo != first.Undo ||
		!slices.Equal(texts(out.View.Board().Told), []string{"told.taken-back"}) {
		t.Fatalf("taken back: %v %+v %+v", err, out.Undo, out.View.Board().Told)
	}
	rows := h.rows("c1")
	if again, err := h.Orders.Undo(h.ctx, cmd, second.Undo); err != nil || !reflect.DeepEqual(out, again) ||
		h.rows("c1") != rows {
		t.Errorf("given twice: %v\n%+v\n%+v", err, out, again)
	}
	h.restart()
	if out := h.undo("anna"); out.Undo != "" || h.at("anna", "b-1-arm") != home {
		t.Errorf("the second undo leaves %v where it is, and %q to be taken back", h.at("anna", "b-1-arm"), out.Undo)
	}
	if es := h.notifications(); len(es) != 0 || !h.table().Since.Equal(since) || len(h.boards("boris")) != film {
		t.Errorf("others hear of it: %d notifications, since %v, %d frames of a film of %d", len(es), h.table().Since,
			len(h.boards("boris")), film)
	}
	after := h.public()
	a, b := *before.Board(), *after.Board()
	if a.Seq, b.Seq = 0, 0; !reflect.DeepEqual(a, b) {
		t.Errorf("everybody sees\n%+v\nand saw\n%+v", b, a)
	}
}

// The end of a phase that is taken back was told, so that this is told too; the phase is then
// told again as a whole, and once in the film.
func TestUndo_EndOfPhase(t *testing.T) {
	h := newDrill(t)
	h.settle()
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	h.must("anna", "c1", "/end")
	h.undo("anna")
	es := h.notifications()
	if n := len(es); n != 4 || es[0].Kind != api.Phase || es[3].Kind != api.Undone || es[3].Public == nil ||
		!slices.Equal(texts(es[3].Public.Board().Told), []string{"told.undone-end"}) ||
		es[3].Public.Board().Phase.Name != "movement" {
		t.Fatalf("told: %+v", es)
	}
	h.settle()
	if st, err := h.Looks.Story(h.ctx, "c1", "boris"); err != nil ||
		!slices.Equal(texts(st.Secret.Board().Told), []string{"told.phase", "told.march"}) {
		t.Errorf("the story is %v: %v", texts(st.Secret.Board().Told), err)
	}
	refused(t, "a film of a phase that goes on", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", "boris"))
	h.undo("anna")
	h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	h.restart()
	h.must("anna", "c1", "/end")
	es = h.notifications()
	mustNot(t, len(es) != 3 || es[0].Kind != api.Phase, "told: %+v", es)
	equal(t, "the phase is told as %v", texts(es[0].Public.Board().Told), []string{"told.march", "told.phase"})
	frames := h.boards("boris")
	if len(frames) != 2 || !slices.Equal(texts(frames[1].Told), []string{"told.march", "told.phase"}) {
		t.Errorf("a film of %d frames, the last with %v", len(frames), texts(frames[len(frames)-1].Told))
	}
	h.undo("anna")
	equal(t, "there is nothing left, but %q", h.undo("anna").Undo, "")
	var denial *view.Denial
	if _, err := h.Orders.Undo(h.ctx, h.by("anna"), ""); !errors.As(err, &denial) || denial.Rule != "undo" {
		t.Errorf("nothing to take back: %v", err)
	}
}

// Once the other side has acted it is asked; it sees what would be taken back, and consents,
// declines, or goes on, by which the request lapses. A new process knows the request.
func TestAnswerUndo_Consent(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	h.ends("anna", "anna", "anna")
	home := h.at("boris", "r-1-arm")
	h.must("boris", "c1", "/move units:r-1-arm to:14.08")
	h.settle()
	cmd := h.by("anna")
	out, err := h.Orders.Undo(h.ctx, cmd, "")
	if err != nil || !out.Asked || out.Why.ID != "deny.undo-acted" || slices.Contains(texts(out.Shown), "told.march") {
		t.Fatalf("asked: %v %+v", err, out)
	}
	h.restart()
	if again, err := h.Orders.Undo(h.ctx, cmd, ""); err != nil || !reflect.DeepEqual(out, again) {
		t.Errorf("asked twice: %v\n%+v\n%+v", err, again, out)
	}
	for name, err := range map[string]error{
		"asks again":             failed(h.Orders.Undo(h.ctx, h.by("anna"), "")),
		"consents himself":       failed(h.Orders.AnswerUndo(h.ctx, h.by("anna"), 1, true)),
		"looks at his own":       failedLook(h.Orders.Requested(h.ctx, "c1", "anna", 1)),
		"an onlooker consents":   failed(h.Orders.AnswerUndo(h.ctx, h.by("olga"), 1, true)),
		"an onlooker looks":      failedLook(h.Orders.Requested(h.ctx, "c1", "olga", 1)),
		"consents to another":    failed(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 2, true)),
		"looks at another":       failedLook(h.Orders.Requested(h.ctx, "c1", "boris", 2)),
		"with another name asks": failed(h.Orders.Undo(h.ctx, h.by("anna"), "abcdefgh")),
	} {
		wrong(t, err == nil, "%s", name)
	}
	if e := h.last(api.UndoAsked); e.Table.Undo == nil || *e.Table.Undo != (api.UndoRequest{Number: 1, By: "blue"}) {
		t.Errorf("told: %+v", e.Table.Undo)
	}
	h.settle()
	seen, _, err := h.Orders.Requested(h.ctx, "c1", "boris", 1)
	if err != nil || seen.Side() != "red" || !slices.Contains(texts(seen.Board().Told), "told.march") {
		t.Errorf("boris sees %v: %v", texts(seen.Board().Told), err)
	}
	if _, err := h.Orders.AnswerUndo(h.ctx, h.by("boris"), 1, false); err != nil ||
		h.last(api.UndoDenied).Table.Undo.Answer != api.Declined {
		t.Errorf("declined: %v", err)
	}
	h.undo("anna")
	h.must("boris", "c1", "/end")
	refused(t, "a request that lapsed", api.ErrNoUndo)(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 2, true))
	h.undo("anna")
	h.settle()
	got := must(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 0, true))(t)
	wrong(t, got.View.Side() != "red" || h.at("boris", "r-1-arm") != home, "consented: %+v", got)
	e := h.last(api.UndoAgreed)
	if b := e.Public.Board(); e.Table.Undo.Answer != api.Consented ||
		b.Phase != (view.Phase{Side: "blue", Name: "exploitation"}) {
		t.Errorf("the game stands at %+v", b.Phase)
	}
	h.undo("anna")
	wrong(t, h.table().Undo.Answer != api.Consented, "the request is %+v", h.table().Undo)
}

// A request that is overtaken by what nobody is told of is not consented to any more, but the
// one who asked cannot tell: for him and for all who look on it stands until they hear of
// something. Who overtakes his own knows, and asks anew.
func TestAnswerUndo_SilentOrderOvertakes(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna")
	silent := h.shuffles("boris")
	silent()
	out := h.undo("anna")
	mustNot(t, !out.Asked, "not asked: %+v", out)
	h.settle()
	silent()
	h.restart()
	if got := h.table().Undo; *got != (api.UndoRequest{Number: 1, By: "blue"}) || len(h.notifications()) != 0 {
		t.Errorf("everybody sees that it is overtaken: %+v, %d notifications", got, len(h.notifications()))
	}
	refused(t, "asked again", api.ErrUndoAsked)(h.Orders.Undo(h.ctx, h.by("anna"), ""))
	refused(t, "consented", api.ErrNoUndo)(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 1, true))
	refused(t, "looked at", api.ErrNoUndo)(h.Orders.Requested(h.ctx, "c1", "boris", 1))
	if _, err := h.Orders.AnswerUndo(h.ctx, h.by("anna"), 1, false); err != nil ||
		h.table().Undo.Answer != api.TakenBack {
		t.Errorf("withdrawn: %v, %+v", err, h.table().Undo)
	}
	if out := h.undo("anna"); !out.Asked || out.Table.Undo.Number != 2 {
		t.Errorf("asked anew: %+v", out.Table.Undo)
	}
	silent()
	h.must("boris", "c1", "/end")
	equal(t, "after the end of the phase the request is %q", h.table().Undo.Answer, api.Lapsed)

	h.ends("boris", "boris")
	h.ends("anna", "anna", "anna")
	h.undo("boris")
	silent()
	if out := h.undo("boris"); out.Asked {
		t.Errorf("his own silent order is not taken back at once")
	}
	if out := h.undo("boris"); !out.Asked || out.Table.Undo.Number != 4 {
		t.Errorf("he who overtook his own request does not ask anew: %+v", out.Table.Undo)
	}
}

// An offer to end the game that has lapsed with its turn does not come back to life when the
// end of the turn is taken back; it can be made anew.
func TestUndo_LapsedOffer(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna")
	h.ends("boris", "boris")
	must(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))(t)
	h.must("boris", "c1", "/end")
	if out := h.undo("boris"); out.Asked {
		t.Fatal("the end of the turn is not taken back at once")
	}
	h.restart()
	if o := h.table().Offer; o.Answer != api.Lapsed {
		t.Errorf("the offer is %+v", o)
	}
	refused(t, "accepted", api.ErrNoOffer)(h.Endings.Accept(h.ctx, h.by("boris"), 1))
	allowed(t, "made anew")(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
	h.undo("boris")
	if o := h.table().Offer; o.Answer != api.Lapsed || !h.last(api.Offered).Edits {
		t.Errorf("an offer after the end of an earlier phase was taken back is %+v", o)
	}
}

// shuffles is an order to a stack of a user's, another one each time, of which nobody else is
// told.
func (h *house) shuffles(user string) func() {
	h.t.Helper()
	return func() {
		h.t.Helper()
		v := h.secret(user)
		for _, st := range v.Board().Stacks {
			if u := st.Known; st.Side == v.Side() && len(u) == 2 && u[0].Rating("attack").N > 0 &&
				u[1].Rating("attack").N > 0 {
				h.must(user, "c1", "/stack order hex:"+st.Hex.String()+" units:"+string(u[1].ID)+","+string(u[0].ID))
				return
			}
		}
		h.t.Fatalf("%s has no stack of two that fight", user)
	}
}

func failed[A any](_ A, err error) error { return err }

func failedLook[A, B any](_ A, _ B, err error) error { return err }

// A decision taken back is owed again, under a new number: no button of the old one answers.
func TestUndo_Decision(t *testing.T) {
	h := newHouse(t, nil)
	due := h.fight()
	user := users[due.Side]
	h.settle()
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(8, 9))}
	pub := h.public()
	o := p.choose(user, pub.Board())
	must(h.Orders.Give(h.ctx, h.by(user), o, ordering.Expect{Question: due.ID}))(t)
	h.settle()
	out := h.undo(user)
	again := out.View.Board().Due
	if again == nil || again.ID <= due.ID || again.Kind != due.Kind || again.Side != due.Side {
		t.Fatalf("owed was %+v, and is %+v", due, again)
	}
	e := h.last(api.Undone)
	if es := h.notifications(); len(es) != 2 || e.Public.Board().Due.ID != again.ID {
		t.Errorf("told: %+v", es)
	}
	if _, err := h.Orders.Give(h.ctx, h.by(user), o, ordering.Expect{Question: due.ID}); !errors.Is(err, api.ErrStale) {
		t.Errorf("an answer to the old question: %v", err)
	}
	h.restart()
	allowed(t, "an answer to the new one")(h.Orders.Give(h.ctx, h.by(user), o, ordering.Expect{Question: again.ID}))
}

// A last decision of a fight that is taken back is asked for again: one message says that
// it was taken back, and another only what is owed.
func TestUndo_LastDecision(t *testing.T) {
	h := newHouse(t, nil)
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(8, 9))}
	user := ""
	first := h.fight()
	for due := &first; due != nil; {
		user = users[due.Side]
		pub := h.public()
		out := must(h.Orders.Give(h.ctx, h.by(user), p.choose(user, pub.Board()), ordering.Expect{Question: due.ID}))(t)
		due = out.View.Board().Due
	}
	h.settle()
	if again := h.undo(user).View.Board().Due; again == nil {
		t.Fatal("nothing is owed again")
	}
	es := h.notifications()
	wrong(t, len(es) != 2 || es[0].Kind != api.Undone ||
		!strings.HasPrefix(texts(es[0].Public.Board().Told)[0], "told.undone") ||
		es[1].Kind != api.Asked || len(es[1].Public.Board().Told) > 0, "told: %+v", es)
}

// A whole drill with undos, with and without consent: a new process finds the game as it was,
// with the same to tell, and nobody is shown what is hidden from him. At the end every die is
// audited, and nothing is hidden in the film. Phases in which nothing can be done pass by
// themselves for one of the players.
func TestUndo_WholeGame(t *testing.T) {
	h := newHouse(t, nil)
	h.shut()
	h.passes = func(_ context.Context, user string) bool { return user == "boris" }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(21, 22))}
	fog := newFog(t, h, "c1")
	atOnce, agreed, passed := 0, 0, 0
	for n := 0; n < 4000; n++ {
		if p.dice.IntN(4) > 0 {
			_, _, out, over := p.turn(users)
			if over {
				break
			}
			if slices.Contains(texts(out.View.Board().Told), "told.idle") {
				passed++
			}
			fog.check(out, h.notifications())
		} else if user := []string{"anna", "boris"}[p.dice.IntN(2)]; p.dice.IntN(3) == 0 || user == "anna" {
			out, err := h.Orders.Undo(h.ctx, h.by(user), "")
			switch {
			case err != nil:
			case !out.Asked:
				atOnce++
				fog.check(out.Outcome, h.notifications())
			case p.dice.IntN(2) == 0:
				other := map[string]string{"anna": "boris", "boris": "anna"}[user]
				got := must(h.Orders.AnswerUndo(h.ctx, h.by(other), 0, true))(t)
				agreed++
				fog.check(got.Outcome, h.notifications())
			}
		}
		if n%40 == 0 {
			sameAfterRestart(t, h, "c1", h.notifications())
		}
		h.settle()
	}
	if atOnce < 10 || agreed < 3 || passed < 3 {
		t.Errorf("%d undos at once, %d with consent, %d phases that passed: too few", atOnce, agreed, passed)
	}
	t.Logf("%d rows, %d undos at once, %d with consent, %d phases that passed", h.rows("c1"), atOnce, agreed, passed)
	table := h.table()
	mustNot(t, !table.Over, "the drill does not end")
	audit(t, h, table)
	f, err := h.Looks.Film(h.ctx, "c1", "")
	mustNot(t, err != nil || len(f.Public) < 60, "a film of %d frames: %v", len(f.Public), err)
	for i, v := range f.Public[1:] {
		if a, b := f.Public[i].Board(), v.Board(); a.Turn > b.Turn || a.Turn == b.Turn && a.Phase == b.Phase &&
			!b.Over {
			t.Errorf("frame %d, %d %v, comes after %d %v", i+1, b.Turn, b.Phase, a.Turn, a.Phase)
		}
	}
}

// An undo that the log did not take did not happen, and given again it does.
func TestUndo_WriteFails(t *testing.T) {
	h, log := newFaulty(t)
	h.begin("c1", "anna", "boris")
	home := h.at("anna", "b-1-arm")
	moved := h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	log.fail = 1
	cmd := h.by("anna")
	if _, err := h.Orders.Undo(h.ctx, cmd, moved.Undo); !errors.Is(err, errDisk) || h.at("anna", "b-1-arm") == home {
		t.Fatalf("a write that failed: %v, and the unit stands in %v", err, h.at("anna", "b-1-arm"))
	}
	if _, err := h.Orders.Undo(h.ctx, cmd, moved.Undo); err != nil || h.at("anna", "b-1-arm") != home {
		t.Errorf("the same command again: %v, and the unit stands in %v", err, h.at("anna", "b-1-arm"))
	}
}
