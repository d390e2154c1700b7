package randomgames

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// TestUndo_InRandomGames: in random play with random undos, with consent and without, the match always equals that of
// the remaining orders, undoer foresees what can be undone, and no question's number is used twice.
func TestUndo_InRandomGames(t *testing.T) {
	for _, tt := range []struct {
		module string
		seeds  int
		say    int
		agreed int // at least so many undos with consent
	}{{"drill", 2 + *drillGames/20, 400, 5}, {"skirmish", 2, 600, 5}, {"afb", 1 + *afbGames/5, 800, 1}} {
		t.Run(tt.module, func(t *testing.T) {
			t.Parallel()
			total := undoer{t: t}
			for seed := range uint64(tt.seeds) {
				u := &undoer{t: t, p: newPlayer(t, tt.module, 700+seed), asked: map[int]view.Prompt{}}
				for n := 0; n < tt.say && !u.p.board.Over; n++ {
					u.say()
					if n%40 == 39 {
						u.p.replay()
					}
				}
				total.atOnce, total.agreed, total.never, total.shown = total.atOnce+u.atOnce, total.agreed+u.agreed,
					total.never+u.never, total.shown+u.shown
				total.passed += u.passed
			}
			if total.atOnce < 20 || total.agreed < tt.agreed || total.never < 20 || total.passed == 0 {
				t.Errorf("%d undos at once, %d with consent, %d refused, %d phases that passed: too few",
					total.atOnce, total.agreed, total.never, total.passed)
			}
			t.Logf("%d undos at once, %d with consent, %d of them for what was shown, %d refused, %d phases that passed", total.atOnce, total.agreed, total.shown, total.never, total.passed)
		})
	}
}

// A record not from the rules, such as an offer to end the game, does not change how an order can be taken back.
func TestUndo_AfterAnEmptyRecord(t *testing.T) {
	t.Parallel()
	p, undos := newPlayer(t, "drill", 3), 0
	for range 300 {
		if p.board.Over {
			break
		}
		p.order(p.acting())
		var want [2]rules.Undo
		var refused [2]error
		for i, s := range p.def.Sides {
			want[i], refused[i] = p.m.Undo(s.ID)
		}
		p.apply(rules.Record{})
		for i, s := range p.def.Sides {
			got, err := p.m.Undo(s.ID)
			if !reflect.DeepEqual(got, want[i]) || !reflect.DeepEqual(err, refused[i]) {
				t.Fatalf("%s after %v: %+v, %v; before the empty record %+v, %v", s.ID, p.said, got, err, want[i],
					refused[i])
			}
			if err == nil {
				undos++
			}
		}
	}
	if undos < 50 {
		t.Errorf("%d undos: too few", undos)
	}
}

// undoer plays and takes back, and keeps its own record of what it has done.
type undoer struct {
	t      *testing.T
	p      *randomPlayer
	orders []givenOrder // those not taken back, in the order given
	asked  map[int]view.Prompt

	atOnce, agreed, never, shown, passed int
}

// givenOrder is an order that a player gave, or by which a phase ended automatically.
type givenOrder struct {
	by     order.Side
	passed bool
	silent bool // nobody else was told of it
	order  order.Order
	seq    uint64
	final  bool                // it cannot be taken back
	shows  map[order.Side]bool // the sides that it let identify an enemy unit for the first time
	before frozen
}

func (u *undoer) say() {
	u.t.Helper()
	if u.p.rng.IntN(4) == 0 {
		u.undo(u.p.def.Sides[u.p.rng.IntN(2)].ID)
		return
	}
	side, phase := u.p.acting(), u.p.board.Phase
	u.do(side, false, func() view.Account { return u.p.order(side) }) // given by the player
	for u.p.board.Phase != phase && u.p.rng.IntN(3) > 0 {
		phase = u.p.board.Phase
		by, end, idle := u.p.m.Idle()
		if !idle {
			return
		}
		u.passed++
		u.do(by, true, func() view.Account {
			rec := must(u.p.m.Decide(by, end, u.p.roll))(u.t)
			u.p.said = end
			return u.p.apply(rec)
		})
	}
}

// do gives an order and records it.
func (u *undoer) do(side order.Side, passed bool, give func() view.Account) {
	u.t.Helper()
	before, was, over := freeze(u.t, u.p.m, u.p.pos), u.p.own, u.p.board.Over
	acc := give()
	entry := u.p.log[len(u.p.log)-1]
	d := givenOrder{by: side, passed: passed, silent: len(acc.Public()) == 0, order: u.p.said, seq: entry.Seq, before: before, shows: map[order.Side]bool{}}
	raw := must(entry.Record.MarshalJSON())(u.t)
	d.final = over || u.p.board.Over || bytes.Contains(raw, []byte(`"rolled/1"`)) ||
		slices.ContainsFunc(acc.Public(), func(l view.Line) bool { return len(l.Dice) > 0 || l.Reckoned != nil })
	for _, s := range u.p.def.Sides {
		known := enemies(was[s.ID], s.ID)
		for id := range enemies(u.p.own[s.ID], s.ID) {
			d.shows[s.ID] = d.shows[s.ID] || !known[id]
		}
	}
	u.orders = append(u.orders, d)
	u.numbers()
}

