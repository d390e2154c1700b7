package play

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/heads"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// askCaution asks for confirmation before an order is carried out that costs something its giver may have overlooked.
// The button carries the digest of the costs: if they have changed by the time of the press, the giver is asked again.
func (d Desk) askCaution(ctx context.Context, req ask.Request, c api.Caution) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	title := p.Request.Localizer.Describe("caution."+string(c.Order.Verb), "caution.order")
	label := p.Request.Localizer.Describe("accept."+string(c.Order.Verb), "accept.order")
	asked := page.Choice{Verb: c.Order.Verb, Picks: c.Picks}
	if c.Order.Verb == page.EndVerb {
		label = orderName(p, page.EndVerb)
		title = label + "?"
	} else if len(c.Picks) > 0 {
		title += "** **" + answerLabel(p, asked, nil)
	}
	pg := page.Page[view.Secret]{Text: "**" + title + "**\n" + p.Request.Localizer.Warned(c.Warnings)}
	if due := p.View.Board().Due; due != nil && due.Side == p.View.Side() {
		asked.Question = due.ID
	}
	accept, fits := asked.Encode(page.ActAccept, int(view.Digest(c.Warnings)), p.Roster)
	orders := page.OrdersButton(p.Request.Localizer, p.Table.Game)
	if !fits {
		pg.Text += "\n" + p.Say("pick.too-long")
		pg.Rows = page.OneRow(orders)
		return p.Open(p.Table, p.View, pg)
	}
	buttons := []discordgo.MessageComponent{page.Button(label, accept, discordgo.DangerButton)}
	back := BackToPanel(p)
	if id, fits := asked.Encode(page.ActBack, 0, p.Roster); fits && len(c.Picks) > 0 && back != nil {
		back = []discordgo.MessageComponent{page.Button(p.Say("button.back"), id, discordgo.SecondaryButton)}
	} else if back == nil {
		back = []discordgo.MessageComponent{orders}
	}
	pg.Rows = page.OneRow(append(buttons, back...)...)
	return p.Open(p.Table, p.View, pg)
}

// costLine returns what the order spelled by a choice costs, in one line; "" for nothing.
func costLine(ctx context.Context, p Player, c page.Choice) string {
	lines := p.Request.Localizer.Warned(warnings(ctx, p, c))
	return strings.ReplaceAll(strings.TrimPrefix(lines, "• "), "\n• ", "; ")
}

// warnings returns what the order spelled by a choice costs; nil for nothing, or if it is no legal order.
func warnings(ctx context.Context, p Player, c page.Choice) []view.Warning {
	list, err := p.Desk.orders.Warnings(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, c.Verb, c.Picks)
	if err != nil {
		return nil // the page of the choice says what is wrong
	}
	return list
}

// goOnButton returns the button of the first stack that loses its remaining movement points once another unit moves;
// nil for none. Its label names the points. Stacks of row have buttons already. arrow points to a stack outside part.
func goOnButton(ctx context.Context, p Player, part hex.Part, row []heads.Stack) (button []discordgo.MessageComponent,
	arrow string) {
	board := p.View.Board()
	for _, w := range warnings(ctx, p, page.Choice{Verb: tell.MoveVerb(board.Map)}) {
		for _, n := range losses.Units(w) {
			_, at, _ := board.Find(n.ID)
			done, _ := board.ProgressOf(n.ID)
			st, _ := wording.StackAt(board, at)
			isShown := slices.ContainsFunc(row, func(m heads.Stack) bool { return m.At == at })
			m := heads.Stack{At: at, Units: slices.DeleteFunc(slices.Clone(st.Known), func(c view.Counter) bool {
				return !mayOrder(p, c.ID) || !slices.Contains(losses.Units(w), view.Name{ID: c.ID, Name: c.Name})
			})}
			if w.Ask || done.Left == nil || len(m.Units) == 0 || isShown {
				continue
			}
			b := stackButton(p, m)
			arrow = regions.Arrow(board.Map.Grid, part, at)
			b.Label = pointed(b.Label, arrow)
			return []discordgo.MessageComponent{b}, arrow
		}
	}
	return nil, ""
}

// unconfirmedCosts returns what an order has cost without being asked about, a line for each. The first line says how
// many strikes an air strike has left. A warning's text with .done added, if the catalogue has one, says the cost.
func unconfirmedCosts(loc wording.Localizer, out ordering.Outcome) string {
	words := ""
	struck := first.Count(out.View.Board().Told, func(l view.Line) bool {
		return l.MapEvent != nil && l.MapEvent.Kind == view.Struck
	})
	if left := out.Order.N("strikes") - struck; out.Order.Verb == "airstrike" && left > 0 && out.Table.Awaits == nil {
		words = "\n" + loc.Say("left.strikes", "n", left)
	}
	supplied := func(l view.Line) bool { return l.Text.ID == "told.supplied" } // it tells what the warnings foretold
	for _, w := range out.Warnings {
		isTold := w.Ask || out.Order.Verb == "hold" || out.Order.Verb == "airstrike" // by a question, or the account
		if isTold || slices.ContainsFunc(out.View.Board().Told, supplied) {
			continue
		}
		if done := w.Text.ID + ".done"; loc.Describe(done) != done {
			w.Text.ID = done
		}
		words += "\n" + loc.Warning(w)
	}
	return words
}

// pointsLeft returns how many movement points the units of an order have left, and which units lose theirs once another
// unit moves; lines, each after a line feed.
func pointsLeft(ctx context.Context, p Player, out ordering.Outcome) string {
	loc, board := p.Request.Localizer, out.View.Board()
	spec, _ := order.Find(board.Map.Orders, out.Order.Verb)
	if spec.Verb != tell.MoveVerb(board.Map) && !spec.Arrives && !spec.Fight {
		return "" // nobody goes on after it
	}
	words := ""
	var told []view.Name
	for _, w := range warnings(ctx, p, page.Choice{Verb: tell.MoveVerb(board.Map)}) {
		if !w.Ask {
			words, told = words+"\n"+loc.Warning(w), append(told, losses.Units(w)...)
		}
	}
	var units []string
	for _, id := range out.Order.UnitsOnce("units") {
		if slices.ContainsFunc(told, func(n view.Name) bool { return n.ID == id }) {
			continue
		}
		if done, _ := board.ProgressOf(id); done.Left != nil {
			c, _, _ := board.Find(id)
			units = append(units, loc.Say("left.unit", "unit", wording.InWords(c.Name), "left", *done.Left))
		}
	}
	if len(units) == 0 {
		return words
	}
	return words + "\n" + loc.Say("left", "units", wording.InWords(strings.Join(units, ", ")))
}
