package referee

import (
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/people"
	"grognard/bot/referee/proof"
	"grognard/bot/referee/rounds"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/upkeep"
	"grognard/bot/referee/views"
)

// Names that callers still know as this package's.
type (
	Answering           = drafts.Answering
	Audit               = views.Audit
	Beacon              = rounds.Beacon
	CalendarChange      = people.CalendarChange
	Change              = notify.Change
	Command             = api.Command
	Completion          = ordering.Completion
	Counts              = upkeep.Counts
	Due                 = notify.Due
	ExecutedLine        = drafts.ExecutedLine
	Expect              = ordering.Expect
	Export              = views.Export
	FightOdds           = ordering.FightOdds
	Film                = views.Film
	InterventionPreview = arrange.InterventionPreview
	Kept                = people.Kept
	List                = drafts.List
	Module              = titles.Module
	Note                = drafts.Note
	Opening             = arrange.Opening
	Outcome             = ordering.Outcome
	Owing               = notify.Owing
	Panel               = notify.Panel
	PlanLeft            = drafts.PlanLeft
	Printed             = titles.Printed
	ReadySet            = drafts.ReadySet
	Recap               = views.Recap
	Reminders           = notify.Reminders
	Run                 = drafts.Run
	Scenario            = titles.Scenario
	SeatKept            = people.SeatKept
	StandingLine        = drafts.StandingLine
	StandingOrders      = drafts.StandingOrders
	StandingTrial       = drafts.StandingTrial
	Undoing             = ordering.Undoing
	UserView            = views.UserView
	Verified            = proof.Verified
	Waiting             = arrange.Waiting
)

const (
	LongestNotice = notify.LongestNotice
	RemindersKept = notify.RemindersKept
)

var (
	ErrNoLine       = drafts.ErrNoLine
	ErrNoStanding   = drafts.ErrNoStanding
	ForgottenNumber = people.ForgottenNumber
	Verify          = proof.Verify
)
