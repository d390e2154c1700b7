package combat

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// OnlyLosses returns an answer to a question of losses, and whether it is the only one. The first unit of the question
// loses a step in any case.
func OnlyLosses(st *state.State, q *state.Question) (answer []order.UnitID, isOnly bool) {
	answer = []order.UnitID{q.Units[0]}
	rest := q.N - 1
	able, all := 0, 0 // how many units could lose more, and how many steps in all
	for i, id := range q.Units {
		more := st.Piece(id).Steps
		if i == 0 {
			more--
		}
		if more > 0 {
			able, all = able+1, all+more
		}
		for range min(more, rest) {
			answer = append(answer, id)
		}
	}
	return answer, rest == 0 || able <= 1 || all <= rest
}

// NextLosses proposes how many steps each unit loses.
func NextLosses(c *game.Attempt) (picks []view.Pick) {
	q := c.Sight.Owed
	for _, id := range slices.Sorted(slices.Values(q.Units)) {
		for n := 1; n <= min(q.N, stepsOf(c, id)); n++ {
			picks = append(picks, view.Pick{Unit: id, N: int8(n)})
		}
	}
	return picks
}

func stepsOf(c *game.Attempt, id order.UnitID) int {
	if u := c.Sight.Piece(id); u != nil {
		return u.Steps
	}
	return 0
}

// CheckLosses lists what a pick breaks. The engaged unit loses the first step; the owner divides the rest among the
// units with it. BCS 7.2-4: in an attack that is the unit whose Action Rating counted; BCS 7.2-5: the rest, in its hex.
func CheckLosses(c *game.Attempt, pick view.Pick) []choice.Violation {
	q := c.Sight.Owed
	name := law.Of(c.Sight).Name(pick.Unit)
	switch {
	case !slices.Contains(q.Units, pick.Unit):
		return law.Violations(RestRule(q), view.T("bcs.not-in-fight", "unit", name))
	case int(pick.N) > stepsOf(c, pick.Unit):
		return law.Violations(RestRule(q), view.T("bcs.fewer-steps", "unit", name, "steps", stepsOf(c, pick.Unit)))
	}
	lost, forced := stepsPicked(c)
	lost, forced = lost+int(pick.N), forced || pick.Unit == q.Units[0]
	// Units are picked in the order of their IDs: that of the unit that must lose a step may be past.
	passedOver := !forced && (q.Units[0] < pick.Unit || q.N-lost < 1)
	if passedOver || lost > q.N {
		return law.Violations(q.Rule, view.T("bcs.losses-wrong", "n", q.N, "unit", law.Of(c.Sight).Name(q.Units[0])))
	}
	if slices.ContainsFunc(c.Rest, func(o view.Pick) bool { return !slices.Contains(q.Units, o.Unit) }) {
		return nil // a later pick is of a unit that took no part: the check of that pick says so
	}
	toFollow := 0 // the steps of the units that can still be picked
	for _, id := range q.Units {
		if id > pick.Unit {
			toFollow += stepsOf(c, id)
		}
	}
	if lost+toFollow < q.N {
		return law.Violations(q.Rule, view.T("bcs.losses-wrong", "n", q.N, "unit", law.Of(c.Sight).Name(q.Units[0])))
	}
	return nil
}

// RestRule returns the clause by which the steps after the first are lost.
func RestRule(q *state.Question) string {
	if q.Rule == "7.2-4" {
		return "7.2-5"
	}
	return q.Rule
}

// stepsPicked returns how many steps have been picked, and whether one is of the unit that must lose the first.
func stepsPicked(c *game.Attempt) (lost int, forced bool) {
	for _, p := range c.Picks {
		lost += int(max(p.N, 1))
		forced = forced || p.Unit == c.Sight.Owed.Units[0]
	}
	return lost, forced
}

// WarnLosses warns of the units that the picked losses destroy. Each pick is of one unit, with its steps as N.
func WarnLosses(c *game.Attempt) []view.Warning {
	var dying []view.Name
	for i, u := range c.Units {
		if int(c.Picks[i].N) >= u.Steps {
			dying = append(dying, law.Of(c.Sight).Name(u.ID))
		}
	}
	return view.Destroyed(dying, view.Rule(c.Sight.Owed.Rule))
}

// DoneLosses lists a violation unless all steps are picked, with one of the unit that must lose the first.
func DoneLosses(c *game.Attempt) []choice.Violation {
	q := c.Sight.Owed
	if lost, forced := stepsPicked(c); lost != q.N || !forced {
		return law.Violations(q.Rule, view.T("bcs.losses-wrong", "n", q.N, "unit", law.Of(c.Sight).Name(q.Units[0])))
	}
	return nil
}
