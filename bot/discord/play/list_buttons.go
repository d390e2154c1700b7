package play

import (
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"

	"github.com/bwmarrin/discordgo"
)

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

// listButtons returns what can be done with a list, of which the given number of lines can be carried out.
func listButtons(loc wording.Localizer, l drafts.List, holds int) []discordgo.MessageComponent {
	of := func(name, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, l.Table.Game, l.Draft), style)
	}
	var buttons []discordgo.MessageComponent
	if holds > 0 {
		run := page.PressID(pressListRun, l.Table.Game, l.Draft, l.Shown)
		buttons = append(buttons, page.Button(loc.Say("button.list-run", "n", holds), run, discordgo.SuccessButton))
	}
	return append(buttons, of(pressListEdit, loc.Say("button.list-edit"), discordgo.SecondaryButton),
		of(pressListDrop, loc.Say("button.list-drop"), discordgo.SecondaryButton))
}

// listButton returns the button that opens an empty form for a list.
func listButton(p Player) discordgo.MessageComponent {
	return page.Button(p.Say("button.list"), page.PressID(pressList, p.Table.Game), discordgo.SecondaryButton)
}

// listProgress returns how far a list has got, and what of it was taken back since.
func listProgress(loc wording.Localizer, l drafts.List) string {
	words := loc.Say("list.rest", "n", l.Total, "next", l.Done+1)
	if undone := takenBack(loc, l); undone != "" {
		words += " " + undone
	}
	return words
}

// takenBack names the lines that were undone, "" for none.
func takenBack(loc wording.Localizer, l drafts.List) string {
	if len(l.Undone) == 0 {
		return ""
	}
	numbers := make([]string, len(l.Undone))
	for i, n := range l.Undone {
		numbers[i] = strconv.Itoa(n)
	}
	return loc.Say("list.undone", "n", len(numbers), "lines", wording.InWords(strings.Join(numbers, ", ")))
}

// unfinishedRow returns the buttons of a list that was begun.
func unfinishedRow(loc wording.Localizer, l drafts.List) discordgo.MessageComponent {
	show := page.Button(loc.Say("button.list-rest", "n", l.Total-l.Done), page.PressID(pressListShow, l.Table.Game,
		l.Draft), discordgo.PrimaryButton)
	return page.Row(append([]discordgo.MessageComponent{show}, listButtons(loc, l, 0)...)...)
}

// UnfinishedList returns where the list stands that the player has begun in this phase, in a line and a row of buttons
// that go on with it; nothing if there is none.
func UnfinishedList(ctx context.Context, p Player) (line string, rows []discordgo.MessageComponent, err error) {
	l, err := p.Desk.lists.Rest(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
	if err != nil {
		return "", nil, err
	}
	line, rows = unfinishedList(p.Request.Localizer, l)
	return line, rows, nil
}

// unfinishedList returns where a list stands, in a line and a row of buttons; nothing for nil.
func unfinishedList(loc wording.Localizer, l *drafts.List) (line string, rows []discordgo.MessageComponent) {
	if l == nil {
		return "", nil
	}
	return listProgress(loc, *l), []discordgo.MessageComponent{unfinishedRow(loc, *l)}
}
