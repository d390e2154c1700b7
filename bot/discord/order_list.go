package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// listVerb is the command that takes many orders at once.
const listVerb = "orders"

// The presses about lists, NAME:GAME, and for all but the first :DRAFT. The one that carries a list out also has the
// preview that was shown.
const (
	pressList     = "list"      // opens an empty form
	pressListEdit = "list-edit" // opens the form with what is left
	pressListShow = "list-show" // shows what is left
	pressListRun  = "list-run"  // carries it out
	pressListDrop = "list-drop"

	pressListWhich = "list-which" // says what is meant in a line; :PREVIEW:LINE:MEANT follows the draft
)

// seeOrders is /orders: a list in the command, or else a form to write one.
func (b *bot) seeOrders(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	if values["list"] == "" {
		return p.write(""), nil
	}
	return p.preview(ctx, values["list"])
}

// write opens the form. The message is sent if a form can no longer open.
func (p player) write(text string) []rest.Message {
	m := rest.NewMessage(p.Say("list.late"), []discordgo.MessageComponent{row(p.listButton())})
	m.Form = paragraphForm(pressID(pressList, p.table.Game), p.Say("list.title"), p.Say("list.label"),
		p.Say("list.hint"),
		text)
	return []rest.Message{m}
}

// listPresses are the presses about lists.
func listPresses() []pressSpec {
	return []pressSpec{
		{name: pressList, run: asPlayer(player.newList), form: withText((*bot).submitList), formCost: limit.Picture},
		{name: pressListEdit, run: asPlayer(player.editList)},
		{name: pressListShow, run: asPlayer(player.showList), cost: limit.Picture},
		{name: pressListRun, run: asPlayer(func(p player, ctx context.Context, what string) ([]rest.Message, error) {
			draft, preview, _ := strings.Cut(what, ":")
			return p.runList(ctx, draft, preview)
		})},
		{name: pressListDrop, run: asPlayer(player.dropList)},
		{name: pressListWhich, run: asPlayer(player.chosenInLine)},
	}
}

// submitList takes a list that was written in the form.
func (b *bot) submitList(ctx context.Context, req request, list string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	return p.preview(ctx, list)
}

// newList opens an empty form.
func (p player) newList(context.Context, string) ([]rest.Message, error) { return p.write(""), nil }

// editList opens the form with what is left of a list.
func (p player) editList(ctx context.Context, draft string) ([]rest.Message, error) {
	text, err := p.referee.Left(ctx, p.cmd, draft)
	if err != nil {
		return nil, err
	}
	return p.write(text), nil
}

// showList shows what is left of a list.
func (p player) showList(ctx context.Context, draft string) ([]rest.Message, error) {
	l, err := p.referee.Again(ctx, p.cmd, draft)
	if err != nil {
		return nil, err
	}
	return p.listPage(ctx, l, "")
}

func (p player) dropList(ctx context.Context, draft string) ([]rest.Message, error) {
	if err := p.referee.Discard(ctx, p.cmd, draft); err != nil {
		return nil, err
	}
	if p.inPlace() {
		return p.panel(ctx, news{text: p.Say("list.dropped")}, 0)
	}
	buttons := row(p.ordersButton(p.table.Game), p.listButton())
	return p.open(p.request, p.table, p.view,
		page[view.Secret]{text: p.Say("list.dropped"), rows: []discordgo.MessageComponent{buttons}})
}

// preview shows what a list would do.
func (p player) preview(ctx context.Context, text string) ([]rest.Message, error) {
	l, err := p.referee.Preview(ctx, p.cmd, text)
	if err != nil {
		return nil, err
	}
	return p.listPage(ctx, l, "")
}

// listPage is the page of a list: what each line would do, a picture with the arrows, and the buttons to carry it out
// or to change it.
func (p player) listPage(ctx context.Context, l referee.List, before string) ([]rest.Message, error) {
	lines := []string{p.Say("list.preview", "n", l.Total), before}
	if l.Done > 0 {
		lines[0] = p.listProgress(l)
	}
	open := false
	for _, t := range l.Preview.Lines {
		if t.Provisional && !open {
			open, lines = true, append(lines, p.Say("list.provisional"))
		}
		lines = append(lines, p.tried(t))
	}
	holds, left := l.Preview.Holding(), l.Total-l.Done
	which := p.whichInLine(l)
	switch {
	case holds == 0:
		lines = append(lines, p.Say("list.none"))
	case holds < left:
		lines = append(lines, p.Say("list.stops", "n", holds, "total", left))
	}
	buttons := append(p.keepButton(l), p.listButtons(l, holds)...)
	if due := l.Preview.After.Board().Due; holds == 0 && due != nil && due.Side == l.Preview.After.Side() {
		buttons = append([]discordgo.MessageComponent{p.decideButton(l.Table.Game, due.ID)}, buttons...)
	}
	buttons = append(buttons, p.backToPanel()...)
	pg := page[view.Secret]{text: joined(lines), rows: append(which, row(buttons...))}
	if holds > 0 {
		pg.figures = p.foreseen(ctx, l.Preview.After)
	}
	return p.open(p.request, l.Table, l.Preview.After, pg)
}

