package discord

import (
	"cmp"
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostEntries is how many hexes a menu names at which several units can arrive: those nearest to the enemy.
const mostEntries = 10

// entries are the hexes at which each of some arriving units can be placed now.
func (p player) entries(ctx context.Context, c choice, units []view.Pick) (map[view.Pick][]hex.Hex, error) {
	all := map[view.Pick][]hex.Hex{}
	for _, u := range units {
		offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, append(slices.Clip(c.picks), u))
		if err != nil {
			return nil, err
		}
		for _, q := range offer.Next {
			if q == (view.Pick{Hex: q.Hex}) && q.Hex != hex.None {
				all[u] = append(all[u], q.Hex)
			}
		}
	}
	return all, nil
}

// arriving are the entries of a menu that bring on all units that can come in at a hex.
func (p player) arriving(ctx context.Context, f front, c choice, g group) (list []entry) {
	var units []view.Pick
	for _, e := range g.entries {
		units = append(units, e.picks[0])
	}
	entries, err := p.entries(ctx, c, units)
	if err != nil {
		return nil // what is wrong is said by the offer of the choice
	}
	var hexes []hex.Hex
	at := map[hex.Hex][]view.Pick{}
	for _, u := range units {
		for _, h := range entries[u] {
			if at[h] = append(at[h], u); len(at[h]) == 2 {
				hexes = append(hexes, h)
			}
		}
	}
	hexes = f.hexes(hexes)
	for _, h := range hexes[:min(len(hexes), mostEntries)] {
		list = append(list, entry{append(byUnit(at[h]), view.Pick{Hex: h}), h})
	}
	return list
}

// prescribed is a list of orders, a line for each hex, that brings on all units for which there is only one hex; n is
// how many they are.
func (p player) prescribed(ctx context.Context, c choice, units []view.Pick) (lines []order.Line, n int, err error) {
	entries, err := p.entries(ctx, c, units)
	if err != nil {
		return nil, 0, err
	}
	at := map[hex.Hex][]order.UnitID{}
	var hexes []hex.Hex
	for _, u := range byUnit(units) {
		if len(entries[u]) != 1 {
			continue
		}
		h := entries[u][0]
		if n++; at[h] == nil {
			hexes = append(hexes, h)
		}
		at[h] = append(at[h], u.Unit)
	}
	slices.SortFunc(hexes, hex.Compare)
	for _, h := range hexes {
		text := order.Option{Kind: order.Units}.Text(order.Arg{Units: at[h]})
		lines = append(lines, order.Line{Number: len(lines) + 1, Said: []order.Said{{Verb: c.verb,
			Values: map[string]string{order.ListUnits: text, "hex": h.String()}}}})
	}
	return lines[:min(len(lines), order.MaxLines)], n, nil
}

// arrivalsButton brings on all units that have no choice of a hex. It is shown before any pick, and not while a list
// of orders is unfinished, which it would replace.
func (p player) arrivalsButton(ctx context.Context, c choice, offer view.Offer) ([]discordgo.MessageComponent, error) {
	if c.verb != order.Reinforce || len(c.picks) > 0 {
		return nil, nil
	}
	if begun, err := p.referee.Rest(ctx, p.cmd.Channel, p.cmd.User); begun != nil || err != nil {
		return nil, err
	}
	lines, n, err := p.prescribed(ctx, c, offer.Next)
	id, fits := c.encode(actDue, 0, p.roster)
	if err != nil || len(lines) == 0 || !fits {
		return nil, err
	}
	return []discordgo.MessageComponent{button(p.Say("button.all-due", "n", n), id, discordgo.SuccessButton)}, nil
}

// bringAll brings on all units that have no choice of a hex, hex after hex, each by an order of its own, up to the
// first that fails. A second tap finds none of them left. A list that was begun since the button was shown is not
// replaced.
func (p player) bringAll(ctx context.Context, c choice) ([]rest.Message, error) {
	if begun, err := p.referee.Rest(ctx, p.cmd.Channel, p.cmd.User); begun != nil || err != nil {
		return nil, cmp.Or(err, errStale)
	}
	offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, nil)
	if err != nil {
		return nil, err
	}
	lines, _, err := p.prescribed(ctx, choice{verb: c.verb}, offer.Next)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, errStale
	}
	l, err := p.referee.Preview(ctx, p.cmd, order.WriteList(lines))
	if err != nil {
		return nil, err
	}
	return p.runList(ctx, l.Draft, l.Shown)
}
