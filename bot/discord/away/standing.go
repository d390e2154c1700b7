package away

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// standingTryVerb is the command that tries standing orders.
const standingTryVerb order.Verb = "standing try"

// The presses about standing orders, NAME:GAME:WHAT. MARK is the mark of the lines that were shown, by which a stale
// number is recognized. The names of the presses say away, as standing orders are for a player who is away.
const (
	pressStanding       = "away"        // shows them; the number of the page follows
	pressStandingLine   = "away-line"   // a menu of lines: MARK:NUMBER
	pressStandingDo     = "away-do"     // MARK:NUMBER:up, down or remove
	pressStandingWrite  = "away-write"  // opens the form: with nothing, the draft, or the line MARK:NUMBER
	pressStandingSet    = "away-set"    // takes a ready-made set; with :all it replaces all lines
	pressStandingSwitch = "away-switch" // switches them; see switches
	pressStandingAdd    = "away-add"    // adds the draft before the line of this number, at the end for 0
	pressStandingDrop   = "away-drop"   // discards the draft
	pressStandingTry    = "away-try"    // tries them on what an enemy could do next; the number of the page follows
)

// commands returns the commands about standing orders, which answer for a player while he is away. All that is said of
// them is for their owner alone.
func (s Standing) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "standing add", Run: s.Desk.PlayerCommand(s.addStanding), Options: []ask.Option{
			ask.TextOption("line").AsRequired(), ask.NumberOption("before", 1, standing.MaxLines)}},
		{Verb: "standing list", Run: s.Desk.PlayerCommand(s.listStanding)},
		{Verb: "standing remove", Run: s.Desk.PlayerCommand(s.removeStanding), Options: []ask.Option{
			ask.NumberOption("number", 1, standing.MaxLines).AsRequired()}},
		{Verb: standingTryVerb, Run: s.Desk.PlayerCommand(s.tryStanding), Options: []ask.Option{
			s.Desk.SeenOption("hex", look.SuggestStacks), ask.TextOption("result")}},
	}
}

// addStanding answers /standing add.
func (s Standing) addStanding(ctx context.Context, p play.Player, values map[string]string) ([]rest.Message, error) {
	before, _ := strconv.Atoi(values["before"]) // Discord sends a number
	return answerAdded(p)(s.Referee.AddStanding(ctx, p.Request.Cmd, values["line"], before))
}

// listStanding answers /standing list.
func (s Standing) listStanding(ctx context.Context, p play.Player, _ map[string]string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, "")
}

// removeStanding answers /standing remove.
func (s Standing) removeStanding(ctx context.Context, p play.Player, values map[string]string) ([]rest.Message, error) {
	number, err := strconv.Atoi(values["number"])
	if err != nil || number < 1 {
		return nil, ask.Refusal("away.which")
	}
	o, err := s.Referee.RemoveStanding(ctx, p.Request.Cmd, number, "")
	if errors.Is(err, drafts.ErrNoLine) {
		return nil, ask.Refusal("away.no-line", "number", number)
	}
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, p.Say("away.removed", "number", number))
}

func (s Standing) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressStanding, Run: s.Desk.AsPlayer(s.seeStanding)},
		{Name: pressStandingLine, Run: s.Desk.AsPlayer(s.standingLine)},
		{Name: pressStandingDo, Run: s.Desk.AsPlayer(s.changeStanding)},
		{Name: pressStandingWrite, Run: s.Desk.AsPlayer(s.writeStanding), Form: s.submitStanding},
		{Name: pressStandingSet, Run: s.Desk.AsPlayer(s.takeStandingSet)},
		{Name: pressStandingSwitch, Run: s.Desk.AsPlayer(s.switchStanding)},
		{Name: pressStandingAdd, Run: s.Desk.AsPlayer(s.addStandingDraft)},
		{Name: pressStandingDrop, Run: s.Desk.AsPlayer(s.dropStandingDraft)},
		{Name: pressStandingTry, Run: s.Desk.AsPlayer(s.turnStandingTrial)},
	}
}

// seeStanding shows the page with a number, the first one if there is no number.
func (s Standing) seeStanding(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what) // the first page where it says nothing
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, number, "")
}

