package play

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// verbsFor lists the verbs that answer a kind of question.
func verbsFor(g *game.Game, kind string) []order.Verb {
	switch kind {
	case "retreat":
		return []order.Verb{"hold", "retreat"}
	case "advance":
		return []order.Verb{"advance", "pass"}
	}
	if g.Question(kind).Declined != nil {
		return []order.Verb{order.Verb(kind), "pass"}
	}
	return []order.Verb{order.Verb(kind)}
}

// carryOutForced does what the first pending question leaves no choice about: it drops a question without units, asks a
// changed one again, and gives the answer if only one is legal. It reports whether it did anything.
func carryOutForced(g *game.Game, sc *state.Scratch) bool {
	q := *sc.Owed()
	switch q.Kind {
	case "losses", "retreat":
		if law.StepsLeft(sc.State, q) == 0 {
			sc.Do(state.Answered{ID: q.ID})
			return true
		}
		if q.Kind == "retreat" && resolveCornered(g, sc, q) {
			return true
		}
	case "advance":
		if beginAdvance(g, sc, q) {
			return true
		}
	default:
		if drops := g.Question(q.Kind).Drops; drops != nil && drops(sc, q) {
			return true
		}
	}
	o, ok := onlyAnswer(g, SightOf(g, sc, q.Side))
	return ok && g.Machine.Verb(o.Verb).Resolve(sc, o, nil) == nil // no roller: no answer rolls a die
}

// onlyAnswer returns the answer to what the side owes if exactly one is legal.
func onlyAnswer(g *game.Game, s *state.Sight) (order.Order, bool) {
	var found []order.Order
	for _, v := range verbsFor(g, s.Owed.Kind) {
		found = g.Machine.Orders(s, v, nil, 2, found) // 2 are enough to know that there is a choice
	}
	if len(found) != 1 {
		return order.Order{}, false
	}
	return found[0], true
}

// Default returns the answer to what the side owes when its player gives none: decline what is optional, retreat rather
// than pay to hold, but hold rather than die, else the first legal answer; false if none is legal.
func Default(g *game.Game, s *state.Sight) (order.Order, bool) {
	if s.Owed.Kind == "advance" {
		return order.Order{Verb: "pass"}, true
	}
	if s.Owed.Kind == "retreat" {
		return law.SafestRetreat(g, s)
	}
	if answer := g.Question(s.Owed.Kind).Default; answer != nil {
		return answer(s)
	}
	for _, v := range slices.Backward(verbsFor(g, s.Owed.Kind)) { // pass, where it is allowed, is the last
		if found := g.Machine.Orders(s, v, nil, 1, nil); len(found) > 0 { // the first of all its orders
			return found[0], true
		}
	}
	return order.Order{}, false
}
