package rules_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// throw is a roller of which the first two dice are these, in every roll.
type throw [2]int

func (d throw) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat(d[:], n)[:n], nil }

// fought is what the 36 throws brought in fights that were fought to their end.
type fought struct {
	view.Fight // without its result
	steps      int
	results    map[string]int
	held, left int // the hex was empty in the end
}

// fightOut fights an order with each throw, twice: the defender holds, or he goes.
func fightOut(t *testing.T, p *randomPlayer, by order.Side, o order.Order) fought {
	t.Helper()
	out := fought{results: map[string]int{}}
	for _, st := range p.own[p.other(by)].Stacks {
		for _, c := range st.Known {
			if st.Hex == o.Hex {
				out.steps += c.Steps
			}
		}
	}
	for a := range 6 {
		for b := range 6 {
			for _, hold := range []bool{true, false} {
				m, f := start(t, p.m, by, o, throw{a + 1, b + 1})
				answer(t, p, m, p.other(by), hold)
				empty := !slices.ContainsFunc(m.Public().Board().Stacks, func(st view.Stack) bool { return st.Hex == o.Hex && st.Side != by })
				switch {
				case hold:
					if out.results[f.Result]++; empty {
						out.held++
					}
				case empty:
					out.left++
				}
				f.Result, f.Roll = "", 0
				out.Fight = f
			}
		}
	}
	return out
}

// start gives the order of a fight in a copy of a match.
func start(t *testing.T, m *rules.Match, by order.Side, o order.Order, d throw) (*rules.Match, view.Fight) {
	t.Helper()
	m = m.Copy()
	rec, err := m.Decide(by, o, d)
	if err != nil {
		t.Fatalf("%s %+v has odds and is refused: %v", by, o, err)
	}
	told, err := m.Apply(m.Seq()+1, rec)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range told.Public() {
		if l.Fight != nil {
			return m, *l.Fight
		}
	}
	t.Fatalf("%+v is no fight", o)
	return nil, view.Fight{}
}

// answer takes the defender's decisions until he owes none.
func answer(t *testing.T, p *randomPlayer, m *rules.Match, s order.Side, hold bool) {
	t.Helper()
	for {
		due := m.Public().Board().Due
		if due == nil || due.Side != s || due.Kind == "advance" {
			return
		}
		o, _ := m.Default(s)
		switch {
		case due.Kind != "retreat":
		case hold:
			o = order.Order{Verb: "hold", N: due.N}
		default:
			o = goes(t, p, m, s)
		}
		rec, err := m.Decide(s, o, throw{1, 1})
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		if _, err := m.Apply(m.Seq()+1, rec); err != nil {
			t.Fatal(err)
		}
	}
}

// goes is a retreat of somebody who owes one.
func goes(t *testing.T, p *randomPlayer, m *rules.Match, s order.Side) order.Order {
	t.Helper()
	var picks []view.Pick
	for {
		offer, err := m.Offer(s, "retreat", picks)
		if err != nil {
			t.Fatal(err)
		}
		if offer.Done {
			return m.Order("retreat", picks)
		}
		picks = append(picks, oneOf(p.rng, offer.Next))
	}
}

// chances are what the odds of a fight must be, out of what the throws brought.
func (f fought) chances(mine int) (c struct {
	attacker, defender                 []int
	attackerRetreats, defenderRetreats int
	held, left                         int
}) {
	c.held, c.left = f.held, f.left
	for name, n := range f.results {
		r, err := chart.ParseResult(name)
		if err != nil {
			panic(err)
		}
		for i := range min(r.AttackerSteps, mine) {
			c.attacker = append(c.attacker, make([]int, max(i+1-len(c.attacker), 0))...)
			c.attacker[i] += n
		}
		for i := range min(r.DefenderSteps, f.steps) {
			c.defender = append(c.defender, make([]int, max(i+1-len(c.defender), 0))...)
			c.defender[i] += n
		}
		if r.AttackerRetreat > 0 && r.AttackerSteps < mine {
			c.attackerRetreats += n
		}
		if r.DefenderRetreat > 0 && r.DefenderSteps < f.steps {
			c.defenderRetreats += n
		}
	}
	return c
}

