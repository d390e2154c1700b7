package scs

import "grognard/rules/view"

// Print adds the factors on the counters, and what the game's features print.
func (e *Engine) Print(m *view.Map) {
	for i := range m.Cards {
		c, u := &m.Cards[i], &e.units[i]
		c.Full, c.Reduced, c.Exploit, c.Estimate, c.EstimateBack = u.Full, u.Reduced, u.Exploit, u.Estimate, u.EstimateBack
	}
	for i := range e.features {
		if prints := e.features[i].Prints; prints != nil {
			prints(m)
		}
	}
}
