package referee_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// hand plays a side with orders that it is offered, and goes toward the enemy.
type hand struct {
	h       *house
	channel string
	dice    *rand.Rand
	refused error // with which every order fails at its first try
}

// turn finds the user who has to act, and gives one order for him.
func (p *hand) turn(users map[order.Side]string) (cmd api.Command, o order.Order, out ordering.Outcome, over bool) {
	p.h.t.Helper()
	pub, table, err := p.h.Looks.Public(p.h.ctx, p.channel)
	check(p.h.t, err)
	if table.Over {
		return cmd, o, out, true
	}
	b := pub.Board()
	side, expect := b.Phase.Side, ordering.Expect{Turn: b.Turn, Phase: b.Phase}
	if b.Due != nil {
		side, expect.Question = b.Due.Side, b.Due.ID
	}
	cmd = p.h.cmd(users[side], p.channel)
	o = p.choose(users[side], b)
	if p.refused != nil {
		refused(p.h.t, "at its first try an order", p.refused)(p.h.Orders.Give(p.h.ctx, cmd, o, expect))
		cmd = p.h.cmd(users[side], p.channel)
	}
	out, err = p.h.Orders.Give(p.h.ctx, cmd, o, expect)
	mustNot(p.h.t, err != nil, "%s gives an order that was offered, %+v: %v", side, o, err)
	return cmd, o, out, false
}

// choose makes an order at random from what a user is offered.
func (p *hand) choose(user string, b *view.Board) order.Order {
	p.h.t.Helper()
	verbs, err := p.h.Orders.Verbs(p.h.ctx, p.channel, user)
	mustNot(p.h.t, err != nil || len(verbs) == 0, "nothing to say for %s: %v", user, err)
	v := p.verb(verbs)
	var picks []view.Pick
	for {
		offer, err := p.h.Orders.Offer(p.h.ctx, p.channel, user, v, picks)
		mustNot(p.h.t, err != nil, "/%s %v, which was offered: %v", v, picks, err)
		if offer.Done && (len(offer.Next) == 0 || p.dice.IntN(3) == 0) {
			return must(p.h.Orders.OrderOf(p.h.ctx, p.channel, user, v, picks))(p.h.t)
		}
		mustNot(p.h.t, len(offer.Next) == 0 || len(picks) > 40, "a dead end: /%s %v", v, picks)
		picks = append(picks, p.pick(offer.Next, b))
	}
}

// verb prefers a fight, and ends a phase now and then.
func (p *hand) verb(verbs []order.Verb) order.Verb {
	for _, v := range []order.Verb{"attack", "overrun"} {
		if slices.Contains(verbs, v) && p.dice.IntN(4) > 0 {
			return v
		}
	}
	if slices.Contains(verbs, "end") && p.dice.IntN(5) == 0 {
		return "end"
	}
	if slices.Contains(verbs, "move") && p.dice.IntN(5) > 0 {
		return "move"
	}
	return verbs[p.dice.IntN(len(verbs))]
}

// pick prefers hexes near to the enemy of the side whose phase it is.
func (p *hand) pick(next []view.Pick, b *view.Board) view.Pick {
	best := next[p.dice.IntN(len(next))]
	if best.Hex == hex.None || p.dice.IntN(4) == 0 {
		return best
	}
	near := func(h hex.Hex) int {
		d := 999
		for _, s := range b.Stacks {
			if s.Side != b.Phase.Side {
				d = min(d, b.Map.Grid.Distance(h, s.Hex))
			}
		}
		return d
	}
	for _, n := range next {
		if n.Hex != hex.None && near(n.Hex) < near(best.Hex) {
			best = n
		}
	}
	return best
}

// users play the sides of a drill.
var users = map[order.Side]string{"blue": "anna", "red": "boris"}