// bounds holds odds against a fight: within them, and exactly they where all is seen.
func bounds(t *testing.T, o view.Odds, f fought) {
	t.Helper()
	in := func(what string, c view.Span, n int) {
		t.Helper()
		if n < c.Least || n > c.Most || o.Whole() && c.Least != c.Most {
			t.Errorf("%s: %d, shown as %+v of %+v", what, n, c, o)
		}
	}
	c := f.chances(o.AttackSteps)
	in("steps", o.DefenceSteps, f.steps)
	in("empty if he holds", o.EmptyIfHeld, c.held)
	in("empty if he goes", o.EmptyIfLeft, c.left)
	in("the attacker retreats", o.AttackerRetreats, c.attackerRetreats)
	in("the defender retreats", o.DefenderRetreats, c.defenderRetreats)
	losses := func(what string, shown []view.Chance, n []int) {
		t.Helper()
		if len(n) > len(shown) {
			t.Errorf("%s loses %d steps, shown as %v", what, len(n), shown)
			return
		}
		n = append(n, make([]int, len(shown)-len(n))...)
		for i := range shown {
			in(fmt.Sprint(what, " loses ", i+1), shown[i], n[i])
		}
	}
	losses("the attacker", o.AttackerLoses, c.attacker)
	losses("the defender", o.DefenderLoses, c.defender)
	for _, r := range o.Results {
		in(r.Result, r.Chance, f.results[r.Result])
		delete(f.results, r.Result)
	}
	if len(f.results) > 0 {
		t.Errorf("not shown: %v, of %+v", f.results, o)
	}
	if o.Whole() && !(reflect.DeepEqual(o.Best, f.Fight) && reflect.DeepEqual(o.Worst, f.Fight)) {
		t.Errorf("shown as\n%+v\nand fought as\n%+v", o.Best, f.Fight)
	}
	if f.Defence.Compare(o.Best.Defence) < 0 || f.Defence.Compare(o.Worst.Defence) > 0 || f.Attack != o.Best.Attack && f.Attack != o.Worst.Attack {
		t.Errorf("%v to %v, shown as %v to %v and %v to %v", f.Attack, f.Defence, o.Best.Attack, o.Best.Defence, o.Worst.Attack, o.Worst.Defence)
	}
}

// TestOddsAreWhatTheFightBrings: the odds of attacks and overruns in random games, held
// against the fights themselves with each of the 36 throws: exact where the target is
// seen whole, otherwise a range with the truth in it.
func TestOddsAreWhatTheFightBrings(t *testing.T) {
	for _, tt := range []struct {
		module        string
		seeds, fights int
	}{{"drill", 3 + *drillGames/20, 12}, {"skirmish", 2 + *drillGames/50, 8}, {"afb", 1, 16}, {"arrivals", 1, 8}} {
		t.Run(tt.module, func(t *testing.T) {
			t.Parallel()
			whole, ranged, planned, idle := 0, 0, 0, 0
			for seed := range uint64(tt.seeds) {
				p := newPlayer(t, tt.module, 300+seed)
				for fights := 0; fights < tt.fights && !p.board.Over && !t.Failed(); {
					side := p.acting()
					o := p.choose(side)
					if o.Verb == "attack" || o.Verb == "overrun" {
						odds, err := p.m.Odds(side, o)
						if err != nil {
							t.Fatalf("%+v is legal and has no odds: %v", o, err)
						}
						bounds(t, odds, fightOut(t, p, side, o))
						if fights++; odds.Whole() {
							whole++
						} else {
							ranged++
						}
						if odds.Idle > 0 || slices.ContainsFunc(odds.Best.Modifiers, func(m view.Modifier) bool { return m.Rule == "7.2d" }) {
							idle++
						}
					}
					planned += p.plans(side)
					rec, err := p.m.Decide(side, o, p.roll)
					if err != nil {
						t.Fatal(err)
					}
					was := p.board.Phase
					p.apply(rec)
					if p.patience--; p.board.Phase != was {
						p.patience = p.patient()
					}
				}
			}
			if whole == 0 || ranged == 0 || planned == 0 {
				t.Errorf("%d fights seen whole, %d with units not seen, %d planned", whole, ranged, planned)
			}
			t.Logf("%d fights seen whole, %d with units not seen, %d with units that add nothing, %d planned", whole, ranged, idle, planned)
		})
	}
}

