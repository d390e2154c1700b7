// Package beside has the button that opens a game in a thread, beside the game that a channel has already, so that
// nobody has to type the command again.
//
//	rows := beside.Rows(loc, "k3", map[string]string{"module": "bcs-drill", "side": "blue"})
//
// Limits: it keeps the game, the scenario and the side; a command with other options has no button.
package beside

import (
	"maps"
	"slices"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// Press is the name of the button's press.
const Press = "beside"

// options are what the button keeps of the command, in the order in which it does, and what stands between them.
var options = [...]string{"module", "scenario", "side"}

const between = "|"

// longestID is how many characters the custom ID of a button can have.
const longestID = 100

// Rows returns the row of the button for a command with such options in the channel of a game, nil where the button
// cannot keep all of them.
func Rows(loc wording.Localizer, here api.GameID, values map[string]string) []discordgo.MessageComponent {
	kept := make([]string, len(options))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.Index(options[:], name)
		switch value := values[name]; {
		case value == "":
		case i < 0, strings.ContainsAny(value, between+":"):
			return nil
		default:
			kept[i] = value
		}
	}
	id := page.PressID(Press, here, strings.Join(kept, between))
	if len(id) > longestID {
		return nil
	}
	return page.OneRow(page.Button(loc.Say("button.beside"), id, discordgo.PrimaryButton))
}

// Values returns the options of the command that a press of the button stands for: those that it keeps, and a thread
// that everybody in the channel can read.
func Values(what string) map[string]string {
	values := map[string]string{"thread": places.Public}
	for i, value := range strings.SplitN(what, between, len(options)) {
		values[options[i]] = value
	}
	return values
}