// A whole drill is played by offered orders, with undos, with and without consent, and phases that pass by themselves.
// A command given twice is done once and answered alike. A new process shows what the old one showed, and has the same
// messages. At the end the export is verified, and each frame of the film goes on from the one before.
func TestOrder_WholeGame(t *testing.T) {
	h := newHouse(t, nil)
	h.shut()
	h.passes = func(_ context.Context, user string) bool { return user == "boris" }
	h.open()
	h.begin("c1", "anna", "boris")
	h.settle()
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(21, 22))}
	told, rolls, atOnce, agreed, passed := map[api.Kind]int{}, 0, 0, 0, 0
	for n := 0; ; n++ {
		mustNot(t, n > 4000, "the drill does not end")
		if p.dice.IntN(4) > 0 {
			cmd, o, out, over := p.turn(users)
			if over {
				break
			}
			idle := count(out.View.Board().Told, "told.idle")
			passed += idle
			for _, l := range out.View.Board().Told {
				rolls += min(len(l.Dice), 1)
			}
			notifications := h.notifications()
			if n%17 == 0 && idle == 0 { // the answer again is of the order's own row
				out.Order, out.Warnings = order.Order{}, nil // are not told again
				again := must(h.Orders.Give(h.ctx, cmd, o, ordering.Expect{}))(t)
				equal(t, "given twice it is answered %+v", again, out)
				equal(t, "given twice it is told as %+v", h.notifications(), notifications)
			}
		} else if user := []string{"anna", "boris"}[p.dice.IntN(2)]; p.dice.IntN(3) == 0 || user == "anna" {
			out, err := h.Orders.Undo(h.ctx, h.by(user), "")
			switch {
			case err != nil:
			case !out.Asked:
				atOnce++
			case p.dice.IntN(2) == 0:
				other := map[string]string{"anna": "boris", "boris": "anna"}[user]
				must(h.Orders.AnswerUndo(h.ctx, h.by(other), 0, true))(t)
				agreed++
			}
		}
		if n%40 == 0 {
			sameAfterRestart(t, h, "c1", h.notifications())
		}
		for _, e := range h.notifications() {
			told[e.Kind]++
		}
		h.settle()
	}
	wrong(t, rolls < 3 || told[api.News] == 0 || told[api.Phase]%3 != 0 || told[api.Ended] != 3,
		"a drill without a fight: %d rolls, notifications %v", rolls, told)
	wrong(t, atOnce < 10 || agreed < 3 || passed < 3,
		"%d undos at once, %d with consent, %d phases that passed: too few", atOnce, agreed, passed)
	film := h.openFilm("")
	mustNot(t, len(film) < 60, "a film of %d frames", len(film))
	for i, b := range film[1:] {
		a := film[i]
		wrong(t, a.Turn > b.Turn || a.Turn == b.Turn && a.Phase == b.Phase && !b.Over, "frame %d, %d %v, comes after %d %v", i+1,
			b.Turn, b.Phase, a.Turn, a.Phase)
	}
	afterTheEnd(t, h)
}

// sameAfterRestart compares what two processes show and tell.
func sameAfterRestart(t *testing.T, h *house, channel string, notifications []api.Notification) {
	t.Helper()
	type shown struct {
		pub       view.Public
		blue, red view.Secret
		table     api.Table
	}
	look := func() (s shown) {
		var errs [3]error
		s.pub, s.table, errs[0] = h.Looks.Public(h.ctx, channel)
		s.blue, _, errs[1] = h.Looks.Secret(h.ctx, channel, "anna")
		s.red, _, errs[2] = h.Looks.Secret(h.ctx, channel, "boris")
		check(t, errors.Join(errs[:]...))
		return s
	}
	before := look()
	h.restart()
	mustNot(t, !h.heard(), "a new process does not look for what was left unsaid")
	equal(t, "after a restart is shown %+v", look(), before)
	equal(t, "after a restart is to be told %+v", h.notifications(), notifications)
}

// afterTheEnd checks a game that is over: it takes no orders, all can be looked at, the secret of the dice is told, and
// the channel is free.
func afterTheEnd(t *testing.T, h *house) {
	t.Helper()
	table, err := h.Looks.Table(h.ctx, "c1")
	mustNot(t, err != nil || !table.Over, "%v %+v", err, table)
	mustVerify(t, h.export())
	refused(t, "an order after the end", api.ErrOver)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
	refused(t, "verbs after the end", api.ErrOver)(h.Orders.Verbs(h.ctx, "c1", "anna"))
	refused(t, "an onlooker's own view", api.ErrNotSeated)(h.Looks.Secret(h.ctx, "c1", "olga"))
	allowed(t, "another game")(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))
}

// names returns every string within a value, identifiers of units among them.
func names(v any) map[string]bool {
	found := map[string]bool{}
	collect(reflect.ValueOf(v), found)
	return found
}

// collect puts all texts of a value into a set.
func collect(v reflect.Value, into map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		into[v.String()] = true
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), into)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(v.Index(i), into)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			collect(it.Key(), into)
			collect(it.Value(), into)
		}
	}
}