// whichInLine asks what is meant in the first line that can mean several things: a button for each that there is room
// for, with the place of a unit. The line itself names them all.
func (p player) whichInLine(l referee.List) []discordgo.MessageComponent {
	var problem *order.Problem
	i := slices.IndexFunc(l.Preview.Lines, func(t view.Tried) bool {
		return errors.As(t.Err, &problem) && len(problem.Means) > 0
	})
	if i < 0 {
		return nil
	}
	line, board := l.Preview.Lines[i].Line, p.view.Board()
	var buttons []discordgo.MessageComponent
	for _, c := range problem.Means {
		id := pressID(pressListWhich, l.Table.Game, l.Draft, l.Shown, strconv.Itoa(line.Number), c.String())
		if len(buttons) < buttonLimit-rowLimit && utf8.RuneCountInString(id) <= idLimit {
			buttons = append(buttons, button(p.candidate(board, c, mixed(board.Map, problem.Means)), id,
				discordgo.PrimaryButton))
		}
	}
	return rows(buttons)
}

// chosenInLine shows the list again after a button has said what is meant in a line.
func (p player) chosenInLine(ctx context.Context, what string) ([]rest.Message, error) {
	parts := strings.SplitN(what, ":", 4)
	if len(parts) < 4 {
		return nil, errStale
	}
	line, err := strconv.Atoi(parts[2])
	if err != nil {
		return nil, errStale
	}
	l, err := p.referee.Choose(ctx, p.cmd, parts[0], parts[1], line, parts[3])
	if err != nil {
		return nil, err
	}
	return p.listPage(ctx, l, "")
}

// listButtons are what can be done with a list, of which the given number of lines can be carried out.
func (loc localizer) listButtons(l referee.List, holds int) []discordgo.MessageComponent {
	of := func(name, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return button(label, pressID(name, l.Table.Game, l.Draft), style)
	}
	var buttons []discordgo.MessageComponent
	if holds > 0 {
		run := pressID(pressListRun, l.Table.Game, l.Draft, l.Shown)
		buttons = append(buttons, button(loc.Say("button.list-run", "n", holds), run, discordgo.SuccessButton))
	}
	return append(buttons, of(pressListEdit, loc.Say("button.list-edit"), discordgo.SecondaryButton),
		of(pressListDrop, loc.Say("button.list-drop"), discordgo.SecondaryButton))
}

func (p player) listButton() discordgo.MessageComponent {
	return button(p.Say("button.list"), pressID(pressList, p.table.Game), discordgo.SecondaryButton)
}

// foreseen is the picture of what a list would do: a close-up, or the whole map if it happens far apart.
func (p player) foreseen(ctx context.Context, v view.Secret) []figure[view.Secret] {
	board, look := v.Board(), p.styleOf(ctx, p.cmd.User)
	part := render.FocusAll(board)
	return drawn(p.bot, listName, p.AltOf(board, part.Around, part.Radius),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.painterIn(p.localizer), v, look, part)
		})
}

// tried is what a line would do, or why it cannot be carried out.
func (p player) tried(t view.Tried) string {
	words := p.Say("list.line", "number", t.Line.Number, "text", wording.Coded(t.Line.String()))
	if t.Err != nil {
		why, _ := p.refuse(t.Err)
		if t.Provisional {
			return words + p.Say("list.not-now", "why", wording.InWords(why))
		}
		return words + p.Say("list.fails", "why", wording.InWords(why))
	}
	words += p.brought(t.Told) + p.oddsOf(t.Odds) + p.staying(t.Behind)
	for _, w := range t.Warnings {
		words += "\n" + p.Warning(w)
	}
	return words
}

// oddsOf are the odds of a fight, with the strengths; a range if the target is not fully seen.
func (p player) oddsOf(o *view.Odds) string {
	if o == nil {
		return ""
	}
	column := func(f view.Reckoning) string {
		if f.Column == wording.NoColumn {
			return f.Compared()
		}
		return f.Column
	}
	return p.Say("list.odds", "odds", p.Span(column(o.Worst), column(o.Best)), "attack", o.Worst.Attack,
		"defence", p.Span(o.Best.Defence.String(), o.Worst.Defence.String()))
}

// brought is what a line has done, in short.
func (p player) brought(told []view.Line) string {
	var parts []string
	for _, l := range told {
		switch {
		case l.Reckoned != nil && l.Reckoned.Result == "":
			parts = append(parts, p.Text(l.Reckoned.Brief))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Marched && l.Cost != nil:
			parts = append(parts, p.Say("list.march", "units", l.MapEvent.Units, "from", l.MapEvent.Path[0],
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1], "cost", *l.Cost))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Came:
			parts = append(parts, p.Say("list.came", "units", l.MapEvent.Units,
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1]))
		case l.Text.ID == "told.spent": // this is told with the fight
		default:
			parts = append(parts, p.Line(l))
		}
	}
	return strings.Join(parts, "; ")
}

