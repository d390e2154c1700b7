package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// answers are the verbs that answer a kind of question.
func answers(kind string) []order.Verb {
	switch kind {
	case "retreat":
		return []order.Verb{"hold", "retreat"}
	case "advance":
		return []order.Verb{"advance", "pass"}
	case accent:
		return []order.Verb{accent, "pass"}
	}
	return []order.Verb{order.Verb(kind)}
}

// carryOut does what the question owed first leaves no choice about: it drops
// one that has become empty, puts a changed one again, and gives the only
// answer where there is one. It tells whether it did anything.
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
	case "withdraw":
		if e.stranded(sc, q) {
			return true
		}
	}
	o, ok := e.only(e.look(sc, q.Side))
	if !ok {
		return false
	}
	if err := e.verb(o.Verb).resolve(e, sc, o, nil); err != nil {
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

// only is the one legal answer to what the side owes, if there is just one.
func (e *Engine) only(s *state.Sight) (order.Order, bool) {
	var found []order.Order
	for _, v := range answers(s.Owed.Kind) {
		found = e.orders(s, v, nil, 2, found)
	}
	if len(found) != 1 {
		return order.Order{}, false
	}
	return found[0], true
}

// orders walks offers until it has found so many legal orders.
func (e *Engine) orders(s *state.Sight, v order.Verb, picks []view.Pick, most int, found []order.Order) []order.Order {
	offer, d := e.Offer(s, v, picks)
	if d != nil {
		return found
	}
	if offer.Done {
		found = append(found, e.Order(v, picks))
	}
	for _, p := range offer.Next {
		if len(found) >= most {
			break
		}
		found = e.orders(s, v, append(picks[:len(picks):len(picks)], p), most, found)
	}
	return found
}

// Default is the answer for one who never answers: pass what is optional, retreat
// rather than pay to hold, but hold rather than die, else the first legal answer.
func (e *Engine) Default(s *state.Sight) (order.Order, bool) {
	if s.Owed == nil {
		return order.Order{}, false
	}
	if s.Owed.Kind == "advance" {
		return order.Order{Verb: "pass"}, true
	}
	switch s.Owed.Kind {
	case "withdraw":
		return e.firstReturn(s)
	case "retreat":
		return e.safest(s)
	}
	for _, v := range slices.Backward(answers(s.Owed.Kind)) {
		if found := e.orders(s, v, nil, 1, nil); len(found) > 0 {
			return found[0], true
		}
	}
	return order.Order{}, false
}

// Complete is what could stand next in an option of a partial order.
func (e *Engine) Complete(s *state.Sight, partial order.Order, opt order.Option) []view.Pick {
	v := e.verb(partial.Verb)
	if v == nil {
		return nil
	}
	var before, own []view.Pick
	for _, k := range v.layout {
		part := e.Picks(keep(partial, k))
		if k == opt.Kind {
			own = part
			break
		}
		if k != order.Hex || opt.Kind != order.Path { // to: and path: exclude each other
			before = append(before, part...)
		}
	}
	if opt.Kind != order.Units && opt.Kind != order.Path {
		own = nil // a hex or a number is one: what stands there is being replaced
	}
	starts := [][]view.Pick{before}
	if len(before) == 0 && v.layout[0] != opt.Kind { // what comes first is not given yet: take any
		offer, _ := e.Offer(s, partial.Verb, nil)
		starts = nil
		for _, p := range offer.Next {
			starts = append(starts, []view.Pick{p})
		}
	}
	var out []view.Pick
	seen := map[view.Pick]bool{}
	for _, start := range starts {
		offer, d := e.Offer(s, partial.Verb, append(start, own...))
		if d != nil {
			continue
		}
		for _, p := range offer.Next {
			if fits(p, opt.Kind) && !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// keep is the part of an order that one kind of option fills.
func keep(o order.Order, k order.Kind) order.Order {
	out := order.Order{Verb: o.Verb}
	switch k {
	case order.Units:
		out.Units = o.Units
	case order.Hex:
		out.Hex = o.Hex
	case order.Path:
		out.Path = o.Path
	case order.Count, order.Strikes:
		out.N = o.N
	}
	return out
}

func fits(p view.Pick, k order.Kind) bool {
	switch k {
	case order.Units:
		return p.Unit != ""
	case order.Hex:
		return p.Unit == "" && p.Hex != hex.None && p.N == 0
	case order.Path:
		return p.Unit == "" && p.Hex != hex.None && p.N == 1
	}
	return p.Unit == "" && p.Hex == hex.None
}
