package series

import (
	"grognard/rules/casefile"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Case is what an adjudication case says in the words of the series. Its keys are read beside
// those that every case has; then it tells what they come to.
type Case interface {
	// Series is the name of the series.
	Series() string
	// Keys are those of the case itself.
	Keys() casefile.Keys
	// Unit reads those of one more unit.
	Unit() CaseUnit
	// Edit is what the case changes of its module.
	Edit() modules.Change
	// Counts is what sides have beside their units once the case's phase has begun.
	Counts(*modules.Definition, view.Phase) ([]Count, error)

	// Shows are the keys of what a command must show.
	Shows() casefile.Checks[Told]
	// Expects are those of what must be so in the end, ExpectsOfUnit those for one unit.
	Expects() casefile.Checks[Seen]
	ExpectsOfUnit() casefile.Checks[Found]
}

// CaseUnit reads the keys of one unit of a case. It Needs a key, as long as nothing of its own
// can be made of the others.
type CaseUnit struct {
	Keys  casefile.Keys
	Needs string
	Unit  interface {
		Own() (own any, ok bool) // of the unit's modules.Counter
		Marks() []string         // that lie on it
	}
}

// Told is what the giver of a command was told of it.
type Told struct {
	Game  *modules.Definition
	Lines []view.Line
}

// Seen is what a case is compared with: what everybody sees and what each side does. The state
// is not in it, so that a case cannot rely on what no player can see.
type Seen struct {
	Public *view.Board
	Own    map[order.Side]*view.Board
}

// Found is a unit as its owner sees it.
type Found struct {
	Seen
	Unit view.Counter
	At   hex.Hex // None for one in a Box
	Box  string
}
