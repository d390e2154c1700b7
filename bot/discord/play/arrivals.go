package play

import (
	"context"
	"maps"
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// arrivalHexes returns for each of some arriving units the hexes at which it can be placed after the picks of c.
func arrivalHexes(ctx context.Context, p Player, c page.Choice, units []view.Pick) (map[view.Pick][]hex.Hex, error) {
	all := map[view.Pick][]hex.Hex{}
	for _, u := range units {
		offer, err := p.offer(ctx, c.Verb, append(slices.Clip(c.Picks), u))
		if err != nil {
			return nil, err
		}
		for _, q := range offer.Next {
			if q == (view.Pick{Hex: q.Hex}) && q.Hex != hex.None { // a hex, not a step or a hex of another option
				all[u] = append(all[u], q.Hex)
			}
		}
	}
	return all, nil
}

// arrivalEntries returns for each hex the entry that brings on all units of g that can come in there.
func arrivalEntries(ctx context.Context, p Player, c page.Choice, g group) (list []entry) {
	units := firstPicks(g.entries)
	entries, err := arrivalHexes(ctx, p, c, units)
	if err != nil {
		return nil // what is wrong is said by the offer of the choice
	}
	at := map[hex.Hex][]view.Pick{}
	for _, u := range units {
		for _, h := range entries[u] {
			at[h] = append(at[h], u)
		}
	}
	for _, h := range slices.SortedFunc(maps.Keys(at), hex.Compare) { // along the edge
		list = append(list, entry{append(byUnit(at[h]), view.Pick{Hex: h}), h})
	}
	return list
}

// forcedArrivals returns a list of orders, a line for each hex up to order.MaxLines, that brings on all units with only
// one hex. n is how many units these are, and crowds the warnings of these orders, such as of too many units in a hex.
func forcedArrivals(ctx context.Context, p Player, c page.Choice, units []view.Pick) (lines []order.Line, n int,
	crowds []view.Warning, err error) {
	entries, err := arrivalHexes(ctx, p, c, units)
	if err != nil {
		return nil, 0, nil, err
	}
	at, ids := map[hex.Hex][]view.Pick{}, map[hex.Hex][]order.UnitID{}
	for _, u := range byUnit(units) {
		if len(entries[u]) == 1 {
			h := entries[u][0]
			n, at[h], ids[h] = n+1, append(at[h], u), append(ids[h], u.Unit)
		}
	}
	for _, h := range slices.SortedFunc(maps.Keys(at), hex.Compare) {
		text := order.Option{Kind: order.Units}.Text(order.Arg{Units: ids[h]})
		lines = append(lines, order.Line{Number: len(lines) + 1, Said: []order.Said{{Verb: c.Verb,
			Values: map[string]string{order.ListUnits: text, "hex": h.String()}}}})
		costs, _ := p.Desk.orders.Warnings(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, c.Verb,
			append(at[h], view.Pick{Hex: h}))
		crowds = append(crowds, costs...)
	}
	return lines[:min(len(lines), order.MaxLines)], n, crowds, nil
}

// arrivalsButton returns the button to bring on all units without a choice of a hex; nil for none, or after a pick.
func arrivalsButton(ctx context.Context, p Player, c page.Choice, offer view.Offer) ([]discordgo.MessageComponent,
	error) {
	if c.Verb != order.Reinforce || len(c.Picks) > 0 {
		return nil, nil
	}
	lines, n, crowds, err := forcedArrivals(ctx, p, c, offer.Next)
	id, fits := c.Encode(page.ActDue, 0, p.Roster)
	if err != nil || len(lines) == 0 || !fits {
		return nil, err
	}
	label := p.Say("button.all-due", "n", n, "crowds", len(crowds) > 0)
	return []discordgo.MessageComponent{page.Button(label, id, discordgo.SuccessButton)}, nil
}

// bringAll brings on all units that have no choice of a hex, by an order for each hex, up to the first that fails. A
// second tap finds none of these units left, and is stale.
func bringAll(ctx context.Context, p Player, c page.Choice) ([]rest.Message, error) {
	offer, err := p.offer(ctx, c.Verb, nil)
	if err != nil {
		return nil, err
	}
	lines, n, crowds, err := forcedArrivals(ctx, p, page.Choice{Verb: c.Verb}, offer.Next)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, page.ErrStale
	}
	run, err := p.Desk.lists.Give(ctx, p.Request.Cmd, order.WriteList(lines))
	if err != nil {
		return nil, err
	}
	brought := []string{p.Say("list.brought", "n", n, "hexes", len(lines))}
	for _, w := range crowds {
		brought = append(brought, p.Request.Localizer.Warning(w))
	}
	return answerRun(ctx, p, run, brought...)
}
