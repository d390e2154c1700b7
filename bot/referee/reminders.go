package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/storage"
)

// Reminders is when a player wants to be reminded of his deadlines, and where. Nobody else is told.
type Reminders struct {
	Hours []int // before a deadline, the longest first; none for no reminders
	There bool  // in the game's channel, where all can read them; else by direct message
}

// Of a player's reminders so many are kept, none of them for longer before a deadline.
const (
	RemindersKept = 6
	LongestNotice = 14 * 24 // hours
)

// The names under which preferences have reminders, and the kind of paper that has which of them a
// player had of what he owes now.
const (
	remindHours   = "remind"
	remindWhere   = "remind-where"
	remindChannel = "channel"
	reminded      = "reminded"
)

// Reminders is what a user has chosen.
func (r *Referee) Reminders(ctx context.Context, user string) (Reminders, error) {
	hours, err := r.store.Preference(ctx, user, remindHours)
	if err != nil {
		return Reminders{}, err
	}
	where, err := r.store.Preference(ctx, user, remindWhere)
	if err != nil {
		return Reminders{}, err
	}
	list := Reminders{There: where == remindChannel}
	for text := range strings.SplitSeq(hours, ",") {
		if n, err := strconv.Atoi(text); err == nil {
			list.Hours = append(list.Hours, n)
		}
	}
	return list, nil
}

// SetReminders keeps what a user chooses, for the games too that he plays already.
func (r *Referee) SetReminders(ctx context.Context, user string, list Reminders) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	hours := slices.Clone(list.Hours)
	slices.Sort(hours)
	slices.Reverse(hours)
	var texts []string
	for _, n := range slices.Compact(hours) {
		texts = append(texts, strconv.Itoa(n))
	}
	where := ""
	if list.There {
		where = remindChannel
	}
	err = r.store.Prefer(ctx, user, remindHours, strings.Join(texts, ","))
	if err = errors.Join(err, r.store.Prefer(ctx, user, remindWhere, where)); err != nil {
		return err
	}
	games, err := r.log.GamesOf(ctx, user)
	if err != nil {
		return err
	}
	for _, id := range games {
		if err := r.inGame(ctx, id, func(g *game) error { return r.reschedule(ctx, g) }); err != nil {
			return err
		}
	}
	return nil
}

// reminder is one that is planned.
type reminder struct {
	hours int
	at    time.Time
}

// plannedReminders are the reminders of a deadline that come after a time, at which he knew of it. None comes
// in his night or on his vacation: it comes before that where the deadline falls right after it, so that he
// has time to act, and else when it is over.
func plannedReminders(list Reminders, c calendar.Calendar, since, deadline, now time.Time) (plan []reminder) {
	for _, hours := range list.Hours {
		at := deadline.Add(-time.Duration(hours) * time.Hour)
		if !at.After(since) { // he had less time from the beginning
			continue
		}
		if wakes := c.Wakes(at, now); wakes.After(at) {
			if deadline.Sub(wakes) < rightAfter {
				at = fallsAsleep(c, at, now)
			} else {
				at = wakes
			}
		}
		if at.Before(now) { // the program was away, or his night has begun since
			at = c.Wakes(now, now)
		}
		if at.After(since) && at.Before(deadline) {
			plan = append(plan, reminder{hours, at})
		}
	}
	return plan
}

// rightAfter is how soon after a night a deadline comes too soon for a reminder after the night.
const rightAfter = time.Hour

// longestNight is how far back the beginning of a night is looked for, in steps of a few minutes.
const (
	longestNight = 16 * time.Hour
	fewMinutes   = 5 * time.Minute
)

// fallsAsleep is shortly before the night or the vacation that a time falls in, as far as that
// is not long ago.
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

// reminderKey names what a side is reminded of: it changes when another side is to act, and with each
// phase.
func (g *game) reminderKey() string {
	now := g.match.Standing()
	return fmt.Sprintf("%d/%d/%s/%s", g.Acting.Row, now.Turn, now.Phase.Side, now.Phase.Name)
}

// remindersLeft are the reminders of the player who is to act that he has not had, and who he is.
func (r *Referee) remindersLeft(ctx context.Context, g *game) (user string, list Reminders, plan []reminder,
	err error) {
	side := g.acting()
	deadline := r.deadline(g, side)
	if side == "" || deadline.IsZero() {
		return "", list, nil, nil
	}
	user = g.playerOf(side)
	if list, err = r.Reminders(ctx, user); err != nil || len(list.Hours) == 0 {
		return user, list, nil, err
	}
	c, err := r.calendarOf(ctx, user)
	if err != nil { // which must not keep anybody from playing
		r.logger.Error("a player's calendar cannot be read, and he is not reminded", "game", g.kept.ID, "error", err)
		return user, list, nil, nil
	}
	plan = plannedReminders(list, c, g.Since, deadline, r.now())
	had, err := r.store.Paper(ctx, g.kept.ID, user, reminded)
	if errors.Is(err, storage.ErrNotFound) {
		return user, list, plan, nil
	}
	if hours, of, _ := strings.Cut(had.Text, " "); err == nil && of == g.reminderKey() {
		last, _ := strconv.Atoi(hours)
		plan = slices.DeleteFunc(plan, func(p reminder) bool { return p.hours >= last })
	}
	return user, list, plan, err
}

// reminderAlarm are the alarm that reminds the player who is to act of his deadline, as he wishes it. What he
// had of it stands in a paper of his: no row of the log tells that he wants to be reminded.
func (r *Referee) reminderAlarm() alarm {
	return alarm{next: r.nextReminder, ring: r.remind}
}

func (r *Referee) nextReminder(ctx context.Context, g *game) (first time.Time, err error) {
	_, _, plan, err := r.remindersLeft(ctx, g)
	for _, p := range plan {
		if first.IsZero() || p.at.Before(first) {
			first = p.at
		}
	}
	return first, err
}

// remind has one reminder said, for all those that have come due. One that was written down just before
// an earlier process died is the same one.
func (r *Referee) remind(ctx context.Context, _ *lockedGame, g *game) error {
	user, list, plan, err := r.remindersLeft(ctx, g)
	if err != nil {
		return err
	}
	least := 0
	for _, p := range plan {
		if !p.at.After(r.now()) && (least == 0 || p.hours < least) {
			least = p.hours
		}
	}
	if least == 0 {
		return nil
	}
	audience := audienceOf(g.acting())
	if list.There {
		audience = everybody
	}
	mark := fmt.Sprintf("%d %s", least, g.reminderKey())
	if err := r.log.Remind(ctx, g.kept.ID, storage.Notice{Audience: audience, Kind: reminderKind + mark}); err != nil {
		return err
	}
	at := r.now().UTC().Truncate(time.Microsecond)
	return r.store.SavePaper(ctx, storage.Paper{Game: g.kept.ID, User: user, Kind: reminded, At: at, Text: mark})
}

// reminderKind is how the kind of a reminder's notice begins; what it reminds of follows.
const reminderKind = string(Reminded) + " "

// needsReminder says whether the reminder of a kind is still of use: the same side owes the same, and its
// time is not over.
func (r *Referee) needsReminder(g *game, kind string) bool {
	_, key, _ := strings.Cut(strings.TrimPrefix(kind, reminderKind), " ")
	return g.acting() != "" && key == g.reminderKey() && r.deadline(g, g.acting()).After(r.now())
}
