package randomgames

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// throw is a roller whose first two dice are fixed in every roll.
type throw [2]int

func (d throw) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat(d[:], n)[:n], nil }

// fought has the results of one fight, fought to its end with each of the 36 throws.
type fought struct {
	view.Reckoning                // without its result
	steps          int            // of the defenders
	results        map[string]int // how many throws give each entry of the table
	held, left     int            // throws that empty the hex if the defender holds, and if he retreats
}

// fightOut fights an order with each throw twice: once the defender holds, once he retreats.
func fightOut(t *testing.T, p *randomPlayer, by order.Side, o order.Order) fought {
	t.Helper()
	out := fought{results: map[string]int{}}
	for _, st := range p.own[p.other(by)].Stacks {
		for _, c := range st.Known {
			if st.Hex == o.Hex("target") {
				out.steps += c.Steps
			}
		}
	}
	before := freeze(t, p.m, p.pos)
	for a := range 6 {
		for b := range 6 {
			m, f := start(t, before, by, o, throw{a + 1, b + 1})
			choice := answer(t, p, m, p.other(by), true) // holds
			out.results[f.Result]++
			empty := emptied(m, by, o)
			if empty {
				out.held++
			}
			if choice {
				m, f = start(t, before, by, o, throw{a + 1, b + 1})
				answer(t, p, m, p.other(by), false) // retreats
				empty = emptied(m, by, o)
			}
			if empty {
				out.left++
			}
			f.Result, f.Roll = "", 0 // they differ from throw to throw
			out.Reckoning = f
		}
	}
	return out
}

// emptied reports whether no enemy of a side stands in the target of its order.
func emptied(m *rules.Match, by order.Side, o order.Order) bool {
	return !slices.ContainsFunc(m.Public().Board().Stacks,
		func(st view.Stack) bool { return st.Hex == o.Hex("target") && st.Side != by })
}

// start gives the order of a fight in a copy of a match, and returns the copy and the reckoning of the fight.
func start(t *testing.T, before frozen, by order.Side, o order.Order, d throw) (*rules.Match, view.Reckoning) {
	t.Helper()
	m := before.open(t)
	rec, err := m.Decide(by, o, d)
	if err != nil {
		t.Fatalf("%s %+v has odds and is refused: %v", by, o, err)
	}
	told := must(m.Apply(m.Seq()+1, rec))(t)
	for _, l := range told.Public() {
		if l.Reckoned != nil {
			return m, *l.Reckoned
		}
	}
	t.Fatalf("%+v is no fight", o)
	return nil, view.Reckoning{}
}

// answer decides for the defender until nothing is asked of him. choice: he was asked to hold (hold) or to retreat.
func answer(t *testing.T, p *randomPlayer, m *rules.Match, s order.Side, hold bool) (choice bool) {
	t.Helper()
	for {
		due := m.Public().Board().Due
		if due == nil || due.Side != s || due.Kind == "advance" {
			return choice
		}
		choice = choice || due.Kind == "retreat"
		o, _ := m.Default(s)
		switch {
		case due.Kind != "retreat":
		case hold:
			o = order.Order{Verb: "hold"}.WithN("hexes", due.N)
		default:
			o = goes(t, p, m, s)
		}
		rec, err := m.Decide(s, o, throw{1, 1})
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		must(m.Apply(m.Seq()+1, rec))(t)
	}
}

// goes returns a random legal retreat for a side that must decide on one.
func goes(t *testing.T, p *randomPlayer, m *rules.Match, s order.Side) order.Order {
	t.Helper()
	var picks []view.Pick
	for {
		offer := must(m.Offer(s, "retreat", picks))(t)
		if offer.Done {
			return m.Order("retreat", picks)
		}
		picks = append(picks, oneOf(p.rng, offer.Next))
	}
}

// chances returns what the odds of the fight must show. mine is the number of steps that the attacker can lose.
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

// outlook has the chances that odds show.
type outlook struct {
	attackerLoses, defenderLoses                                 view.AtLeast
	attackerRetreats, defenderRetreats, emptyIfHeld, emptyIfLeft view.Chance
}

func outlookOf(o view.Odds) (out outlook) {
	for _, t := range o.Outlook {
		switch t.ID {
		case "odds.attacker":
			out.attackerLoses, out.attackerRetreats = t.Arg("losses").(view.AtLeast), t.Arg("retreat").(view.Chance)
		case "odds.defender":
			out.defenderLoses, out.defenderRetreats = t.Arg("losses").(view.AtLeast), t.Arg("retreat").(view.Chance)
		case "odds.empty":
			out.emptyIfHeld, out.emptyIfLeft = t.Arg("held").(view.Chance), t.Arg("left").(view.Chance)
		}
	}
	return out
}

// idleIn returns how many unseen units add nothing to the defence, as the odds say.
func idleIn(o view.Odds) int {
	n, _ := o.Besides.Arg("n").(int)
	return n
}

