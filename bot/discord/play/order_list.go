package play

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/outcome"
	"grognard/bot/discord/outside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
	"grognard/render"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ListVerb is the command that takes many orders at once.
const ListVerb = "orders"

// openForm opens the form for a list, with a text in it. when is the phase of the list, drafts.NextTurn, or "" for now;
// edited is the list that it replaces, "" for none. The message is sent if a form can no longer open.
func openForm(p Player, text, when, edited string) []rest.Message {
	title, label, hint := p.Say("list.title"), p.Say("list.label"), p.Say("list.hint")
	if _, overruns := p.Request.Localizer.Spec(order.Overrun); !overruns {
		label, hint = p.Say("list.label-typed"), p.Say("list.hint-typed")
	} else if list := duties(p); len(list) > 0 && when == "" {
		hint = p.Request.Localizer.Describe("list.hint."+string(list[0].Verb), "list.hint")
	}
	if when != "" {
		title = p.Say("list.title-later")
	}
	m := rest.NewMessage(p.Say("list.late"), page.OneRow(listButton(p, when)))
	page.OpenForm(p.Request.Localizer, &m, page.PressID(remaining.PressWrite, p.Table.Game, when, edited), title,
		label, hint, text)
	return []rest.Message{m}
}

// newList opens an empty form. what begins with the time of its list, as openForm takes it.
func newList(_ context.Context, p Player, what string) ([]rest.Message, error) {
	when, _, _ := strings.Cut(what, ":")
	return openForm(p, "", when, ""), nil
}

// editList opens the form with what is left of a list.
func editList(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	text, when, err := p.Desk.lists.Left(ctx, p.Request.Cmd, id)
	if err != nil {
		return nil, err
	}
	return openForm(p, text, when, id), nil
}

// showList shows what is left of a list.
func showList(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	return listShown(ctx, p)(p.Desk.lists.Show(ctx, p.Request.Cmd, id))
}

// goOnWithList carries out what is left of a list that was begun in this phase, as its player has accepted it before.
// If a line cannot be given any more, costs something or rolls dice, or the list is not such a one, it shows the list.
func goOnWithList(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	l, err := p.Desk.lists.Show(ctx, p.Request.Cmd, id)
	if err != nil {
		return nil, err
	}
	if l.Turn != 0 || l.Done == 0 || l.Asks || slices.ContainsFunc(l.Preview.Lines, func(t view.Tried) bool {
		return t.IsBad() || len(t.Warnings) > 0 || t.Rolls
	}) {
		return listPage(ctx, p, l, "")
	}
	return runList(ctx, p, id+":"+l.Shown)
}

// dropList discards a list.
func dropList(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	if err := p.Desk.lists.Discard(ctx, p.Request.Cmd, id); err != nil {
		return nil, err
	}
	if EditsInPlace(p.Request) {
		return p.ShowPanel(ctx, News{Text: p.Say("list.dropped")}, PageOfBeginning)
	}
	return p.Open(p.Table, p.View, page.Page[view.Secret]{Text: p.Say("list.dropped"),
		Rows: page.OneRow(page.OrdersButton(p.Request.Localizer, p.Table.Game), listButton(p, ""))})
}

// keepList keeps a list and shows what it would do.
func keepList(ctx context.Context, p Player, text, when, edited string) ([]rest.Message, error) {
	return listShown(ctx, p)(p.Desk.lists.Keep(ctx, p.Request.Cmd, text, when, edited))
}

// keepForNextTurn keeps what is left of a list for the next turn.
func keepForNextTurn(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	text, _, err := p.Desk.lists.Left(ctx, p.Request.Cmd, id)
	if err != nil {
		return nil, err
	}
	return keepList(ctx, p, text, drafts.NextTurn, id)
}

// replaceList replaces a list by the one that the player has written since.
func replaceList(ctx context.Context, p Player, id string) ([]rest.Message, error) {
	return listShown(ctx, p)(p.Desk.lists.Replace(ctx, p.Request.Cmd, id))
}

