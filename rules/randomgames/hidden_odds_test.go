package randomgames

import (
	"fmt"
	"maps"
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

// hiding is a small position: blue units before a red stack that hides some, and red units elsewhere.
type hiding struct {
	*rules.Prepared
	def   *modules.Definition
	pos   rules.Position
	slots []int       // which of pos.Units blue does not see
	order order.Order // blue's attack on the stack
}

func (h *hiding) match(t *testing.T) *rules.Match {
	t.Helper()
	return must(h.Open(h.pos, nil, entries(nil)))(t)
}

// newHiding returns a random position. The top of the red stack may have no attack strength, or lie under a marker,
// which in 1.7 covers it, so that the stack's zone tells something of the units below it.
func newHiding(t *testing.T, rng *rand.Rand) *hiding {
	t.Helper()
	def := edited(t, load(t, "drill"), modules.Edit{Blank: true, Edition: []string{"1.8", "1.7"}[rng.IntN(2)]})
	h := &hiding{def: def, pos: rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "combat"}}}
	var reds []order.UnitID
	for _, id := range def.Roster {
		if def.Units[id].Side == "red" {
			reds = append(reds, id)
		}
	}
	rng.Shuffle(len(reds), func(i, j int) { reds[i], reds[j] = reds[j], reds[i] })
	if i := slices.Index(reds, "r-1-sec"); i == 1 { // attack 0: on top, its stack's zone tells of those below
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
	var units []order.UnitID
	for i, id := range []order.UnitID{"b-1-arm", "b-1-mot", "b-1-inf"}[:1+rng.IntN(3)] {
		at := []hex.Hex{{Col: 10, Row: 9}, {Col: 9, Row: 10}}[i%2]
		h.pos.Units = append(h.pos.Units, rules.Placed{ID: id, At: at})
		units = append(units, id)
	}
	h.order = order.Order{Verb: "attack"}.WithHexes("target", target).WithUnits("units", units...)
	return h
}

// others visits every position that is consistent with what blue sees: the hidden units in every order, with
// any steps, and any markers that do not show.
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
					units[i].Steps = steps
					if i != 0 {
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

// TestOdds_HiddenUnits: the range of the odds is exactly that of the fights in all positions that fit what is seen.
func TestOdds_HiddenUnits(t *testing.T) {
	t.Parallel()
	rng, columns, ranges, behind := rand.New(rand.NewPCG(8, 12)), map[string]map[string]int{}, 0, 0
	for range 40 {
		h := newHiding(t, rng)
		h.Prepared = must(rules.Prepare(h.def, h.pos))(t)
		m := h.match(t)
		if !lawful(m, "red") {
			continue
		}
		odds := must(m.Odds("blue", h.order))(t)
		var all []map[string]int
		truth := truthOf(t, m, h.pos, h.def)
		h.others(func() {
			twin := h.match(t)
			if !lawful(twin, "red") || !truth.sameZones(twin, "blue") ||
				!reflect.DeepEqual(m.View("blue").Board(), twin.View("blue").Board()) {
				return
			}
			behind++
			if again, err := twin.Odds("blue", h.order); err != nil || !reflect.DeepEqual(again, odds) {
				t.Fatalf("odds tell positions apart: %+v, %+v, %v", odds, again, err)
			}
			all = append(all, h.numbers(t, twin, odds.AttackSteps, columns))
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

// numbers fights with each of the 36 throws and returns how many bring what, by its name. columns stores the results of
// each column of the table, which are the same in all positions.
func (h *hiding) numbers(t *testing.T, m *rules.Match, mine int, columns map[string]map[string]int) map[string]int {
	t.Helper()
	o, before := h.order, freeze(t, m, h.pos)
	f := fought{results: map[string]int{}}
	for _, st := range m.View("red").Board().Stacks {
		for _, c := range st.Known {
			if st.Hex == o.Hex("target") {
				f.steps += c.Steps
			}
		}
	}
	_, f.Reckoning = start(t, before, "blue", o, throw{1, 1})
	if known, ok := columns[f.Column]; ok {
		f.results = known
	} else {
		for a := range 6 {
			for b := range 6 {
				_, fight := start(t, before, "blue", o, throw{a + 1, b + 1})
				f.results[fight.Result]++
			}
		}
		columns[f.Column] = f.results
	}
	for name, n := range f.results {
		r := must(chart.ParseResult(name))(t)
		if r.DefenderSteps+r.DefenderRetreat >= f.steps {
			f.held += n
		}
		if r.DefenderSteps >= f.steps || r.DefenderRetreat > 0 { // there is room behind
			f.left += n
		}
	}
	c := f.chances(mine)
	out := map[string]int{"steps": f.steps, "held": c.held, "left": c.left, "attacker retreats": c.attackerRetreats,
		"defender retreats": c.defenderRetreats,
		"defence":           f.Defence.Times(chart.Whole(4)).Round()} // in quarters
	for i, n := range c.attacker {
		out[fmt.Sprint("attacker loses ", i+1)] = n
	}
	for i, n := range c.defender {
		out[fmt.Sprint("defender loses ", i+1)] = n
	}
	maps.Copy(out, f.results)
	return out
}

// around returns, for each name in what numbers returns, the range of its values over several positions.
func around(all []map[string]int) map[string]view.Span {
	out := map[string]view.Span{}
	for _, numbers := range all {
		for what := range numbers {
			out[what] = view.Span{Least: 1 << 30} // more than any
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

// hull returns the ranges that odds show, under the same names.
func hull(o view.Odds) map[string]view.Span {
	shown := outlookOf(o)
	out := map[string]view.Span{"steps": o.DefenceSteps, "held": shown.emptyIfHeld, "left": shown.emptyIfLeft,
		"attacker retreats": shown.attackerRetreats, "defender retreats": shown.defenderRetreats,
		"defence": {Least: o.Best.Defence.Times(chart.Whole(4)).Round(),
			Most: o.Worst.Defence.Times(chart.Whole(4)).Round()}}
	for i, c := range shown.attackerLoses {
		out[fmt.Sprint("attacker loses ", i+1)] = c
	}
	for i, c := range shown.defenderLoses {
		out[fmt.Sprint("defender loses ", i+1)] = c
	}
	for _, r := range o.Results {
		out[r.Result] = r.Chance
	}
	return out
}
