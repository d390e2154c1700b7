package away

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// planDelays are the delays that the menu offers, in minutes.
var planDelays = []int{1, 2, api.PlanDelay, 10, 15, 30, 45, api.PlanDelayMost}

func (a Plans) commands() []ask.CommandSpec {
	return []ask.CommandSpec{{Verb: "plan", Run: a.Desk.PlayerCommand(a.seePlan), Options: []ask.Option{
		ask.TextOption("orders").WithLongest(ask.LongestList), ask.NumberOption("delay", 1, api.PlanDelayMost)}}}
}

// seePlan answers /plan: it keeps the asker's plan, or shows it; if he has none, a form opens.
func (a Plans) seePlan(ctx context.Context, p play.Player, values map[string]string) ([]rest.Message, error) {
	delay, err := 0, error(nil)
	if text, given := values["delay"]; given {
		if delay, err = strconv.Atoi(text); err != nil || delay < 1 {
			return nil, api.ErrPlanDelay
		}
	}
	if values["orders"] != "" || delay > 0 {
		return a.setPlan(ctx, p, values["orders"], false, delay)
	}
	plan, err := a.Referee.TurnPlan(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	if plan.Text == "" && plan.Last == nil {
		return writePlan(p, play.PressPlanEdit, ""), nil
	}
	return planPage(ctx, p, plan, "")
}

// writePlan returns a form for a plan, with a text in it. The message in it is sent if a form can no longer open.
func writePlan(p play.Player, name, text string) []rest.Message {
	m := rest.NewMessage(p.Say("plan.late"),
		page.OneRow(page.Button(p.Say("button.plan-edit"),
			page.PressID(name, p.Table.Game), discordgo.SecondaryButton)))
	page.OpenForm(p.Request.Localizer, &m, page.PressID(name, p.Table.Game), p.Say("plan.title"), p.Say("plan.label"),
		p.Say("plan.hint"), text)
	return []rest.Message{m}
}

// setPlan keeps a plan and shows it. If it cannot be kept, a button opens the form with its text.
func (a Plans) setPlan(ctx context.Context, p play.Player, text string, add bool, delay int) ([]rest.Message, error) {
	plan, err := a.Referee.SetPlan(ctx, p.Request.Cmd, text, add, delay)
	return answerKept(ctx, p, plan, err)
}

// answerKept shows a plan that was kept, or why it could not be kept.
func answerKept(ctx context.Context, p play.Player, plan api.TurnPlan, err error) ([]rest.Message, error) {
	if err == nil {
		return planPage(ctx, p, plan, p.Say("plan.kept"))
	}
	var refused *api.PlanRefused
	var problem *order.Problem
	var denial *view.Denial
	switch {
	case errors.As(err, &refused):
		why, _ := tell.Refuse(p.Request.Localizer, refused.Line.Err)
		return refusalPage(p, p.Say("plan.refused", "number", refused.Line.Plan.Number,
			"text", wording.Coded(refused.Line.Plan.String()), "why", wording.InWords(why))), nil
	case errors.As(err, &problem), errors.As(err, &denial):
		why, _ := tell.Refuse(p.Request.Localizer, err)
		return refusalPage(p, why), nil
	}
	return nil, err
}

// refusalPage returns the reason why a plan could not be kept, with buttons to mend it or to see the plan as it is.
func refusalPage(p play.Player, why string) []rest.Message {
	of := func(name, label string) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, p.Table.Game), discordgo.SecondaryButton)
	}
	return page.Page[view.Public]{Text: play.JoinLines([]string{why, p.Say("plan.unchanged")}),
		Rows: page.OneRow(of(play.PressPlanFix, p.Say("button.plan-fix")),
			of(play.PressPlan, p.Say("button.plan")))}.Messages()
}

