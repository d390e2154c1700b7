// Package beside has the buttons that carry out a /game new which could not be carried out as it was typed, so that
// nobody has to type it again: in a thread, beside the game that a channel has already, or for a module that exists. It
// also replaces the displayed name of a module in a command by its identifier.
//
//	rows := beside.Rows(loc, "k3", map[string]string{"module": "bcs-drill", "side": "blue"})
//
// Limits: the buttons keep the game, the scenario and the side; a command with other options has no button.
package beside

import (
	"maps"
	"slices"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses.
const (
	Press    = "beside"      // opens a game in a thread
	PressNew = "new-instead" // opens a game as /game new does
)

// options are the command's options that a custom ID keeps, in this order; between separates their values.
var options = [...]string{"module", "scenario", "side"}

const between = "|"

// longestID is how many characters the custom ID of a button can have.
const longestID = 100

// Rows returns the row of the button for a command with such options in the channel of a game, nil where the button
// cannot keep all of them.
func Rows(loc wording.Localizer, here api.GameID, values map[string]string) []discordgo.MessageComponent {
	kept, ok := keep(values)
	if id := page.PressID(Press, here, kept); ok && len(id) <= longestID {
		return page.OneRow(page.Button(loc.Say("button.beside"), id, discordgo.PrimaryButton))
	}
	return nil
}

// Instead returns a button for each module, which carries out a command with such options for it; none where the
// buttons cannot keep all of them. It drops the scenario and the side, which belong to a module that does not exist.
func Instead(modules []titles.Module, values map[string]string) []discordgo.MessageComponent {
	values = maps.Clone(values)
	delete(values, "scenario")
	delete(values, "side")
	var buttons []discordgo.MessageComponent
	for _, m := range modules[:min(len(modules), page.ButtonLimit)] {
		values["module"] = m.ID
		if kept, ok := keep(values); ok {
			buttons = append(buttons, page.Button(m.Title, PressNew+":"+kept, discordgo.PrimaryButton))
		}
	}
	return page.Rows(buttons)
}

// keep returns options as the custom ID of a button has them; ok is false if it cannot keep all of them.
func keep(values map[string]string) (what string, ok bool) {
	kept := make([]string, len(options))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.Index(options[:], name)
		switch value := values[name]; {
		case value == "":
		case i < 0, strings.ContainsAny(value, between+":"):
			return "", false
		default:
			kept[i] = value
		}
	}
	return strings.Join(kept, between), true
}

// Values returns the options that a button keeps.
func Values(what string) map[string]string {
	values := map[string]string{}
	for i, value := range strings.SplitN(what, between, len(options)) {
		values[options[i]] = value
	}
	return values
}

// InThread adds to the options of a command a thread that everybody in the channel can read.
func InThread(values map[string]string) map[string]string {
	values["thread"] = places.Public
	return values
}

// Named returns the options of a command with the identifiers of modules in place of the names that are shown, in any
// case. Commas separate several modules. Unknown names are left as they are.
func Named(modules []titles.Module, values map[string]string) map[string]string {
	if values["module"] == "" {
		return values
	}
	list := strings.Split(values["module"], ",")
	for i, typed := range list {
		for _, of := range []func(titles.Module) string{ // identifiers first: one can be another game's name
			func(m titles.Module) string { return m.ID }, func(m titles.Module) string { return m.Title },
		} {
			is := func(m titles.Module) bool { return order.Fold(of(m)) == order.Fold(strings.TrimSpace(typed)) }
			if n := slices.IndexFunc(modules, is); n >= 0 {
				list[i] = modules[n].ID
				break
			}
		}
	}
	values = maps.Clone(values)
	values["module"] = strings.Join(list, ",")
	return values
}
