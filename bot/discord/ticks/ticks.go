// Package ticks lets a player tick the named modifiers of a game when he looks up odds or a table: by names in the
// option modifiers, with suggestions, or by a button for each below the answer.
//
//	all, err := ticks.Read(loc, book, table, m)
//	rows := ticks.Rows(loc, book, table, m, all)
//	line := ticks.Words(loc, all)
//
// A button has its command in its custom ID, with the numbers of what is ticked in the place of their names, which
// would be too long.
//
// Limits: 20 buttons; further modifiers are named by the option.
package ticks

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// tickedValue is the value, which cannot be typed, with the numbers of the modifiers that are ticked.
const tickedValue = "ticked"

// mostButtons is how many modifiers have a button: the last row is for what else can be done with the answer.
const mostButtons = 20

// Read finds the modifiers of a command about a table.
func Read(loc wording.Localizer, b *lookup.Book, t view.Table, m ask.TypedCommand) ([]view.Modifier, error) {
	ticked, pressed := m.Values[tickedValue]
	if !pressed {
		return modified.Find(b.Reference(), t, m.Values[Option], loc.Text)
	}
	var names []string
	known := modified.Choices(b.Reference(), t)
	for _, number := range strings.Split(ticked, ".") {
		// a module that has changed since may have another one in its place: the answer names what it counts
		if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(known) {
			names = append(names, known[i].Name)
		}
	}
	return modified.Find(b.Reference(), t, strings.Join(names, ","), loc.Text)
}

// Rows are a button for each modifier of the table, in rows. Ticked ones are green.
func Rows(loc wording.Localizer, b *lookup.Book, t view.Table, m ask.TypedCommand,
	all []view.Modifier) []discordgo.MessageComponent {
	known := modified.Choices(b.Reference(), t)
	var buttons []discordgo.MessageComponent
	for i, one := range known[:min(len(known), mostButtons)] {
		var numbers []string
		on := has(all, one.Name)
		for j, other := range known {
			if has(all, other.Name) != (j == i) {
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

// Words says which modifiers are counted and what each does, "" for none.
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

// Shift is what modifiers shift the column by together.
func Shift(all []view.Modifier) (n int) {
	for _, m := range all {
		n += m.Shift
	}
	return n
}

// effects says in short what a modifier does.
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

// Meanings says what the marks in results mean, a line for each that is in one of them.
func Meanings(loc wording.Localizer, t view.Table, results []string) (lines []string) {
	for _, m := range t.Legend {
		if slices.ContainsFunc(results, func(r string) bool { return slices.Contains(m.In, r) }) {
			lines = append(lines, loc.Say("ticks.meaning", "mark", Printed(m.Mark), "words", Printed(m.Words)))
		}
	}
	return lines
}

// Entries are the results that an answer about a place in a table names.
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

// Below says what the result is left of the first column, where the game has one of its own.
func Below(loc wording.Localizer, t view.Table) string {
	if t.Below == "" {
		return ""
	}
	return " " + loc.Say("odds.below-result", "result", Printed(t.Below))
}

// Suggest completes the last name of a list of modifiers.
func Suggest(loc wording.Localizer, known []view.Modifier, typed string) []rest.Suggestion {
	before, last := "", typed
	if i := strings.LastIndexAny(typed, ",;"); i >= 0 {
		before, last = strings.Join(modified.Names(typed[:i]), ", ")+", ", typed[i+1:]
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

// Completer completes the option for the table that is named in the same command; gameOf returns its game, and whole
// reports whether a verb reads tables that compare nothing too.
func Completer(gameOf func(context.Context, ask.Request, ask.Typing) (*lookup.Book, error),
	whole order.Verb) ask.Completer {
	return func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		b, err := gameOf(ctx, req, t)
		if err != nil {
			return nil, nil // the command says what is wrong when it is given
		}
		var table view.Table
		if t.Verb == whole {
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
