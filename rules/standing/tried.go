package standing

import (
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

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
