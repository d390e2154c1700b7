package referee_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// undo takes back the last order of a user.
func (h *house) undo(user string) ordering.Undoing {
	h.t.Helper()
	out, err := h.Orders.Undo(h.ctx, h.by(user), "")
	mustNot(h.t, err != nil, "%s takes back: %v", user, err)
	return out
}

// at returns the hex in which a unit stands, as a user sees it.
func (h *house) at(user string, id order.UnitID) hex.Hex {
	h.t.Helper()
	v := h.secret(user)
	_, at, _ := v.Board().Find(id)
	return at
}

// said returns the identifiers of the texts of lines.
func said(lines []view.Line) (out []string) {
	for _, l := range lines {
		out = append(out, l.Text.ID)
	}
	return out
}

// An order that nobody else was told of is taken back in silence: it leaves no notification, no time and no frame of
// the film, and only its player is told what is taken back. A command given twice takes back one order, and a button no
// other order than its own.
func TestUndo_Silent(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna", "boris", "boris", "boris")
	h.settle()
	before := h.public()
	film, since, home := len(h.boards("boris")), h.table().Since, h.at("anna", "b-1-arm")
	first := h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	second := h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	mustNot(t, first.Undo == "" || second.Undo == "" || first.Undo == second.Undo,
		"orders that can be taken back are called %q and %q", first.Undo, second.Undo)
	refused(t, "an order that is not the last", api.ErrStale)(h.Orders.Undo(h.ctx, h.by("anna"), first.Undo))
	cmd := h.by("anna")
	rows := h.rows("c1")
	out := twice(t, func() (ordering.Undoing, error) { return h.Orders.Undo(h.ctx, cmd, second.Undo) })
	wrong(t, out.Asked || out.Undo != first.Undo, "taken back: %+v", out)
	equal(t, "he is told %v", said(out.View.Board().Told), []string{"told.taken-back"})
	equal(t, "%d rows", h.rows("c1")-rows, 1)
	h.restart()
	equal(t, "the second undo leaves %q to be taken back", h.undo("anna").Undo, "")
	equal(t, "the unit is in %v", h.at("anna", "b-1-arm"), home)
	none(t, "others hear of it: %+v", h.notifications())
	equal(t, "since when shows as %v", h.table().Since.Equal(since), true)
	equal(t, "the film has %d frames", len(h.boards("boris")), film)
	after := h.public()
	a, b := *before.Board(), *after.Board()
	a.Seq, b.Seq = 0, 0
	equal(t, "everybody sees %+v", b, a)
}

// Everybody was told of the end of a phase, and so is told when it is taken back. After it the phase is told again as a
// whole, and comes once in the film.
func TestUndo_EndOfPhase(t *testing.T) {
	h := newDrill(t)
	h.settle()
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	h.must("anna", "c1", "/end")
	h.undo("anna")
	es := h.notifications()
	if n := len(es); n != 4 || es[0].Kind != api.Phase || es[3].Kind != api.Undone || es[3].Public == nil ||
		!slices.Equal(said(es[3].Public.Board().Told), []string{"told.undone-end"}) ||
		es[3].Public.Board().Phase.Name != "movement" {
		t.Fatalf("told: %+v", es)
	}
	h.settle()
	story := must(h.Looks.Story(h.ctx, "c1", "boris"))(t)
	equal(t, "the story is %v", said(story.Secret.Board().Told), []string{"told.phase", "told.march"})
	refused(t, "a film of a phase that goes on", api.ErrNoPhase)(h.Looks.Film(h.ctx, "c1", "boris"))
	h.undo("anna")
	h.must("anna", "c1", "/move units:b-2-arm to:6.12")
	h.restart()
	h.must("anna", "c1", "/end")
	es = h.notifications()
	mustNot(t, len(es) != 3 || es[0].Kind != api.Phase, "told: %+v", es)
	whole := []string{"told.march", "told.phase"}
	equal(t, "the phase is told as %v", said(es[0].Public.Board().Told), whole)
	frames := h.boards("boris")
	mustNot(t, len(frames) != 2, "a film of %d frames", len(frames))
	equal(t, "its last frame tells %v", said(frames[1].Told), whole)
	h.undo("anna")
	equal(t, "there is nothing left, but %q", h.undo("anna").Undo, "")
	var denial *view.Denial
	if _, err := h.Orders.Undo(h.ctx, h.by("anna"), ""); !errors.As(err, &denial) || denial.Rule != "undo" {
		t.Errorf("nothing to take back: %v", err)
	}
}