// plans asks for the odds of attacks in the phases before they can be made.
func (p *randomPlayer) plans(side order.Side) (planned int) {
	p.t.Helper()
	if p.board.Phase.Name != "movement" || p.board.Due != nil || p.rng.IntN(5) > 0 {
		return 0
	}
	for _, st := range p.board.Stacks {
		for _, own := range p.own[side].Stacks {
			if st.Side == side || own.Side != side || p.def.Grid.Distance(st.Hex, own.Hex) != 1 {
				continue
			}
			o := order.Order{Verb: "odds", Hex: st.Hex, Units: []order.UnitID{own.Known[0].ID}}
			odds, err := p.m.Odds(side, o)
			if err == nil && !odds.Planned {
				p.t.Fatalf("%+v is not said to be planned", o)
			}
			if rec, given := p.m.Decide(side, o, p.roll); given == nil {
				p.t.Fatalf("%+v is carried out: %+v", o, rec)
			}
			if o.Verb = "attack"; err == nil {
				_, now := p.m.Odds(side, o)
				_, refused := p.m.Decide(side, o, p.roll)
				if now == nil || !reflect.DeepEqual(now, refused) {
					p.t.Fatalf("%+v in %v: refused by %v, its odds by %v", o, p.board.Phase, refused, now)
				}
			}
			if err == nil {
				planned++
			}
		}
	}
	return planned
}

// hiding is a small position: blue units before a red stack that hides some, and red
// units elsewhere.
type hiding struct {
	def   *modules.Definition
	pos   rules.Position
	slots []int // which of pos.Units blue does not see
	order order.Order
}

func (h *hiding) match(t *testing.T) *rules.Match {
	t.Helper()
	m, err := rules.New(h.def, h.pos)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// newHiding is a random one. The top of the stack may have no attack strength or lie
// under a marker, as in 1.7 it covers the unit, so that it tells of those below it.
func newHiding(t *testing.T, rng *rand.Rand) *hiding {
	t.Helper()
	def, err := loaded["drill"]()
	if err != nil {
		t.Fatal(err)
	}
	open := modules.Edit{Blank: true, Edition: []string{"1.8", "1.7"}[rng.IntN(2)]}
	if def, err = def.With(open); err != nil {
		t.Fatal(err)
	}
	h := &hiding{def: def, pos: rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "combat"}}}
	var reds []order.UnitID
	for _, id := range def.Roster {
		if def.Units[id].Side == "red" {
			reds = append(reds, id)
		}
	}
	rng.Shuffle(len(reds), func(i, j int) { reds[i], reds[j] = reds[j], reds[i] })
	if i := slices.Index(reds, "r-1-sec"); i == 1 { // the top elsewhere tells nothing of those below it
		reds[0], reds[1] = reds[1], reds[0]
	}
	target, far := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 17, Row: 10}
	for i, at := range []hex.Hex{target, far, target, far, target}[:3+rng.IntN(3)] {
		u := rules.Placed{ID: reds[i], At: at, Steps: 1 + rng.IntN(2)}
		if i == 0 && rng.IntN(2) == 0 {
			u.Marks = []string{"oos"}
		}
		if covered := i == 0 && def.Edition == "1.7" && len(u.Marks) > 0; i > 1 || covered {
			h.slots = append(h.slots, i)
		}
		h.pos.Units = append(h.pos.Units, u)
	}
	for i, id := range []order.UnitID{"b-1-arm", "b-1-mot", "b-1-inf"}[:1+rng.IntN(3)] {
		at := []hex.Hex{{Col: 10, Row: 9}, {Col: 9, Row: 10}}[i%2]
		h.pos.Units = append(h.pos.Units, rules.Placed{ID: id, At: at})
		h.order.Units = append(h.order.Units, id)
	}
	h.order.Verb, h.order.Hex = "attack", target
	return h
}