// bounds checks that a fight lies within its odds, and equals them if every defender is seen.
func bounds(t *testing.T, o view.Odds, f fought) {
	t.Helper()
	in := func(what string, c view.Span, n int) {
		t.Helper()
		if n < c.Least || n > c.Most || o.Whole() && c.Least != c.Most {
			t.Errorf("%s: %d, shown as %+v of %+v", what, n, c, o)
		}
	}
	c, shown := f.chances(o.AttackSteps), outlookOf(o)
	in("steps", o.DefenceSteps, f.steps)
	in("empty if he holds", shown.emptyIfHeld, c.held)
	in("empty if he goes", shown.emptyIfLeft, c.left)
	in("the attacker retreats", shown.attackerRetreats, c.attackerRetreats)
	in("the defender retreats", shown.defenderRetreats, c.defenderRetreats)
	losses := func(what string, chances []view.Chance, n []int) {
		t.Helper()
		if len(n) > len(chances) {
			t.Errorf("%s loses %d steps, shown as %v", what, len(n), chances)
			return
		}
		n = append(n, make([]int, len(chances)-len(n))...)
		for i := range chances {
			in(fmt.Sprint(what, " loses ", i+1), chances[i], n[i])
		}
	}
	losses("the attacker", shown.attackerLoses, c.attacker)
	losses("the defender", shown.defenderLoses, c.defender)
	for _, r := range o.Results {
		in(r.Result, r.Chance, f.results[r.Result])
		delete(f.results, r.Result)
	}
	if len(f.results) > 0 {
		t.Errorf("not shown: %v, of %+v", f.results, o)
	}
	if o.Whole() && !(reflect.DeepEqual(o.Best, f.Reckoning) && reflect.DeepEqual(o.Worst, f.Reckoning)) {
		t.Errorf("shown as\n%+v\nand fought as\n%+v", o.Best, f.Reckoning)
	}
	if f.Defence.Compare(o.Best.Defence) < 0 || f.Defence.Compare(o.Worst.Defence) > 0 || f.Attack != o.Best.Attack &&
		f.Attack != o.Worst.Attack {
		t.Errorf("%v to %v, shown as %v to %v and %v to %v", f.Attack, f.Defence, o.Best.Attack, o.Best.Defence,
			o.Worst.Attack, o.Worst.Defence)
	}
}

// TestOdds_FightsForEachThrow compares the odds of attacks and overruns in random games with the fights themselves for
// each of the 36 throws. The odds are exact where the whole target is seen, otherwise a range that contains the truth.
func TestOdds_FightsForEachThrow(t *testing.T) {
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
						fights++
						if odds.Whole() {
							whole++
						} else {
							ranged++
						}
						if idleIn(odds) > 0 ||
							slices.ContainsFunc(odds.Best.Terms, func(m view.Term) bool { return m.Rule == "7.2d" }) {
							idle++
						}
					}
					planned += p.plans(side)
					rec := must(p.m.Decide(side, o, p.roll))(t)
					was := p.board.Phase
					p.apply(rec)
					p.patience--
					if p.board.Phase != was {
						p.patience = p.patient()
					}
				}
			}
			if whole == 0 || ranged == 0 || planned == 0 {
				t.Errorf("%d fights seen whole, %d with units not seen, %d planned", whole, ranged, planned)
			}
			t.Logf("%d fights seen whole, %d with units not seen, %d with units that add nothing, %d planned", whole,
				ranged, idle, planned)
		})
	}
}

// plans checks the odds of attacks in phases before they can be made, and returns how many attacks it asked about.
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
			o := order.Order{Verb: order.PlannedAttack}.WithHexes("target", st.Hex).WithUnits("units", own.Known[0].ID)
			odds, err := p.m.Odds(side, o)
			if err == nil && !odds.Planned {
				p.t.Fatalf("%+v is not said to be planned", o)
			}
			if rec, given := p.m.Decide(side, o, p.roll); given == nil {
				p.t.Fatalf("%+v is carried out: %+v", o, rec)
			}
			o.Verb = "attack"
			if err == nil {
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

// TestOdds_DefenderThatRetreatedThere: 7.2d: a unit that retreated into a hex adds nothing to its defence and suffers the
// result with the others, whether it is seen there or not.
func TestOdds_DefenderThatRetreatedThere(t *testing.T) {
	t.Parallel()
	first, then := hex.Hex{Col: 12, Row: 10}, hex.Hex{Col: 13, Row: 10}
	def := edited(t, load(t, "drill"), modules.Edit{Blank: true,
		Own: data.Edit{Results: map[string]map[int]chart.Result{"1:3": {7: {DefenderRetreat: 1}}}}})
	at := hex.Hex{Col: 12, Row: 9}
	p := playerOf(t, def, rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "combat"},
		Units: []rules.Placed{
			{ID: "b-1-arm", At: at}, {ID: "b-1-mot", At: at}, {ID: "b-1-mil", At: at},
			{ID: "r-1-inf", At: first}, {ID: "r-2-inf", At: first}, {ID: "r-1-arm", At: first},
			{ID: "r-1-mot", At: then}}}, 0)
	give := func(by order.Side, o order.Order) {
		t.Helper()
		rec := must(p.m.Decide(by, o, throw{3, 4}))(t)
		p.apply(rec)
	}
	give("blue", order.Order{Verb: "attack"}.WithHexes("target", first).WithUnits("units", "b-1-arm"))
	give("red", order.Order{Verb: "retreat"}.WithUnits("units", "r-1-inf", "r-2-inf",
		"r-1-arm").WithHexes("path", then))
	for p.board.Due != nil { // a step for the zone that they entered, and no advance
		o, _ := p.m.Default(p.acting())
		give(p.acting(), o)
	}
	o := order.Order{Verb: "attack"}.WithHexes("target", then).WithUnits("units", "b-1-mot")
	odds := must(p.m.Odds("blue", o))(t)
	if odds.Unseen != 3 || idleIn(odds) != 2 ||
		!slices.ContainsFunc(odds.Best.Terms, func(m view.Term) bool { return m.Rule == "7.2d" }) {
		t.Errorf("%d unseen, %d of them idle: %+v", odds.Unseen, idleIn(odds), odds.Best)
	}
	// Any one of the four hidden units may fight alone, in any state.
	if half := chart.Frac(3, 2); odds.Best.Defence != half || odds.Worst.Defence != chart.Whole(7) {
		t.Errorf("a defence from %v to %v", odds.Best.Defence, odds.Worst.Defence)
	}
	bounds(t, odds, fightOut(t, p, "blue", o))
}
