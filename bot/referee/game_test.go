package referee_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// hand plays a side by what it is offered. It goes for the enemy.
type hand struct {
	h       *house
	channel string
	dice    *rand.Rand
	refused error // what every order meets at its first try
}

// turn finds who has to act, and lets him give one order.
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

// pick prefers hexes near to the enemy of the phase.
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

var users = map[order.Side]string{"blue": "anna", "red": "boris"}

// A whole drill from the first order to the last, by what is offered: every
// command given twice is done once and answered alike; a new process shows what
// the old one showed, and has the same to tell; nobody is shown a unit that
// lies hidden in the other side's stacks.
func TestOrder_WholeGame(t *testing.T) {
	h := newDrill(t)
	h.settle()
	p := &hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(1, 2))}
	fog := newFog(t, h, "c1")
	told, rolls, asked := map[api.Kind]int{}, 0, 0
	for n := 0; ; n++ {
		cmd, o, out, over := p.turn(users)
		if over {
			break
		}
		mustNot(t, n > 3000, "the drill does not end")
		notifications := h.notifications()
		if n%17 == 0 {
			out.Order, out.Warnings = order.Order{}, nil // are not told again
			again := must(h.Orders.Give(h.ctx, cmd, o, ordering.Expect{}))(t)
			equal(t, "given twice it is answered %+v", again, out)
			equal(t, "given twice it is told as %+v", h.notifications(), notifications)
		}
		if n%40 == 0 {
			sameAfterRestart(t, h, "c1", notifications)
		}
		fog.check(out, notifications)
		asked = p.promptness(asked, out, notifications)
		for _, l := range out.View.Board().Told {
			rolls += min(len(l.Dice), 1)
		}
		for _, e := range notifications {
			told[e.Kind]++
		}
		h.settle()
	}
	wrong(t, fog.hidden == 0, "nothing was ever hidden: the fog was not tried")
	wrong(t, rolls < 3 || told[api.News] == 0 || told[api.Phase]%3 != 0 || told[api.Ended] != 3,
		"a drill without a fight: %d rolls, notifications %v", rolls, told)
	afterTheEnd(t, h)
}

