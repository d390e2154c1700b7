package discord

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The presses about plans, NAME:GAME. SHOWN is the plan that was shown, by which a stale press is recognized.
const (
	pressPlan      = "plan"       // shows it
	pressPlanEdit  = "plan-edit"  // opens a form with it
	pressPlanFix   = "plan-fix"   // opens a form with what could not be kept
	pressPlanAdd   = "plan-add"   // opens an empty form for more lines
	pressPlanDrop  = "plan-drop"  // a menu: its value is SHOWN/LINE
	pressPlanDelay = "plan-delay" // a menu: its value is minutes
	pressPlanClear = "plan-clear"
	pressPlanRun   = "plan-run"  // :SHOWN
	pressPlanKeep  = "plan-keep" // :DRAFT, of a list that is to become a plan
)

// planDelays are the delays that the menu offers, in minutes.
var planDelays = []int{1, 2, referee.PlanDelay, 10, 15, 30, 45, referee.PlanDelayMost}

// planCommands are the command for orders that are to be given later.
func planCommands() []commandSpec {
	return []commandSpec{{verb: "plan", run: (*bot).seePlan, options: []option{
		textOption("orders"), numberOption("delay", 1, referee.PlanDelayMost)}}}
}

// seePlan is /plan: it keeps the asker's plan, or shows it; if he has none, a form opens.
func (b *bot) seePlan(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	delay := 0
	if text, given := values["delay"]; given {
		if delay, err = strconv.Atoi(text); err != nil || delay < 1 {
			return nil, referee.ErrPlanDelay
		}
	}
	if values["orders"] != "" || delay > 0 {
		return p.setPlan(ctx, values["orders"], false, delay)
	}
	plan, err := p.referee.TurnPlan(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	if plan.Text == "" && plan.Last == nil {
		return p.writePlan(pressPlanEdit, ""), nil
	}
	return p.planPage(ctx, plan, "")
}

// writePlan opens a form for a plan.
func (p player) writePlan(name, text string) []rest.Message {
	m := rest.NewMessage(p.Say("plan.late"), []discordgo.MessageComponent{row(button(p.Say("button.plan-edit"),
		pressID(name, p.table.Game), discordgo.SecondaryButton))})
	m.Form = paragraphForm(pressID(name, p.table.Game), p.Say("plan.title"), p.Say("plan.label"), p.Say("plan.hint"),
		text)
	return []rest.Message{m}
}

// setPlan keeps a plan and shows it. If it cannot be kept, a button opens the form with its text.
func (p player) setPlan(ctx context.Context, text string, add bool, delay int) ([]rest.Message, error) {
	plan, err := p.referee.SetPlan(ctx, p.cmd, text, add, delay)
	return p.planKept(ctx, plan, err)
}

func (p player) planKept(ctx context.Context, plan referee.TurnPlan, err error) ([]rest.Message, error) {
	if err == nil {
		return p.planPage(ctx, plan, p.Say("plan.kept"))
	}
	var refused *referee.PlanRefused
	var problem *order.Problem
	var denial *view.Denial
	switch {
	case errors.As(err, &refused):
		why, _ := p.refuse(refused.Line.Err)
		return p.planRefused(p.Say("plan.refused", "number", refused.Line.Plan.Number,
			"text", wording.Coded(refused.Line.Plan.String()), "why", wording.InWords(why))), nil
	case errors.As(err, &problem), errors.As(err, &denial):
		why, _ := p.refuse(err)
		return p.planRefused(why), nil
	}
	return nil, err
}

func (p player) planRefused(why string) []rest.Message {
	of := func(name, label string) discordgo.MessageComponent {
		return button(label, pressID(name, p.table.Game), discordgo.SecondaryButton)
	}
	return page[view.Public]{text: joined([]string{why, p.Say("plan.unchanged")}),
		rows: []discordgo.MessageComponent{row(of(pressPlanFix, p.Say("button.plan-fix")),
			of(pressPlan, p.Say("button.plan")))}}.messages()
}

// planPresses are the presses about plans.
func planPresses() []pressSpec {
	submit := func(add bool) pressHandler {
		return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
			p, err := b.player(ctx, req)
			if err != nil {
				return nil, err
			}
			return p.setPlan(ctx, d.text(), add, 0)
		}
	}
	edit := func(refused bool) pressHandler {
		return asPlayer(func(p player, ctx context.Context, _ string) ([]rest.Message, error) {
			return p.rewritePlan(ctx, refused)
		})
	}
	return []pressSpec{
		{name: pressPlan, run: asPlayer(player.showPlan)},
		{name: pressPlanEdit, run: edit(false), form: submit(false)},
		{name: pressPlanFix, run: edit(true)},
		{name: pressPlanAdd, run: asPlayer(player.addToPlan), form: submit(true)},
		{name: pressPlanDrop, run: asPlayer(player.dropPlanned)},
		{name: pressPlanDelay, run: asPlayer(player.delayPlan)},
		{name: pressPlanClear, run: asPlayer(player.clearPlan)},
		{name: pressPlanRun, run: asPlayer(player.runPlan)},
		{name: pressPlanKeep, run: asPlayer(player.keepPlan)},
	}
}

