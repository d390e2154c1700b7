package player

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// choose makes a choice in a menu and tells whether it differs from what was chosen before: the last choice that the
// bot took or, before any, the defaults.
func (p *Player) choose(message, customID string, values []string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, ok := p.chosen[message][customID]
	if !ok {
		before = defaults(p.messages[message], customID)
	}
	now := slices.Sorted(slices.Values(values))
	if slices.Equal(now, before) {
		return false
	}
	if p.chosen[message] == nil {
		p.chosen[message] = map[string][]string{}
	}
	p.chosen[message][customID] = now
	return true
}

// unchoose forgets what was chosen in a message: it was not taken.
func (p *Player) unchoose(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.chosen, message)
}

// defaults are the values that a menu shows as chosen at first, sorted.
func defaults(m wire.Message, customID string) (out []string) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.CustomID != customID {
				continue
			}
			for _, o := range c.Options {
				if o.Default {
					out = append(out, o.Value)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}
