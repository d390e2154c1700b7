package play

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/drafts"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ListVerb is the command that takes many orders at once.
const ListVerb = "orders"

// openForm opens the form for a list, with a text in it. The message in it is sent if a form can no longer open.
func openForm(p Player, text string) []rest.Message {
	m := rest.NewMessage(p.Say("list.late"), page.OneRow(listButton(p)))
	m.Form = page.ParagraphForm(page.PressID(pressList, p.Table.Game), p.Say("list.title"), p.Say("list.label"),
		p.Say("list.hint"), text)
	return []rest.Message{m}
}

// newList opens an empty form.
func newList(_ context.Context, p Player, _ string) ([]rest.Message, error) {
	return openForm(p, ""), nil
}

// editList opens the form with what is left of a list.
func editList(ctx context.Context, p Player, draft string) ([]rest.Message, error) {
	text, err := p.Desk.lists.Left(ctx, p.Request.Cmd, draft)
	if err != nil {
		return nil, err
	}
	return openForm(p, text), nil
}

// showList shows what is left of a list.
func showList(ctx context.Context, p Player, draft string) ([]rest.Message, error) {
	l, err := p.Desk.lists.Again(ctx, p.Request.Cmd, draft)
	if err != nil {
		return nil, err
	}
	return listPage(ctx, p, l, "")
}

// dropList deletes a list.
func dropList(ctx context.Context, p Player, draft string) ([]rest.Message, error) {
	if err := p.Desk.lists.Discard(ctx, p.Request.Cmd, draft); err != nil {
		return nil, err
	}
	if EditsInPlace(p.Request) {
		return p.ShowPanel(ctx, News{Text: p.Say("list.dropped")}, 0)
	}
	buttons := page.Row(page.OrdersButton(p.Request.Localizer, p.Table.Game), listButton(p))
	return p.Open(p.Table, p.View,
		page.Page[view.Secret]{Text: p.Say("list.dropped"), Rows: []discordgo.MessageComponent{buttons}})
}

// previewList shows what a list would do.
func previewList(ctx context.Context, p Player, text string) ([]rest.Message, error) {
	l, err := p.Desk.lists.Preview(ctx, p.Request.Cmd, text)
	if err != nil {
		return nil, err
	}
	return listPage(ctx, p, l, "")
}

// listPage returns the page of a list: what each line would do, a picture with the arrows, and the buttons to carry it
// out or to change it.
func listPage(ctx context.Context, p Player, l drafts.List, before string) ([]rest.Message, error) {
	lines := []string{p.Say("list.preview", "n", l.Total), before}
	if l.Done > 0 {
		lines[0] = listProgress(p.Request.Localizer, l)
	}
	open := false
	for _, t := range l.Preview.Lines {
		if t.Provisional && !open {
			open, lines = true, append(lines, p.Say("list.provisional"))
		}
		lines = append(lines, triedLine(p, t))
	}
	holds, left := l.Preview.Holding(), l.Total-l.Done
	which := whichInLine(p, l)
	switch {
	case holds == 0:
		lines = append(lines, p.Say("list.none"))
	case holds < left:
		lines = append(lines, p.Say("list.stops", "n", holds, "total", left))
	}
	buttons := append(keepButton(p, l), listButtons(p.Request.Localizer, l, holds)...)
	if due := l.Preview.After.Board().Due; holds == 0 && due != nil && due.Side == l.Preview.After.Side() {
		buttons = append([]discordgo.MessageComponent{page.DecideButton(p.Request.Localizer, l.Table.Game, due.ID)},
			buttons...)
	}
	buttons = append(buttons, BackToPanel(p)...)
	pg := page.Page[view.Secret]{Text: JoinLines(lines), Rows: append(which, page.Row(buttons...))}
	if holds > 0 {
		pg.Figures = PreviewFigure(ctx, p, l.Preview.After)
	}
	return p.Open(l.Table, l.Preview.After, pg)
}

