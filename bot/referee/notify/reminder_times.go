package notify

import (
	"slices"
	"strconv"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// reminder is a reminder of one deadline, with the name under which is stored that a player has had it.
type reminder struct {
	name string
	at   time.Time
}

// lastCall is the name of the reminder of a player who was not mentioned before his clock comes to its last part. It
// stands in the channel, and does not depend on whether he wants reminders: without it his clock could not run out.
const lastCall = "call"

// firstPart says how much of a side's time is left at its first reminder: a third. callAgain is how long after a last
// call the next one is tried, if nobody could send the one before.
const (
	firstPart = 3
	callAgain = time.Hour
)

// reminders returns the reminders of a deadline that are wanted, the earliest first. The running clock must be that of
// the side whose deadline it is.
func (t Told) reminders(g *ledger.Game, deadline time.Time) (list []reminder) {
	switch {
	case t.Off:
	case len(t.Hours) > 0:
		for _, hours := range t.Hours {
			list = append(list, reminder{strconv.Itoa(hours), deadline.Add(-time.Duration(hours) * time.Hour)})
		}
	default:
		if at := clocks.PartLeft(g, firstPart); !at.IsZero() {
			list = []reminder{{"third", at}, {"tenth", clocks.PartLeft(g, games.LastPart)}}
		}
	}
	return list
}

// remindersAfter returns the reminders after the one with a name, all if none has it.
func remindersAfter(name string, list []reminder) []reminder {
	return list[slices.IndexFunc(list, func(r reminder) bool { return r.name == name })+1:]
}

// shifts says what moves the reminders of a player: his calendar, when he was last told of what he owes, his deadline,
// the time now, and since when he is there although it is his night, the zero time for never.
type shifts struct {
	calendar.Calendar
	since, deadline, now, there time.Time
}

// shifted returns reminders at the times at which they come: those after the player was told and before the deadline.
func (s shifts) shifted(list []reminder) (plan []reminder) {
	for _, r := range list {
		if !r.at.After(s.since) { // the player had less time from the beginning
			continue
		}
		r.at = s.sendTime(r.at)
		if r.at.After(s.since) && r.at.Before(s.deadline) {
			plan = append(plan, r)
		}
	}
	return plan
}

// withLastCall adds the call that comes at part, when the last part of the clock begins, unless a reminder comes by
// then and serves as one. had is when the last reminder or call of this deadline was queued, the zero time for none.
func (s shifts) withLastCall(plan []reminder, part, had time.Time) []reminder {
	if len(plan) > 0 && !plan[0].at.After(part) && had.IsZero() {
		return plan
	}
	if again := had.Add(callAgain); !had.IsZero() && part.Before(again) {
		part, s.since = again, had // one was queued already: the next comes callAgain later
	}
	at := s.sendTime(part)
	if !s.there.IsZero() && s.there.Before(at) {
		at = slices.MaxFunc([]time.Time{s.there, part}, time.Time.Compare)
	}
	plan = append(plan, reminder{lastCall, at})
	slices.SortStableFunc(plan, func(a, b reminder) int { return a.at.Compare(b.at) })
	return plan
}

// sendTime returns when a reminder is sent that is wanted at a time. If that is in the player's night or vacation it is
// sent before that begins; if it is too late for that, a few minutes after its end, when he has been called.
func (s shifts) sendTime(at time.Time) time.Time {
	if s.isAsleep(at) {
		if before := s.fallsAsleep(at); before.After(s.since) && (!before.Before(s.now) || !s.isAsleep(s.now)) {
			return before // it may be a moment ago: no alarm rings to the microsecond
		}
	}
	late := at
	if late.Before(s.now) { // the program was not running, or his night has begun since
		late = s.now
	}
	if wakes := s.Wakes(late, s.now); wakes.After(late) {
		return wakes.Add(fewMinutes)
	}
	return late
}

func (s shifts) isAsleep(at time.Time) bool { return s.Wakes(at, s.now).After(at) }

// longestNight is how far back the beginning of a night is searched, in steps of fewMinutes.
const (
	longestNight = 16 * time.Hour
	fewMinutes   = 5 * time.Minute
)

// fallsAsleep returns a time shortly before the beginning of the night in which a time falls, the zero time if it began
// longer than longestNight before.
func (s shifts) fallsAsleep(at time.Time) time.Time {
	for t := at; t.After(at.Add(-longestNight)); t = t.Add(-fewMinutes) {
		if !s.isAsleep(t) {
			return t
		}
	}
	return time.Time{}
}