// takeStandingSet takes a ready-made set of standing orders: ID, and after a colon "all" if it may replace what
// conflicts with it.
func (s Standing) takeStandingSet(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	id, all, _ := strings.Cut(what, ":")
	o, err := s.Referee.UseStandingSet(ctx, p.Request.Cmd, id, all != "")
	if problem := (*standing.Problem)(nil); errors.As(err, &problem) {
		words, _ := tell.Refuse(p.Request.Localizer, err)
		instead := page.Button(p.Say("button.away-all"), page.PressID(pressStandingSet, p.Table.Game, id, "all"),
			discordgo.DangerButton)
		return standingMessage(p, p.Say("away.not-taken", "why", wording.InWords(words)), page.Row(instead,
			standingButton(p)))
	}
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, p.Say("away.taken"))
}

// switchStanding switches standing orders on or off, as writeSwitches says it.
func (s Standing) switchStanding(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	off, here, ok := readSwitches(what)
	if !ok {
		return nil, page.ErrStale
	}
	o, err := s.Referee.SwitchStanding(ctx, p.Request.Cmd, off, here)
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, "")
}

// addStandingDraft inserts the draft before the line with a number, or with 0 at the end.
func (s Standing) addStandingDraft(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	before, err := strconv.Atoi(what)
	if err != nil {
		return nil, page.ErrStale
	}
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return answerAdded(p)(s.Referee.AddStanding(ctx, p.Request.Cmd, o.Draft, before))
}

// dropStandingDraft deletes the draft.
func (s Standing) dropStandingDraft(ctx context.Context, p play.Player, _ string) ([]rest.Message, error) {
	o, err := s.Referee.DraftStanding(ctx, p.Request.Cmd, "")
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, p.Say("away.dropped"))
}

// turnStandingTrial shows a page of what standing orders would decide.
func (s Standing) turnStandingTrial(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what) // the first page where it says nothing
	t, err := s.Referee.TryStanding(ctx, p.Request.Cmd, hex.None, "")
	if err != nil {
		return nil, err
	}
	return standingTrial(ctx, p, t, number)
}

// answerAdded returns a function that shows standing orders to which lines were added, or what is wrong with the lines.
// Wrong lines are kept as a draft; they can be rewritten, or inserted before the line that conflicts with them.
func answerAdded(p play.Player) func(o drafts.StandingOrders, err error) ([]rest.Message, error) {
	return func(o drafts.StandingOrders, err error) ([]rest.Message, error) {
		var problem *standing.Problem
		if !errors.As(err, &problem) {
			if err != nil {
				return nil, err
			}
			return standingPage(p, o, 0, p.Say("away.added"))
		}
		words, _ := tell.Refuse(p.Request.Localizer, err)
		buttons := []discordgo.MessageComponent{page.Button(p.Say("button.away-rewrite"),
			page.PressID(pressStandingWrite, p.Table.Game, "draft"), discordgo.PrimaryButton)}
		if problem.By > 0 {
			buttons = append(buttons, page.Button(p.Say("button.away-before", "number", problem.By),
				page.PressID(pressStandingAdd, p.Table.Game, strconv.Itoa(problem.By)), discordgo.SecondaryButton))
		}
		buttons = append(buttons, page.Button(p.Say("button.list-drop"), page.PressID(pressStandingDrop, p.Table.Game),
			discordgo.SecondaryButton), standingButton(p))
		return standingMessage(p, p.Say("away.not-added", "why", wording.InWords(words)), page.Row(buttons...))
	}
}

// submitStanding takes what was written in the form, for the line MARK:NUMBER or for a new one.
func (s Standing) submitStanding(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	p, err := s.Desk.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	mark, number, ok := lineOf(d.What)
	if !ok {
		return answerAdded(p)(s.Referee.AddStanding(ctx, p.Request.Cmd, d.Text(), 0))
	}
	return answerAdded(p)(s.Referee.ChangeStanding(ctx, p.Request.Cmd, number, d.Text(), mark))
}

// writeStanding opens the form.
func (s Standing) writeStanding(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	text := o.Draft
	mark, number, ok := lineOf(what)
	switch {
	case ok && (mark != o.Mark || number > len(o.Lines)):
		return nil, drafts.ErrNoLine
	case ok:
		text = o.Lines[number-1].Text
	}
	m := rest.NewMessage(p.Say("away.late"), page.OneRow(standingButton(p)))
	page.OpenForm(p.Request.Localizer, &m, page.PressID(pressStandingWrite, p.Table.Game, what), p.Say("away.form"),
		p.Say("away.form-label"), p.Say("away.form-hint"), text)
	return []rest.Message{m}, nil
}

