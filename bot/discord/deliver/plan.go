package deliver

import (
	"context"

	"grognard/bot/discord/away"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
)

// tellPlan returns a page that tells a player what became of his plan.
func (t PageMaker) tellPlan(ctx context.Context, loc wording.Localizer, e api.Notification) (page.PrivatePage,
	error) {
	v := *e.Side
	pg := away.ResultPage(loc, *e.Plan)
	pg.Text = play.JoinLines([]string{loc.Header(v.Board()), pg.Text})
	pg.Figures = look.ReportFigures(t.Kit, loc, e, v, render.NewReport(v), t.StyleOf(ctx, e.Reader))
	pg.Rows = append(pg.Rows, page.Row(look.WholeButton(loc, e.Table.Game)))
	return page.ShowSide(e.Table, v, e.Reader, pg)
}
