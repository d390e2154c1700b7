// Package ticks lets a player tick the named modifiers of a game when he looks up odds or a table: by names in the
// option modifiers, with suggestions, or by a button for each below the answer.
//
//	all, err := ticks.Read(loc, book, table, m)
//	rows := ticks.Rows(loc, book, table, m, all)
//	line := ticks.Words(loc, all)
//
// The custom ID of a button holds the whole command as it is after the press. It gives the ticked modifiers by their
// numbers, because their names would be too long.
//
// Limits: 20 buttons; further modifiers are named by the option.
package ticks

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/bot/lookup/modified"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Option is the option with the names of modifiers.
const Option = "modifiers"

// tickedValue names the value with the numbers of the ticked modifiers. Only buttons have it: it is no option.
const tickedValue = "ticked"

// mostButtons is how many modifiers have a button: the last row is for the answer's other buttons.
const mostButtons = 20

// Read returns the modifiers that a command about table t counts: those of a button's ticks, else those of the option.
func Read(loc wording.Localizer, b *lookup.Book, t view.Table, m ask.TypedCommand) ([]view.Modifier, error) {
	ticked, pressed := m.Values[tickedValue]
	if !pressed {
		return modified.Find(b.Reference(), t, m.Values[Option], loc.Text)
	}
	var names []string
	known := modified.Choices(b.Reference(), t)
	for _, number := range strings.Split(ticked, ".") {
		// if the module has changed since, the number may mean another modifier: the answer names those that it uses
		if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(known) {
			names = append(names, known[i].Name)
		}
	}
	return modified.Find(b.Reference(), t, strings.Join(names, ","), loc.Text)
}

// Rows returns rows of buttons, one for each of the table's first 20 modifiers. A press ticks or unticks the modifier
// and answers anew; ticked ones are green. A modifier whose command is too long for a custom ID has no button.
func Rows(loc wording.Localizer, b *lookup.Book, t view.Table, m ask.TypedCommand,
	all []view.Modifier) []discordgo.MessageComponent {
	known := modified.Choices(b.Reference(), t)
	var buttons []discordgo.MessageComponent
	for i, one := range known[:min(len(known), mostButtons)] {
		var numbers []string
		on := has(all, one.Name)
		for j, other := range known {
			if has(all, other.Name) != (j == i) { // after the press: the ticks as they are, with modifier i switched
				numbers = append(numbers, strconv.Itoa(j))
			}
		}
		style, label := discordgo.SecondaryButton, modified.Called(one, loc.Text)+" "+effects(loc, one)
		if on {
			style, label = discordgo.SuccessButton, "✓ "+label
		}
		values := maps.Clone(m.Values)
		delete(values, Option)
		next := ask.TypedCommand{Verb: m.Verb, Values: values}.With(tickedValue, strings.Join(numbers, "."))
		if id, ok := next.ID(page.PressLook); ok {
			buttons = append(buttons, page.Button(label, id, style))
		}
	}
	return page.Rows(buttons)
}

func has(all []view.Modifier, name string) bool {
	return slices.ContainsFunc(all, func(m view.Modifier) bool { return m.Name == name })
}

// Words returns a line that says which modifiers are counted and what each does, "" for none.
func Words(loc wording.Localizer, all []view.Modifier) string {
	if len(all) == 0 {
		return ""
	}
	var list []string
	for _, m := range all {
		name := Printed(modified.Called(m, loc.Text))
		list = append(list, string("**"+name+"** ")+effects(loc, m)+string(wording.Citation(m.Rule)))
	}
	return loc.Say("ticks.with", "modifiers", wording.InWords(strings.Join(list, " · ")))
}

// Shift returns by how many columns modifiers shift together, to the left if negative.
func Shift(all []view.Modifier) (n int) {
	for _, m := range all {
		n += m.Shift
	}
	return n
}