// lineOf reads MARK:NUMBER.
func lineOf(what string) (mark string, number int, ok bool) {
	mark, n, _ := strings.Cut(what, ":")
	number, err := strconv.Atoi(n)
	return mark, number, err == nil && number > 0
}

// readSwitches reads how standing orders are switched: off or on, and with here also for decisions that follow from
// their owner's own orders.
func readSwitches(what string) (off, here, ok bool) {
	which, with, _ := strings.Cut(what, ":")
	return which == "off", with == "here", which == "off" || which == "on"
}

// writeSwitches writes what switches reads.
func writeSwitches(off, here bool) string {
	what := "on"
	if off {
		what = "off"
	}
	if here {
		what += ":here"
	}
	return what
}

// changeStanding moves or removes a line.
func (s Standing) changeStanding(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	at := strings.LastIndex(what, ":")
	mark, number, ok := lineOf(what[:max(at, 0)])
	if !ok {
		return nil, page.ErrStale
	}
	var o drafts.StandingOrders
	var err error
	switch what[at+1:] {
	case "up":
		o, err = s.Referee.MoveStanding(ctx, p.Request.Cmd, number, number-1, mark)
	case "down":
		o, err = s.Referee.MoveStanding(ctx, p.Request.Cmd, number, number+2, mark)
	case "remove":
		o, err = s.Referee.RemoveStanding(ctx, p.Request.Cmd, number, mark)
	default:
		return nil, page.ErrStale
	}
	if problem := (*standing.Problem)(nil); errors.As(err, &problem) {
		words, _ := tell.Refuse(p.Request.Localizer, err)
		return standingMessage(p, p.Say("away.not-moved", "why", wording.InWords(words)), page.Row(standingButton(p)))
	}
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, 0, "")
}

// standingLine shows a line with what can be done with it.
func (s Standing) standingLine(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	mark, number, ok := lineOf(what)
	if !ok || mark != o.Mark || number > len(o.Lines) {
		return nil, drafts.ErrNoLine
	}
	of := func(label, does string, off bool) discordgo.MessageComponent {
		b := page.Button(label, page.PressID(pressStandingDo, p.Table.Game, what, does), discordgo.SecondaryButton)
		b.Disabled = off
		return b
	}
	buttons := page.Row(of(p.Say("button.away-up"), "up", number == 1),
		of(p.Say("button.away-down"), "down", number == len(o.Lines)),
		page.Button(p.Say("button.list-edit"), page.PressID(pressStandingWrite, p.Table.Game, what),
			discordgo.PrimaryButton),
		of(p.Say("button.away-remove"), "remove", false), standingButton(p))
	return standingMessage(p, standingWords(p, o, number-1), buttons)
}

// standingMessage returns a message for the player alone, with one row of buttons.
func standingMessage(p play.Player, text string, buttons ...discordgo.MessageComponent) ([]rest.Message, error) {
	return p.Open(p.Table, p.View, page.Page[view.Secret]{Text: text, Rows: buttons})
}

// standingButton returns the button that shows the list of standing orders.
func standingButton(p play.Player) discordgo.MessageComponent {
	return page.Button(p.Say("button.away"), page.PressID(pressStanding, p.Table.Game, "0"), discordgo.SecondaryButton)
}

// standingLineLimit is how many characters a line of the list has, as it was written and in plain words.
const standingLineLimit = 400

// standingWords returns a line with its number, as it was written and in plain words.
func standingWords(p play.Player, o drafts.StandingOrders, i int) string {
	l := o.Lines[i]
	words := p.Say("away.line", "number", i+1, "text", wording.InWords(strings.ReplaceAll(l.Text, "`", "'")))
	if l.Says.ID != "" {
		words += "\n" + p.Request.Localizer.Text(l.Says)
	}
	return wording.Clip(words, standingLineLimit)
}