// addToPlan opens an empty form for more lines.
func (p player) addToPlan(context.Context, string) ([]rest.Message, error) {
	return p.writePlan(pressPlanAdd, ""), nil
}

func (p player) showPlan(ctx context.Context, _ string) ([]rest.Message, error) {
	plan, err := p.referee.TurnPlan(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	return p.planPage(ctx, plan, "")
}

// dropPlanned removes a line: SHOWN/LINE.
func (p player) dropPlanned(ctx context.Context, what string) ([]rest.Message, error) {
	shown, line, _ := strings.Cut(what, "/")
	number, err := strconv.Atoi(line)
	if err != nil {
		return nil, errStale
	}
	plan, err := p.referee.DropPlanned(ctx, p.cmd, shown, number)
	return p.planOrNow(ctx, plan, err)
}

func (p player) delayPlan(ctx context.Context, what string) ([]rest.Message, error) {
	minutes, err := strconv.Atoi(what)
	if err != nil {
		return nil, errStale
	}
	return p.setPlan(ctx, "", false, minutes)
}

func (p player) clearPlan(ctx context.Context, _ string) ([]rest.Message, error) {
	if err := p.referee.DropPlan(ctx, p.cmd); err != nil {
		return nil, err
	}
	if p.inPlace() {
		return p.panel(ctx, news{text: p.Say("plan.cleared")}, 0)
	}
	cleared := page[view.Secret]{text: p.Say("plan.cleared"),
		rows: []discordgo.MessageComponent{row(p.sideButton(p.table.Game))}}
	return p.open(p.request, p.table, p.view, cleared)
}

// keepPlan makes a list the plan.
func (p player) keepPlan(ctx context.Context, draft string) ([]rest.Message, error) {
	plan, err := p.referee.KeepPlan(ctx, p.cmd, draft)
	return p.planKept(ctx, plan, err)
}

// rewritePlan opens the form with the plan, or with the text that could not be kept.
func (p player) rewritePlan(ctx context.Context, refused bool) ([]rest.Message, error) {
	plan, err := p.referee.TurnPlan(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	if refused && plan.Refused != "" {
		return p.writePlan(pressPlanEdit, plan.Refused), nil
	}
	return p.writePlan(pressPlanEdit, plan.Text), nil
}

// planOrNow shows a plan, or the present one if that has changed meanwhile.
func (p player) planOrNow(ctx context.Context, plan referee.TurnPlan, err error) ([]rest.Message, error) {
	if !errors.Is(err, referee.ErrNoPlan) {
		return p.planKept(ctx, plan, err)
	}
	if plan, err = p.referee.TurnPlan(ctx, p.cmd); err != nil {
		return nil, err
	}
	return p.planPage(ctx, plan, p.Say("plan.stale"))
}

// planPage is the page of a plan: what each line would do as things stand, a picture with the arrows, and what can be
// done with the plan.
func (p player) planPage(ctx context.Context, plan referee.TurnPlan, before string) ([]rest.Message, error) {
	if plan.Text == "" {
		lines := []string{before, p.Say("plan.none")}
		if plan.Last != nil {
			lines = append(lines, p.ran(*plan.Last)...)
		}
		return p.open(p.request, plan.Table, plan.View, page[view.Secret]{text: joined(lines),
			rows: []discordgo.MessageComponent{row(p.planButtons(plan)...)}})
	}
	lines := append([]string{before}, p.planHead(plan)...)
	phase := ""
	for _, l := range plan.Tried.Lines {
		if l.Plan.Phase != phase {
			phase = l.Plan.Phase
			lines = append(lines, "**"+p.Argument("phase", phase)+"**")
		}
		lines = append(lines, p.plannedLine(l))
	}
	pg := page[view.Secret]{text: joined(lines), rows: p.planRows(plan), figures: p.foreseen(ctx, plan.Tried.After)}
	return p.open(p.request, plan.Table, plan.Tried.After, pg)
}

// planHead says for which phase a plan is, and when it will be carried out.
func (p player) planHead(plan referee.TurnPlan) []string {
	lines := []string{p.Say("plan.head", "turn", plan.Tried.Turn)}
	switch {
	case plan.Runs:
		lines = append(lines, p.Say("plan.runs"))
	case plan.Stale:
		lines = append(lines, p.Say("plan.over"))
	case !plan.Begins.IsZero():
		lines = append(lines, p.Say("plan.begins-at", "at", wording.RelativeTimestamp(plan.Begins)))
	case plan.Now > 0:
		lines = append(lines, p.Say("plan.by-hand"))
	default:
		lines = append(lines, p.Say("plan.begins", "n", int(plan.Delay.Minutes())))
	}
	return lines
}

// plannedLine is what a line of a plan would do as things stand.
func (p player) plannedLine(l view.Planned) string {
	words := p.Say("list.line", "number", l.Plan.Number, "text", wording.Coded(l.Plan.String()))
	if l.Skipped {
		return words + p.Say("plan.skipped")
	}
	if l.Err != nil {
		why, _ := p.refuse(l.Err)
		return words + p.Say("list.not-now", "why", wording.InWords(why))
	}
	words += p.brought(l.Told) + p.oddsOf(l.Odds) + p.staying(l.Behind)
	for _, w := range l.Warnings {
		words += "\n" + p.Warning(w)
	}
	if len(l.Warnings) > 0 && !l.Plan.Anyway {
		words += " " + p.Say("plan.asks")
	}
	return words
}

// planButtons are what can be done with a plan.
func (p player) planButtons(plan referee.TurnPlan) []discordgo.MessageComponent {
	of := func(name, label string) discordgo.MessageComponent {
		return button(label, pressID(name, p.table.Game), discordgo.SecondaryButton)
	}
	if plan.Text == "" {
		return append([]discordgo.MessageComponent{of(pressPlanEdit, p.Say("button.plan-edit")),
			p.sideButton(p.table.Game)}, p.backToPanel()...)
	}
	var buttons []discordgo.MessageComponent
	if plan.Now > 0 && !plan.Runs {
		buttons = append(buttons, p.planRunButton(plan.Shown))
	}
	buttons = append(buttons, of(pressPlanEdit, p.Say("button.plan-edit")), of(pressPlanAdd, p.Say("button.plan-add")),
		of(pressPlanClear, p.Say("button.plan-clear")))
	return append(buttons, p.backToPanel()...)
}

func (p player) planRunButton(shown string) discordgo.MessageComponent {
	return p.localizer.planRunButton(p.table.Game, shown)
}

func (loc localizer) planRunButton(game referee.GameID, shown string) discordgo.MessageComponent {
	return button(loc.Say("button.plan-run"), pressID(pressPlanRun, game, shown), discordgo.SuccessButton)
}

// planRows are the buttons, and the menus to remove a line and to choose the delay.
func (p player) planRows(plan referee.TurnPlan) []discordgo.MessageComponent {
	drop := discordgo.SelectMenu{CustomID: pressID(pressPlanDrop, p.table.Game), Placeholder: p.Say("plan.drop")}
	for _, l := range plan.Tried.Lines[:min(len(plan.Tried.Lines), menuLimit)] {
		number := strconv.Itoa(l.Plan.Number)
		drop.Options = append(drop.Options, discordgo.SelectMenuOption{Label: wording.Clip(number+" "+l.Plan.String(),
			100), Value: plan.Shown + "/" + number})
	}
	delay := discordgo.SelectMenu{CustomID: pressID(pressPlanDelay, p.table.Game),
		Placeholder: p.Say("plan.delay", "n", int(plan.Delay.Minutes()))}
	for _, n := range planDelays {
		delay.Options = append(delay.Options, discordgo.SelectMenuOption{Label: p.Say("plan.minutes", "n", n),
			Value: strconv.Itoa(n)})
	}
	return []discordgo.MessageComponent{row(p.planButtons(plan)...), row(drop), row(delay)}
}

// runPlan carries the plan out and says what became of it: above the panel where the plan was shown in its place.
func (p player) runPlan(ctx context.Context, shown string) ([]rest.Message, error) {
	run, err := p.referee.BeginPlan(ctx, p.cmd, shown)
	if errors.Is(err, referee.ErrNoPlan) {
		return p.planOrNow(ctx, referee.TurnPlan{}, err)
	}
	if err != nil {
		return nil, err
	}
	if p.inPlace() {
		return p.playing(p.request, run.View, run.Table).panel(ctx,
			news{text: joined(p.became(run)), planned: run.Rest != ""}, 0)
	}
	return p.open(p.request, run.Table, run.View, p.localizer.ranPage(run))
}

// tellPlan tells a player what became of his plan.
func (b *bot) tellPlan(ctx context.Context, loc localizer, e referee.Notification) (privatePage, error) {
	v := *e.Side
	pg := loc.ranPage(*e.Plan)
	pg.text = joined([]string{loc.Header(v.Board()), pg.text})
	pg.figures = reportFigures(b, loc, e, v, render.NewReport(v), b.styleOf(ctx, e.Reader))
	pg.rows = append(pg.rows, row(loc.wholeButton(e.Table.Game)))
	return showSide(e.Table, v, e.Reader, pg)
}

// ranPage is what became of a plan, what its side was told meanwhile, and what can be done now.
func (loc localizer) ranPage(run referee.PlanRun) page[view.Secret] {
	board, game := run.View.Board(), run.Table.Game
	lines := loc.became(run)
	buttons := []discordgo.MessageComponent{loc.ordersButton(game), loc.sideButton(game)}
	if due := board.Due; due != nil {
		lines = append(lines, loc.Owed(*due)+".")
		if due.Side == run.View.Side() {
			buttons[0] = loc.decideButton(game, due.ID)
		}
	}
	if run.Rest != "" {
		buttons = append(buttons, button(loc.Say("button.plan"), pressID(pressPlan, game), discordgo.SecondaryButton))
	}
	return page[view.Secret]{text: joined(lines), rows: []discordgo.MessageComponent{row(buttons...)}}
}

// became is what became of a plan, and what its side was told meanwhile.
func (loc localizer) became(run referee.PlanRun) []string {
	lines := append(loc.ran(run), loc.Account(run.View.Board().Told))
	if w := run.Table.Awaits; w != nil {
		lines = append(lines, loc.Say("beacon.accepted", awaiting(*w)...))
	}
	return lines
}

// ran is what was done of a plan, what was not, and why.
func (loc localizer) ran(run referee.PlanRun) []string {
	lines := []string{loc.Say("plan.ran", "n", len(run.Done))}
	for _, l := range run.Done {
		lines = append(lines, loc.Say("plan.ran-line", "text", wording.Coded(l)))
	}
	for _, l := range run.Skipped {
		lines = append(lines, loc.Say("plan.ran-skipped", "text", wording.Coded(l)))
	}
	var caution *referee.Caution
	switch {
	case errors.As(run.Stop, &caution):
		lines = append(lines, loc.Say("plan.stopped-asks", "text", wording.Coded(run.Next),
			"costs", wording.InWords(loc.Warned(caution.Warnings))))
	case run.Stop != nil:
		why, _ := loc.refuse(run.Stop)
		lines = append(lines, loc.Say("plan.stopped", "text", wording.Coded(run.Next), "why", wording.InWords(why)))
	case run.Why == referee.PlanAsks:
		lines = append(lines, loc.Say("plan.decision"))
	case run.Why == referee.PlanYielded:
		lines = append(lines, loc.Say("plan.yielded"))
	}
	if run.Rest != "" {
		lines = append(lines, loc.Say("plan.rest",
			"n", strings.Count(run.Rest, "\n")+1-strings.Count("\n"+run.Rest, "\n# ")))
	}
	return lines
}

// planRow is the button of the plan, for pages on which no order can be given now.
func (p player) planRow() []discordgo.MessageComponent {
	if p.view.Board().Over {
		return nil
	}
	return []discordgo.MessageComponent{row(button(p.Say("button.plan"), pressID(pressPlan, p.table.Game),
		discordgo.SecondaryButton))}
}

// planLeft says that a plan will not be carried out automatically because its owner has given an order. A button does
// so.
func (loc localizer) planLeft(game referee.GameID, left *referee.PlanLeft) (line string,
	rows []discordgo.MessageComponent) {
	if left == nil {
		return "", nil
	}
	if left.Shown == "" {
		return loc.Say("plan.yields", "n", left.Lines),
			[]discordgo.MessageComponent{row(button(loc.Say("button.plan"), pressID(pressPlan, game),
				discordgo.SecondaryButton))}
	}
	return loc.Say("plan.there", "n", left.Lines),
		[]discordgo.MessageComponent{row(loc.planRunButton(game, left.Shown))}
}

// keepButton makes a list a plan, if its phase is still to come.
func (p player) keepButton(l referee.List) []discordgo.MessageComponent {
	b := p.view.Board()
	if b.Over || b.Phase.Side == p.view.Side() || l.Done == l.Total {
		return nil
	}
	return []discordgo.MessageComponent{button(p.Say("button.plan-keep"),
		pressID(pressPlanKeep, l.Table.Game, l.Draft), discordgo.PrimaryButton)}
}
