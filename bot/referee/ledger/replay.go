package ledger

import (
	"time"

	"grognard/rules/view"
)

// toldRow is what was told of one row.
type ToldRow struct {
	Bound    *Bound  // what its dice were bound to, nil for nothing
	Play     *Played // its result by the rules, nil for none
	Seq      uint64
	At       time.Time
	Account  view.Account
	Heard    bool // it was announced at once
	Reported bool // its own announcement is the report of a phase or of the game's beginning
	Undo     bool // it took other rows back
	Vacation *Vacation
	Master   bool // a game master's, or a change of who plays: an undo does not remove it from what is told
}
