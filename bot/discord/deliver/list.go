package deliver

import (
	"context"

	"grognard/bot/discord/emojis"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// tellListBegins returns a page that tells a player that his list is about to begin.
func tellListBegins(loc wording.Localizer, e api.Notification) (page.PrivatePage, error) {
	v, game := *e.Side, e.Table.Game
	return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{
		Text: loc.Header(v.Board()) + "\n" + loc.Say("list.soon", "n", e.List.Ahead, "at",
			wording.RelativeTimestamp(e.List.Begins)),
		Rows: page.OneRow(remaining.ShowButton(loc, game, e.List.ID), page.OrdersButton(loc, game),
			page.SideButton(loc, game))})
}

// tellList returns a page that tells a player what became of his list, and what his side was told meanwhile.
func (t PageMaker) tellList(ctx context.Context, loc wording.Localizer, e api.Notification) (page.PrivatePage, error) {
	v, game := *e.Side, e.Table.Game
	lines := append([]string{loc.Header(v.Board())}, fatesInWords(loc, *e.List)...)
	lines = append(lines, loc.InPictures(emojis.All).Account(v.Board().Told))
	buttons := []discordgo.MessageComponent{page.OrdersButton(loc, game), page.SideButton(loc, game)}
	if due := v.Board().Due; due != nil {
		lines = append(lines, loc.Owed(*due)+".")
		if due.Side == v.Side() {
			buttons[0] = page.DecideButton(loc, game, due.ID)
		}
	}
	if e.List.IsLeft() {
		buttons = append(buttons, remaining.ShowButton(loc, game, e.List.ID))
	}
	return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{Text: play.JoinLines(lines),
		Figures: look.ReportFigures(t.Kit, loc, e, v, render.NewReport(v), t.StyleOf(ctx, e.Reader)),
		Rows:    page.OneRow(append(buttons, look.WholeButton(loc, game))...)})
}

// fatesInWords returns what became of each line of a list, and why it stopped.
func fatesInWords(loc wording.Localizer, run api.ListRun) []string {
	lines := []string{loc.Say("list.ran", "n", run.Done())}
	for _, l := range run.Lines {
		args := []any{"number", l.Number, "text", wording.Coded(l.Text)}
		switch l.Fate {
		case api.LineDone:
			lines = append(lines, loc.Say("list.ran-done", args...))
		case api.LineMissed:
			lines = append(lines, loc.Say("list.ran-missed", args...))
		case api.LineRefused:
			why, _ := tell.Refuse(loc, l.Err)
			lines = append(lines, loc.Say("list.ran-refused", append(args, "why", wording.InWords(why))...))
		default:
			lines = append(lines, loc.Say("list.ran-left", args...))
		}
	}
	switch run.Why {
	case api.ListHeld:
		lines = append(lines, loc.Say("list.holds-end"))
	case api.ListAsks:
		lines = append(lines, loc.Say("list.decision"))
	}
	if run.Later > 0 {
		lines = append(lines, loc.Say("list.later", "n", run.Later))
	}
	return lines
}
