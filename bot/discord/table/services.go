package table

import (
	"context"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/people"
	"grognard/bot/referee/titles"
	"grognard/rules/order"
)

// Games answers those who set games up, join them and end them.
type Games struct {
	ask.Kit
	Desk    play.Desk
	Referee gameService
	Threads places.Threads
	Bound   func(game api.GameID) bool // reports whether a game is played for a season; nil if none is
}

// Seats answers those who grant that others act for a side, and those who wait for a seat.
type Seats struct {
	ask.Kit
	Referee   seatService
	Games     Games
	Calendars Calendars
}

// Clocks answers those who agree on clocks, stop them and claim games by them.
type Clocks struct {
	Referee clockService
	Seats   Seats
}

// Calendars answers those who announce vacations.
type Calendars struct{ Referee calendarService }

// Notes answers those who write notes for themselves.
type Notes struct {
	ask.Kit
	Referee noteService
}

// Calls answers those who ask what they owe.
type Calls struct {
	ask.Kit
	Referee duesService
	Games   Games
}

// Masters answers those who look after the games of a server.
type Masters struct {
	ask.Kit
	Referee   masterService
	Rest      rest.Client
	Messages  ask.MessageCatalogue
	Proposals *Proposals
}

// Settings answers those who choose something for themselves, and whether their game is reported in other channels.
type Settings struct {
	ask.Kit
	Referee  settingsService
	Zones    *calendar.Zones
	Rest     rest.Client
	Messages ask.MessageCatalogue
}

// Profiles answers those who ask what the bot can do and what it knows of them.
type Profiles struct {
	ask.Kit
	Referee     profileService
	Proposals   *Proposals
	ForgetPanel func(ctx context.Context, user string)
	Seasons     func(ctx context.Context, user string) (seasons, lobbies int, err error) // how many of each name a user
}

// noteService is what the referee does with notes.
type noteService interface {
	AddNote(ctx context.Context, c api.Command, n drafts.Note) error
	DropNote(ctx context.Context, c api.Command, id string) error
	Notes(ctx context.Context, c api.Command) (list []drafts.Note, err error)
}

// clockService is what the referee does with clocks.
type clockService interface {
	AnswerTime(ctx context.Context, c api.Command, number int, accept bool) (api.Table, error)
	Claim(ctx context.Context, c api.Command, number int) (api.Table, error)
	OfferTime(ctx context.Context, c api.Command, what api.Time) (api.Table, error)
	WaitOn(ctx context.Context, c api.Command, number, days int) (api.Table, error)
}

// calendarService is what the referee does with the days and hours of users.
type calendarService interface {
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	ChangeCalendar(ctx context.Context, c api.Command,
		change people.CalendarChange) (after calendar.Calendar, told int, err error)
	Now() time.Time
}

// gameService is what the referee does when games are begun, joined and ended.
type gameService interface {
	Accept(ctx context.Context, c api.Command, number int) (api.Table, error)
	Cancel(ctx context.Context, c api.Command) (api.Table, error)
	Decline(ctx context.Context, c api.Command, number int) (api.Table, error)
	Join(ctx context.Context, c api.Command, side order.Side, word string) (api.Table, error)
	Leave(ctx context.Context, c api.Command) (api.Table, error)
	Loss(ctx context.Context, game api.GameID) (api.Loss, error)
	Modules() []titles.Module
	Notes(ctx context.Context, c api.Command) (list []drafts.Note, err error)
	Propose(ctx context.Context, c api.Command, how api.Ending) (api.Table, error)
	ProposeMove(ctx context.Context, c api.Command, channel string) (api.Table, error)
	Resign(ctx context.Context, c api.Command) (api.Table, error)
	Start(ctx context.Context, c api.Command) (api.Table, error)
	Vacationers(ctx context.Context, t api.Table) ([]api.Vacationer, error)
	Waive(ctx context.Context, c api.Command, round uint64) (api.Table, error)
	Word(ctx context.Context, c api.Command, word string) (api.Table, error)
}

// seatService is what the referee does when sides get other players.
type seatService interface {
	AcceptGrant(ctx context.Context, c api.Command, number int) (api.Table, error)
	AwaitNoSeat(ctx context.Context, guild, user string) error
	AwaitSeat(ctx context.Context, guild, user, module string, side order.Side) error
	AwaitingSeats(ctx context.Context, guild string) (list []arrange.Waiting, err error)
	EndGrant(ctx context.Context, c api.Command, number int) (api.Table, error)
	Grant(ctx context.Context, c api.Command, w api.Granting) (api.Table, error)
	Modules() []titles.Module
	Team(ctx context.Context, channel, user string) (team api.Team, err error)
}

// duesService is what the referee knows of what users owe, and of when they are reminded.
type duesService interface {
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	DueOf(ctx context.Context, user string) (list []api.Due, err error)
	Guild(ctx context.Context, channel string) (string, error)
	Kept(ctx context.Context, user string) (people.Kept, error)
	Now() time.Time
	Told(ctx context.Context, user string) (notify.Told, error)
}

// masterService is what the referee does for the masters of a server.
type masterService interface {
	AsleepIn(ctx context.Context, guild string) (list []api.Table, err error)
	Foresee(ctx context.Context, c api.Command, i api.Intervention) (f arrange.InterventionPreview, err error)
	Intervene(ctx context.Context, c api.Command, i api.Intervention) (api.Table, error)
}

// settingsService is what the referee stores of users' settings, and does with the channels where a game is reported.
type settingsService interface {
	AddFeed(ctx context.Context, c api.Command, channel string) error
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	ChangeCalendar(ctx context.Context, c api.Command,
		change people.CalendarChange) (after calendar.Calendar, told int, err error)
	DropFeed(ctx context.Context, c api.Command, channel string) error
	DueOf(ctx context.Context, user string) (list []api.Due, err error)
	Feeds(ctx context.Context, channel string) (list []string, t api.Table, err error)
	Games() (list []*titles.Printed)
	MayFeed(ctx context.Context, c api.Command, channel string) error
	Now() time.Time
	Tell(ctx context.Context, user string, change func(*notify.Told)) error
	Told(ctx context.Context, user string) (notify.Told, error)
}

// profileService is what the referee stores about a user.
type profileService interface {
	Depart(ctx context.Context, c api.Command) (people.Kept, error)
	DueOf(ctx context.Context, user string) (list []api.Due, err error)
	Kept(ctx context.Context, user string) (people.Kept, error)
	Verbs(ctx context.Context, channel, user string) (verbs []order.Verb, err error)
}

// Handlers are all that this package answers with.
type Handlers struct {
	Games     Games
	Seats     Seats
	Clocks    Clocks
	Calendars Calendars
	Notes     Notes
	Calls     Calls
	Masters   Masters
	Settings  Settings
	Profiles  Profiles
}

func (h Handlers) Commands() []ask.CommandSpec {
	return slices.Concat(h.Games.commands(), h.Settings.commands(), h.Profiles.commands(), h.Notes.commands(),
		h.Masters.commands(), h.Clocks.commands(), h.Seats.commands(), h.Calendars.commands(), h.Calls.commands())
}

// Presses returns the buttons, menus and forms of this package.
func (h Handlers) Presses() []ask.PressSpec {
	return slices.Concat(h.Games.presses(), h.Settings.presses(), h.Profiles.presses(), h.Notes.presses(),
		[]ask.PressSpec{{Name: pressMaster, Run: ask.WithWhat(h.Masters.pressedMaster)},
			{Name: page.PressClock, Run: ask.WithWhat(h.Clocks.pressedClock)}},
		h.Seats.presses(), h.Calendars.presses())
}
