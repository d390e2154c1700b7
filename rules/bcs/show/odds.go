package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Odds: BCS 7.1: the net of a legal Engagement, its reasons and the chance of each result; of barrages and Attacks by Fire
// what they can cost.
func Odds(g *game.Game, s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	o = o.Sorted()
	if spec, ok := g.Machine.Spec(o.Verb); !ok || !spec.Fight {
		return view.Odds{}, choice.NoSuchOrder(o.Verb)
	}
	if d := g.Machine.Legal(s, o); d != nil {
		return view.Odds{}, d
	}
	switch o.Verb {
	case "fire", "barrage":
		return barrageOdds(g, s, b, o), nil
	}
	pos := law.Of(s)
	u := s.Piece(o.Units("unit")[0])
	aim, _ := pos.Aim(u, o.Hex("target"), o.Word("with") == law.WithSupport)
	ev := law.Reckoned(pos, &aim)
	r := engagement(g, ev, u, counter(pos, u), counter(pos, aim.Target.Unit))
	out := view.Odds{Order: o, Turn: b.Turn, Phase: b.Phase, Least: ev.Defence, Most: ev.Defence, Best: r, Worst: r,
		AttackSteps: stepsOf(aim.Firer), DefenceSteps: view.Span{Least: stepsOf(aim.Target), Most: stepsOf(aim.Target)}}
	table, is := g.Data.Tables[data.Engagement], law.ConditionsOf(pos, &aim)
	var hurts, hurt, drops int
	for roll, throws := range chances(table.Dice) {
		if throws == 0 {
			continue
		}
		entry, _ := table.Read(roll+ev.Net, is)
		result := entry.For(aim.Target.Support != nil)
		out.Results = addChance(out.Results, result.Text, throws)
		acting, against := result.Losses(is)
		if against > 0 {
			hurts += throws
		}
		if acting > 0 && aim.Returned {
			hurt += throws
		}
		if result.Drop && aim.Target.Support != nil {
			drops += throws
		}
	}
	out.Outlook = []view.Text{view.T("bcs.odds-target", "chance", chance(hurts)),
		view.T("bcs.odds-firer", "chance", chance(hurt))}
	if drops > 0 {
		out.Outlook = append(out.Outlook, view.T("bcs.odds-drops", "chance", chance(drops)))
	}
	if !aim.Returned {
		out.Outlook = append(out.Outlook, view.T("bcs.odds-out-of-range"))
	}
	return out, nil
}

func chance(n int) view.Chance { return view.Chance{Least: n, Most: n} }

func stepsOf(g *law.Gun) int {
	if g.Support != nil {
		return g.Support.Left
	}
	return g.Unit.Steps
}

// addChance adds throws to those of a result.
func addChance(list []view.ResultChance, result string, throws int) []view.ResultChance {
	i := slices.IndexFunc(list, func(r view.ResultChance) bool { return r.Result == result })
	if i < 0 {
		return append(list, view.ResultChance{Result: result, Chance: chance(throws)})
	}
	list[i].Chance.Least += throws
	list[i].Chance.Most += throws
	return list
}

// chances is in how many of view.Throws each sum of some dice comes, by the sum; of three dice or more to the nearest
// throw.
func chances(dice int) []int {
	ways, all := throws(dice)
	out := make([]int, len(ways))
	for sum, n := range ways {
		out[sum] = (n*view.Throws + all/2) / all
	}
	return out
}

// throws is in how many equally likely throws of some dice each sum comes, by the sum, and how many there are.
func throws(dice int) (ways []int, all int) {
	ways, all = []int{1}, 1
	for range dice {
		next := make([]int, len(ways)+6)
		for sum, n := range ways {
			for face := 1; face <= 6; face++ {
				next[sum+face] += n
			}
		}
		ways, all = next, 6*all
	}
	return ways, all
}