func (a Plans) presses() []ask.PressSpec {
	submit := func(add bool) ask.PressHandler {
		return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
			p, err := a.Desk.Player(ctx, req)
			if err != nil {
				return nil, err
			}
			return a.setPlan(ctx, p, d.Text(), add, 0)
		}
	}
	edit := func(refused bool) ask.PressHandler {
		return a.Desk.AsPlayer(func(ctx context.Context, p play.Player, _ string) ([]rest.Message, error) {
			return a.rewritePlan(ctx, p, refused)
		})
	}
	return []ask.PressSpec{
		{Name: play.PressPlan, Run: a.Desk.AsPlayer(a.showPlan)},
		{Name: play.PressPlanEdit, Run: edit(false), Form: submit(false)},
		{Name: play.PressPlanFix, Run: edit(true)},
		{Name: play.PressPlanAdd, Run: a.Desk.AsPlayer(addToPlan), Form: submit(true)},
		{Name: play.PressPlanDrop, Run: a.Desk.AsPlayer(a.dropPlanned)},
		{Name: play.PressPlanDelay, Run: a.Desk.AsPlayer(a.delayPlan)},
		{Name: play.PressPlanClear, Run: a.Desk.AsPlayer(a.clearPlan)},
		{Name: play.PressPlanRun, Run: a.Desk.AsPlayer(a.runPlan)},
		{Name: play.PressPlanKeep, Run: a.Desk.AsPlayer(a.keepPlan)},
	}
}

// addToPlan opens an empty form for more lines.
func addToPlan(_ context.Context, p play.Player, _ string) ([]rest.Message, error) {
	return writePlan(p, play.PressPlanAdd, ""), nil
}

