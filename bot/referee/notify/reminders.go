package notify

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/storage"
)

// deadlineOf is when the clock of a side that acts runs out, the zero time for none.
func deadlineOf(g *ledger.Game, side order.Side) time.Time {
	for _, c := range tables.Clocks(g) {
		if c.Side == side && c.Acts {
			return c.Deadline
		}
	}
	return time.Time{}
}

// Reminding reminds players of their deadlines.
type Reminding struct {
	games    *games.Games
	log      Log
	store    Store
	logger   *slog.Logger
	digests  *DailyDigests
	deadline func(*ledger.Game, order.Side) time.Time
}

// Told says what a user wants to be told beside what his games announce. Only he may know it.
type Told struct {
	Hours []int  // hours before a deadline, in descending order; none for no reminders
	There bool   // reminders come in the game's channel, where everybody can read them; otherwise by direct message
	Daily string // when he gets a message of all his games each day, in his zone, such as 08:30; "" for none
}

// A player can have at most RemindersKept reminders, each at most LongestNotice before a deadline.
const (
	RemindersKept = 6
	LongestNotice = 14 * 24 // hours
)

// The names of the preferences that keep what a user is told, and the kind of paper that keeps which reminders a
// player has had of what he owes now.
const (
	remindHours   = "remind"
	remindWhere   = "remind-where"
	remindChannel = "channel"
	dailyAt       = "daily"
	reminded      = "reminded"
)

// Told is what a user wants to be told.
func (rm *Reminding) Told(ctx context.Context, user string) (t Told, err error) {
	values := map[string]string{}
	for _, name := range []string{remindHours, remindWhere, dailyAt} {
		if values[name], err = rm.store.Preference(ctx, user, name); err != nil {
			return t, err
		}
	}
	t = Told{There: values[remindWhere] == remindChannel, Daily: values[dailyAt]}
	for text := range strings.SplitSeq(values[remindHours], ",") {
		if n, err := strconv.Atoi(text); err == nil {
			t.Hours = append(t.Hours, n)
		}
	}
	return t, nil
}

// preferences returns the preferences that keep it, by their names.
func (t Told) preferences() map[string]string {
	hours, where := slices.Clone(t.Hours), ""
	slices.SortFunc(hours, func(a, b int) int { return b - a })
	var texts []string
	for _, n := range slices.Compact(hours) {
		texts = append(texts, strconv.Itoa(n))
	}
	if t.There {
		where = remindChannel
	}
	return map[string]string{remindHours: strings.Join(texts, ","), remindWhere: where, dailyAt: t.Daily}
}

// Tell changes what a user is told, also of the games that he plays already.
func (rm *Reminding) Tell(ctx context.Context, user string, change func(*Told)) error {
	leave, err := rm.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	before, err := rm.Told(ctx, user)
	if err != nil {
		return err
	}
	t := before
	change(&t)
	was := before.preferences()
	for name, value := range t.preferences() {
		if value == was[name] {
			continue
		}
		if err := rm.store.Prefer(ctx, user, name, value); err != nil {
			return err
		}
	}
	if t.Daily != before.Daily {
		if err := rm.digests.plan(ctx, user, t.Daily); err != nil {
			return err
		}
	}
	return rm.reschedule(ctx, user)
}

// reschedule finds out anew when a user's games fall due.
func (rm *Reminding) reschedule(ctx context.Context, user string) error {
	open, err := rm.log.OpenGamesOf(ctx, user)
	if err != nil {
		return err
	}
	for _, id := range open {
		err := rm.games.InGame(ctx, id, func(g *games.Held) error { return rm.games.Reschedule(ctx, g) })
		if err != nil {
			return err
		}
	}
	return nil
}

// reminder is a reminder of one deadline.
type reminder struct {
	hours int
	at    time.Time
}

// plannedReminders are the reminders of a deadline that come after since, when the player was told of it, the most
// hours first. A reminder that would fall in his night or vacation comes when that is over; or before it, where the
// deadline follows so soon that he would have no time to act.
func plannedReminders(list Told, c calendar.Calendar, since, deadline, now time.Time) (plan []reminder) {
	for _, hours := range list.Hours {
		at := deadline.Add(-time.Duration(hours) * time.Hour)
		if !at.After(since) { // he had less time than that from the beginning
			continue
		}
		if wakes := c.Wakes(at, now); wakes.After(at) {
			if deadline.Sub(wakes) < rightAfter {
				at = fallsAsleep(c, at, now)
			} else {
				at = wakes
			}
		}
		if at.Before(now) { // the program was not running, or his night has begun since
			at = c.Wakes(now, now)
		}
		if at.After(since) && at.Before(deadline) {
			plan = append(plan, reminder{hours, at})
		}
	}
	return plan
}

