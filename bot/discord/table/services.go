package table

import (
	"context"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Games answers those who set games up, join them and end them.
type Games struct {
	ask.Kit
	Desk    play.Desk
	Referee gameService
}

// Seats answers those who give seats to deputies, teams and substitutes.
type Seats struct {
	ask.Kit
	Referee seatService
	Games   Games
}

// Clocks answers those who agree on clocks, stop them and claim games by them.
type Clocks struct{ Referee clockService }

// Calendars answers those who set their time zones, nights and vacations.
type Calendars struct {
	Referee calendarService
	Zones   *calendar.Zones
}

// Notes answers those who write notes for themselves.
type Notes struct {
	ask.Kit
	Referee noteService
}

// Calls answers those who ask what they owe, and how they want to be reminded of it.
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

// Feeds answers those who have a game reported in other channels.
type Feeds struct {
	ask.Kit
	Referee  feedService
	Rest     rest.Client
	Messages ask.MessageCatalogue
}

// Settings answers those who choose something for themselves, or ask what the bot can do and what it knows of them.
type Settings struct {
	ask.Kit
	Referee     profileService
	Proposals   *Proposals
	ForgetPanel func(ctx context.Context, user string)
}

// noteService is what the referee does with notes.
type noteService interface {
	AddNote(ctx context.Context, c referee.Command, n referee.Note) error
	DropNote(ctx context.Context, c referee.Command, id string) error
	Notes(ctx context.Context, c referee.Command) (list []referee.Note, err error)
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
}

// clockService is what the referee does with clocks.
type clockService interface {
	AnswerTime(ctx context.Context, c referee.Command, number int, accept bool) (api.Table, error)
	Claim(ctx context.Context, c referee.Command, number int) (api.Table, error)
	OfferTime(ctx context.Context, c referee.Command, what api.Time) (api.Table, error)
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
	Seek(ctx context.Context, c referee.Command, number int) (api.Table, error)
	WaitOn(ctx context.Context, c referee.Command, number, days int) (api.Table, error)
}

// calendarService is what the referee does with the days and hours of users.
type calendarService interface {
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	ChangeCalendar(ctx context.Context, c referee.Command,
		change referee.CalendarChange) (after calendar.Calendar, told int, err error)
	Now() time.Time
}

// gameService is what the referee does when games are begun, joined and ended.
type gameService interface {
	Accept(ctx context.Context, c referee.Command, number int) (api.Table, error)
	Cancel(ctx context.Context, c referee.Command) (api.Table, error)
	Decline(ctx context.Context, c referee.Command, number int) (api.Table, error)
	Free(ctx context.Context, c referee.Command, side order.Side) error
	Join(ctx context.Context, c referee.Command, side order.Side, word string) (api.Table, error)
	Leave(ctx context.Context, c referee.Command) (api.Table, error)
	Modules() []referee.Module
	NewGame(ctx context.Context, c referee.Command, o referee.Opening) (api.Table, error)
	Notes(ctx context.Context, c referee.Command) (list []referee.Note, err error)
	Propose(ctx context.Context, c referee.Command, how api.Ending) (api.Table, error)
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
	Resign(ctx context.Context, c referee.Command) (api.Table, error)
	Start(ctx context.Context, c referee.Command) (api.Table, error)
	Table(ctx context.Context, channel string) (t api.Table, err error)
	Vacationers(ctx context.Context, t api.Table) ([]api.Vacationer, error)
	Waive(ctx context.Context, c referee.Command, round uint64) (api.Table, error)
	Word(ctx context.Context, c referee.Command, word string) (api.Table, error)
}

// seatService is what the referee does when sides get other players.
type seatService interface {
	AcceptInvitation(ctx context.Context, c referee.Command, number int) (api.Table, error)
	Assign(ctx context.Context, c referee.Command, user, words string) (api.Team, error)
	AwaitNoSeat(ctx context.Context, guild, user string) error
	AwaitSeat(ctx context.Context, guild, user, module string, side order.Side) error
	AwaitingSeats(ctx context.Context, guild string) (list []referee.Waiting, err error)
	DeclineInvitation(ctx context.Context, c referee.Command, number int) (api.Table, error)
	DeclineSeat(ctx context.Context, c referee.Command, number int) (api.Table, error)
	Deputise(ctx context.Context, c referee.Command, user string) (api.Table, error)
	Dismiss(ctx context.Context, c referee.Command, user string) (api.Table, error)
	Modules() []referee.Module
	OfferSeat(ctx context.Context, c referee.Command, user string) (api.Table, error)
	Secret(ctx context.Context, channel, user string, with ...view.Layer) (v view.Secret, t api.Table, err error)
	SeekSubstitute(ctx context.Context, c referee.Command) (api.Table, error)
	Story(ctx context.Context, channel, user string) (referee.UserView, error)
	Table(ctx context.Context, channel string) (t api.Table, err error)
	TakeSeat(ctx context.Context, c referee.Command, number int) (api.Table, error)
	Team(ctx context.Context, channel, user string) (team api.Team, err error)
}

// duesService is what the referee knows of what users owe, and of how they want to be reminded.
type duesService interface {
	Daily(ctx context.Context, user string) (string, error)
	DueOf(ctx context.Context, user string) (list []referee.Due, err error)
	Guild(ctx context.Context, channel string) (string, error)
	Kept(ctx context.Context, user string) (referee.Kept, error)
	Now() time.Time
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
	Reminders(ctx context.Context, user string) (referee.Reminders, error)
	SetDaily(ctx context.Context, user, at string) error
	SetReminders(ctx context.Context, user string, list referee.Reminders) error
}

// masterService is what the referee does for the masters of a server.
type masterService interface {
	AsleepIn(ctx context.Context, guild string) (list []api.Table, err error)
	Foresee(ctx context.Context, c referee.Command, i api.Intervention) (f referee.InterventionPreview, err error)
	Intervene(ctx context.Context, c referee.Command, i api.Intervention) (api.Table, error)
	Table(ctx context.Context, channel string) (t api.Table, err error)
}

// feedService is what the referee does with the channels in which a game is told of.
type feedService interface {
	AddFeed(ctx context.Context, c referee.Command, channel string) error
	DropFeed(ctx context.Context, c referee.Command, channel string) error
	Feeds(ctx context.Context, channel string) (list []string, t api.Table, err error)
	MayFeed(ctx context.Context, c referee.Command, channel string) error
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
}

// profileService is what the referee keeps of a user.
type profileService interface {
	Depart(ctx context.Context, c referee.Command) (referee.Kept, error)
	DueOf(ctx context.Context, user string) (list []referee.Due, err error)
	Games() (list []*referee.Printed)
	Kept(ctx context.Context, user string) (referee.Kept, error)
	Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error)
	Verbs(ctx context.Context, channel, user string) (verbs []order.Verb, err error)
}

// storyService reads the game log as a player was told it.
type storyService interface {
	Story(ctx context.Context, channel, user string) (referee.UserView, error)
}