// showPlan shows the player's plan.
func (a Plans) showPlan(ctx context.Context, p play.Player, _ string) ([]rest.Message, error) {
	plan, err := a.Referee.TurnPlan(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return planPage(ctx, p, plan, "")
}

// dropPlanned removes a line: SHOWN/LINE.
func (a Plans) dropPlanned(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	shown, line, _ := strings.Cut(what, "/")
	number, err := strconv.Atoi(line)
	if err != nil {
		return nil, page.ErrStale
	}
	plan, err := a.Referee.DropPlanned(ctx, p.Request.Cmd, shown, number)
	return a.planOrNow(ctx, p, plan, err)
}

// delayPlan stores how many minutes a plan waits before it begins.
func (a Plans) delayPlan(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	minutes, err := strconv.Atoi(what)
	if err != nil {
		return nil, page.ErrStale
	}
	return a.setPlan(ctx, p, "", false, minutes)
}

// clearPlan deletes the player's plan.
func (a Plans) clearPlan(ctx context.Context, p play.Player, _ string) ([]rest.Message, error) {
	if err := a.Referee.DropPlan(ctx, p.Request.Cmd); err != nil {
		return nil, err
	}
	if play.EditsInPlace(p.Request) {
		return p.ShowPanel(ctx, play.News{Text: p.Say("plan.cleared")}, 0)
	}
	cleared := page.Page[view.Secret]{Text: p.Say("plan.cleared"),
		Rows: page.OneRow(page.SideButton(p.Request.Localizer, p.Table.Game))}
	return p.Open(p.Table, p.View, cleared)
}

// keepPlan makes a list the plan.
func (a Plans) keepPlan(ctx context.Context, p play.Player, draft string) ([]rest.Message, error) {
	plan, err := a.Referee.KeepPlan(ctx, p.Request.Cmd, draft)
	return answerKept(ctx, p, plan, err)
}

// rewritePlan opens the form with the plan, or with the text that could not be kept.
func (a Plans) rewritePlan(ctx context.Context, p play.Player, refused bool) ([]rest.Message, error) {
	plan, err := a.Referee.TurnPlan(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	if refused && plan.Refused != "" {
		return writePlan(p, play.PressPlanEdit, plan.Refused), nil
	}
	return writePlan(p, play.PressPlanEdit, plan.Text), nil
}

// planOrNow shows a plan, or the present one if that has changed meanwhile.
func (a Plans) planOrNow(ctx context.Context, p play.Player, plan api.TurnPlan, err error) ([]rest.Message, error) {
	if !errors.Is(err, api.ErrNoPlan) {
		return answerKept(ctx, p, plan, err)
	}
	if plan, err = a.Referee.TurnPlan(ctx, p.Request.Cmd); err != nil {
		return nil, err
	}
	return planPage(ctx, p, plan, p.Say("plan.stale"))
}

// planPage returns the page of a plan: what each line would do as things stand, a picture with the arrows, and what can
// be done with the plan.
func planPage(ctx context.Context, p play.Player, plan api.TurnPlan, before string) ([]rest.Message, error) {
	if plan.Text == "" {
		lines := []string{before, p.Say("plan.none")}
		if plan.Last != nil {
			lines = append(lines, ranLines(p.Request.Localizer, *plan.Last)...)
		}
		return p.Open(plan.Table, plan.View, page.Page[view.Secret]{Text: play.JoinLines(lines),
			Rows: page.OneRow(planButtons(p, plan)...)})
	}
	lines := append([]string{before}, planHead(p, plan)...)
	phase := ""
	for _, l := range plan.Tried.Lines {
		if l.Plan.Phase != phase {
			phase = l.Plan.Phase
			lines = append(lines, "**"+p.Request.Localizer.Argument("phase", phase)+"**")
		}
		lines = append(lines, plannedLine(p, l))
	}
	pg := page.Page[view.Secret]{Text: play.JoinLines(lines), Rows: planRows(p, plan),
		Figures: play.PreviewFigure(ctx, p, plan.Tried.After)}
	return p.Open(plan.Table, plan.Tried.After, pg)
}

// planHead returns lines that say for which phase a plan is, and when it will be carried out.
func planHead(p play.Player, plan api.TurnPlan) []string {
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

// plannedLine returns what a line of a plan would do as things stand.
func plannedLine(p play.Player, l view.Planned) string {
	words := p.Say("list.line", "number", l.Plan.Number, "text", wording.Coded(l.Plan.String()))
	if l.Skipped {
		return words + p.Say("plan.skipped")
	}
	if l.Err != nil {
		why, _ := tell.Refuse(p.Request.Localizer, l.Err)
		return words + p.Say("list.not-now", "why", wording.InWords(why))
	}
	words += play.OutcomeInWords(p, l.Told) + play.OddsOf(p, l.Odds) + play.StayingInWords(p, l.Behind)
	for _, w := range l.Warnings {
		words += "\n" + p.Request.Localizer.Warning(w)
	}
	if len(l.Warnings) > 0 && !l.Plan.Anyway {
		words += " " + p.Say("plan.asks")
	}
	return words
}

// planButtons returns what can be done with a plan.
func planButtons(p play.Player, plan api.TurnPlan) []discordgo.MessageComponent {
	of := func(name, label string) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, p.Table.Game), discordgo.SecondaryButton)
	}
	if plan.Text == "" {
		return append([]discordgo.MessageComponent{of(play.PressPlanEdit, p.Say("button.plan-edit")),
			page.SideButton(p.Request.Localizer, p.Table.Game)}, play.BackToPanel(p)...)
	}
	var buttons []discordgo.MessageComponent
	if plan.Now > 0 && !plan.Runs {
		buttons = append(buttons, runPlanButton(p, plan.Shown))
	}
	buttons = append(buttons, of(play.PressPlanEdit, p.Say("button.plan-edit")), of(play.PressPlanAdd,
		p.Say("button.plan-add")), of(play.PressPlanClear, p.Say("button.plan-clear")))
	return append(buttons, play.BackToPanel(p)...)
}

// runPlanButton returns the button that carries the plan out now.
func runPlanButton(p play.Player, shown string) discordgo.MessageComponent {
	return play.PlanRunButton(p.Request.Localizer, p.Table.Game, shown)
}

// planRows returns the buttons, and the menus to remove a line and to choose the delay.
func planRows(p play.Player, plan api.TurnPlan) []discordgo.MessageComponent {
	drop := discordgo.SelectMenu{CustomID: page.PressID(play.PressPlanDrop, p.Table.Game),
		Placeholder: p.Say("plan.drop")}
	for _, l := range plan.Tried.Lines {
		number := strconv.Itoa(l.Plan.Number)
		drop.Options = append(drop.Options, discordgo.SelectMenuOption{Label: wording.Clip(number+" "+l.Plan.String(),
			100), Value: plan.Shown + "/" + number})
	}
	delay := discordgo.SelectMenu{CustomID: page.PressID(play.PressPlanDelay, p.Table.Game),
		Placeholder: p.Say("plan.delay", "n", int(plan.Delay.Minutes()))}
	for _, n := range planDelays {
		delay.Options = append(delay.Options, discordgo.SelectMenuOption{Label: p.Say("plan.minutes", "n", n),
			Value: strconv.Itoa(n)})
	}
	drop = page.Limited(p.Request.Localizer, drop)
	return []discordgo.MessageComponent{page.Row(planButtons(p, plan)...), page.Row(drop), page.Row(delay)}
}

