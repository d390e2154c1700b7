package referee

import (
	"time"
)

// expectedTimed is expected for what was done about the clocks. When a clock runs out depends on what held it,
// which is not in the log; it is only checked that it could have run out.
func (g *game) expectedTimed(s step) (body, error) {
	switch t := *s.body.Timed; t.Does {
	case RanOut:
		return g.expectedRunOut(s)
	case OfferTiming:
		return g.offerTime(s.By, timed{Does: OfferTiming, Offers: t.Offers, Days: t.Days, Terms: t.Terms}, s.At)
	case AnswerTiming:
		return g.answerTime(s.By, 0, false, s.At)
	case NewTerms:
		if t.Alone {
			return g.offerTime(s.By, timed{Does: OfferTiming, Offers: NewTerms, Terms: t.Terms}, s.At)
		}
		return g.answerTime(s.By, 0, true, s.At)
	case PauseClock:
		return g.answerTime(s.By, 0, true, s.At)
	case ResumeClock:
		return g.offerTime(s.By, timed{Does: OfferTiming, Offers: ResumeClock}, s.At)
	case WaitForClock:
		return g.waitOn(s.By, 0, t.Days)
	}
	return body{}, &Flaw{"it does nothing that can be done about clocks"}
}

func (g *game) expectedRunOut(s step) (body, error) {
	c := g.Clock
	switch {
	case s.By != "":
		return body{}, &Flaw{"somebody has a clock run out"}
	case c == nil || c.Side == "" || c.Out != nil:
		return body{}, &Flaw{"a clock runs out, and none runs"}
	case s.At.Sub(c.From) < c.Left[c.Side]:
		return body{}, &Flaw{"a clock runs out that has time left"}
	}
	rowBody := g.ranOut()
	if a := s.body.Accepted; a != nil && rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, nil
}

// clocks checks what a row states of the clocks, after the frame has followed it: it states them if and only if
// it must, and the time used is neither negative nor more than has passed.
func (c *checker) clocks(g *game, s step, was clockBasis) error {
	got := s.body.Clock
	least, most := time.Duration(0), time.Duration(0)
	if k := was.clocks; k != nil && k.Side != "" {
		most = k.Left[k.Side]
		least = min(most, max(0, most-s.At.Sub(k.From)))
	}
	low, high := g.clockStatement(was, s.body, least), g.clockStatement(was, s.body, most)
	if (got == nil) != (low == nil) {
		return flaw("row %d states how the clocks stand, or should", s.Seq)
	}
	if got == nil {
		return nil
	}
	fits := got.Side == low.Side && got.Phase == low.Phase && len(got.Left) == len(low.Left) &&
		got.Added >= min(low.Added, high.Added) && got.Added <= max(low.Added, high.Added)
	for side, left := range got.Left {
		from, known := low.Left[side]
		fits = fits && known && left >= from && left <= high.Left[side]
	}
	if !fits {
		return flaw("row %d says that the clocks stand as %s: by its time they cannot", s.Seq, brief(string(s.Body)))
	}
	return nil
}