// enemies returns the enemy units that a side's board names.
func enemies(b *view.Board, side order.Side) map[order.UnitID]bool {
	out := map[order.UnitID]bool{}
	add := func(known []view.Counter) {
		for _, c := range known {
			if c.Side != side {
				out[c.ID] = true
			}
		}
	}
	for _, st := range b.Stacks {
		add(st.Known)
	}
	for _, pile := range b.OffMap {
		add(pile.Known)
	}
	return out
}

// numbers: a question's number is never used for another question.
func (u *undoer) numbers() {
	u.t.Helper()
	due := u.p.own[u.p.acting()].Due
	if due == nil {
		return
	}
	if was, known := u.asked[due.ID]; known && !reflect.DeepEqual(was, *due) {
		u.t.Fatalf("question %d was\n%+v and is\n%+v", due.ID, was, *due)
	}
	u.asked[due.ID] = *due
}

// undo asks to take back a side's last order, and does it.
func (u *undoer) undo(by order.Side) {
	u.t.Helper()
	m := u.p.m
	at := len(u.orders) - 1
	acted, shown, silent := false, false, false // others acted openly, by saw an enemy, others acted unseen
	for at >= 0 && (u.orders[at].by != by || u.orders[at].passed) && !u.orders[at].final {
		o := u.orders[at]
		acted, shown = acted || !o.passed && !o.silent, shown || o.shows[by]
		silent = silent || !o.passed && o.silent
		at--
	}
	got, err := m.Undo(by)
	if at < 0 || u.orders[at].final {
		if d := (*view.Denial)(nil); !errors.As(err, &d) || d.Rule != "undo" {
			u.t.Fatalf("%s takes back what is final: %+v, %v", by, got, err)
		}
		u.never++
		return
	}
	last := u.orders[at]
	if err != nil || got.Side != by || got.To != last.seq-1 {
		u.t.Fatalf("%s takes back record %d: %+v, %v", by, last.seq, got, err)
	}
	shown = shown || last.shows[by]
	if (acted || shown) != got.Consent {
		u.t.Fatalf("%s takes back record %d with consent: %v, but others have acted: %v, or it has shown something: %v", by,
			last.seq, got.Consent, acted, shown)
	}
	u.take(got, at, !acted, silent)
}

// take takes back the orders from index at on. alone is whether no other side gave one of them that others knew of, and
// silent whether the other side gave one that only it knew of.
func (u *undoer) take(got rules.Undo, at int, alone, silent bool) {
	u.t.Helper()
	m := u.p.m
	if got.Consent {
		u.agreed++
		if alone {
			u.shown++
		}
	} else {
		u.atOnce++
	}
	told := u.p.rng.IntN(2) == 0
	seq := m.Seq() + 1
	acc := must(m.Revert(seq, got, told))(u.t)
	others := len(acc.For(u.p.other(got.Side))) - len(acc.Public())
	if told != (len(acc.Public()) > 0) || silent != (others == 1) || !silent && others != 0 || len(acc.For(got.Side)) == 0 {
		u.t.Fatalf("others have heard: %v, and the other side knew more: %v; they are told %+v, the side %+v", told, silent,
			acc.Public(), acc.For(got.Side))
	}
	u.p.log = append(u.p.log, rules.Entry{Seq: seq, To: got.To})
	u.p.look()
	if now, was := u.position(freeze(u.t, m, u.p.pos)), u.position(u.orders[at].before); !bytes.Equal(now, was) {
		u.t.Fatalf("after an undo the match is\n%s\nand was\n%s", now, was)
	}
	u.orders = u.orders[:at]
	if (u.atOnce+u.agreed)%10 == 0 {
		u.stands()
	}
	u.numbers()
}