// runPlan carries the plan out and says what became of it: above the panel where the plan was shown in its place.
func (a Plans) runPlan(ctx context.Context, p play.Player, shown string) ([]rest.Message, error) {
	run, err := a.Referee.BeginPlan(ctx, p.Request.Cmd, shown)
	if errors.Is(err, api.ErrNoPlan) {
		return a.planOrNow(ctx, p, api.TurnPlan{}, err)
	}
	if err != nil {
		return nil, err
	}
	if play.EditsInPlace(p.Request) {
		return p.Desk.PlayerSeeing(p.Request, run.View, run.Table).ShowPanel(ctx,
			play.News{Text: play.JoinLines(resultInWords(p.Request.Localizer, run)), Planned: run.Rest != ""}, 0)
	}
	return p.Open(run.Table, run.View, ResultPage(p.Request.Localizer, run))
}

// ResultPage returns what became of a plan, what its side was told meanwhile, and what can be done now.
func ResultPage(loc wording.Localizer, run api.PlanRun) page.Page[view.Secret] {
	board, game := run.View.Board(), run.Table.Game
	lines := resultInWords(loc, run)
	buttons := []discordgo.MessageComponent{page.OrdersButton(loc, game), page.SideButton(loc, game)}
	if due := board.Due; due != nil {
		lines = append(lines, loc.Owed(*due)+".")
		if due.Side == run.View.Side() {
			buttons[0] = page.DecideButton(loc, game, due.ID)
		}
	}
	if run.Rest != "" {
		buttons = append(buttons, page.Button(loc.Say("button.plan"), page.PressID(play.PressPlan, game),
			discordgo.SecondaryButton))
	}
	return page.Page[view.Secret]{Text: play.JoinLines(lines), Rows: page.OneRow(buttons...)}
}

// resultInWords returns what became of a plan, and what its side was told meanwhile.
func resultInWords(loc wording.Localizer, run api.PlanRun) []string {
	lines := append(ranLines(loc, run), loc.Account(run.View.Board().Told))
	if w := run.Table.Awaits; w != nil {
		lines = append(lines, loc.Say("beacon.accepted", tell.AwaitedArgs(*w)...))
	}
	return lines
}

// ranLines returns what was done of a plan, what was not, and why.
func ranLines(loc wording.Localizer, run api.PlanRun) []string {
	lines := []string{loc.Say("plan.ran", "n", len(run.Done))}
	for _, l := range run.Done {
		lines = append(lines, loc.Say("plan.ran-line", "text", wording.Coded(l)))
	}
	for _, l := range run.Skipped {
		lines = append(lines, loc.Say("plan.ran-skipped", "text", wording.Coded(l)))
	}
	var caution *api.Caution
	switch {
	case errors.As(run.Stop, &caution):
		lines = append(lines, loc.Say("plan.stopped-asks", "text", wording.Coded(run.Next),
			"costs", wording.InWords(loc.Warned(caution.Warnings))))
	case run.Stop != nil:
		why, _ := tell.Refuse(loc, run.Stop)
		lines = append(lines, loc.Say("plan.stopped", "text", wording.Coded(run.Next), "why", wording.InWords(why)))
	case run.Why == api.PlanAsks:
		lines = append(lines, loc.Say("plan.decision"))
	case run.Why == api.PlanYielded:
		lines = append(lines, loc.Say("plan.yielded"))
	}
	if run.Rest != "" {
		lines = append(lines, loc.Say("plan.rest",
			"n", strings.Count(run.Rest, "\n")+1-strings.Count("\n"+run.Rest, "\n# ")))
	}
	return lines
}