// listShown returns a function that takes what a method of listService returns, and returns the list's page or err.
func listShown(ctx context.Context, p Player) func(drafts.List, error) ([]rest.Message, error) {
	return func(l drafts.List, err error) ([]rest.Message, error) {
		if err != nil {
			return nil, err
		}
		return listPage(ctx, p, l, "")
	}
}

// listPage returns the page of a list: what each line would do, news below its heading ("" for none), a picture with
// the arrows, and the buttons to carry it out or to change it.
func listPage(ctx context.Context, p Player, l drafts.List, news string) ([]rest.Message, error) {
	lines := []string{p.Say("list.preview", "n", l.Total), news}
	if l.Turn != 0 || l.Done > 0 {
		lines[0] = remaining.Words(p.Request.Localizer, l)
	}
	if l.Over {
		lines = append(lines, string(wording.Coded(l.Text)))
	}
	var before error // why the line before cannot be carried out
	bad := first.Count(l.Preview.Lines, view.Tried.IsBad)
	saidProvisional, phase, lastRoll := false, "", 0 // the last line with dice so far, 0 for none
	for i, t := range l.Preview.Lines {
		if t.Line.Phase != phase && (l.Turn != 0 || i > 0 || t.Waits != "") { // no heading for the present phase
			lines = append(lines, p.Say("list.phase", "phase", t.Line.Phase)+p.Say("list.after", "phase", t.Waits))
		} else if t.Provisional && !saidProvisional && lastRoll > 0 && l.Turn == 0 {
			saidProvisional, lines = true, append(lines, p.Say("list.provisional", "line", lastRoll))
		}
		if t.Rolls {
			lastRoll = t.Line.Number
		}
		phase = t.Line.Phase
		lines = append(lines, outcome.Line(p.Request.Localizer, t, before))
		before = t.Err
	}
	holds, left := l.Preview.Holding(), l.Total-l.Done
	if l.Turn != 0 {
		holds = l.Now
	} else if holds == 0 && l.Waits == "" && len(l.Preview.Skips()) == 0 {
		lines = append(lines, p.Say("list.none"))
	} else if bad > 0 {
		lines = append(lines, p.Say("list.stops", "n", bad, "total", left))
	}
	if holds > 0 && slices.ContainsFunc(l.Preview.Lines, func(t view.Tried) bool { return t.Rolls && t.Err == nil }) {
		lines = append(lines, p.Say("list.dice"))
	}
	pg := page.Page[view.Secret]{Rows: append(whichInLine(p, l), pageButtons(p, l, holds)...)}
	if l.Asks {
		lines = append(lines, p.Say("list.asks"))
	}
	pg.Text = JoinLines(lines)
	if len(l.Preview.Lines) > bad {
		part := render.FocusAll(l.Preview.After.Board())
		alt := p.Request.Localizer.AltOf(l.Preview.After.Board(), part.Part)
		pg.Figures = ask.DrawFigure(p.Desk.Kit, page.ListName, alt, func() (render.Picture[view.Secret], error) {
			return render.Draw(p.Desk.PainterIn(p.Request.Localizer), l.Preview.After,
				p.Desk.StyleOf(ctx, p.Request.Cmd.User), part)
		})
		beyond := outside.Of(p.View.Board().Map.Grid, part.Part, l.Preview.Lines)
		words := p.Say("list.beyond", "n", len(beyond), "lines", wording.InWords(remaining.Numbers(beyond)))
		if len(beyond) > 0 && len(pg.Text+words) < rest.ContentLimit { // else a second message has the buttons
			pg.Text = JoinLines([]string{pg.Text, words})
		}
	}
	seen := l.Preview.After
	if l.Over { // such a list is not tried
		seen = p.View
	}
	return p.Open(l.Table, seen, pg)
}