// whichInLine asks what is meant in the first line that can mean several things: a button for each that there is room
// for, with the place of a unit. The line itself names them all.
func whichInLine(p Player, l drafts.List) []discordgo.MessageComponent {
	var problem *order.Problem
	i := slices.IndexFunc(l.Preview.Lines, func(t view.Tried) bool {
		return errors.As(t.Err, &problem) && len(problem.Means) > 0
	})
	if i < 0 {
		return nil
	}
	line, board := l.Preview.Lines[i].Line, p.View.Board()
	var buttons []discordgo.MessageComponent
	for _, c := range problem.Means {
		id := page.PressID(pressListWhich, l.Table.Game, l.Draft, l.Shown, strconv.Itoa(line.Number), c.String())
		if len(buttons) < page.ButtonLimit-page.RowLimit && utf8.RuneCountInString(id) <= page.IdLimit {
			buttons = append(buttons, page.Button(tell.CandidateLabel(p.Request.Localizer, board, c,
				tell.OfSeveralSides(board.Map, problem.Means)), id, discordgo.PrimaryButton))
		}
	}
	return page.Rows(buttons)
}

// chosenInLine shows the list again after a button has said what is meant in a line.
func chosenInLine(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	parts := strings.SplitN(what, ":", 4)
	if len(parts) < 4 {
		return nil, page.ErrStale
	}
	line, err := strconv.Atoi(parts[2])
	if err != nil {
		return nil, page.ErrStale
	}
	l, err := p.Desk.lists.Choose(ctx, p.Request.Cmd, parts[0], parts[1], line, parts[3])
	if err != nil {
		return nil, err
	}
	return listPage(ctx, p, l, "")
}

// PreviewFigure returns the picture of what a list would do: a close-up, or the whole map if it happens far apart.
func PreviewFigure(ctx context.Context, p Player, v view.Secret) []page.Figure[view.Secret] {
	board, look := v.Board(), p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	part := render.FocusAll(board)
	return ask.DrawFigure(p.Desk.Kit, page.ListName, p.Request.Localizer.AltOf(board, part.Around, part.Radius),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.Desk.PainterIn(p.Request.Localizer), v, look, part)
		})
}

// triedLine returns what a line would do, or why it cannot be carried out.
func triedLine(p Player, t view.Tried) string {
	words := p.Say("list.line", "number", t.Line.Number, "text", wording.Coded(t.Line.String()))
	if t.Err != nil {
		why, _ := tell.Refuse(p.Request.Localizer, t.Err)
		if t.Provisional {
			return words + p.Say("list.not-now", "why", wording.InWords(why))
		}
		return words + p.Say("list.fails", "why", wording.InWords(why))
	}
	words += OutcomeInWords(p, t.Told) + OddsOf(p, t.Odds) + StayingInWords(p, t.Behind)
	for _, w := range t.Warnings {
		words += "\n" + p.Request.Localizer.Warning(w)
	}
	return words
}

// OddsOf returns the odds of a fight, with the strengths; a range if the target is not fully seen.
func OddsOf(p Player, o *view.Odds) string {
	if o == nil {
		return ""
	}
	column := func(f view.Reckoning) string {
		if f.Column == wording.NoColumn {
			return f.OffTable()
		}
		return f.Column
	}
	return p.Say("list.odds", "odds", p.Request.Localizer.Span(column(o.Worst), column(o.Best)), "attack",
		o.Worst.Attack,
		"defence", p.Request.Localizer.Span(o.Best.Defence.String(), o.Worst.Defence.String()))
}

// OutcomeInWords returns what a line has done, in short.
func OutcomeInWords(p Player, told []view.Line) string {
	var parts []string
	for _, l := range told {
		switch {
		case l.Reckoned != nil && l.Reckoned.Result == "":
			parts = append(parts, p.Request.Localizer.Text(l.Reckoned.Brief))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Marched && l.Cost != nil:
			parts = append(parts, p.Say("list.march", "units", l.MapEvent.Units, "from", l.MapEvent.Path[0],
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1], "cost", *l.Cost))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Came:
			parts = append(parts, p.Say("list.came", "units", l.MapEvent.Units,
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1]))
		case l.Text.ID == "told.spent": // this is told with the fight
		default:
			parts = append(parts, p.Request.Localizer.Line(l))
		}
	}
	return strings.Join(parts, "; ")
}

