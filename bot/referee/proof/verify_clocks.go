package proof

import (
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// clocks checks what row s states of the clocks. g is the game after s; was is how the clocks stood before. The row
// must state them exactly when the referee would, and with a time used that is at most the time that has passed.
func (c *checker) clocks(g *ledger.Game, s ledger.Step, was clocks.Basis) error {
	if c == nil { // nothing is checked
		return nil
	}
	got := s.Body.Clock
	least, most := time.Duration(0), time.Duration(0) // what the side on the clock can have left
	if k := was.Clocks; k != nil && k.Side != "" {
		most = k.Left[k.Side]
		least = min(most, max(0, most-s.At.Sub(k.From)))
	}
	low, high := clocks.Statement(g, was, s.Body, least), clocks.Statement(g, was, s.Body, most)
	if (got == nil) != (low == nil) { // high is nil where low is: the time left decides nothing about that
		return flaw("row %d states how the clocks stand, or should", s.Seq)
	}
	if got == nil {
		return nil
	}
	fits := got.Side == low.Side && got.Phase == low.Phase && len(got.Left) == len(low.Left) &&
		got.Added >= min(low.Added, high.Added) && got.Added <= max(low.Added, high.Added) // fuller clocks may get less
	for side, left := range got.Left {
		from, known := low.Left[side]
		fits = fits && known && left >= from && left <= high.Left[side]
	}
	if !fits {
		return flaw("row %d says that the clocks stand as %s: by its time they cannot", s.Seq,
			ledger.Brief(string(s.Row.Body)))
	}
	return nil
}
