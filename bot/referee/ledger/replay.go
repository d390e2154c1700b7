package ledger

import (
	"time"

	"grognard/rules/order"
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
	Calls    order.Side // the side that it called to act, "" for none
	Master   bool       // a game master's, or a change of who plays: an undo does not remove it from what is told
}

// ToldBy returns what a row told, with the account that the rules gave of it.
func ToldBy(s Step, account view.Account) ToldRow {
	t := ToldRow{Play: s.Body.Play(), Bound: s.Body.Bound, Seq: s.Seq, At: s.At, Account: account,
		Heard: s.Body.Heard(), Reported: s.Body.Reports(), Undo: s.Body.Undone != nil, Master: s.Body.Framed(),
		Vacation: s.Body.Vacation}
	switch {
	case s.Body.Acts != nil:
		t.Calls = *s.Body.Acts
	case s.Body.Owes != nil:
		t.Calls = s.Body.Owes.Side
	}
	return t
}