// Once the other side has acted, an undo needs its consent. It sees what would be taken back, and consents, declines,
// or goes on, whereby the request lapses. A new process knows the request.
func TestAnswerUndo_Consent(t *testing.T) {
	h := newDrill(t)
	h.must("anna", "c1", "/move units:b-1-arm to:6.09")
	h.ends("anna", "anna", "anna")
	home := h.at("boris", "r-1-arm")
	h.must("boris", "c1", "/move units:r-1-arm to:14.08")
	h.settle()
	cmd := h.by("anna")
	out := must(h.Orders.Undo(h.ctx, cmd, ""))(t)
	mustNot(t, !out.Asked || out.Why.ID != "deny.undo-acted" || slices.Contains(said(out.Shown), "told.march"),
		"asked: %+v", out)
	h.restart()
	equal(t, "asked twice: %+v", must(h.Orders.Undo(h.ctx, cmd, ""))(t), out)
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
	equal(t, "told: %+v", h.last(api.UndoAsked).Table.Undo, &api.UndoRequest{Number: 1, By: "blue"})
	h.settle()
	seen, _, err := h.Orders.Requested(h.ctx, "c1", "boris", 1)
	wrong(t, err != nil || seen.Side() != "red" || !slices.Contains(said(seen.Board().Told), "told.march"),
		"boris sees %v: %v", said(seen.Board().Told), err)
	must(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 1, false))(t)
	equal(t, "the answer is %q", h.last(api.UndoDenied).Table.Undo.Answer, api.Declined)
	h.undo("anna")
	h.must("boris", "c1", "/end")
	refused(t, "a request that lapsed", api.ErrNoUndo)(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 2, true))
	h.undo("anna")
	h.settle()
	got := must(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 0, true))(t)
	wrong(t, got.View.Side() != "red" || h.at("boris", "r-1-arm") != home, "consented: %+v", got)
	e := h.last(api.UndoAgreed)
	equal(t, "the answer is %q", e.Table.Undo.Answer, api.Consented)
	equal(t, "the game stands at %+v", e.Public.Board().Phase, view.Phase{Side: "blue", Name: "exploitation"})
	h.undo("anna")
	wrong(t, h.table().Undo.Answer != api.Consented, "the request is %+v", h.table().Undo)
}

// The undo of the end of a phase does not show whether the other side has given an order in silence since: the answer
// and the messages are the same. Only the player who gave that order is told that it is taken back with the end.
func TestUndo_SilentOrderAfter(t *testing.T) {
	var told [3][]any
	for i := range told {
		h := newDrill(t)
		h.ends("anna", "anna", "anna")
		h.must("boris", "c1", "/move units:r-2-inf to:13.06")
		h.must("boris", "c1", "/stack order hex:13.06 units:r-1-inf,r-2-inf,r-1-sec")
		h.ends("boris", "boris", "boris", "anna", "anna", "anna")
		switch i {
		case 1: // what lies below the top unit only its side sees
			h.must("boris", "c1", "/stack order hex:13.06 units:r-1-inf,r-1-sec,r-2-inf")
		case 2: // a unit comes to the top that she does not know
			h.must("boris", "c1", "/stack order hex:13.06 units:r-2-inf,r-1-inf,r-1-sec")
		}
		h.settle()
		out := h.undo("anna")
		wrong(t, out.Asked, "boris is asked, and anna learns that he has acted: %v", out.Why)
		told[i] = []any{said(out.View.Board().Told), out.Undo == "", out.View.Board().Phase}
		var own []string
		for _, e := range h.notifications() {
			if e.Side == nil {
				told[i] = append(told[i], e.Kind, said(e.Public.Board().Told))
			}
			if e.Side == nil || e.TakenBack {
				continue
			}
			wrong(t, e.Side.Side() != "red", "%s is told something in private", e.Side.Side())
			own = append(own, said(e.SideOnly.Board().Told)...)
		}
		equal(t, "boris is told %v", own, [][]string{nil, {"told.undone-silent"}, {"told.undone-silent"}}[i])
	}
	equal(t, "with an order in silence she is told %v", told[1], told[0])
	equal(t, "with another unit on top she is told %v", told[2], told[0])
}

