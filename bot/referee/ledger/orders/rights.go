package orders

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Rights say what a member of a team may order: he is offered only that, so that no button leads to a refusal.
type Rights struct {
	game *ledger.Game
	side order.Side
	seat ledger.Seat
	user string
	all  bool // the user commands the side
}

// RightsOf returns the rights of a user who plays a side.
func RightsOf(g *ledger.Game, user string, side order.Side) Rights {
	p := g.Seat(side)
	return Rights{g, side, p, user, p.Commands(user)}
}

func (s Rights) mayOrder(id order.UnitID) bool { return s.all || s.game.Owner(s.seat, id) == s.user }

// decision returns the units of the decision that the side has to take, nil for none.
func (s Rights) decision() (units []order.UnitID) {
	if due := s.game.Match.View(s.side).Board().Due; due != nil && due.Side == s.side {
		for _, c := range due.Units {
			units = append(units, c.ID)
		}
	}
	return units
}

// Check refuses an order that the user may not give. He may give it if all its units are his, or if it has no units
// and answers a decision about his units alone; all else is for the commander.
func (s Rights) Check(o order.Order) error {
	if s.all {
		return nil
	}
	var units []order.UnitID
	for _, a := range o.Args {
		units = append(units, a.Units...)
	}
	if len(units) == 0 {
		units = s.decision()
	}
	if len(units) == 0 {
		return &api.NotYours{User: s.seat.User}
	}
	for _, id := range units {
		if owner := s.game.Owner(s.seat, id); owner != s.user {
			return &api.NotYours{Unit: view.Name{ID: id, Name: s.game.Def.Units[id].Name}, User: owner}
		}
	}
	return nil
}

// Verbs returns those of the verbs that the user may give: a verb without units if a decision is about his units alone,
// and a verb with units if one of his can begin it.
func (s Rights) Verbs(verbs []order.Verb) []order.Verb {
	if s.all {
		return verbs
	}
	units := s.decision()
	decides := len(units) > 0 && !slices.ContainsFunc(units, func(id order.UnitID) bool { return !s.mayOrder(id) })
	return slices.DeleteFunc(slices.Clone(verbs), func(v order.Verb) bool {
		spec, _ := s.game.Match.Spec(v)
		ofUnits := slices.ContainsFunc(spec.Options, func(o order.Option) bool { return o.Kind == order.Units })
		if !ofUnits {
			return !decides
		}
		offer, err := s.Offer(v, nil)
		return err == nil && !offer.Done && len(offer.Next) == 0
	})
}

// Offer returns what the user can pick next so that it leads to an order that he may give.
func (s Rights) Offer(v order.Verb, picks []view.Pick) (view.Offer, error) {
	offer, err := s.game.Match.Offer(s.side, v, picks)
	if s.all || err != nil {
		return offer, err
	}
	offer.Next = slices.DeleteFunc(slices.Clone(offer.Next), func(p view.Pick) bool {
		budget := walkLimit
		return p.Unit != "" && !s.mayOrder(p.Unit) || !s.leads(v, append(slices.Clone(picks), p), &budget)
	})
	return offer, nil
}

// Whole returns the picks of all units of these hexes that can take part in an order together, nil if not all are his.
func (s Rights) Whole(v order.Verb, picks []view.Pick, hexes []hex.Hex) []view.Pick {
	all := s.game.Match.Whole(s.side, v, picks, hexes...)
	if slices.ContainsFunc(all, func(p view.Pick) bool { return p.Unit != "" && !s.mayOrder(p.Unit) }) {
		return nil
	}
	return all
}

// walkLimit limits the offers that are examined to find out where a pick leads. A pick that needs more is offered.
const walkLimit = 100

// leads reports whether picks can be completed to an order without another player's units.
func (s Rights) leads(v order.Verb, picks []view.Pick, budget *int) bool {
	offer, err := s.game.Match.Offer(s.side, v, picks)
	*budget--
	if err != nil || offer.Done || *budget <= 0 {
		return err == nil
	}
	return slices.ContainsFunc(offer.Next, func(p view.Pick) bool {
		return (p.Unit == "" || s.mayOrder(p.Unit)) && s.leads(v, append(slices.Clone(picks), p), budget)
	})
}

// Completion returns what the user can type next into an option.
func (s Rights) Completion(v order.Verb, values map[string]string, option string) view.Completion {
	return s.cut(s.game.Match.Completion(s.side, v, values, option))
}

// cut returns a completion without what the user may not order.
func (s Rights) cut(c view.Completion) view.Completion {
	if s.all {
		return c
	}
	able := 0
	var picks []view.Pick
	for i, p := range c.Picks {
		if p.Unit != "" && !s.mayOrder(p.Unit) {
			continue
		}
		if i < c.Able {
			able++
		}
		picks = append(picks, p)
	}
	c.Picks, c.Able = picks, able
	c.Stacks = slices.DeleteFunc(slices.Clone(c.Stacks), func(st view.HexUnits) bool {
		return slices.ContainsFunc(st.Units, func(id order.UnitID) bool { return !s.mayOrder(id) })
	})
	if c.More != nil && c.Has(c.Typed) {
		c.More = new(s.cut(*c.More))
	} else {
		c.More = nil
	}
	return c
}

// Preview previews lines of a list for the user, as rules.Match.Preview does; turn is the one for which the list is
// kept, 0 for now. It refuses lines with others' units.
func (s Rights) Preview(lines []order.Line, turn int) (view.Preview, error) {
	return s.game.Match.Preview(s.side, lines, turn, s.Check)
}
