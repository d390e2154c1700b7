package notify

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/storage"
)

// deadlineOf returns when the clock of a side that acts runs out, the zero time for none.
func deadlineOf(g *ledger.Game, side order.Side) time.Time {
	acting, _ := first.In(tables.Clocks(g), func(c api.Clock) bool { return c.Side == side && c.Acts })
	return acting.Deadline
}

// Reminding reminds players of their deadlines.
type Reminding struct {
	games    *games.Games
	log      storage.Log
	store    Store
	logger   *slog.Logger
	digests  *DailyDigests
	deadline func(*ledger.Game, order.Side) time.Time
}

// Told says what a user wants to be told beside what his games announce. Only he may know it.
type Told struct {
	// hours before a deadline, in descending order; none stands for when a third and when a tenth of his time is left
	Hours []int
	Off   bool   // no reminders
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
	remindNever   = "off"
	remindWhere   = "remind-where"
	remindChannel = "channel"
	dailyAt       = "daily"
	reminded      = "reminded"
)

// Told returns what a user wants to be told.
func (rm *Reminding) Told(ctx context.Context, user string) (t Told, err error) {
	values := map[string]string{}
	for _, name := range []string{remindHours, remindWhere, dailyAt} {
		if values[name], err = rm.store.Preference(ctx, user, name); err != nil {
			return t, err
		}
	}
	t = Told{Off: values[remindHours] == remindNever, There: values[remindWhere] == remindChannel,
		Daily: values[dailyAt]}
	for text := range strings.SplitSeq(values[remindHours], ",") {
		if n, err := strconv.Atoi(text); err == nil {
			t.Hours = append(t.Hours, n)
		}
	}
	return t, nil
}

// preferences returns the preferences that store t, by their names.
func (t Told) preferences() map[string]string {
	hours, where := slices.Clone(t.Hours), ""
	slices.SortFunc(hours, func(a, b int) int { return b - a })
	var texts []string
	for _, n := range slices.Compact(hours) {
		texts = append(texts, strconv.Itoa(n))
	}
	if t.Off {
		texts = []string{remindNever}
	}
	if t.There {
		where = remindChannel
	}
	return map[string]string{remindHours: strings.Join(texts, ","), remindWhere: where, dailyAt: t.Daily}
}

