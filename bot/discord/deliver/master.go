package deliver

import (
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// tellArrived returns the public page of a moved game in its new channel: how it stands, and what is open.
func (b PageMaker) tellArrived(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	t, v := e.Table, *e.Public
	board := v.Board()
	parts := []string{tell.MeasureInWords(loc, t), tell.TitleInWords(loc, t, board), tell.SeatsInWords(loc, t),
		tell.WaitingInWords(loc, t, board)}
	var rows []discordgo.MessageComponent
	switch {
	case !t.Started:
		rows = page.SeatButtons(loc, t)
	case board.Due != nil:
		rows = append(rows, page.Row(page.DecideButton(loc, t.Game, board.Due.ID), page.SideButton(loc, t.Game)))
	default:
		rows = append(rows, page.Row(page.OrdersButton(loc, t.Game), page.SideButton(loc, t.Game)))
	}
	if t.Offer != nil && t.Offer.Answer == "" {
		parts, rows = append(parts, table.OfferInWords(loc, *t.Offer)), append(rows, table.OfferButtons(loc, t, "")...)
	}
	if t.Undo != nil && t.Undo.Answer == "" {
		parts = append(parts, loc.Say("undo.due", "side", t.Undo.By))
	}
	p := table.PingAll(loc, t, strings.Join(append(parts, tell.PauseLines(loc, t)...), "\n"))
	p.Rows = rows
	if t.Started {
		p.Figures = ask.MapFigure(b.Kit, loc, v, b.House)
	}
	return p
}
