package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// caution asks for confirmation before an order is carried out that costs something its giver may have overlooked. The
// button carries the digest of the costs: if they have changed by the time of the press, he is asked again.
func (b *bot) caution(ctx context.Context, req request, c referee.Caution) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	title := "**" + p.Describe("caution."+string(c.Order.Verb), "caution.order") + "**"
	pg := page[view.Secret]{text: title + "\n" + p.Warned(c.Warnings)}
	accept, fits := choice{verb: c.Order.Verb, picks: c.Picks}.encode(actAccept, int(view.Digest(c.Warnings)), p.roster)
	orders := p.ordersButton(p.table.Game)
	if !fits {
		pg.text += "\n" + p.Say("pick.too-long")
		pg.rows = []discordgo.MessageComponent{row(orders)}
		return p.open(p.request, p.table, p.view, pg)
	}
	label := p.Describe("accept."+string(c.Order.Verb), "accept.order")
	pg.rows = []discordgo.MessageComponent{row(button(label, accept, discordgo.DangerButton), orders)}
	return p.open(p.request, p.table, p.view, pg)
}

// cost is what the order spelled by a choice costs, in one line.
func (p player) cost(ctx context.Context, c choice) string {
	return strings.ReplaceAll(strings.TrimPrefix(p.Warned(p.warnings(ctx, c)), "• "), "\n• ", "; ")
}

// warnings are what the order spelled by a choice costs.
func (p player) warnings(ctx context.Context, c choice) []view.Warning {
	list, err := p.referee.Warnings(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
	if err != nil {
		return nil // what is wrong is said by the offer of the choice
	}
	return list
}

// costs are the costs of an order that needed no confirmation, a line for each.
func (loc localizer) costs(out referee.Outcome) string {
	words := ""
	for _, w := range out.Warnings {
		if !w.Ask && out.Order.Verb != "hold" { // what a hold brought is told in the account
			words += "\n" + loc.Warning(w)
		}
	}
	return words
}

// left is how many movement points the units of an order have left.
func (loc localizer) left(out referee.Outcome) string {
	board := out.View.Board()
	spec, _ := order.Find(board.Map.Orders, out.Order.Verb)
	if spec.Verb != moving(board.Map) && !spec.Arrives {
		return "" // nobody goes on after it
	}
	var units []string
	for _, id := range slices.Compact(slices.Clone(out.Order.Units("units"))) {
		i := slices.IndexFunc(board.Progress, func(p view.Progress) bool { return p.Unit == id })
		if i < 0 {
			continue
		}
		if left := board.Progress[i].Left; left != nil {
			c, _, _ := board.Find(id)
			units = append(units, loc.Say("left.unit", "unit", wording.InWords(c.Name), "left", *left))
		}
	}
	if len(units) == 0 {
		return ""
	}
	return "\n" + loc.Say("left", "units", wording.InWords(strings.Join(units, ", ")))
}
