package standing

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Asked is a pending decision, as its side may know it.
type Asked interface {
	Hex() hex.Hex          // the hex that it is about, hex.None for none
	Units() []order.UnitID // the units that it is about
	At(order.UnitID) hex.Hex
	IsFor(answer string) bool // whether an answer decides anything in decisions of this kind
	// Try returns the order by which an answer decides for some of the units, or why there is none.
	Try(e Exception, units []order.UnitID) (o order.Order, why view.Text, ok bool)
}

// Chosen is how a decision is answered.
type Chosen struct {
	Order  order.Order
	Asks   bool      // the owner has to be asked
	By     Exception // what answered or asks
	Failed []Failed  // what came before it and could not be carried out
}

// Failed is an answer that could not be carried out.
type Failed struct {
	By  Exception
	Why view.Text
}

// Choose returns the first answer that is about a decision and can be carried out; ok is false if there is none.
func (a Answers) Choose(asked Asked) (c Chosen, ok bool) {
	for _, e := range a.inOrder() {
		units, concerned := e.unitsConcerned(asked)
		switch {
		case !concerned || e.Answer != Ask && !asked.IsFor(e.Answer):
			continue
		case e.Answer == Ask:
			c.By, c.Asks = e, true
			return c, true
		}
		o, why, ok := asked.Try(e, units)
		if ok {
			c.Order, c.By = o, e
			return c, true
		}
		c.Failed = append(c.Failed, Failed{e, why})
	}
	return c, false
}

// inOrder lists the exceptions for units, then those for hexes, then the set.
func (a Answers) inOrder() []Exception {
	list := slices.Clone(a.Exceptions)
	rank := func(e Exception) int {
		if e.Unit != "" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(x, y Exception) int { return rank(x) - rank(y) })
	if a.Set != "" {
		list = append(list, Exception{Answer: a.Set})
	}
	return list
}

// unitsConcerned returns the units of a decision for which the exception answers; ok is false for another decision.
func (e Exception) unitsConcerned(asked Asked) (units []order.UnitID, ok bool) {
	units = asked.Units()
	if e.Unit == "" && (e.Hex == hex.None || e.Hex == asked.Hex()) {
		return units, true
	}
	units = slices.DeleteFunc(slices.Clone(units), func(id order.UnitID) bool {
		return id != e.Unit && (e.Unit != "" || asked.At(id) != e.Hex)
	})
	return units, len(units) > 0
}

// TriedFight is a hypothetical fight, and what standing answers decide in it. It is for their owner's side alone.
type TriedFight struct {
	Hex       hex.Hex
	By        order.Side  // the attacking side
	Attackers []view.Name // as far as the side sees them
	Result    string
	Throws    int // the number of throws that give the result; 0 for a result that was asked for
	Steps     []TriedStep
}

// TriedStep is one decision in a TriedFight.
type TriedStep struct {
	Due    view.Prompt
	Answer Chosen
	Asked  bool        // the owner would be asked, and what follows is open
	Told   []view.Line // what follows from the answer
}
