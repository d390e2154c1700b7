package scs

import "grognard/rules/view"

// Print adds the factors on the counters and the ratings of air strikes.
func (e *Engine) Print(m *view.Map) {
	for i := range m.Cards {
		c, u := &m.Cards[i], &e.units[i]
		c.Full, c.Reduced, c.Exploit, c.Estimate, c.EstimateBack = u.Full, u.Reduced, u.Exploit, u.Estimate, u.EstimateBack
	}
	for _, s := range e.def.Sides {
		if a, ok := e.data.Air[s.ID]; ok {
			m.Air = append(m.Air, view.Air{Side: s.ID, Regular: a.Regular, Breakdown: a.Breakdown, Estimate: a.Estimate})
		}
	}
}
