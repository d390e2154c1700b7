package deliver

import (
	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
)

// Tellings make the pages of notifications.
type Tellings struct{ ask.Kit }

// Digests are sent once a day to those who want them.
type Digests struct {
	ask.Kit
	Rest     rest.Client
	Messages ask.MessageCatalogue
}
