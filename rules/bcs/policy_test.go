package bcs_test

import (
	"flag"
	"math"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/policy"
	"grognard/rules/must"
	"grognard/rules/order"
)

var (
	duels = flag.Int("duels", 2, "battles of the policy against itself; from 400 on they must be balanced")
	bouts = flag.Int("bouts", 1, "battles of it against the random player; of 200 and more it must win nine tenths")
)

// The policy plays battles of eight turns to their end: its orders are legal, and a position leads to one order. In
// long series each side's share of wins is between 35 and 65 %, and the policy beats the random player.
func TestPolicy_Battles(t *testing.T) {
	for _, c := range []struct {
		name    string
		battles int
		plays   []order.Side
	}{
		{"both sides", *duels, []order.Side{"blue", "red"}},
		{"blue against random", *bouts, []order.Side{"blue"}},
		{"red against random", *bouts, []order.Side{"red"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			levels, won, attacks := map[string]int{}, map[order.Side]int{}, 0
			for seed := range uint64(c.battles) {
				b := battleOf(t, seed, c.plays)
				score := b.m.Public().Board().Score()
				levels[score.ID]++
				won[score.Victory.Side]++
				attacks += b.said[game.Attack]
			}
			if attacks < c.battles {
				t.Errorf("%d attacks: no odds are good", attacks)
			}
			t.Logf("%d battles: %v", c.battles, levels)
			for _, side := range c.plays {
				low, high := wilson(won[side], c.battles)
				share := 100 * float64(won[side]) / float64(max(c.battles, 1))
				t.Logf("%s wins %d: %.1f %%, with 95 %% between %.1f and %.1f", side, won[side], share, low, high)
				if len(c.plays) == 2 && c.battles >= 400 && (low < 35 || high > 65) {
					t.Errorf("the battle is not balanced")
				}
				if len(c.plays) == 1 && c.battles >= 200 && 10*won[side] < 9*c.battles {
					t.Errorf("the policy wins too seldom")
				}
			}
		})
	}
}

// battleOf plays a battle, in which the policy plays some sides and the random player the others.
func battleOf(t *testing.T, seed uint64, plays []order.Side) *battle {
	t.Helper()
	b := newBattle(t, must.Get(rules.Modules().Load("bcs-drill"))(t), seed)
	b.weighs = nil
	for !b.m.Standing().Over {
		if len(b.log) > longest {
			t.Fatalf("seed %d: it does not end, after %q", seed, b.told[longest-20:])
		}
		if side := b.acts(); !slices.Contains(plays, side) {
			b.says()
		} else {
			b.gives(side, chosen(b.table, side))
		}
		if len(plays) == 1 { // the random player reads the true position
			b.follows()
		}
	}
	return b
}

// chosen returns the order that the policy chooses. Now and then it asks twice, and the order must be the same.
func chosen(p *table, side order.Side) order.Order {
	p.t.Helper()
	o, err := policy.Choose(rules.Seat{Match: p.m, Side: side})
	if err != nil {
		p.t.Fatalf("seed %d, after %q: %v", p.seed, p.told, err)
	}
	if len(p.log)%10 == 0 {
		p.m.DropCaches()
		if again, err := policy.Choose(rules.Seat{Match: p.m, Side: side}); err != nil || !reflect.DeepEqual(o, again) {
			p.t.Fatalf("seed %d: %v, and then %v, %v", p.seed, o, again, err)
		}
	}
	return o
}

// wilson returns the 95 % confidence interval of a share of won battles, in percent.
func wilson(won, battles int) (low, high float64) {
	const z = 1.959964
	n := float64(battles)
	p := float64(won) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * (middle - half) / (1 + z*z/n), 100 * (middle + half) / (1 + z*z/n)
}
