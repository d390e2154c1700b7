package player

import (
	"slices"

	"grognard/bot/localtable/wire"
)

// choose sets the choice in a menu. It returns the values that were chosen before (by the last choice or by default),
// and whether the choice has changed.
func (p *Player) choose(message, customID string, values []string) (before []string, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, ok := p.chosen[message][customID]
	if !ok {
		before = defaults(p.messages[message], customID)
	}
	now := slices.Sorted(slices.Values(values))
	if slices.Equal(now, before) {
		return before, false
	}
	if p.chosen[message] == nil {
		p.chosen[message] = map[string][]string{}
	}
	p.chosen[message][customID] = now
	return before, true
}

// defaults returns the values of a menu that are chosen by default, sorted.
func defaults(m wire.Message, customID string) (out []string) {
	menu, _ := m.Part(func(c wire.Component) bool { return c.CustomID == customID })
	for _, o := range menu.Options {
		if o.Default {
			out = append(out, o.Value)
		}
	}
	slices.Sort(out)
	return out
}