// promptness: whoever owes a decision is told at once, once; that it is taken,
// and how dice fell, is told at once too. It returns what is owed now.
func (p *hand) promptness(before int, out ordering.Outcome, notifications []api.Notification) (now int) {
	p.h.t.Helper()
	pub := p.h.public()
	if due := pub.Board().Due; due != nil {
		now = due.ID
	}
	kinds := map[api.Kind]int{}
	refs := map[string]bool{}
	for i, e := range notifications {
		kinds[e.Kind]++
		refs[e.Ref] = true
		wrong(p.h.t, i > 0 && e.ID <= notifications[i-1].ID, "notifications out of order: %+v", notifications)
	}
	wrong(p.h.t, len(refs) != len(notifications), "notifications of one name: %+v", notifications)
	rolled := slices.ContainsFunc(out.View.Board().Told,
		func(l view.Line) bool { return len(l.Dice) > 0 || l.Reckoned != nil })
	wrong(p.h.t, (rolled || now != before) && kinds[api.News]+kinds[api.Phase]+kinds[api.Ended] == 0,
		"nobody is told: question %d after %d, dice %v: %v", now, before, rolled, kinds)
	asked := 0 // notifications that tell everybody what is owed
	for _, e := range notifications {
		if thread := e.Kind == api.News || e.Kind == api.Asked; thread && e.Public.Board().Due != nil &&
			e.Public.Board().Due.ID == now {
			asked++
		}
	}
	wrong(p.h.t, (asked == 1) != (now != 0 && now != before), "question %d after %d: %v", now, before,
		kinds)
	return now
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

// afterTheEnd: nothing can be done, all can be looked at, the secret of the dice
// is out, and the channel is free.
func afterTheEnd(t *testing.T, h *house) {
	t.Helper()
	table, err := h.Looks.Table(h.ctx, "c1")
	mustNot(t, err != nil || !table.Over, "%v %+v", err, table)
	audit(t, h, table)
	refused(t, "an order after the end", api.ErrOver)(h.Orders.Order(h.ctx, h.by("anna"), "/end"))
	refused(t, "verbs after the end", api.ErrOver)(h.Orders.Verbs(h.ctx, "c1", "anna"))
	refused(t, "an onlooker's own view", api.ErrNotSeated)(h.Looks.Secret(h.ctx, "c1", "olga"))
	allowed(t, "another game")(h.NewGames.NewGame(h.ctx, h.by("olga"), arrange.Opening{Module: "drill"}))
}

// fog holds what each reader is given against what he may know.
type fog struct {
	t       *testing.T
	h       *house
	channel string
	// by reader, "" the public: units of others ever shown on a board or in a fight
	seen   map[order.Side]map[string]bool
	hidden int // units that were looked for
}

func newFog(t *testing.T, h *house, channel string) *fog {
	return &fog{t, h, channel, map[order.Side]map[string]bool{"": {}, "blue": {}, "red": {}}, 0}
}

// check looks through all that one command brought.
func (f *fog) check(out ordering.Outcome, notifications []api.Notification) {
	f.t.Helper()
	f.look()
	f.reader(out.View.Side(), out.View.Board())
	for _, e := range notifications {
		mustNot(f.t, (e.Public == nil) == (e.Side == nil), "a notification for nobody or for all: %+v", e)
		f.reader(reader(e))
	}
}

// look remembers what each reader can see after a command, whether he is told
// of it or not: what stood on top may be named later, when something lies on it.
func (f *fog) look() {
	f.t.Helper()
	pub, _, err := f.h.Looks.Public(f.t.Context(), f.channel)
	check(f.t, err)
	f.remember("", pub.Board())
	for side, user := range users {
		own, _, err := f.h.Looks.Secret(f.t.Context(), f.channel, user)
		check(f.t, err)
		f.remember(side, own.Board())
	}
}

func (f *fog) remember(who order.Side, b *view.Board) map[string]bool {
	board := *b
	board.Map, board.Told = nil, nil // what is told is held against what was ever seen
	shown := names(board)
	for name := range shown {
		f.seen[who][name] = true
	}
	return shown
}

// reader checks a board, and what is told with it, of one reader.
func (f *fog) reader(who order.Side, b *view.Board) {
	f.t.Helper()
	lines := b.Told
	shown := f.remember(who, b)
	for _, l := range lines {
		if l.Reckoned != nil {
			for name := range names(*l.Reckoned) { // committed units are open to all
				f.seen[who][name] = true
			}
		}
	}
	for side, user := range users {
		if side == who {
			continue
		}
		own, _, err := f.h.Looks.Secret(f.t.Context(), f.channel, user)
		check(f.t, err)
		for _, s := range own.Board().Stacks {
			f.stack(who, side, s, b, shown)
		}
	}
	for name := range names(lines) {
		wrong(f.t, f.hides(who, name) && !f.seen[who][name], "%q is told of %s, which it never saw: %+v", who, name, lines)
	}
}

// stack looks for the units of a foreign stack that the reader's board shows
// higher than it names.
func (f *fog) stack(who, owner order.Side, s view.Stack, b *view.Board, shown map[string]bool) {
	i := slices.IndexFunc(b.Stacks, func(x view.Stack) bool { return x.Hex == s.Hex })
	if s.Side != owner || i < 0 || b.Stacks[i].Height == len(b.Stacks[i].Known) {
		return
	}
	known := map[order.UnitID]bool{}
	for _, c := range b.Stacks[i].Known {
		known[c.ID] = true
	}
	for _, c := range s.Known {
		if known[c.ID] {
			continue
		}
		f.hidden++
		wrong(f.t, shown[string(c.ID)], "%q is shown %s, which lies hidden in %v", who, c.ID, s.Hex)
	}
}

// hides says whether a name is a unit of another side than the reader's.
func (f *fog) hides(who order.Side, name string) bool {
	return strings.HasPrefix(name, "b-") && who != "blue" || strings.HasPrefix(name, "r-") && who != "red"
}

// names is every string within a value: identifiers of units are among them.
func names(v any) map[string]bool {
	found := map[string]bool{}
	collect(reflect.ValueOf(v), found)
	return found
}

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
