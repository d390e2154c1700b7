package discord

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
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

// standingCommands are the commands about standing orders, which answer for a player while he is away. All that is said
// of them is for their owner alone.
func standingCommands() []commandSpec {
	return []commandSpec{
		{verb: "standing add", run: (*bot).addStanding, options: []option{
			textOption("line").required(), numberOption("before", 1, standing.MaxLines)}},
		{verb: "standing list", run: withoutOptions((*bot).listStanding)},
		{verb: "standing remove", run: (*bot).removeStanding, options: []option{
			numberOption("number", 1, standing.MaxLines).required()}},
		{verb: standingTryVerb, run: (*bot).tryStanding, options: []option{
			completed("hex", ofSeen(localizer.suggestStacks)), textOption("result")}},
	}
}

// addStanding is /standing add.
func (b *bot) addStanding(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	before, _ := strconv.Atoi(values["before"]) // Discord sends a number
	return p.added(b.referee.AddStanding(ctx, p.cmd, values["line"], before))
}

// listStanding is /standing list.
func (b *bot) listStanding(ctx context.Context, req request) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	o, err := b.referee.Standing(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, "")
}

// removeStanding is /standing remove.
func (b *bot) removeStanding(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(values["number"])
	if err != nil || number < 1 {
		return nil, refusal("away.which")
	}
	o, err := b.referee.RemoveStanding(ctx, p.cmd, number, "")
	if errors.Is(err, referee.ErrNoLine) {
		return nil, refusal("away.no-line", "number", number)
	}
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, p.Say("away.removed", "number", number))
}

// standingPresses are the presses about standing orders without those of the menus, see standingMenuPresses.
func standingPresses() []pressSpec {
	return []pressSpec{
		{name: pressStanding, run: asPlayer(player.seeStanding)},
		{name: pressStandingLine, run: asPlayer(player.standingLine)},
		{name: pressStandingDo, run: asPlayer(player.changeStanding)},
		{name: pressStandingWrite, run: asPlayer(player.writeStanding), form: (*bot).submitStanding},
		{name: pressStandingSet, run: asPlayer(player.takeStandingSet)},
		{name: pressStandingSwitch, run: asPlayer(player.switchStanding)},
		{name: pressStandingAdd, run: asPlayer(player.addStandingDraft)},
		{name: pressStandingDrop, run: asPlayer(player.dropStandingDraft)},
		{name: pressStandingTry, run: asPlayer(player.turnStandingTrial)},
	}
}

func (p player) seeStanding(ctx context.Context, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what) // the first page where it says nothing
	o, err := p.referee.Standing(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, number, "")
}

func (p player) takeStandingSet(ctx context.Context, what string) ([]rest.Message, error) {
	id, all, _ := strings.Cut(what, ":")
	o, err := p.referee.UseStandingSet(ctx, p.cmd, id, all != "")
	if problem := (*standing.Problem)(nil); errors.As(err, &problem) {
		words, _ := p.refuse(err)
		instead := button(p.Say("button.away-all"), pressID(pressStandingSet, p.table.Game, id, "all"),
			discordgo.DangerButton)
		return p.standingMessage(p.Say("away.not-taken", "why", wording.InWords(words)),
			row(instead, p.standingButton()))
	}
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, p.Say("away.taken"))
}

func (p player) switchStanding(ctx context.Context, what string) ([]rest.Message, error) {
	off, here, ok := switches(what)
	if !ok {
		return nil, errStale
	}
	o, err := p.referee.SwitchStanding(ctx, p.cmd, off, here)
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, "")
}

func (p player) addStandingDraft(ctx context.Context, what string) ([]rest.Message, error) {
	before, err := strconv.Atoi(what)
	if err != nil {
		return nil, errStale
	}
	o, err := p.referee.Standing(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	return p.added(p.referee.AddStanding(ctx, p.cmd, o.Draft, before))
}

func (p player) dropStandingDraft(ctx context.Context, _ string) ([]rest.Message, error) {
	o, err := p.referee.DraftStanding(ctx, p.cmd, "")
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, p.Say("away.dropped"))
}

func (p player) turnStandingTrial(ctx context.Context, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what) // the first page where it says nothing
	t, err := p.referee.TryStanding(ctx, p.cmd, hex.None, "")
	if err != nil {
		return nil, err
	}
	return p.standingTrial(ctx, t, number)
}