// standingPage returns a page of the list, with buttons and menus for all that can be done with it.
func standingPage(p play.Player, o drafts.StandingOrders, number int, before string) ([]rest.Message, error) {
	lines := append([]string{before}, standingHead(p, o)...)
	pages := standingPages(p, o)
	number = max(min(number, len(pages)-1), 0)
	var rows []discordgo.MessageComponent
	if len(pages) > 0 {
		menu := discordgo.SelectMenu{CustomID: page.PressID(pressStandingLine, p.Table.Game),
			Placeholder: p.Say("away.change")}
		for _, i := range pages[number] {
			lines = append(lines, standingWords(p, o, i))
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(
				strconv.Itoa(i+1)+". "+o.Lines[i].Text, page.ChoiceText), Value: o.Mark + ":" + strconv.Itoa(i+1)})
		}
		rows = append(rows, page.Row(menu))
	}
	if o.Draft != "" {
		lines = append(lines, p.Say("away.draft", "text", wording.Coded(o.Draft)))
	}
	rows = append(rows, page.Row(standingButtons(p, o)...))
	var sets []discordgo.MessageComponent
	for _, s := range o.Sets {
		sets = append(sets, page.Button(p.Request.Localizer.Text(s.Name),
			page.PressID(pressStandingSet, p.Table.Game, s.ID), discordgo.SecondaryButton))
	}
	if len(sets) > 0 {
		rows = append(rows, page.Row(sets[:min(len(sets), page.RowLimit)]...))
	}
	if turns := page.PageButtons(p.Request.Localizer, number, len(pages),
		func(n int) string { return page.PressID(pressStanding, p.Table.Game, strconv.Itoa(n)) }); turns != nil {
		rows = append(rows, page.Row(turns...))
	}
	return p.Open(o.Table, o.View, page.Page[view.Secret]{Text: play.JoinLines(lines), Rows: rows})
}

// standingHead returns the text above the lines.
func standingHead(p play.Player, o drafts.StandingOrders) []string {
	lines := []string{p.Say("away.title")}
	if len(o.Lines) == 0 {
		lines[0] = p.Say("away.none")
		for _, s := range o.Sets {
			lines = append(lines, p.Say("away.set", "name", s.Name, "about", s.About))
		}
	}
	if o.Broken != nil {
		words, _ := tell.Refuse(p.Request.Localizer, o.Broken)
		lines = append(lines, p.Say("away.broken", "why", wording.InWords(words)))
	}
	if o.Off {
		lines = append(lines, p.Say("away.off"))
	}
	if o.Here {
		lines = append(lines, p.Say("away.here"))
	}
	if o.Owes {
		lines = append(lines, p.Say("away.owes"))
	}
	if n := len(o.Answered); n > 0 {
		last := o.Answered[n-1]
		lines = append(lines, p.Say("away.last", "number", last.Line, "text", wording.Coded(last.Text)))
	}
	return lines
}

// standingButtons returns what can be done with the list as a whole.
func standingButtons(p play.Player, o drafts.StandingOrders) []discordgo.MessageComponent {
	of := func(label, name, what string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, p.Table.Game, what), style)
	}
	off, here := p.Say("button.away-off"), p.Say("button.away-here")
	if o.Off {
		off = p.Say("button.away-on")
	}
	if o.Here {
		here = p.Say("button.away-not-here")
	}
	return []discordgo.MessageComponent{
		of(p.Say("button.away-make"), pressStandingMake, "1", discordgo.PrimaryButton),
		of(p.Say("button.away-write"), pressStandingWrite, "", discordgo.SecondaryButton),
		of(p.Say("button.away-try"), pressStandingTry, "0", discordgo.SecondaryButton),
		of(off, pressStandingSwitch, writeSwitches(!o.Off, o.Here), discordgo.SecondaryButton),
		of(here, pressStandingSwitch, writeSwitches(o.Off, !o.Here), discordgo.SecondaryButton),
	}
}

// standingPages divides lines into pages that each fit a message and its menu, with the text above them.
func standingPages(p play.Player, o drafts.StandingOrders) (pages [][]int) {
	room := 0
	for i := range o.Lines {
		size := utf8.RuneCountInString(standingWords(p, o, i)) + 1
		if last := len(pages) - 1; last < 0 || size > room || len(pages[last]) == page.MenuLimit {
			pages, room = append(pages, nil), page.PageRoom-2*standingLineLimit
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], i)
		room -= size
	}
	return pages
}