// others visits every position that may hide behind what blue sees: the strangers in
// every order, with any steps, and any markers that do not show.
func (h *hiding) others(visit func()) {
	units := h.pos.Units
	var in func(slot int)
	in = func(slot int) {
		if slot == len(h.slots) {
			visit()
			return
		}
		i := h.slots[slot]
		was := units[i]
		defer func() { units[i] = was }()
		for j := slot; j < len(h.slots); j++ {
			k := h.slots[j]
			units[i].ID, units[k].ID = units[k].ID, units[i].ID
			for steps := 1; steps <= h.def.Units[units[i].ID].Steps; steps++ {
				for _, marks := range [][]string{nil, {"oos"}} {
					if units[i].Steps = steps; i != 0 {
						units[i].Marks = marks
					}
					in(slot + 1)
				}
			}
			units[i].ID, units[k].ID = units[k].ID, units[i].ID
		}
	}
	in(0)
}

// lawful says whether nobody lies in a stack of a side against SCS 4.0c.
func lawful(m *rules.Match, side order.Side) bool {
	for _, st := range m.View(side).Board().Stacks {
		fights := func(k view.Counter) bool { return k.Attack >= 1 }
		if st.Side == side && !fights(st.Known[0]) && slices.ContainsFunc(st.Known, fights) {
			return false
		}
	}
	return true
}

// TestOddsTellNoMoreAndNoLess: the range of the odds is that of the fights in all the
// positions that may hide behind what is seen, no wider and no narrower.
func TestOddsTellNoMoreAndNoLess(t *testing.T) {
	t.Parallel()
	rng, columns, ranges, behind := rand.New(rand.NewPCG(8, 12)), map[string]map[string]int{}, 0, 0
	for range 40 {
		h := newHiding(t, rng)
		m := h.match(t)
		if !lawful(m, "red") {
			continue
		}
		odds, err := m.Odds("blue", h.order)
		if err != nil {
			t.Fatal(err)
		}
		var all []map[string]int
		h.others(func() {
			twin := h.match(t)
			if !lawful(twin, "red") || !m.SameZones(twin, "blue") || !reflect.DeepEqual(m.View("blue").Board(), twin.View("blue").Board()) {
				return
			}
			behind++
			if again, err := twin.Odds("blue", h.order); err != nil || !reflect.DeepEqual(again, odds) {
				t.Fatalf("odds tell positions apart: %+v, %+v, %v", odds, again, err)
			}
			all = append(all, numbers(t, twin, h.order, odds.AttackSteps, columns))
		})
		if shown, is := hull(odds), around(all); !reflect.DeepEqual(shown, is) {
			t.Fatalf("%+v in edition %s: shown is\n%v\nand behind it\n%v", h.pos.Units, h.def.Edition, shown, is)
		}
		if !odds.Whole() {
			ranges++
		}
	}
	if ranges < 20 || behind < 1000 {
		t.Errorf("only %d ranges, and %d positions behind them", ranges, behind)
	}
}

// numbers are what the throws bring in a fight in a position, by what they count.
// What they bring in a column is the same in all positions.
func numbers(t *testing.T, m *rules.Match, o order.Order, mine int, columns map[string]map[string]int) map[string]int {
	t.Helper()
	f := fought{results: map[string]int{}}
	for _, st := range m.View("red").Board().Stacks {
		for _, c := range st.Known {
			if st.Hex == o.Hex {
				f.steps += c.Steps
			}
		}
	}
	_, f.Fight = start(t, m, "blue", o, throw{1, 1})
	if known, ok := columns[f.Column]; ok {
		f.results = known
	} else {
		for a := range 6 {
			for b := range 6 {
				_, fight := start(t, m, "blue", o, throw{a + 1, b + 1})
				f.results[fight.Result]++
			}
		}
		columns[f.Column] = f.results
	}
	for name, n := range f.results {
		r, err := chart.ParseResult(name)
		if err != nil {
			t.Fatal(err)
		}
		if r.DefenderSteps+r.DefenderRetreat >= f.steps {
			f.held += n
		}
		if r.DefenderSteps >= f.steps || r.DefenderRetreat > 0 { // there is room behind
			f.left += n
		}
	}
	c := f.chances(mine)
	out := map[string]int{"steps": f.steps, "held": c.held, "left": c.left, "attacker retreats": c.attackerRetreats, "defender retreats": c.defenderRetreats,
		"defence": f.Defence.Times(chart.Whole(4)).Round()}
	for i, n := range c.attacker {
		out[fmt.Sprint("attacker loses ", i+1)] = n
	}
	for i, n := range c.defender {
		out[fmt.Sprint("defender loses ", i+1)] = n
	}
	for r, n := range f.results {
		out[r] = n
	}
	return out
}