// added shows standing orders to which lines were added, or what is wrong with the lines. These are kept as a draft;
// they can be rewritten, or inserted before the line that conflicts with them.
func (p player) added(o referee.StandingOrders, err error) ([]rest.Message, error) {
	var problem *standing.Problem
	if !errors.As(err, &problem) {
		if err != nil {
			return nil, err
		}
		return p.standingPage(o, 0, p.Say("away.added"))
	}
	words, _ := p.refuse(err)
	buttons := []discordgo.MessageComponent{button(p.Say("button.away-rewrite"),
		pressID(pressStandingWrite, p.table.Game, "draft"), discordgo.PrimaryButton)}
	if problem.By > 0 {
		buttons = append(buttons, button(p.Say("button.away-before", "number", problem.By),
			pressID(pressStandingAdd, p.table.Game, strconv.Itoa(problem.By)), discordgo.SecondaryButton))
	}
	buttons = append(buttons, button(p.Say("button.list-drop"), pressID(pressStandingDrop, p.table.Game),
		discordgo.SecondaryButton), p.standingButton())
	return p.standingMessage(p.Say("away.not-added", "why", wording.InWords(words)), row(buttons...))
}

// submitStanding takes what was written in the form, for the line MARK:NUMBER or for a new one.
func (b *bot) submitStanding(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	mark, number, ok := lineOf(d.what)
	if !ok {
		return p.added(b.referee.AddStanding(ctx, p.cmd, d.text(), 0))
	}
	return p.added(b.referee.ChangeStanding(ctx, p.cmd, number, d.text(), mark))
}

