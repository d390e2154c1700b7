package view

import (
	"grognard/rules/hex"
	"grognard/rules/order"
)

// StandingAnswer is how a side's standing orders answer a decision that it owes. It is for that side alone.
type StandingAnswer struct {
	Order  order.Order // legal now; the zero Order where the owner has to be asked
	Ask    bool        // a line leaves the decision to the owner, and no later line answers
	Line   int         // the number of the line that decided or asks, from 1
	Within int         // hours in which the owner may answer himself before Order is given; 0 for none
	Why    []Text      // which lines could not be carried out, and what was decided
}

// TriedFight is a hypothetical fight, and what standing orders decide in it.
type TriedFight struct {
	Hex       hex.Hex
	By        order.Side // the attacking side
	Attackers []Name     // as far as the side sees them
	Result    string
	Throws    int // the number of throws that give the result; 0 for a result that was asked for
	Steps     []TriedStep
}

// TriedStep is one decision in a TriedFight.
type TriedStep struct {
	Due    Prompt
	Answer StandingAnswer
	Asked  bool   // the owner would be asked, and what follows is open
	Told   []Line // what follows from the answer
}
