package view

import (
	"grognard/rules/hex"
	"grognard/rules/order"
)

// StandingAnswer is what standing orders say to what a side owes, for that side alone.
type StandingAnswer struct {
	Order  order.Order // legal as the match stands; none where the owner is to be asked
	Ask    bool        // a line leaves it to the owner, and none behind it answers
	Line   int         // that has decided, or that asks, from 1
	Within int         // hours in which the owner has the first word, before Order answers; 0 for none
	Why    []Text      // lines that could not be carried out, and what was decided
}

// TriedFight is a fight that was only thought of, and what standing orders decide in it.
type TriedFight struct {
	Hex       hex.Hex
	By        order.Side // who attacks
	Attackers []Name     // as far as the side sees them
	Result    string
	Throws    int // so many throws of the dice bring the result; 0 for one that was described
	Steps     []TriedStep
}

// TriedStep is one decision in such a fight.
type TriedStep struct {
	Due    Prompt
	Answer StandingAnswer
	Asked  bool   // the owner would be asked, and what comes after it is open
	Told   []Line // what comes of the answer
}