// writeStanding opens the form.
func (p player) writeStanding(ctx context.Context, what string) ([]rest.Message, error) {
	o, err := p.referee.Standing(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	text := o.Draft
	mark, number, ok := lineOf(what)
	switch {
	case ok && (mark != o.Mark || number > len(o.Lines)):
		return nil, referee.ErrNoLine
	case ok:
		text = o.Lines[number-1].Text
	}
	m := rest.NewMessage(p.Say("away.late"), []discordgo.MessageComponent{row(p.standingButton())})
	m.Form = paragraphForm(pressID(pressStandingWrite, p.table.Game, what), p.Say("away.form"),
		p.Say("away.form-label"),
		p.Say("away.form-hint"), text)
	return []rest.Message{m}, nil
}

// lineOf reads MARK:NUMBER.
func lineOf(what string) (mark string, number int, ok bool) {
	mark, n, _ := strings.Cut(what, ":")
	number, err := strconv.Atoi(n)
	return mark, number, err == nil && number > 0
}

// switches reads how standing orders are switched: off or on, and with here also for decisions that follow from their
// owner's own orders.
func switches(what string) (off, here, ok bool) {
	which, with, _ := strings.Cut(what, ":")
	return which == "off", with == "here", which == "off" || which == "on"
}

// switched writes what switches reads.
func switched(off, here bool) string {
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
func (p player) changeStanding(ctx context.Context, what string) ([]rest.Message, error) {
	at := strings.LastIndex(what, ":")
	mark, number, ok := lineOf(what[:max(at, 0)])
	if !ok {
		return nil, errStale
	}
	var o referee.StandingOrders
	var err error
	switch what[at+1:] {
	case "up":
		o, err = p.referee.MoveStanding(ctx, p.cmd, number, number-1, mark)
	case "down":
		o, err = p.referee.MoveStanding(ctx, p.cmd, number, number+2, mark)
	case "remove":
		o, err = p.referee.RemoveStanding(ctx, p.cmd, number, mark)
	default:
		return nil, errStale
	}
	if problem := (*standing.Problem)(nil); errors.As(err, &problem) {
		words, _ := p.refuse(err)
		return p.standingMessage(p.Say("away.not-moved", "why", wording.InWords(words)), row(p.standingButton()))
	}
	if err != nil {
		return nil, err
	}
	return p.standingPage(o, 0, "")
}

// standingLine shows a line with what can be done with it.
func (p player) standingLine(ctx context.Context, what string) ([]rest.Message, error) {
	o, err := p.referee.Standing(ctx, p.cmd)
	if err != nil {
		return nil, err
	}
	mark, number, ok := lineOf(what)
	if !ok || mark != o.Mark || number > len(o.Lines) {
		return nil, referee.ErrNoLine
	}
	of := func(label, does string, off bool) discordgo.MessageComponent {
		b := button(label, pressID(pressStandingDo, p.table.Game, what, does), discordgo.SecondaryButton)
		b.Disabled = off
		return b
	}
	buttons := row(of(p.Say("button.away-up"), "up", number == 1),
		of(p.Say("button.away-down"), "down", number == len(o.Lines)),
		button(p.Say("button.list-edit"), pressID(pressStandingWrite, p.table.Game, what), discordgo.PrimaryButton),
		of(p.Say("button.away-remove"), "remove", false), p.standingButton())
	return p.standingMessage(p.standingWords(o, number-1), buttons)
}

// standingMessage is a message for the player alone, with one row of buttons.
func (p player) standingMessage(text string, buttons ...discordgo.MessageComponent) ([]rest.Message, error) {
	return p.open(p.request, p.table, p.view, page[view.Secret]{text: text, rows: buttons})
}

func (p player) standingButton() discordgo.MessageComponent {
	return button(p.Say("button.away"), pressID(pressStanding, p.table.Game, "0"), discordgo.SecondaryButton)
}

// standingLineLimit is how many characters a line of the list has, as it was written and in plain words.
const standingLineLimit = 400

// standingWords is a line with its number, as it was written and in plain words.
func (p player) standingWords(o referee.StandingOrders, i int) string {
	l := o.Lines[i]
	words := p.Say("away.line", "number", i+1, "text", wording.InWords(strings.ReplaceAll(l.Text, "`", "'")))
	if l.Says.ID != "" {
		words += "\n" + p.Text(l.Says)
	}
	return wording.Clip(words, standingLineLimit)
}

// standingPage is a page of the list, with buttons and menus for all that can be done with it.
func (p player) standingPage(o referee.StandingOrders, number int, before string) ([]rest.Message, error) {
	lines := append([]string{before}, p.standingHead(o)...)
	pages := p.standingPages(o)
	number = max(min(number, len(pages)-1), 0)
	var rows []discordgo.MessageComponent
	if len(pages) > 0 {
		menu := discordgo.SelectMenu{CustomID: pressID(pressStandingLine, p.table.Game), Placeholder: p.Say("away.change")}
		for _, i := range pages[number] {
			lines = append(lines, p.standingWords(o, i))
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(strconv.Itoa(i+1)+". "+o.Lines[i].Text, choiceText), Value: o.Mark + ":" + strconv.Itoa(i+1)})
		}
		rows = append(rows, row(menu))
	}
	if o.Draft != "" {
		lines = append(lines, p.Say("away.draft", "text", wording.Coded(o.Draft)))
	}
	rows = append(rows, row(p.standingButtons(o)...))
	var sets []discordgo.MessageComponent
	for _, s := range o.Sets {
		sets = append(sets, button(p.Text(s.Name), pressID(pressStandingSet, p.table.Game, s.ID), discordgo.SecondaryButton))
	}
	if len(sets) > 0 {
		rows = append(rows, row(sets[:min(len(sets), rowLimit)]...))
	}
	if turns := p.pageButtons(number, len(pages), func(n int) string { return pressID(pressStanding, p.table.Game, strconv.Itoa(n)) }); turns != nil {
		rows = append(rows, row(turns...))
	}
	return p.open(p.request, o.Table, o.View, page[view.Secret]{text: joined(lines), rows: rows})
}

// standingHead is the text above the lines.
func (p player) standingHead(o referee.StandingOrders) []string {
	lines := []string{p.Say("away.title")}
	if len(o.Lines) == 0 {
		lines[0] = p.Say("away.none")
		for _, s := range o.Sets {
			lines = append(lines, p.Say("away.set", "name", s.Name, "about", s.About))
		}
	}
	if o.Broken != nil {
		words, _ := p.refuse(o.Broken)
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

// standingButtons are what can be done with the list as a whole.
func (p player) standingButtons(o referee.StandingOrders) []discordgo.MessageComponent {
	of := func(label, name, what string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return button(label, pressID(name, p.table.Game, what), style)
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
		of(off, pressStandingSwitch, switched(!o.Off, o.Here), discordgo.SecondaryButton),
		of(here, pressStandingSwitch, switched(o.Off, !o.Here), discordgo.SecondaryButton),
	}
}

// standingPages divides lines into pages that each fit a message and its menu, with the text above them.
func (p player) standingPages(o referee.StandingOrders) (pages [][]int) {
	room := 0
	for i := range o.Lines {
		size := utf8.RuneCountInString(p.standingWords(o, i)) + 1
		if last := len(pages) - 1; last < 0 || size > room || len(pages[last]) == menuLimit {
			pages, room = append(pages, nil), pageRoom-2*standingLineLimit
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], i)
		room -= size
	}
	return pages
}
