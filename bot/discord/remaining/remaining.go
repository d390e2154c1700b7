// Package remaining says what a player's list of orders still has to do, and has its buttons.
//
//	line, rows := remaining.Of(loc, list, false)
//
// Limits: it shows how far a list has got, not its lines.
package remaining

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
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
	PressWrite   = "list"         // opens an empty form; :WHEN:EDITED
	PressEdit    = "list-edit"    // opens the form with what is left
	PressShow    = "list-show"    // shows what is left
	PressRun     = "list-run"     // carries it out; :PREVIEW follows the ID, and :LINES that it leaves out
	PressGoOn    = "list-go-on"   // carries out what is left if all of it still holds, else shows it
	PressKeep    = "list-keep"    // keeps it for the next turn
	PressReplace = "list-replace" // replaces it by the one written since
	PressDrop    = "list-drop"

	PressWhich = "list-which" // says what is meant in a line; :PREVIEW:LINE:MEANT follows the ID
)

// Buttons returns what can be done with a list. holds is how many lines hold before a bad one; 0: no button runs them.
func Buttons(loc wording.Localizer, l drafts.List, holds int) []discordgo.MessageComponent {
	of := func(name, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, l.Table.Game, l.ID), style)
	}
	var buttons []discordgo.MessageComponent
	if skips := l.Preview.Skips(); l.Turn == 0 && len(skips) > 0 {
		buttons = append(buttons, page.Button(loc.Say("button.list-skip", "n", len(skips), "lines",
			wording.InWords(Numbers(skips))), page.PressID(PressRun, l.Table.Game, l.ID, l.Shown, EncodeLines(skips)),
			discordgo.SuccessButton))
	}
	if holds > 0 && !l.Runs {
		run, label := page.PressID(PressRun, l.Table.Game, l.ID, l.Shown), loc.Say("button.list-run", "n", holds)
		lines, stopsAt := l.Preview.Lines, func(t view.Tried) bool { return t.Err != nil || t.Waits != "" } // for now
		if n := slices.IndexFunc(lines, stopsAt); l.Turn == 0 && n > 0 {
			label = loc.Say("button.list-above", "n", n, "from", lines[0].Line.Number, "to", lines[n-1].Line.Number,
				"fails", lines[n].Line.Number, "dice", n < holds, "phase", lines[n].Waits)
		}
		buttons = append(buttons, page.Button(label, run, discordgo.SuccessButton))
	}
	return append(buttons, of(PressEdit, loc.Say("button.list-edit"), discordgo.SecondaryButton),
		of(PressDrop, loc.Say("button.list-drop"), discordgo.SecondaryButton))
}

// WriteButton returns the button that opens an empty form for a list for now, or for later.
func WriteButton(loc wording.Localizer, game api.GameID, when string) discordgo.MessageComponent {
	label := loc.Say("button.list")
	if when != "" {
		label = loc.Say("button.list-next")
	}
	return page.Button(label, page.PressID(PressWrite, game, when), discordgo.SecondaryButton)
}

// ShowButton returns the button that shows what is left of a list.
func ShowButton(loc wording.Localizer, game api.GameID, id string) discordgo.MessageComponent {
	return page.Button(loc.Say("button.list-show"), page.PressID(PressShow, game, id), discordgo.SecondaryButton)
}

// Words returns how far a list has got, when one for later begins, and which lines were left out or undone.
func Words(loc wording.Localizer, l drafts.List) string {
	words := loc.Say("list.rest", "n", l.Total, "next", l.Next, "phase", l.Waits)
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
	for _, more := range Omitted(loc, l) {
		words += " " + more
	}
	return words
}

// Omitted names the lines that were left out and those that were undone, in a text for each.
func Omitted(loc wording.Localizer, l drafts.List) (texts []string) {
	if n := len(l.Skipped); n > 0 {
		texts = append(texts, loc.Say("list.skipped", "n", n, "lines", wording.InWords(Numbers(l.Skipped))))
	}
	if n := len(l.Undone); n > 0 {
		texts = append(texts, loc.Say("list.undone", "n", n, "lines", wording.InWords(Numbers(l.Undone))))
	}
	return texts
}

// Numbers lists the numbers of lines.
func Numbers(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

// EncodeLines returns numbers of lines of a list as a custom ID carries them: the bits of a number in base 36.
func EncodeLines(numbers []int) string {
	var set uint64
	for _, n := range numbers {
		set |= 1 << n
	}
	return strconv.FormatUint(set, 36)
}

// DecodeLines returns the numbers that EncodeLines wrote, none for other text.
func DecodeLines(text string) (numbers []int) {
	set, err := strconv.ParseUint(text, 36, 64)
	for ; err == nil && set > 0; set &= set - 1 {
		numbers = append(numbers, bits.TrailingZeros64(set))
	}
	return numbers
}

// Of returns where a list stands, in a line and a row of buttons; nothing for nil.
func Of(loc wording.Localizer, l *drafts.List, waits bool) (line string, rows []discordgo.MessageComponent) {
	if l == nil {
		return "", nil
	}
	return Words(loc, *l), []discordgo.MessageComponent{Row(loc, *l, waits)}
}

// Row returns the buttons of a list that was begun, or is kept for later. While it waits for a decision, it cannot go
// on.
func Row(loc wording.Localizer, l drafts.List, waits bool) discordgo.MessageComponent {
	main := ShowButton(loc, l.Table.Game, l.ID)
	if len(l.Preview.Skips()) > 0 { // it stopped at a bad line
		return page.Row(Buttons(loc, l, 0)...)
	} else if l.Turn == 0 || l.Now > 0 {
		next, _, _ := strings.Cut(l.Text, "\n")
		b := page.Button(loc.Say("button.list-rest", "n", l.Total-l.Done, "next", wording.InWords(next)),
			page.PressID(PressGoOn, l.Table.Game, l.ID), discordgo.PrimaryButton)
		if waits || l.Waits != "" {
			b.Label, b.Style, b.Disabled = loc.Say("button.list-waits", "n", l.Total-l.Done, "phase", l.Waits),
				discordgo.SecondaryButton, true
		}
		main = b
	}
	return page.Row(append([]discordgo.MessageComponent{main}, Buttons(loc, l, 0)...)...)
}
