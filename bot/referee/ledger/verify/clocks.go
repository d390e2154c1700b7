package verify

import (
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// expectedTimed is Expected for what was done about the clocks. When a clock runs out depends on what held it, which
// is not in the log; it is only checked that it could have run out.
func expectedTimed(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	switch t := *s.Body.Timed; t.Does {
	case api.RanOut:
		return expectedRunOut(g, s)
	case api.OfferTiming:
		return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: t.Offers, Days: t.Days,
			Terms: t.Terms}, s.At)
	case api.AnswerTiming:
		return clocks.Answer(g, s.By, 0, false, s.At)
	case api.NewTerms:
		if t.Alone {
			return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: api.NewTerms, Terms: t.Terms},
				s.At)
		}
		return clocks.Answer(g, s.By, 0, true, s.At)
	case api.PauseClock:
		return clocks.Answer(g, s.By, 0, true, s.At)
	case api.ResumeClock:
		return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: api.ResumeClock}, s.At)
	case api.WaitForClock:
		return clocks.WaitOn(g, s.By, 0, t.Days)
	}
	return ledger.Body{}, &api.Flaw{What: "it does nothing that can be done about clocks"}
}

// expectedRunOut is Expected for a clock that has run out.
func expectedRunOut(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	c := g.Clock
	switch {
	case s.By != "":
		return ledger.Body{}, &api.Flaw{What: "somebody has a clock run out"}
	case c == nil || c.Side == "" || c.Out != nil:
		return ledger.Body{}, &api.Flaw{What: "a clock runs out, and none runs"}
	case s.At.Sub(c.From) < c.Left[c.Side]:
		return ledger.Body{}, &api.Flaw{What: "a clock runs out that has time left"}
	}
	rowBody := clocks.RunOut(g)
	if a := s.Body.Accepted; a != nil && rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, nil
}