// around is the range of numbers over several fights.
func around(all []map[string]int) map[string]view.Span {
	out := map[string]view.Span{}
	for _, numbers := range all {
		for what := range numbers {
			out[what] = view.Span{Least: 1 << 30}
		}
	}
	for what, s := range out {
		for _, numbers := range all {
			s.Least, s.Most = min(s.Least, numbers[what]), max(s.Most, numbers[what])
		}
		out[what] = s
	}
	return out
}

// hull is the same of odds.
func hull(o view.Odds) map[string]view.Span {
	out := map[string]view.Span{"steps": o.DefenceSteps, "held": o.EmptyIfHeld, "left": o.EmptyIfLeft,
		"attacker retreats": o.AttackerRetreats, "defender retreats": o.DefenderRetreats,
		"defence": {Least: o.Best.Defence.Times(chart.Whole(4)).Round(), Most: o.Worst.Defence.Times(chart.Whole(4)).Round()}}
	for i, c := range o.AttackerLoses {
		out[fmt.Sprint("attacker loses ", i+1)] = c
	}
	for i, c := range o.DefenderLoses {
		out[fmt.Sprint("defender loses ", i+1)] = c
	}
	for _, r := range o.Results {
		out[r.Result] = r.Chance
	}
	return out
}

// TestOddsOfWhoCameBeaten: 7.2d: who retreated into a hex adds nothing to its defence and
// suffers the result with the others, whether he is seen there or not.
func TestOddsOfWhoCameBeaten(t *testing.T) {
	def, err := loaded["drill"]()
	if err != nil {
		t.Fatal(err)
	}
	first, then := hex.Hex{Col: 12, Row: 10}, hex.Hex{Col: 13, Row: 10}
	def, err = def.With(modules.Edit{Blank: true, Results: map[string]map[int]chart.Result{"1:3": {7: {DefenderRetreat: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	at := hex.Hex{Col: 12, Row: 9}
	p := playerOf(t, def, rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "combat"}, Units: []rules.Placed{
		{ID: "b-1-arm", At: at}, {ID: "b-1-mot", At: at}, {ID: "b-1-mil", At: at},
		{ID: "r-1-inf", At: first}, {ID: "r-2-inf", At: first}, {ID: "r-1-arm", At: first}, {ID: "r-1-mot", At: then}}}, 0)
	give := func(by order.Side, o order.Order) {
		t.Helper()
		rec, err := p.m.Decide(by, o, throw{3, 4})
		if err != nil {
			t.Fatal(err)
		}
		p.apply(rec)
	}
	give("blue", order.Order{Verb: "attack", Hex: first, Units: []order.UnitID{"b-1-arm"}})
	give("red", order.Order{Verb: "retreat", Units: []order.UnitID{"r-1-inf", "r-2-inf", "r-1-arm"}, Path: []hex.Hex{then}})
	for p.board.Due != nil { // a step for the zone that they entered, and no advance
		o, _ := p.m.Default(p.acting())
		give(p.acting(), o)
	}
	o := order.Order{Verb: "attack", Hex: then, Units: []order.UnitID{"b-1-mot"}}
	odds, err := p.m.Odds("blue", o)
	if err != nil {
		t.Fatal(err)
	}
	if odds.Unseen != 3 || odds.Idle != 2 || !slices.ContainsFunc(odds.Best.Modifiers, func(m view.Modifier) bool { return m.Rule == "7.2d" }) {
		t.Errorf("%d unseen, %d of them idle: %+v", odds.Unseen, odds.Idle, odds.Best)
	}
	// Of the four strangers the one who fights may be any, in any state, alone.
	if half := chart.Frac(3, 2); odds.Best.Defence != half || odds.Worst.Defence != chart.Whole(7) {
		t.Errorf("a defence from %v to %v", odds.Best.Defence, odds.Worst.Defence)
	}
	bounds(t, odds, fightOut(t, p, "blue", o))
}