// pageButtons returns rows of what can be done with a list that is shown, of which holds lines can be carried out now.
func pageButtons(p Player, l drafts.List, holds int) []discordgo.MessageComponent {
	of := func(name, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, l.Table.Game, l.ID), style)
	}
	if l.Asks {
		return page.Rows(append([]discordgo.MessageComponent{of(remaining.PressReplace, p.Say("button.list-replace"),
			discordgo.PrimaryButton), of(remaining.PressShow, p.Say("button.list-leave"), discordgo.SecondaryButton)},
			BackToPanel(p)...))
	}
	var buttons []discordgo.MessageComponent
	if due := p.View.Board().Due; holds == 0 && due != nil && due.Side == p.View.Side() {
		buttons = append(buttons, page.DecideButton(p.Request.Localizer, l.Table.Game, due.ID))
	}
	buttons = append(buttons, remaining.Buttons(p.Request.Localizer, l, holds)...)
	if b := p.View.Board(); l.Turn == 0 && !b.Over && l.Done < l.Total {
		by := map[bool]discordgo.ButtonStyle{true: discordgo.SecondaryButton, false: discordgo.PrimaryButton}
		buttons = append(buttons, of(remaining.PressKeep, p.Say("button.list-keep"), by[b.Phase.Side == p.View.Side()]))
	}
	return page.Rows(append(buttons, BackToPanel(p)...))
}

// whichInLine asks what is meant in the first line that can mean several things: a button for each, with the place of a
// unit, as far as two rows remain for other buttons. The line itself names all.
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
		id := page.PressID(remaining.PressWhich, l.Table.Game, l.ID, l.Shown, strconv.Itoa(line.Number), c.String())
		if len(buttons) < page.ButtonLimit-2*page.RowLimit && utf8.RuneCountInString(id) <= page.IdLimit {
			buttons = append(buttons, page.Button(tell.CandidateLabel(p.Request.Localizer, board, c,
				tell.OfSeveralSides(board.Map, problem.Means)), id, discordgo.PrimaryButton))
		}
	}
	return page.Rows(buttons)
}

// chosenInLine shows the list again after a button has said what is meant in a line. what is ID:PREVIEW:LINE:MEANT.
func chosenInLine(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	parts := strings.SplitN(what, ":", 4)
	if len(parts) < 4 {
		return nil, page.ErrStale
	}
	line, err := strconv.Atoi(parts[2])
	if err != nil {
		return nil, page.ErrStale
	}
	return listShown(ctx, p)(p.Desk.lists.Choose(ctx, p.Request.Cmd, parts[0], parts[1], line, parts[3]))
}

// runList carries out a list and says what became of it. what is ID:PREVIEW, or ID:PREVIEW:LINES without these lines.
func runList(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	id, preview, _ := strings.Cut(what, ":")
	preview, skip, _ := strings.Cut(preview, ":")
	run, err := p.Desk.lists.CarryOut(ctx, p.Request.Cmd, id, preview, remaining.DecodeLines(skip)...)
	if err != nil {
		return nil, err
	}
	if run.Stale {
		return listPage(ctx, p, run.List, p.Say("list.stale"))
	}
	return answerRun(ctx, p, run)
}

// answerRun says what became of a list that was carried out: above the panel if the list was shown in its place. For a
// list that the player did not write, the answer begins with the lines in brought if all of it was carried out.
func answerRun(ctx context.Context, p Player, run drafts.Run, brought ...string) ([]rest.Message, error) {
	lines := brought
	if len(brought) == 0 || run.Done < run.Total {
		lines = append([]string{p.Say("list.done", "done", run.Done-len(run.Skipped), "n", run.Total,
			"next", run.Next, "phase", run.Waits)},
			remaining.Omitted(p.Request.Localizer, run.List)...)
	}
	for _, c := range run.Lines {
		words := outcome.Words(p.Request.Localizer, c.Told)
		if len(brought) == 0 {
			words = p.Say("list.carried", "number", c.Line.Number) + words
		}
		if c.Err != nil {
			why, _ := tell.Refuse(p.Request.Localizer, c.Err)
			words += p.Say("list.fails", "why", wording.InWords(why))
		}
		lines = append(lines, words)
	}
	if run.Stop != nil {
		why, _ := tell.Refuse(p.Request.Localizer, run.Stop)
		lines = append(lines, p.Say("list.stopped", "next", run.Next, "why", wording.InWords(why)))
	}
	if run.Held {
		lines = append(lines, p.Say("list.holds-end"))
	}
	if w := run.Table.Awaits; w != nil {
		lines = append(lines, p.Say("beacon.accepted", tell.AwaitedArgs(*w)...))
	}
	var unfinished []discordgo.MessageComponent
	if run.ID != "" && run.Done < run.Total {
		waits := listWaits(ctx, p, run.View.Board().Due, run.ID)
		if run.Stop != nil && !waits {
			if l, err := p.Desk.lists.Show(ctx, p.Request.Cmd, run.ID); err == nil {
				run.Preview, run.Shown = l.Preview, l.Shown
			}
		}
		unfinished = append(unfinished, remaining.Row(p.Request.Localizer, run.List, waits))
	}
	if EditsInPlace(p.Request) {
		return p.Desk.PlayerSeeing(p.Request, run.View, run.Table).ShowPanel(ctx,
			News{Text: JoinLines(lines), Begun: unfinished, Lines: len(run.Lines) > 1}, PageOfBeginning)
	}
	if due := run.View.Board().Due; run.Stop == nil && due != nil {
		lines = append(lines, p.Request.Localizer.Owed(*due)+".")
	}
	rows := append(rowsAfter(p.Request.Localizer, run.View, run.Table.Game, run.Undo), unfinished...)
	return p.Open(run.Table, run.View, page.Page[view.Secret]{Text: JoinLines(lines), Rows: rows})
}

