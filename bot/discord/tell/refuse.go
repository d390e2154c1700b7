package tell

import (
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Refuse returns what the user is told about an error. ok is false for a failure of the bot, which the caller must log.
func Refuse(loc wording.Localizer, err error) (words string, ok bool) {
	var denial *view.Denial
	var problem *order.Problem
	var mistake *view.Mistake
	var refusal ask.TextError
	var waits *api.Awaiting
	var pause *api.Paused
	var moved *api.GameMoved
	var notYours *api.NotYours
	var noForce *api.NoForce
	var notGrantee *api.NotGrantee
	switch {
	case errors.As(err, &notYours):
		if notYours.Unit.ID == "" {
			return loc.Say("seat.commander-alone", "user", Mention(loc, notYours.User)), true
		}
		return loc.Say("seat.not-your-unit", "unit", notYours.Unit, "user", Mention(loc, notYours.User)), true
	case errors.As(err, &noForce):
		return loc.Say("seat.no-force", "value", wording.Quoted(noForce.Words)), true
	case errors.As(err, &notGrantee):
		return loc.Say("seat.not-asked", "user", Mention(loc, notGrantee.User)), true
	case errors.As(err, &pause):
		return pauseInWords(loc, pause.Intervened), true
	case errors.As(err, &moved):
		return loc.Say("master.elsewhere", "channel", page.ChannelLink(moved.Channel)), true
	case errors.As(err, &waits):
		return loc.Say("beacon.refused", AwaitedArgs(waits.Awaits)...), true
	case errors.As(err, &denial):
		return loc.Denial(denial), true
	case errors.As(err, &problem):
		return loc.Problem(problem), true
	case errors.As(err, &mistake):
		return loc.Text(mistake.Why), true
	case errors.As(err, &refusal):
		return loc.Text(refusal.Text), true
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

// StorageErrors returns failures of the storage. They are not the player's doing, but he is told what became of his
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

// CitedBy returns the rules that a refusal cites.
func CitedBy(err error) []view.Rule {
	if denial, ok := errors.AsType[*view.Denial](err); ok {
		return wording.CitedRules(denial)
	}
	return nil
}

// Refusals returns the errors, the referee's and page.ErrStale, for which Refuse has a text of its own.
func Refusals() []errorText {
	return []errorText{
		{api.ErrNoGame, "table.no-game"},
		{api.ErrGameHere, "table.game-here"},
		{api.ErrNotSeated, "table.not-seated"},
		{api.ErrSeatTaken, "table.seat-taken"},
		{api.ErrNoSide, "table.no-side"},
		{api.ErrSeated, "table.seated"},
		{api.ErrNotStarted, "table.not-started"},
		{api.ErrStarted, "table.started"},
		{api.ErrSeatsOpen, "table.seats-open"},
		{api.ErrOver, "table.over"},
		{api.ErrNoOffer, "table.offer-gone"},
		{api.ErrOffered, "table.offer-stands"},
		{api.ErrDeclined, "table.offer-again"},
		{api.ErrOwnOffer, "table.offer-own"},
		{api.ErrNotOpener, "table.no-canceller"},
		{api.ErrNote, "table.note"},
		{api.ErrNotesFull, "table.notes-full"},
		{api.ErrNoUndo, "table.undo-gone"},
		{api.ErrUndoAsked, "table.undo-stands"},
		{api.ErrOwnUndo, "table.undo-own"},
		{api.ErrNoPhase, "table.no-phase"},
		{api.ErrNoModule, "table.no-module"},
		{api.ErrBroken, "table.broken-module"},
		{api.ErrNoScenario, "table.no-scenario"},
		{api.ErrNoErrata, "table.no-errata"},
		{api.ErrWord, "table.word"},
		{api.ErrWorded, "table.worded"},
		{api.ErrStale, "stale.choice"},
		{api.ErrOtherGame, "stale.game"},
		{api.ErrNotKept, "stale.not-kept"},
		{page.ErrStale, "stale.choice"},
		{api.ErrDamaged, "error.damaged"}, // not the player's doing, but the referee has already logged it
		{api.ErrShut, "error.stopping"},
		{api.ErrReused, "error.reused"},
		{api.ErrNoList, "stale.list"},
		{api.ErrListTooLate, "table.list-too-late"},
		{api.ErrNoBeacon, "table.no-beacon"},
		{api.ErrNoHandicap, "table.no-handicap"},
		{api.ErrNoClock, "clock.none"},
		{api.ErrNoTiming, "table.clock-gone"},
		{api.ErrOwnTiming, "table.clock-own-offer"},
		{api.ErrTimed, "table.clock-offered"},
		{api.ErrSameTerms, "table.clock-same"},
		{api.ErrClockOn, "table.clock-on"},
		{api.ErrClockOff, "table.clock-off"},
		{api.ErrDays, "table.clock-days"},
		{api.ErrNotOut, "table.clock-not-out"},
		{api.ErrOwnClock, "table.clock-own"},
		{api.ErrSought, "table.sought"},
		{api.ErrNotSilent, "table.not-silent"},
		{api.ErrWaived, "table.waived"},
		{api.ErrJudge, "table.master-judge"},
		{api.ErrReason, "table.master-no-reason"},
		{api.ErrPaused, "table.master-paused-already"},
		{api.ErrNotPaused, "table.master-not-paused"},
		{api.ErrPlays, "table.master-plays"},
		{api.ErrKnows, "table.master-knows"},
		{api.ErrNoEnd, "table.master-no-end"},
		{api.ErrTaken, "table.master-taken"},
		{api.ErrSamePlace, "table.master-same-place"},
		{api.ErrNotCommander, "table.not-commander"},
		{api.ErrNotUndoer, "table.not-undoer"},
		{api.ErrNoMember, "table.no-member"},
		{api.ErrTeamFull, "table.team-full"},
		{api.ErrOwnSeat, "table.own-seat"},
		{api.ErrNoGrant, "table.grant-gone"},
		{api.ErrGranted, "table.granted"},
		{api.ErrGrantTerms, "table.grant-terms"},
		{api.ErrGrantOther, "table.grant-other"},
		{api.ErrMastersGrant, "table.grant-masters"},
		{api.ErrHanded, "table.handed"},
		{api.ErrFeeds, "table.feeds"},
		{api.ErrOwnFeed, "table.feed-own"},
		{api.ErrFed, "table.feed-there"},
	}
}
