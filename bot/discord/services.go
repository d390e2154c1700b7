package discord

import (
	"grognard/bot/referee"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/people"
	"grognard/bot/referee/rounds"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
)

// deliverOutboxService is the part of the referee that a deliver.outboxService has.
type deliverOutboxService struct {
	*notify.Channels
	*notify.FeedChannels
	*notify.Outbox
}

func newDeliverOutboxService(r *referee.Referee) deliverOutboxService {
	return deliverOutboxService{r.Channels, r.Feeds, r.Outbox}
}

// directPanelService is the part of the referee that a direct.panelService has.
type directPanelService struct {
	*notify.Changes
	*notify.DailyDigests
	*notify.PanelStore
}

func newDirectPanelService(r *referee.Referee) directPanelService {
	return directPanelService{r.Changes, r.Digests, r.Panels}
}

// lookModuleService is the part of the referee that a look.moduleService has.
type lookModuleService struct {
	*titles.Library
	*views.Looks
}

func newLookModuleService(r *referee.Referee) lookModuleService {
	return lookModuleService{r.Library, r.Looks}
}

// playOrderService is the part of the referee that a play.orderService has.
type playOrderService struct {
	*notify.DailyDigests
	*drafts.Notebook
	*ordering.Orders
}

func newPlayOrderService(r *referee.Referee) playOrderService {
	return playOrderService{r.Digests, r.Notes, r.Orders}
}

// tableClockService is the part of the referee that a table.clockService has.
type tableClockService struct {
	*arrange.Clocks
	*views.Looks
}

func newTableClockService(r *referee.Referee) tableClockService {
	return tableClockService{r.Clocks, r.Looks}
}

// tableDuesService is the part of the referee that a table.duesService has.
type tableDuesService struct {
	*people.Calendars
	*notify.Channels
	*notify.DailyDigests
	*views.Looks
	*people.Privacy
	*notify.Reminding
}

func newTableDuesService(r *referee.Referee) tableDuesService {
	return tableDuesService{r.Calendars, r.Channels, r.Digests, r.Looks, r.Privacy, r.Reminding}
}

// tableGameService is the part of the referee that a table.gameService has.
type tableGameService struct {
	*people.Calendars
	*arrange.Endings
	*titles.Library
	*views.Looks
	*arrange.NewGames
	*drafts.Notebook
	*rounds.Runner
}

func newTableGameService(r *referee.Referee) tableGameService {
	return tableGameService{r.Calendars, r.Endings, r.Library, r.Looks, r.NewGames, r.Notes, r.Rounds}
}

// tableMasterService is the part of the referee that a table.masterService has.
type tableMasterService struct {
	*notify.Channels
	*views.Looks
	*arrange.Masters
}

func newTableMasterService(r *referee.Referee) tableMasterService {
	return tableMasterService{r.Channels, r.Looks, r.Masters}
}

// tableNoteService is the part of the referee that a table.noteService has.
type tableNoteService struct {
	*views.Looks
	*drafts.Notebook
}

func newTableNoteService(r *referee.Referee) tableNoteService {
	return tableNoteService{r.Looks, r.Notes}
}

// tableProfileService is the part of the referee that a table.profileService has.
type tableProfileService struct {
	*notify.DailyDigests
	*views.Looks
	*ordering.Orders
	*people.Privacy
}

func newTableProfileService(r *referee.Referee) tableProfileService {
	return tableProfileService{r.Digests, r.Looks, r.Orders, r.Privacy}
}

// tableSeatService is the part of the referee that a table.seatService has.
type tableSeatService struct {
	*titles.Library
	*views.Looks
	*arrange.Seats
}

func newTableSeatService(r *referee.Referee) tableSeatService {
	return tableSeatService{r.Library, r.Looks, r.Seats}
}

// tableSettingsService is the part of the referee that a table.settingsService has.
type tableSettingsService struct {
	*people.Calendars
	*notify.FeedChannels
	*titles.Library
	*views.Looks
	*notify.Reminding
}

func newTableSettingsService(r *referee.Referee) tableSettingsService {
	return tableSettingsService{r.Calendars, r.Feeds, r.Library, r.Looks, r.Reminding}
}