// Tell changes what a user is told, also of the games that he plays already.
func (rm *Reminding) Tell(ctx context.Context, user string, change func(*Told)) error {
	return rm.games.Gate.Enter(func() error {
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
	})
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

// needsReminder returns the user whom the reminder of a kind is for, "" if it is of no use any more: the game waits for
// somebody or something else, the deadline is over, or he was mentioned just before. While a clock is held without a
// known end there is no deadline, and later says when to look again; otherwise later is the zero time.
func (rm *Reminding) needsReminder(ctx context.Context, g *games.Held, kind string) (user string, later time.Time,
	err error) {
	now := rm.games.Now()
	user = notices.ReadReminder(g.Game, kind, now)
	deadline := rm.deadline(g.Game, g.ActingSide())
	waitsForMention := slices.ContainsFunc(g.ClockHolds.Spans,
		func(s ledger.ClockHold) bool { return s.Why == api.Unheard && s.Until.IsZero() })
	switch {
	case user == "" || !deadline.IsZero() && !deadline.After(now) && !waitsForMention:
		return "", later, nil
	case deadline.IsZero():
		for _, s := range g.ClockHolds.Spans {
			switch {
			case !s.Until.IsZero(): // the end of this hold is known
			case s.Why == api.Asleep, s.Why == api.Stopped:
				return "", now.Add(callAgain), nil
			default:
				later = now.Add(fewMinutes)
			}
		}
		return "", later, nil
	}
	m, err := rm.games.Holds.Mentions(ctx, g.Game, user)
	isLast := strings.HasPrefix(kind, notices.ReminderKind+lastCall) // any mention in this wait makes it needless
	if m.Now && (isLast || now.Sub(m.Last) < fewMinutes) {
		return "", later, err
	}
	return user, later, err
}

// calledAtNightSince returns since when the player of the running clock is called even in his night, the zero time for
// never: if he changes his calendar in the last part of his time, he is there (see games.Holds).
func calledAtNightSince(g *games.Held) time.Time {
	part := clocks.PartLeft(g.Game, games.LastPart)
	if part.IsZero() {
		return part
	}
	return g.ClockHolds.Calendar.NextChange(part)
}

// callsAtNight reports whether a reminder is sent to its user even in his night.
func (rm *Reminding) callsAtNight(ctx context.Context, g *games.Held, user string) (bool, error) {
	if from := calledAtNightSince(g); user != g.Player(g.ActingSide()) || from.IsZero() || from.After(rm.games.Now()) {
		return false, nil
	}
	m, err := rm.games.Holds.Mentions(ctx, g.Game, user)
	return !m.Now, err
}

// nextReminder returns when the next reminder of a game is due, the zero time if none is left.
func (rm *Reminding) nextReminder(ctx context.Context, g *games.Held) (next time.Time, err error) {
	for _, user := range rm.players(g) {
		_, plan, err := rm.remindersLeft(ctx, g, user)
		if err != nil {
			return next, err
		}
		if len(plan) > 0 && (next.IsZero() || plan[0].at.Before(next)) {
			next = plan[0].at
		}
	}
	return next, nil
}

// players returns whom deadlines concern: the player of the side that is to act, and whoever is called.
func (rm *Reminding) players(g *games.Held) (users []string) {
	side := g.ActingSide()
	if side == "" || rm.deadline(g.Game, side).IsZero() {
		return nil
	}
	p := g.Seat(side).At(rm.games.Now())
	for _, user := range append([]string{p.User}, g.CalledPlayers(p)...) {
		if !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	return users
}

// remind queues the reminders that are due of the deadline of the side that the game waits for: one for its player and
// one for whoever else is called. A paper of each stores which reminders he has had, so that no row of the log shows
// that he has any. A reminder that an earlier process queued just before it stopped is not queued twice.
func (rm *Reminding) remind(ctx context.Context, g *games.Held) error {
	for _, user := range rm.players(g) {
		w, plan, err := rm.remindersLeft(ctx, g, user)
		due := slices.DeleteFunc(plan, func(p reminder) bool { return p.at.After(rm.games.Now()) })
		if err == nil && len(due) > 0 {
			err = rm.queue(ctx, g, user, w, due)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// queue queues one reminder for those that are due, and stores that the user has had them.
func (rm *Reminding) queue(ctx context.Context, g *games.Held, user string, w wanted, due []reminder) error {
	name, audience := lastCall, ledger.Everybody
	for _, r := range due { // named after the last that is due; as a last call only if no other is
		if r.name != lastCall {
			name, w.had = r.name, r.name
		}
	}
	if p := g.Seat(g.ActingSide()); name != lastCall && !w.There {
		audience = ledger.AudienceOf(p.Side)
		if m := p.Member(user); p.Slot(user) != 0 { // not the player of the seat
			audience = p.MemberAudience(*m)
		}
	}
	noticeName := name
	if name == lastCall && !w.at.IsZero() { // a new one: the outbox still has that of a last call that was not sent
		noticeName += "@" + strconv.FormatInt(w.at.UnixMicro(), 10)
	}
	waits, err := rm.lastCallWaits(ctx, g)
	if err == nil && !(waits && name == lastCall) {
		err = rm.log.Remind(ctx, g.Stored.ID, storage.Notice{Audience: audience,
			Kind: notices.Reminder(g.Game, noticeName, user)})
	}
	if err != nil {
		return err
	}
	return rm.store.SavePaper(ctx, storage.Paper{Game: g.Stored.ID, User: user, Kind: reminded,
		At:   rm.games.Now().UTC().Truncate(time.Microsecond),
		Text: cmp.Or(w.had, name) + " " + notices.ReminderKey(g.Game)})
}

// lastCallWaits reports whether the outbox has a last call already, or none can be sent because the game sleeps.
func (rm *Reminding) lastCallWaits(ctx context.Context, g *games.Held) (bool, error) {
	asleep := func(s ledger.ClockHold) bool { return s.Why == api.Asleep && s.Until.IsZero() }
	waiting, err := rm.log.OutboxOf(ctx, g.Stored.ID, "", rm.games.Now().Add(recheckAfter)) // of its own channel
	waits := func(d storage.Delivery) bool {
		return strings.HasPrefix(d.Kind, notices.ReminderKind+lastCall) &&
			strings.HasSuffix(d.Kind, " "+notices.ReminderKey(g.Game))
	}
	return slices.ContainsFunc(g.ClockHolds.Spans, asleep) || slices.ContainsFunc(waiting, waits), err
}

// wanted is what a player whom a game waits for wants to be told, with his last reminder of what he owes now: its name,
// "" for none, and when it was queued.
type wanted struct {
	Told
	had string
	at  time.Time
}

// remindersLeft returns what a player whom the game waits for wants, and his unsent reminders of this deadline.
func (rm *Reminding) remindersLeft(ctx context.Context, g *games.Held,
	user string) (w wanted, plan []reminder, err error) {
	deadline := rm.deadline(g.Game, g.ActingSide())
	if w.Told, err = rm.Told(ctx, user); err != nil {
		return w, nil, err
	}
	c, err := rm.games.Holds.CalendarOf(ctx, user)
	switch {
	case errors.As(err, new(games.UnreadableCalendar)):
		rm.logger.Error("a player is reminded as if he had no night", "game", g.Stored.ID, "error", err)
	case err != nil:
		return w, nil, err
	}
	had, err := rm.store.Paper(ctx, g.Stored.ID, user, reminded)
	if err != nil {
		return w, nil, err
	}
	m, err := rm.games.Holds.Mentions(ctx, g.Game, user)
	if err != nil {
		return w, nil, err
	}
	s := shifts{Calendar: c, since: g.Since, deadline: deadline, now: rm.games.Now()}
	if m.Now && m.Last.After(s.since) {
		s.since = m.Last
	}
	if name, key, _ := strings.Cut(had.Text, " "); key == notices.ReminderKey(g.Game) {
		w.had, w.at = name, had.At
	}
	plan = s.shifted(remindersAfter(w.had, w.reminders(g.Game, deadline)))
	if part := clocks.PartLeft(g.Game, games.LastPart); !m.Now && !part.IsZero() && user == g.Player(g.ActingSide()) {
		s.there = calledAtNightSince(g)
		plan = s.withLastCall(plan, part, w.at)
	}
	return w, plan, nil
}
