package tell

import (
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Refuse is an error in words for the user who caused it. ok is false if it is not his doing.
func Refuse(loc wording.Localizer, err error) (words string, ok bool) {
	var denial *view.Denial
	var problem *order.Problem
	var line *standing.Problem
	var mistake *view.Mistake
	var p ask.TextError
	var waits *referee.Awaiting
	var pause *referee.Paused
	var moved *referee.GameMoved
	var others *referee.NotYours
	var nothing *referee.NoForce
	var anothers *referee.NotInvited
	switch {
	case errors.As(err, &others):
		return notTheirs(loc, *others), true
	case errors.As(err, &nothing):
		return loc.Say("seat.no-force", "value", wording.Quoted(nothing.Words)), true
	case errors.As(err, &anothers):
		return loc.Say("seat.not-invited", "user", Mention(loc, anothers.User)), true
	case errors.As(err, &pause):
		return paused(loc, pause.Intervened), true
	case errors.As(err, &moved):
		return loc.Say("master.elsewhere", "channel", page.ChannelLink(moved.Channel)), true
	case errors.As(err, &waits):
		return loc.Say("beacon.refused", Awaiting(waits.Awaits)...), true
	case errors.As(err, &denial):
		return loc.Denial(denial), true
	case errors.As(err, &problem):
		return loc.Problem(problem), true
	case errors.As(err, &line):
		return loc.Text(line.Say()) + ".", true
	case errors.As(err, &mistake):
		return loc.Text(mistake.Why), true
	case errors.As(err, &p):
		return loc.Text(p.Text), true
	}
	for _, r := range Refusals() {
		if errors.Is(err, r.Err) {
			return loc.Say(r.id), true
		}
	}
	for _, t := range StorageErrors() {
		if errors.Is(err, t.Err) {
			return loc.Say(t.id), false
		}
	}
	return loc.Say("error.ours"), false
}

// StorageErrors are failures of the storage. They are not the player's doing, but he is told what became of his
// request. The messages claim no more than is known.
func StorageErrors() []errorText {
	return []errorText{
		{referee.ErrGone, "error.gone"},
		{referee.ErrDiskFull, "error.disk-full"},
		{referee.ErrReadOnly, "error.read-only"},
		{referee.ErrDisk, "error.disk"},
		{referee.ErrDatabase, "error.database"},
	}
}

// errorText is an error with the identifier of its message.
type errorText struct {
	Err error
	id  string
}

// CitedBy are the rules that a refusal cites.
func CitedBy(err error) []view.Rule {
	var denial *view.Denial
	if errors.As(err, &denial) {
		return wording.Cited(denial)
	}
	return nil
}

// Refusals are the referee's errors that are told to the player.
func Refusals() []errorText {
	return []errorText{
		{referee.ErrNoGame, "table.no-game"},
		{referee.ErrGameHere, "table.game-here"},
		{referee.ErrNotSeated, "table.not-seated"},
		{referee.ErrSeatTaken, "table.seat-taken"},
		{referee.ErrNoSide, "table.no-side"},
		{referee.ErrSeated, "table.seated"},
		{referee.ErrNotStarted, "table.not-started"},
		{referee.ErrStarted, "table.started"},
		{referee.ErrSeatsOpen, "table.seats-open"},
		{referee.ErrOver, "table.over"},
		{referee.ErrNoOffer, "table.offer-gone"},
		{referee.ErrOffered, "table.offer-stands"},
		{referee.ErrDeclined, "table.offer-again"},
		{referee.ErrOwnOffer, "table.offer-own"},
		{referee.ErrNotOpener, "table.no-canceller"},
		{referee.ErrNote, "table.note"},
		{referee.ErrNotesFull, "table.notes-full"},
		{referee.ErrNoUndo, "table.undo-gone"},
		{referee.ErrUndoAsked, "table.undo-stands"},
		{referee.ErrOwnUndo, "table.undo-own"},
		{referee.ErrNoPhase, "table.no-phase"},
		{referee.ErrNoModule, "table.no-module"},
		{referee.ErrBroken, "table.broken-module"},
		{referee.ErrNoScenario, "table.no-scenario"},
		{referee.ErrWord, "table.word"},
		{referee.ErrWorded, "table.worded"},
		{referee.ErrStale, "stale.choice"},
		{referee.ErrOtherGame, "stale.game"},
		{page.ErrStale, "stale.choice"},
		{referee.ErrDamaged, "error.damaged"}, // which has been logged
		{referee.ErrShut, "error.stopping"},
		{referee.ErrReused, "error.reused"},
		{referee.ErrNoList, "stale.list"},
		{referee.ErrTime, "error.no-time-of-day"},
		{referee.ErrNoPlan, "plan.stale"},
		{referee.ErrPlanNotNow, "table.plan-not-now"},
		{referee.ErrPlanDelay, "table.plan-delay"},
		{referee.ErrPlanWaiting, "table.plan-decide"},
		{referee.ErrNoBeacon, "table.no-beacon"},
		{referee.ErrNoClock, "table.clock-none"},
		{referee.ErrNoTiming, "table.clock-gone"},
		{referee.ErrOwnTiming, "table.clock-own-offer"},
		{referee.ErrTimed, "table.clock-offered"},
		{referee.ErrSameTerms, "table.clock-same"},
		{referee.ErrClockOn, "table.clock-on"},
		{referee.ErrClockOff, "table.clock-off"},
		{referee.ErrDays, "table.clock-days"},
		{referee.ErrNotOut, "table.clock-not-out"},
		{referee.ErrOwnClock, "table.clock-own"},
		{referee.ErrSought, "table.clock-sought"},
		{referee.ErrNotSilent, "table.not-silent"},
		{referee.ErrWaived, "table.waived"},
		{referee.ErrJudge, "table.master-judge"},
		{referee.ErrReason, "table.master-no-reason"},
		{referee.ErrPaused, "table.master-paused-already"},
		{referee.ErrNotPaused, "table.master-not-paused"},
		{referee.ErrPlays, "table.master-plays"},
		{referee.ErrKnows, "table.master-knows"},
		{referee.ErrNoEnd, "table.master-no-end"},
		{referee.ErrTaken, "table.master-taken"},
		{referee.ErrSamePlace, "table.master-same-place"},
		{referee.ErrNotCommander, "table.not-commander"},
		{referee.ErrNotUndoer, "table.not-undoer"},
		{referee.ErrDeputy, "table.deputy-already"},
		{referee.ErrNoDeputy, "table.deputy-none"},
		{referee.ErrNoMember, "table.no-member"},
		{referee.ErrTeamFull, "table.team-full"},
		{referee.ErrOwnSeat, "table.own-seat"},
		{referee.ErrNoSeatOffer, "table.seat-offer-gone"},
		{referee.ErrInvited, "table.invited"},
		{referee.ErrNoInvitation, "table.invitation-gone"},
		{referee.ErrHanded, "table.handed"},
		{referee.ErrFeeds, "table.feeds"},
		{referee.ErrOwnFeed, "table.feed-own"},
		{referee.ErrFed, "table.feed-there"},
		{referee.ErrNoLine, "table.standing-changed"},
		{referee.ErrNoStanding, "table.no-standing"},
	}
}
