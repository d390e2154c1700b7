package discord

import (
	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
)

// directPanels are the panels in direct messages.
type directPanels struct {
	ask.Kit
	rest     rest.Client
	messages ask.MessageCatalogue
	panels   *panelIndex
}
