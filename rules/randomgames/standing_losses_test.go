package randomgames

import (
	"flag"
	"math"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/standing"
)

var standingGames = flag.Int("standing", 0, "random campaigns of afb in which to count what ready-made sets lose")

// TestStandingSets_StrengthLost counts the strength, attack and defence, that a side loses by its decisions under each
// ready-made set and by the game's own answers. All are tried in the same positions: at each decision of random
// campaigns a copy is played on until nothing is owed. The campaign itself goes on by the game's own answers.
func TestStandingSets_StrengthLost(t *testing.T) {
	if *standingGames == 0 {
		t.Skip("needs -standing, such as -standing 200")
	}
	sets := []string{""}
	first := newPlayer(t, "afb", 9000)
	for _, c := range first.m.StandingChoices() {
		if c.IsSet {
			sets = append(sets, c.ID)
		}
	}
	lost, byKind := map[string][]float64{}, map[string]map[string]int{}
	decisions := 0
	for seed := range uint64(*standingGames) {
		p := newPlayer(t, "afb", 9000+seed)
		sum := map[string]int{}
		p.idle = ""
		for p.board.Turn <= *lastTurn && !p.board.Over {
			side := p.acting()
			if p.board.Due == nil {
				p.order(side)
				continue
			}
			o, ok := p.m.Default(side)
			if !ok {
				p.order(side)
				continue
			}
			decisions++
			if k := p.board.Due.Kind; k != "losses" && k != "retreat" && k != "remove" {
				p.apply(must(p.m.Decide(side, o, p.roll))(t))
				continue
			}
			for _, set := range sets {
				n := strengthLost(p, side, set)
				sum[set] += n
				if byKind[set] == nil {
					byKind[set] = map[string]int{}
				}
				byKind[set][p.board.Due.Kind] += n
			}
			p.apply(must(p.m.Decide(side, o, p.roll))(t))
		}
		for _, set := range sets {
			lost[set] = append(lost[set], float64(sum[set]))
		}
	}
	for _, set := range sets {
		mean, err := meanOf(lost[set])
		t.Logf("%-15s %.1f ± %.1f a campaign %v", set, mean, err, byKind[set])
	}
	t.Logf("%d decisions", decisions)
}

// strengthLost returns the strength that a side loses on the map if a set, or "" for the game, answers all that it owes
// now, and the game what others owe.
func strengthLost(p *randomPlayer, side order.Side, set string) int {
	m := rules.Freeze(p.m)
	before := strengthOnMap(m, side)
	for m.Standing().Owed != 0 {
		by := m.Standing().By
		o, ok := m.Default(by)
		if c, chosen := m.Answer(by, standing.Answers{Set: set}); by == side && chosen {
			o, ok = c.Order, true
		}
		if !ok {
			break
		}
		rec, err := m.Decide(by, o, p.roll)
		if err != nil {
			break
		}
		must(m.Apply(m.Seq()+1, rec))(p.t)
	}
	return before - strengthOnMap(m, side)
}

// strengthOnMap returns the attack and defence that a side has on the map.
func strengthOnMap(m *rules.Match, side order.Side) (n int) {
	for _, st := range m.View(side).Board().Stacks {
		if st.Side != side {
			continue
		}
		for _, c := range st.Known {
			n += max(c.Rating("attack").N, 0) + max(c.Rating("defence").N, 0)
		}
	}
	return n
}

// meanOf returns the mean of some numbers and its standard error.
func meanOf(all []float64) (mean, err float64) {
	for _, x := range all {
		mean += x / float64(len(all))
	}
	for _, x := range all {
		err += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(err / float64(len(all)) / float64(max(len(all)-1, 1)))
}
