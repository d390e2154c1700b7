package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The presses about lists, NAME:GAME, and for all but the first :ID.
const (
	pressList        = "list"         // opens an empty form; :WHEN:EDITED
	pressListEdit    = "list-edit"    // opens the form with what is left
	pressListShow    = "list-show"    // shows what is left
	pressListRun     = "list-run"     // carries it out; :PREVIEW follows the ID, and :LINES that it leaves out
	pressListGoOn    = "list-go-on"   // carries out what is left if all of it still holds, else shows it
	pressListKeep    = "list-keep"    // keeps it for the next turn
	pressListReplace = "list-replace" // replaces it by the one written since
	pressListDrop    = "list-drop"

	pressListWhich = "list-which" // says what is meant in a line; :PREVIEW:LINE:MEANT follows the ID
)

// listButtons returns what can be done with a list. holds is how many of its lines can be carried out.
func listButtons(loc wording.Localizer, l drafts.List, holds int) []discordgo.MessageComponent {
	of := func(name, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, l.Table.Game, l.ID), style)
	}
	var buttons []discordgo.MessageComponent
	if holds > 0 && !l.Runs {
		run, label := page.PressID(pressListRun, l.Table.Game, l.ID, l.Shown), loc.Say("button.list-run", "n", holds)
		fails := func(t view.Tried) bool { return t.Err != nil } // also where dice before it may yet make it hold
		if first := slices.IndexFunc(l.Preview.Lines, fails); l.Turn == 0 && first > 0 && first < holds {
			label = loc.Say("button.list-dice", "run", wording.InWords(loc.Say("button.list-run", "n", first)))
		} else if l.Turn == 0 && holds < len(l.Preview.Lines) {
			label = loc.Say("button.list-above", "run", wording.InWords(label))
		}
		buttons = append(buttons, page.Button(label, run, discordgo.SuccessButton))
	}
	return append(buttons, of(pressListEdit, loc.Say("button.list-edit"), discordgo.SecondaryButton),
		of(pressListDrop, loc.Say("button.list-drop"), discordgo.SecondaryButton))
}

// listButton returns the button that opens an empty form for a list for now, or for later.
func listButton(p Player, when string) discordgo.MessageComponent {
	label := p.Say("button.list")
	if when != "" {
		label = p.Say("button.list-next")
	}
	return page.Button(label, page.PressID(pressList, p.Table.Game, when), discordgo.SecondaryButton)
}

func ListButton(loc wording.Localizer, game api.GameID, id string) discordgo.MessageComponent {
	return page.Button(loc.Say("button.list-show"), page.PressID(pressListShow, game, id), discordgo.SecondaryButton)
}

// listProgress returns how far a list has got, what of it was taken back since, and when one for later begins.
func listProgress(loc wording.Localizer, l drafts.List) string {
	words := loc.Say("list.rest", "n", l.Total, "next", l.Next)
	if l.Turn != 0 {
		words = loc.Say("list.kept", "turn", l.Turn, "n", l.Total-l.Done)
	}
	switch {
	case l.Turn == 0:
	case l.Runs:
		words += " " + loc.Say("list.runs")
	case l.Over:
		words += " " + loc.Say("list.over")
	case !l.Begins.IsZero():
		words += " " + loc.Say("list.begins-at", "at", wording.RelativeTimestamp(l.Begins))
	case l.Now > 0:
		words += " " + loc.Say("list.by-hand")
	default:
		words += " " + loc.Say("list.begins", "n", int(api.ListDelay.Minutes()))
	}
	for _, more := range omitted(loc, l) {
		words += " " + more
	}
	return words
}

// omitted names the lines that were left out and those that were undone, in a text for each.
func omitted(loc wording.Localizer, l drafts.List) (texts []string) {
	if n := len(l.Skipped); n > 0 {
		texts = append(texts, loc.Say("list.skipped", "n", n, "lines", wording.InWords(numbersInWords(l.Skipped))))
	}
	if n := len(l.Undone); n > 0 {
		texts = append(texts, loc.Say("list.undone", "n", n, "lines", wording.InWords(numbersInWords(l.Undone))))
	}
	return texts
}

// numbersInWords lists the numbers of lines.
func numbersInWords(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

// unfinishedRow returns the buttons of a list that was begun, or is kept for later. While it waits for a decision, it
// cannot go on.
func unfinishedRow(loc wording.Localizer, l drafts.List, waits bool) discordgo.MessageComponent {
	show := ListButton(loc, l.Table.Game, l.ID)
	if l.Turn == 0 || l.Now > 0 {
		b := page.Button(loc.Say("button.list-rest", "n", l.Total-l.Done), page.PressID(pressListGoOn,
			l.Table.Game, l.ID), discordgo.PrimaryButton)
		if waits {
			b.Label, b.Style, b.Disabled = loc.Say("button.list-waits", "rest", wording.InWords(b.Label)),
				discordgo.SecondaryButton, true
		}
		show = b
	}
	return page.Row(append([]discordgo.MessageComponent{show}, listButtons(loc, l, 0)...)...)
}

// listWaits reports whether a list cannot go on before its player has decided what he owes: its next line is no answer
// that is typed, such as /pass.
func listWaits(ctx context.Context, p Player, due *view.Prompt, id string) bool {
	if due == nil || due.Side != p.View.Side() {
		return false
	}
	text, _, err := p.Desk.lists.Left(ctx, p.Request.Cmd, id)
	return err == nil && !strings.HasPrefix(strings.TrimSpace(text), "/")
}

// UnfinishedList returns where the list stands that the player has begun in this phase or keeps for later, in a line
// and a row of buttons that go on with it; nothing if there is none.
func UnfinishedList(ctx context.Context, p Player) (line string, rows []discordgo.MessageComponent, err error) {
	l, err := p.Desk.lists.Rest(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
	if err != nil {
		return "", nil, err
	}
	line, rows = unfinishedList(p.Request.Localizer, l, l != nil && listWaits(ctx, p, p.View.Board().Due, l.ID))
	return line, rows, nil
}

// unfinishedList returns where a list stands, in a line and a row of buttons; nothing for nil.
func unfinishedList(loc wording.Localizer, l *drafts.List, waits bool) (line string,
	rows []discordgo.MessageComponent) {
	if l == nil {
		return "", nil
	}
	return listProgress(loc, *l), []discordgo.MessageComponent{unfinishedRow(loc, *l, waits)}
}