// stands checks that the match shows what it would show if nobody had given the orders taken back.
func (u *undoer) stands() {
	u.t.Helper()
	plain := must(rules.New(u.p.def, u.p.pos))(u.t)
	give := func(rec rules.Record, err error) {
		u.t.Helper()
		if err == nil {
			_, err = plain.Apply(plain.Seq()+1, rec)
		}
		noError(u.t, err)
	}
	give(plain.Begin(u.p.roll))
	for _, d := range u.orders {
		give(plain.Decide(d.by, d.order, u.p.roll))
	}
	if a, b := u.position(freeze(u.t, u.p.m, u.p.pos)), u.position(freeze(u.t, plain, u.p.pos)); !bytes.Equal(a, b) {
		u.t.Fatalf("with undos\n%s\nwithout\n%s", a, b)
	}
	same := func(a, b *view.Board) {
		u.t.Helper()
		if a, b := unnumbered(a), unnumbered(b); !reflect.DeepEqual(a, b) {
			u.t.Fatalf("with undos\n%+v\nwithout\n%+v", a, b)
		}
	}
	same(u.p.m.Public().Board(), plain.Public().Board())
	for _, s := range u.p.def.Sides {
		same(u.p.m.View(s.ID).Board(), plain.View(s.ID).Board())
		if a, b := u.p.m.Verbs(s.ID), plain.Verbs(s.ID); !slices.Equal(a, b) {
			u.t.Fatalf("%s can say %v, without undos %v", s.ID, a, b)
		}
	}
}

// unnumbered returns a board without its sequence number and the number of the pending decision.
func unnumbered(b *view.Board) view.Board {
	out := *b
	out.Seq = 0
	if b.Due != nil {
		due := *b.Due
		due.ID, out.Due = 0, &due
	}
	return out
}

// position returns the state of a match without the numbers of the questions asked.
func (u *undoer) position(f frozen) []byte {
	u.t.Helper()
	st := f.state(u.t, u.p.def)
	st.Asked = 0
	for i := range st.Pending {
		st.Pending[i].ID = 0
	}
	return must(st.Snapshot())(u.t)
}

// TestRevert_FinalOrNeverDone: Revert refuses what is final or was never done, and does not change the match.
func TestRevert_FinalOrNeverDone(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, "drill", 3)
	before := p.snapshot()
	if _, err := p.m.Undo("nobody"); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("by nobody: %v", err)
	}
	for _, to := range []uint64{0, 1, 7} {
		if _, err := p.m.Revert(2, rules.Undo{Side: "blue", To: to}, false); err == nil {
			t.Errorf("reverted to record %d", to)
		}
		if _, err := reopened(p.def, p.pos, nil,
			entries(append(slices.Clone(p.log), rules.Entry{Seq: 2, To: max(to, 1)}))); err == nil {
			t.Errorf("opened with an undo to record %d", to)
		}
	}
	if !bytes.Equal(before, p.snapshot()) || p.m.Seq() != 1 {
		t.Error("the match is another one")
	}
}

// TestUndoEnd_LastPhaseEnded: in random play a game master can take back the last phase that a player has ended,
// together with what came after it, until a record comes that no undo passes; the match is as it was before that order.
func TestUndoEnd_LastPhaseEnded(t *testing.T) {
	t.Parallel()
	p, taken, refused := newPlayer(t, "drill", 11), 0, 0
	type end struct {
		turn  int
		phase view.Phase
		board *view.Board
	}
	var last *end
	for range 400 {
		if p.board.Over {
			break
		}
		was := *p.board
		p.order(p.acting())
		rec := p.log[len(p.log)-1].Record
		switch {
		case rec.Final():
			last = nil
		case was.Phase.Closes(p.board.Phase) || was.Turn != p.board.Turn:
			last = &end{was.Turn, was.Phase, &was}
		}
		u, turn, phase, err := p.m.UndoEnd()
		if last == nil {
			refused++
			if !errors.Is(err, rules.ErrNoEnd) {
				t.Fatalf("after %v: %+v, %v, want ErrNoEnd", p.said, u, err)
			}
			continue
		}
		if err != nil || turn != last.turn || phase != last.phase || !u.Master || u.Consent {
			t.Fatalf("after %v: %+v to turn %d, %v, %v; want turn %d, %v", p.said, u, turn, phase, err, last.turn,
				last.phase)
		}
		taken++
		m := freeze(t, p.m, p.pos).open(t)
		told, err := m.Revert(m.Seq()+1, u, true) // others had been told
		if err != nil || len(told.Public()) > 0 || len(told.For("blue")) > 0 || len(told.For("red")) > 0 {
			t.Fatalf("taken back: %v, told %v", err, told)
		}
		if now := m.Public().Board(); now.Turn != last.turn || now.Phase != last.phase ||
			!reflect.DeepEqual(now.Stacks, last.board.Stacks) {
			t.Fatalf("after %v was taken back it is turn %d, %v", p.said, now.Turn, now.Phase)
		}
	}
	if taken < 20 || refused < 20 {
		t.Errorf("%d ends could be taken back and %d times none: too few", taken, refused)
	}
}