// StayingInWords returns the units that stay behind in a hex that was named.
func StayingInWords(p Player, names []view.Name) string {
	if len(names) == 0 {
		return ""
	}
	return p.Say("list.behind", "units", names)
}

// runList carries a list out and says what became of it: above the panel where the list was shown in its place.
func runList(ctx context.Context, p Player, draft, preview string) ([]rest.Message, error) {
	run, err := p.Desk.lists.CarryOut(ctx, p.Request.Cmd, draft, preview)
	if err != nil {
		return nil, err
	}
	if run.Stale {
		return listPage(ctx, p, run.List, p.Say("list.stale"))
	}
	lines := []string{p.Say("list.done", "done", run.Done, "n", run.Total), takenBack(p.Request.Localizer, run.List)}
	for _, c := range run.Lines {
		lines = append(lines, p.Say("list.carried", "number", c.Line.Number)+OutcomeInWords(p, c.Told))
	}
	if run.Stop != nil {
		why, _ := tell.Refuse(p.Request.Localizer, run.Stop)
		lines = append(lines, p.Say("list.stopped", "next", run.Done+1, "why", wording.InWords(why)))
	}
	if w := run.Table.Awaits; w != nil {
		lines = append(lines, p.Say("beacon.accepted", tell.AwaitedArgs(*w)...))
	}
	if EditsInPlace(p.Request) {
		n := News{Text: JoinLines(lines), Undo: run.Undo, Plan: run.Plan}
		if run.Done < run.Total {
			n.Begun = append(n.Begun, unfinishedRow(p.Request.Localizer, run.List))
		}
		return p.Desk.PlayerSeeing(p.Request, run.View, run.Table).ShowPanel(ctx, n, 0)
	}
	due := run.View.Board().Due
	if run.Stop == nil && due != nil {
		lines = append(lines, p.Request.Localizer.Owed(*due)+".")
	}
	buttons := []discordgo.MessageComponent{page.OrdersButton(p.Request.Localizer, run.Table.Game),
		page.SideButton(p.Request.Localizer, run.Table.Game)}
	if due != nil && due.Side == run.View.Side() {
		buttons[0] = page.DecideButton(p.Request.Localizer, run.Table.Game, due.ID)
	}
	rows := withUndo(p.Request.Localizer, page.OneRow(buttons...), run.Table.Game, run.Undo)
	if run.Done < run.Total {
		rows = append(rows, unfinishedRow(p.Request.Localizer, run.List))
	}
	left, more := planLeft(p.Request.Localizer, run.Table.Game, run.Plan)
	lines, rows = append(lines, left), append(rows, more...)
	return p.Open(run.Table, run.View, page.Page[view.Secret]{Text: JoinLines(lines), Rows: rows})
}

// takesLists reports whether lists can contain any of these orders.
func takesLists(verbs []order.Verb) bool {
	return slices.ContainsFunc(verbs, func(v order.Verb) bool {
		return v == order.Move || v == order.Overrun || v == order.Attack || v == order.Reinforce
	})
}

// seeOrders answers /orders: a list in the command, or else a form to write one.
func (d Desk) seeOrders(ctx context.Context, p Player, values map[string]string) ([]rest.Message, error) {
	if values["list"] == "" {
		return openForm(p, ""), nil
	}
	return previewList(ctx, p, values["list"])
}

func (d Desk) listPresses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressList, Run: d.AsPlayer(newList), Form: ask.WithText(d.submitList),
			FormCost: limit.Picture},
		{Name: pressListEdit, Run: d.AsPlayer(editList)},
		{Name: pressListShow, Run: d.AsPlayer(showList), Cost: limit.Picture},
		{Name: pressListRun, Run: d.AsPlayer(func(ctx context.Context, p Player, what string) ([]rest.Message,
			error) {
			draft, preview, _ := strings.Cut(what, ":")
			return runList(ctx, p, draft, preview)
		})},
		{Name: pressListDrop, Run: d.AsPlayer(dropList)},
		{Name: pressListWhich, Run: d.AsPlayer(chosenInLine)},
	}
}

// submitList takes a list that was written in the form.
func (d Desk) submitList(ctx context.Context, req ask.Request, list string) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	return previewList(ctx, p, list)
}
