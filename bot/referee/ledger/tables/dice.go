package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
	"grognard/rules/view"
)

// RowAccount is what was told of one row.
type RowAccount struct {
	Bound     *ledger.Bound  // what its dice were bound to, nil for nothing
	Result    *ledger.Result // its result by the rules, nil for none
	Seq       uint64
	At        time.Time
	Account   view.Account
	Announced bool       // the row was announced at once
	Reported  bool       // a report tells of it: of its phase, of the next one that passes, or of the game's beginning
	Undo      bool       // it took other rows back
	UndoOf    order.Side // with Undo: whose last order it took back
	Vacation  *ledger.Vacation
	Calls     order.Side // the side that it called to act, "" for none
	Master    bool       // a game master's, or a change of who plays: an undo does not remove it from what is told
}

// AccountOf returns what a row told, with the account that the rules gave of it.
func AccountOf(s ledger.Step, account view.Account) RowAccount {
	t := RowAccount{Bound: s.Body.Bound, Result: s.Body.Result(), Seq: s.Seq, At: s.At, Account: account,
		Announced: s.Body.IsAnnouncedChange(), Undo: s.Body.Undone != nil, Vacation: s.Body.Vacation,
		Master: s.Body.IsAboutTable()}
	t.Reported = s.Body.IsReported() || t.Result != nil && t.Result.Passes
	if t.Undo {
		t.UndoOf = s.Body.Undone.Side
	}
	switch {
	case s.Body.Acts != nil:
		t.Calls = *s.Body.Acts
	case s.Body.Owes != nil:
		t.Calls = s.Body.Owes.Side
	}
	return t
}

// DiceRoll returns what a side, or "" for an onlooker, may know of the dice of a row.
func DiceRoll(g *ledger.Game, t RowAccount, viewer order.Side) (api.DiceRoll, error) {
	lines := t.Account.Public()
	if viewer != "" {
		lines = t.Account.For(viewer)
	}
	hash := sha256.Sum256(t.Result.Asked)
	c := api.DiceRoll{Hash: hex.EncodeToString(hash[:])}
	var value []byte
	if b := t.Bound; b != nil {
		var err error
		if value, err = b.Value(); err != nil {
			return c, err
		}
		c.Round, c.Signature, c.Message = b.Round, b.Signature, b.Message
	}
	by, err := ledger.SideOfCommand(t.Result.Asked)
	if err != nil {
		return c, err
	}
	if g.Over || by == "" || by == viewer { // "" for the start of the game, which is no side's secret
		c.Asked = string(t.Result.Asked)
	}
	if by != viewer && t.Seq > g.Reported() && !t.Result.Announced && !g.Over {
		return c, nil // it is announced when the phase ends
	}
	for _, fell := range t.Result.Record.Rolls() {
		roll, told := rollIn(lines, int(fell.Number))
		if g.Over {
			roll.Faces, told = fell.Faces, true
			again, err := g.Roller(hash, value).Roll(fell.Number, len(fell.Faces))
			if err != nil {
				return c, err
			}
			roll.Agrees = slices.Equal(again, fell.Faces)
		}
		if told {
			c.Rolls = append(c.Rolls, roll)
		}
	}
	return c, nil
}

// rollIn returns a roll as lines tell it, and whether they do.
func rollIn(lines []view.Line, number int) (r api.Roll, told bool) {
	r.Number = number
	for _, l := range lines {
		if !slices.Contains(l.Rolls(), number) {
			continue
		}
		told = true
		if l.Roll == number {
			r.Faces = l.Dice
		}
	}
	return r, told
}