// seeOrders answers /orders: it keeps the list in the command, shows the player's list, or opens a form to write one.
func (d Desk) seeOrders(ctx context.Context, p Player, values map[string]string) ([]rest.Message, error) {
	when := whenTyped(p, values["when"])
	if values["list"] != "" {
		return keepList(ctx, p, values["list"], when, "")
	}
	l, err := d.lists.Rest(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
	if err != nil {
		return nil, err
	}
	if l == nil || values["when"] != "" && (l.Turn == 0) != (when == "") { // none, or for another time
		return openForm(p, "", when, ""), nil
	}
	return showList(ctx, p, l.ID)
}

// whenTyped returns the time that was typed for a list, as openForm takes it.
func whenTyped(p Player, typed string) string {
	switch {
	case strings.EqualFold(typed, p.Say("list.when-next")):
		return drafts.NextTurn
	case strings.EqualFold(typed, p.Say("list.when-now")):
		return ""
	}
	return typed
}

// suggestWhen completes with the phases to come, the next turn first.
func (d Desk) suggestWhen(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	all, err := d.lists.Coming(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	l := ask.NewListing(t.Text())
	for i, c := range all {
		name := req.Localizer.Argument("phase", c.When)
		if c.When == drafts.NextTurn {
			name = req.Say("list.when-next")
		}
		l.Add(i, c.When, req.Say("list.when", "phase", wording.InWords(name), "turn", c.Turn), []string{name, c.When})
	}
	return l.Suggestions(), nil
}

// submitList takes a list that was written in the form.
func (d Desk) submitList(ctx context.Context, req ask.Request, pressed ask.Pressed) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	when, edited, _ := strings.Cut(pressed.What, ":")
	return keepList(ctx, p, pressed.Text(), when, edited)
}

// listButton returns the button that opens an empty form for a list for now, or for later.
func listButton(p Player, when string) discordgo.MessageComponent {
	return remaining.WriteButton(p.Request.Localizer, p.Table.Game, when)
}

// listWaits reports whether a list cannot go on before something is decided: by the other side, or by its player if its
// next line is no typed answer, such as /pass.
func listWaits(ctx context.Context, p Player, due *view.Prompt, id string) bool {
	if due == nil || due.Side != p.View.Side() {
		return due != nil
	}
	text, _, err := p.Desk.lists.Left(ctx, p.Request.Cmd, id)
	return err == nil && !strings.HasPrefix(strings.TrimSpace(text), "/")
}

// UnfinishedList returns a line that says how far the list is that the player has begun in this phase or keeps for
// later, and a row of buttons that go on with it; "" and nil if there is no such list.
func UnfinishedList(ctx context.Context, p Player) (line string, rows []discordgo.MessageComponent, err error) {
	l, err := p.Desk.lists.Rest(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
	if err != nil {
		return "", nil, err
	}
	line, rows = remaining.Of(p.Request.Localizer, l, l != nil && listWaits(ctx, p, p.View.Board().Due, l.ID))
	return line, rows, nil
}
