package discord

import (
	"grognard/bot/discord/revisit"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/people"
	"grognard/bot/referee/rounds"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
)

// The parts of the referee that folders use, each named for a folder and its interface there, as is playOrderService.
type (
	deliverOutboxService struct {
		*revisit.Keeper
		*notify.FeedChannels
		*notify.Outbox
	}
	directPanelService struct {
		*notify.Changes
		*notify.DailyDigests
		*notify.PanelStore
	}
	lookModuleService struct {
		*titles.Library
		*views.Looks
	}
	movingService struct {
		*views.Looks
		*arrange.Endings
	}
	playOrderService struct {
		*notify.DailyDigests
		*drafts.Notebook
		*ordering.Orders
	}
	tableDuesService struct {
		*people.Calendars
		*notify.Channels
		*notify.DailyDigests
		*people.Privacy
		*notify.Reminding
	}
	tableGameService struct {
		*notify.Channels
		*people.Calendars
		*arrange.Endings
		*titles.Library
		*arrange.NewGames
		*drafts.Notebook
		*rounds.Runner
	}
	tableMasterService struct {
		*notify.Channels
		*arrange.Masters
	}
	tableProfileService struct {
		*notify.DailyDigests
		*ordering.Orders
		*people.Privacy
	}
	tableSeatService struct {
		*titles.Library
		*arrange.Seats
	}
	tableSettingsService struct {
		*people.Calendars
		*notify.DailyDigests
		*notify.FeedChannels
		*titles.Library
		*notify.Reminding
	}
)
