package ledger

import (
	"grognard/bot/referee/api"
)

// expectedTimed is expected for what was done about the clocks. When a clock runs out depends on what held it,
// which is not in the log; it is only checked that it could have run out.
func (g *Game) expectedTimed(s Step) (Body, error) {
	switch t := *s.Body.Timed; t.Does {
	case api.RanOut:
		return g.expectedRunOut(s)
	case api.OfferTiming:
		return g.OfferTime(s.By, TimedOf{Does: api.OfferTiming, Offers: t.Offers, Days: t.Days, Terms: t.Terms}, s.At)
	case api.AnswerTiming:
		return g.AnswerTime(s.By, 0, false, s.At)
	case api.NewTerms:
		if t.Alone {
			return g.OfferTime(s.By, TimedOf{Does: api.OfferTiming, Offers: api.NewTerms, Terms: t.Terms}, s.At)
		}
		return g.AnswerTime(s.By, 0, true, s.At)
	case api.PauseClock:
		return g.AnswerTime(s.By, 0, true, s.At)
	case api.ResumeClock:
		return g.OfferTime(s.By, TimedOf{Does: api.OfferTiming, Offers: api.ResumeClock}, s.At)
	case api.WaitForClock:
		return g.WaitOn(s.By, 0, t.Days)
	}
	return Body{}, &api.Flaw{What: "it does nothing that can be done about clocks"}
}

func (g *Game) expectedRunOut(s Step) (Body, error) {
	c := g.Clock
	switch {
	case s.By != "":
		return Body{}, &api.Flaw{What: "somebody has a clock run out"}
	case c == nil || c.Side == "" || c.Out != nil:
		return Body{}, &api.Flaw{What: "a clock runs out, and none runs"}
	case s.At.Sub(c.From) < c.Left[c.Side]:
		return Body{}, &api.Flaw{What: "a clock runs out that has time left"}
	}
	rowBody := g.RanOut()
	if a := s.Body.Accepted; a != nil && rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, nil
}