// A request that a silent order has overtaken cannot be consented to, but the player who asked cannot tell: for him and
// all spectators it stands until they hear of an order. A player whose own order overtakes his request can ask anew.
func TestAnswerUndo_SilentOrderOvertakes(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna")
	silent := h.shuffles("boris")
	h.must("boris", "c1", "/move units:r-1-arm to:14.08")
	out := h.undo("anna")
	mustNot(t, !out.Asked, "not asked: %+v", out)
	h.settle()
	silent()
	h.restart()
	equal(t, "everybody sees the request as %+v", h.table().Undo, &api.UndoRequest{Number: 1, By: "blue"})
	none(t, "everybody is told %+v", h.notifications())
	refused(t, "asked again", api.ErrUndoAsked)(h.Orders.Undo(h.ctx, h.by("anna"), ""))
	refused(t, "consented", api.ErrNoUndo)(h.Orders.AnswerUndo(h.ctx, h.by("boris"), 1, true))
	refused(t, "looked at", api.ErrNoUndo)(h.Orders.Requested(h.ctx, "c1", "boris", 1))
	must(h.Orders.AnswerUndo(h.ctx, h.by("anna"), 1, false))(t)
	equal(t, "withdrawn it is %q", h.table().Undo.Answer, api.TakenBack)
	out = h.undo("anna")
	wrong(t, !out.Asked || out.Table.Undo.Number != 2, "asked anew: %+v", out.Table.Undo)
	silent()
	h.must("boris", "c1", "/end")
	equal(t, "after the end of the phase the request is %q", h.table().Undo.Answer, api.Lapsed)

	h.ends("boris", "boris")
	h.ends("anna", "anna", "anna")
	h.undo("boris")
	silent()
	wrong(t, h.undo("boris").Asked, "his own silent order is not taken back at once")
	out = h.undo("boris")
	wrong(t, !out.Asked || out.Table.Undo.Number != 4, "he who overtook his own request does not ask anew: %+v",
		out.Table.Undo)
}

// An offer to end the game that has lapsed with its turn does not come back to life when the
// end of the turn is taken back; it can be made anew.
func TestUndo_LapsedOffer(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna")
	h.ends("boris", "boris")
	must(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))(t)
	h.must("boris", "c1", "/end")
	mustNot(t, h.undo("boris").Asked, "the end of the turn is not taken back at once")
	h.restart()
	equal(t, "the offer is %q", h.table().Offer.Answer, api.Lapsed)
	refused(t, "accepted", api.ErrNoOffer)(h.Endings.Accept(h.ctx, h.by("boris"), 1))
	allowed(t, "made anew")(h.Endings.Propose(h.ctx, h.by("anna"), api.Drawn))
	h.undo("boris")
	equal(t, "after the end of an earlier phase was taken back the offer is %q", h.table().Offer.Answer, api.Lapsed)
	wrong(t, !h.last(api.Offered).Edits, "its message is not edited")
}

// shuffles returns a function that puts a stack of a user in another order each time, of which nobody else is told.
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

// failedLook does what failed does, for a call with three results.
func failedLook[A, B any](_ A, _ B, err error) error { return err }