// staying are the units that stay behind in a hex that was named.
func (p player) staying(names []view.Name) string {
	if len(names) == 0 {
		return ""
	}
	return p.Say("list.behind", "units", names)
}

// runList carries a list out and says what became of it: above the panel where the list was shown in its place.
func (p player) runList(ctx context.Context, draft, preview string) ([]rest.Message, error) {
	run, err := p.referee.CarryOut(ctx, p.cmd, draft, preview)
	if err != nil {
		return nil, err
	}
	if run.Stale {
		return p.listPage(ctx, run.List, p.Say("list.stale"))
	}
	lines := []string{p.Say("list.done", "done", run.Done, "n", run.Total), p.takenBack(run.List)}
	for _, c := range run.Lines {
		lines = append(lines, p.Say("list.carried", "number", c.Line.Number)+p.brought(c.Told))
	}
	if run.Stop != nil {
		why, _ := p.refuse(run.Stop)
		lines = append(lines, p.Say("list.stopped", "next", run.Done+1, "why", wording.InWords(why)))
	}
	if w := run.Table.Awaits; w != nil {
		lines = append(lines, p.Say("beacon.accepted", awaiting(*w)...))
	}
	if p.inPlace() {
		n := news{text: joined(lines), undo: run.Undo, plan: run.Plan}
		if run.Done < run.Total {
			n.begun = append(n.begun, p.restRow(run.List))
		}
		return p.playing(p.request, run.View, run.Table).panel(ctx, n, 0)
	}
	due := run.View.Board().Due
	if run.Stop == nil && due != nil {
		lines = append(lines, p.Owed(*due)+".")
	}
	buttons := []discordgo.MessageComponent{p.ordersButton(run.Table.Game), p.sideButton(run.Table.Game)}
	if due != nil && due.Side == run.View.Side() {
		buttons[0] = p.decideButton(run.Table.Game, due.ID)
	}
	rows := p.withUndo([]discordgo.MessageComponent{row(buttons...)}, run.Table.Game, run.Undo)
	if run.Done < run.Total {
		rows = append(rows, p.restRow(run.List))
	}
	left, more := p.planLeft(run.Table.Game, run.Plan)
	lines, rows = append(lines, left), append(rows, more...)
	return p.open(p.request, run.Table, run.View, page[view.Secret]{text: joined(lines), rows: rows})
}

// listProgress is how far a list has got, and what of it was taken back since.
func (loc localizer) listProgress(l referee.List) string {
	words := loc.Say("list.rest", "n", l.Total, "next", l.Done+1)
	if undone := loc.takenBack(l); undone != "" {
		words += " " + undone
	}
	return words
}

// takenBack names the lines that were undone, "" for none.
func (loc localizer) takenBack(l referee.List) string {
	if len(l.Undone) == 0 {
		return ""
	}
	numbers := make([]string, len(l.Undone))
	for i, n := range l.Undone {
		numbers[i] = strconv.Itoa(n)
	}
	return loc.Say("list.undone", "n", len(numbers), "lines", wording.InWords(strings.Join(numbers, ", ")))
}

// restRow is the buttons of a list that was begun.
func (loc localizer) restRow(l referee.List) discordgo.MessageComponent {
	show := button(loc.Say("button.list-rest", "n", l.Total-l.Done), pressID(pressListShow, l.Table.Game, l.Draft),
		discordgo.PrimaryButton)
	return row(append([]discordgo.MessageComponent{show}, loc.listButtons(l, 0)...)...)
}

// rest offers to go on with a list that was begun in this phase, in a line and a row of
// buttons; nothing when there is none.
func (p player) rest(ctx context.Context) (line string, rows []discordgo.MessageComponent, err error) {
	l, err := p.referee.Rest(ctx, p.cmd.Channel, p.cmd.User)
	if err != nil {
		return "", nil, err
	}
	line, rows = p.localizer.rest(l)
	return line, rows, nil
}

func (loc localizer) rest(l *referee.List) (line string, rows []discordgo.MessageComponent) {
	if l == nil {
		return "", nil
	}
	return loc.listProgress(*l), []discordgo.MessageComponent{loc.restRow(*l)}
}

// takesLists says whether lists can contain any of these orders.
func takesLists(verbs []order.Verb) bool {
	return slices.ContainsFunc(verbs, func(v order.Verb) bool {
		return v == order.Move || v == order.Overrun || v == order.Attack || v == order.Reinforce
	})
}

// joined are the lines that are not empty.
func joined(lines []string) string {
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}
