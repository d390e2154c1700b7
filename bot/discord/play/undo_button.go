package play

import (
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// The presses of an undo: pressUndo names the order; the number of a request follows the others.
const (
	pressUndo      = "undo"
	pressRequest   = "undo-asked"
	pressConsent   = "undo-consent"
	pressNoConsent = "undo-decline"
)

// withUndo adds the button that undoes the order with this name, which is "" if that cannot be done without consent.
func withUndo(loc wording.Localizer, rows []discordgo.MessageComponent, game api.GameID,
	name string) []discordgo.MessageComponent {
	first, ok := rows[0].(discordgo.ActionsRow)
	if !ok || name == "" {
		return rows
	}
	undo := page.Button(loc.Say("button.undo"), page.PressID(pressUndo, game, name), discordgo.SecondaryButton)
	first.Components = append(slices.Clip(first.Components), undo)
	return append([]discordgo.MessageComponent{first}, rows[1:]...)
}