// rightAfter is the time after a night in which a deadline is too soon for a reminder after the night.
const rightAfter = time.Hour

// longestNight is how far back the beginning of a night is searched, in steps of fewMinutes.
const (
	longestNight = 16 * time.Hour
	fewMinutes   = 5 * time.Minute
)

// fallsAsleep is shortly before the beginning of the night or vacation in which a time falls, at most
// longestNight earlier.
func fallsAsleep(c calendar.Calendar, at, known time.Time) time.Time {
	awake := func(t time.Time) bool { return !c.Wakes(t, known).After(t) }
	first := at.Add(-longestNight)
	for t := at; t.After(first); t = t.Add(-fewMinutes) {
		if awake(t) {
			return t
		}
	}
	return first
}

// remindersLeft returns the player whom the game waits for, his settings and his unsent reminders of this deadline;
// user is "" if no deadline runs.
func (rm *Reminding) remindersLeft(ctx context.Context, g *games.Held) (user string, list Told, plan []reminder,
	err error) {
	side := g.ActingSide()
	deadline := rm.deadline(g.Game, side)
	if side == "" || deadline.IsZero() {
		return "", list, nil, nil
	}
	user = g.Player(side)
	if list, err = rm.Told(ctx, user); err != nil || len(list.Hours) == 0 {
		return user, list, nil, err
	}
	c, err := rm.games.Holds.CalendarOf(ctx, user)
	if err != nil { // others must still be able to play
		rm.logger.Error("a player's calendar cannot be read, and he is not reminded", "game", g.Stored.ID, "error", err)
		return user, list, nil, nil
	}
	plan = plannedReminders(list, c, g.Since, deadline, rm.games.Now())
	had, err := rm.store.Paper(ctx, g.Stored.ID, user, reminded)
	if hours, of, _ := strings.Cut(had.Text, " "); err == nil && of == notices.ReminderKey(g.Game) {
		last, _ := strconv.Atoi(hours)
		plan = slices.DeleteFunc(plan, func(p reminder) bool { return p.hours >= last })
	}
	return user, list, plan, err
}

// alarm reminds the player for whom the game waits of his deadline. Which reminders he has had is kept
// in a paper of his, so that no row of the log shows that he has any.
func (rm *Reminding) alarm() games.Alarm {
	return games.Alarm{Next: rm.nextReminder, Ring: rm.remind}
}

func (rm *Reminding) nextReminder(ctx context.Context, g *games.Held) (first time.Time, err error) {
	_, _, plan, err := rm.remindersLeft(ctx, g)
	if len(plan) > 0 {
		first = plan[0].at
	}
	return first, err
}

// remind queues one reminder for all those that are due. If an earlier process queued it just before it
// stopped, it is not queued twice.
func (rm *Reminding) remind(ctx context.Context, g *games.Held) error {
	user, list, plan, err := rm.remindersLeft(ctx, g)
	if err != nil {
		return err
	}
	due := slices.DeleteFunc(plan, func(p reminder) bool { return p.at.After(rm.games.Now()) })
	if len(due) == 0 {
		return nil
	}
	audience := ledger.AudienceOf(g.ActingSide())
	if list.There {
		audience = ledger.Everybody
	}
	mark := fmt.Sprintf("%d %s", due[len(due)-1].hours, notices.ReminderKey(g.Game))
	if err := rm.log.Remind(ctx, g.Stored.ID, storage.Notice{Audience: audience, Kind: notices.ReminderKind +
		mark}); err != nil {
		return err
	}
	at := rm.games.Now().UTC().Truncate(time.Microsecond)
	return rm.store.SavePaper(ctx, storage.Paper{Game: g.Stored.ID, User: user, Kind: reminded, At: at, Text: mark})
}

// needsReminder says whether the reminder of a kind is still of use: the same side still owes the same, and its
// deadline is not over.
func (rm *Reminding) needsReminder(g *games.Held, kind string) bool {
	_, key, _ := strings.Cut(strings.TrimPrefix(kind, notices.ReminderKind), " ")
	return g.ActingSide() != "" && key == notices.ReminderKey(g.Game) &&
		rm.deadline(g.Game, g.ActingSide()).After(rm.games.Now())
}