// effects returns in short what a modifier does.
func effects(loc wording.Localizer, m view.Modifier) string {
	var parts []string
	if m.Shift != 0 {
		parts = append(parts, loc.Say("ticks.shift", "n", max(m.Shift, -m.Shift), "arrow", arrow(m.Shift)))
	}
	if m.Roll != 0 {
		parts = append(parts, loc.Say("ticks.roll", "by", wording.Signed(m.Roll)))
	}
	if !m.Attack.Zero() {
		parts = append(parts, loc.Say("ticks.attack", "times", m.Attack.Mixed()))
	}
	if !m.Defence.Zero() {
		parts = append(parts, loc.Say("ticks.defence", "times", m.Defence.Mixed()))
	}
	return strings.Join(parts, ", ")
}

func arrow(shift int) string {
	if shift < 0 {
		return "←"
	}
	return "→"
}

// Meanings returns a line with the meaning of each mark of the table that occurs in one of the results, and one on the
// letters of tables that the game's series has. m is the game's map.
func Meanings(loc wording.Localizer, m *view.Map, t view.Table, results []string) (lines []string) {
	if letters, ok := loc.Try("paper.letters-" + t.ID); ok && len(m.Groups) > 0 {
		lines = append(lines, wording.Subtext(letters))
	}
	for _, m := range t.Legend {
		if slices.ContainsFunc(results, func(r string) bool { return slices.Contains(m.In, r) }) {
			lines = append(lines, loc.Say("ticks.meaning", "mark", Printed(m.Mark), "words", Printed(m.Words)))
		}
	}
	return lines
}

// Entries returns the results in the row and column of a place, or in all rows or columns where its number is below 0.
// The last entry is at.Below, which may be "".
func Entries(t view.Table, at lookup.Place) (out []string) {
	for i, r := range t.Rows {
		for j, e := range r.Entries {
			if (at.Row < 0 || at.Row == i) && (at.Column < 0 || at.Column == j) {
				out = append(out, e)
			}
		}
	}
	return append(out, at.Below)
}

// Below returns a blank and a sentence about the table's result for odds below the first column; "" if it has none.
func Below(loc wording.Localizer, t view.Table) string {
	if t.Below == "" {
		return ""
	}
	return " " + loc.Say("odds.below-result", "result", Printed(t.Below))
}

// Suggest completes the last name of a list of modifiers.
func Suggest(loc wording.Localizer, known []view.Modifier, typed string) []rest.Suggestion {
	before, last := "", typed
	if i := strings.LastIndexAny(typed, modified.Separators); i >= 0 {
		_, size := utf8.DecodeRuneInString(typed[i:])
		before, last = strings.Join(modified.Names(typed[:i]), ", ")+", ", typed[i+size:]
	}
	named := modified.Names(before)
	l := ask.NewListing(last)
	for i, m := range known {
		name := modified.Called(m, loc.Text)
		if !slices.ContainsFunc(named, func(n string) bool { return strings.EqualFold(n, name) }) {
			l.Add(i, before+name, before+name+" · "+effects(loc, m), []string{name})
		}
	}
	return l.Suggestions()
}

// Completer completes the option for the table that is named in the same command. bookOf returns the book of the game
// asked about. With the verb anyTable the table may be any; with other verbs only one that resolves fights.
func Completer(bookOf func(context.Context, ask.Request, ask.Typing) (*lookup.Book, error),
	anyTable order.Verb) ask.Completer {
	return func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		b, err := bookOf(ctx, req, t)
		if err != nil {
			return nil, nil // the command says what is wrong when it is given
		}
		var table view.Table
		if t.Verb == anyTable {
			table, err = b.Table(t.Values["table"])
		} else if at, wrong := b.Reference().FightTable(t.Values["table"]); wrong == nil {
			table = b.Reference().Tables[at]
		}
		if err != nil || table.ID == "" {
			return nil, nil
		}
		return Suggest(req.Localizer, modified.Choices(b.Reference(), table), t.Text()), nil
	}
}
