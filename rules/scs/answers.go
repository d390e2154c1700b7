package scs

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// answers lists the verbs that answer a kind of question.
func (e *Engine) answers(kind string) []order.Verb {
	switch kind {
	case "retreat":
		return []order.Verb{"hold", "retreat"}
	case "advance":
		return []order.Verb{"advance", "pass"}
	}
	if e.question(kind).Declined != nil {
		return []order.Verb{order.Verb(kind), "pass"}
	}
	return []order.Verb{order.Verb(kind)}
}

// carryOut does what the question owed first leaves no choice about: it drops a question without
// units, asks a changed one again, and gives the answer if only one is legal. It reports whether it
// did anything.
func (e *Engine) carryOut(sc *state.Scratch) bool {
	q := *sc.Owed()
	switch q.Kind {
	case "losses":
		if e.stepsLeft(sc, q) == 0 {
			sc.Do(state.Answered{ID: q.ID})
			return true
		}
	case "retreat":
		if e.stepsLeft(sc, q) == 0 {
			sc.Do(state.Answered{ID: q.ID})
			return true
		}
		if e.cornered(sc, q) {
			return true
		}
	case "advance":
		if e.beginAdvance(sc, q) {
			return true
		}
	default:
		if drops := e.question(q.Kind).Drops; drops != nil && drops(sc, q) {
			return true
		}
	}
	o, ok := e.only(e.Sees(sc, q.Side))
	if !ok {
		return false
	}
	if err := e.Verb(o.Verb).Resolve(sc, o, nil); err != nil {
		return false
	}
	return true
}

func (e *Engine) stepsLeft(sc *state.Scratch, q state.Question) int {
	n := 0
	for _, id := range q.Units {
		if p := sc.Piece(id); p.OnMap() {
			n += p.Steps
		}
	}
	return n
}

// only returns the answer to what the side owes if exactly one is legal.
func (e *Engine) only(s *state.Sight) (order.Order, bool) {
	var found []order.Order
	for _, v := range e.answers(s.Owed.Kind) {
		found = e.Orders(s, v, nil, 2, found)
	}
	if len(found) != 1 {
		return order.Order{}, false
	}
	return found[0], true
}

// Default is the answer when a player gives none: decline what is optional, retreat rather than pay to
// hold, but hold rather than die, else the first legal answer.
func (e *Engine) Default(s *state.Sight) (order.Order, bool) {
	if s.Owed == nil {
		return order.Order{}, false
	}
	if s.Owed.Kind == "advance" {
		return order.Order{Verb: "pass"}, true
	}
	if s.Owed.Kind == "retreat" {
		return e.safestRetreat(s)
	}
	if answer := e.question(s.Owed.Kind).Default; answer != nil {
		return answer(s)
	}
	for _, v := range slices.Backward(e.answers(s.Owed.Kind)) {
		if found := e.Orders(s, v, nil, 1, nil); len(found) > 0 {
			return found[0], true
		}
	}
	return order.Order{}, false
}