// A decision taken back is pending again under a new number, so that no button of the old one answers it. The message
// of the fight tells what is left and goes on, even after the last decision.
func TestUndo_Decision(t *testing.T) {
	h := newHouse(t, nil)
	due := h.fight()
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(8, 9))}
	user := users[due.Side]
	give := func() (out ordering.Outcome, o order.Order) {
		t.Helper()
		pub := h.public()
		o, user = p.choose(users[due.Side], pub.Board()), users[due.Side]
		return must(h.Orders.Give(h.ctx, h.by(user), o, ordering.Expect{Question: due.ID}))(t), o
	}
	h.settle()
	_, o := give()
	h.settle()
	again := h.undo(user).View.Board().Due
	mustNot(t, again == nil || again.ID <= due.ID || again.Kind != due.Kind || again.Side != due.Side,
		"owed was %+v, and is %+v", due, again)
	equal(t, "%d notifications", len(h.notifications()), 2)
	equal(t, "told is question %d", h.last(api.Undone).Public.Board().Due.ID, again.ID)
	refused(t, "an answer to the old question", api.ErrStale)(h.Orders.Give(h.ctx, h.by(user), o,
		ordering.Expect{Question: due.ID}))
	h.restart()
	for due = *again; ; due = *again {
		out, _ := give()
		if again = out.View.Board().Due; again == nil {
			break
		}
	}
	h.settle()
	mustNot(t, h.undo(user).View.Board().Due == nil, "nothing is owed again")
	es := h.notifications()
	wrong(t, len(es) != 2 || es[0].Kind != api.News || !es[0].Edits || es[0].Public.Board().Due == nil ||
		es[1].Kind != api.Undone || !strings.HasPrefix(said(es[1].Public.Board().Told)[0], "told.undone"),
		"told: %+v", es)
}

// Whatever is played and taken back, with consent or without, no message tells of a row taken back, unless it says so.
func TestUndo_MessagesFollowTheLog(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			h := newDrill(t)
			p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(seed, 41))}
			shown, corrected := map[string]api.Notification{}, 0
			for range 150 {
				user := []string{"anna", "boris"}[p.dice.IntN(2)]
				if p.dice.IntN(4) > 0 {
					if _, _, _, over := p.turn(users); over {
						break
					}
				} else if out, err := h.Orders.Undo(h.ctx, h.by(user), ""); err == nil && out.Asked {
					other := map[string]string{"anna": "boris", "boris": "anna"}[user]
					_, err = h.Orders.AnswerUndo(h.ctx, h.by(other), 0, p.dice.IntN(4) > 0)
					mustNot(t, err != nil && !errors.Is(err, api.ErrNoUndo), "%s answers: %v", other, err)
				}
				for _, e := range h.notifications() {
					shown[e.Ref] = e
					check(t, h.Outbox.Delivered(h.ctx, e, "m"))
				}
				corrected += h.checkTold(shown)
			}
			wrong(t, corrected == 0, "nothing was ever taken back")
		})
	}
}

// checkTold checks that no message tells of a row that was taken back, and counts those that say that they did.
func (h *house) checkTold(shown map[string]api.Notification) (corrected int) {
	h.t.Helper()
	undone := map[uint64]bool{}
	for i, b := range h.bodiesOf("c1") {
		for seq := uint64(i); b.Undone != nil && seq > b.Undone.To; seq-- { // rows before i+1, which takes them back
			undone[seq] = true
		}
	}
	for _, e := range shown {
		if e.TakenBack {
			corrected++
			continue
		}
		if e.Kind != api.News && e.Kind != api.Asked && e.Kind != api.Phase {
			continue
		}
		_, b := reader(e)
		for _, l := range b.Told {
			mustNot(h.t, undone[l.Seq], "row %d was taken back, and %s tells of it: %v", l.Seq, e.Kind, l.Text)
		}
	}
	return corrected
}
