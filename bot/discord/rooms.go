package discord

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/referee"
)

// directPanels are the panels in direct messages.
type directPanels struct {
	play.Desk
	Referee  panelService
	rest     rest.Client
	messages ask.MessageCatalogue
	panels   *panelIndex
}

// panelService is what the referee does with the panels in direct messages.
type panelService interface {
	Changed() <-chan struct{}
	DropPanel(ctx context.Context, p referee.Panel) error
	DueOf(ctx context.Context, user string) (list []referee.Due, err error)
	KeepPanel(ctx context.Context, p referee.Panel) error
	Panels(ctx context.Context) (list []referee.Panel, err error)
	ShowPanel(ctx context.Context, p referee.Panel) error
	TakeChanged() (list []referee.Change)
}
