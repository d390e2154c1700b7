package discord

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/calendar"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// The presses about vacations.
const (
	pressVacation       = "vacation"        // opens a form
	pressVacationCancel = "vacation-cancel" // a menu: its value is the vacation
)

// vacation is /vacation: with dates it announces one, without them it lists those that are announced.
func (b *bot) vacation(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	from, until, cancel := strings.TrimSpace(values["from"]), strings.TrimSpace(values["until"]),
		strings.TrimSpace(values["cancel"])
	switch {
	case cancel != "" && (from != "" || until != ""):
		return nil, refusal("vacation.mixed")
	case cancel != "":
		return b.cancelVacation(ctx, req, cancel)
	case from != "" && until != "":
		return b.announce(ctx, req, from, until)
	case from != "" || until != "":
		return nil, refusal("vacation.half")
	}
	c, err := b.referee.Calendar(ctx, req.cmd.User)
	if err != nil {
		return nil, err
	}
	return req.vacationPage(c, b.referee.Now()), nil
}

// announce announces a vacation.
func (b *bot) announce(ctx context.Context, req request, from, until string) ([]rest.Message, error) {
	var span calendar.Span
	c, told, err := b.referee.ChangeCalendar(ctx, req.cmd,
		func(c calendar.Calendar, now time.Time) (ch calendar.Change, err error) {
			if span.From, err = calendar.ReadFrom(from, now, c.Zone(now)); err != nil {
				return ch, err
			}
			if span.Until, err = calendar.ReadUntil(until, span.From, now, c.Zone(now)); err != nil {
				return ch, err
			}
			return c.Announce(now, span)
		})
	if err != nil {
		return nil, err
	}
	return req.vacationsNow(c, b.referee.Now(), told), nil
}

// cancelVacation cancels the part of a vacation that is still to come.
func (b *bot) cancelVacation(ctx context.Context, req request, which string) ([]rest.Message, error) {
	c, told, err := b.referee.ChangeCalendar(ctx, req.cmd,
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			span, err := announcedAs(c, now, which)
			if err != nil {
				return calendar.Change{}, err
			}
			return c.Cancel(now, span)
		})
	if err != nil {
		return nil, err
	}
	return req.vacationsNow(c, b.referee.Now(), told), nil
}

// announcedAs is the vacation that is meant: by its identifier, by a day in it, or the only one.
func announcedAs(c calendar.Calendar, now time.Time, which string) (calendar.Span, error) {
	list := c.Vacations(now)
	for _, v := range list {
		if which == spanID(v.Span) {
			return v.Span, nil
		}
	}
	if len(list) == 1 && (strings.EqualFold(which, "yes") || strings.EqualFold(which, "all")) {
		return list[0].Span, nil
	}
	begins, err := calendar.ReadFrom(which, now, c.Zone(now))
	if err != nil {
		return calendar.Span{}, err
	}
	ends, err := calendar.ReadUntil(which, begins, now, c.Zone(now))
	meant := calendar.Span{From: begins, Until: ends.Add(time.Second)}
	for _, v := range list {
		if v.From.Before(meant.Until) && meant.From.Before(v.Until) {
			return v.Span, nil
		}
	}
	return meant, err
}

// spanID is the identifier of a vacation in menus.
func spanID(s calendar.Span) string {
	return strconv.FormatInt(s.From.Unix(), 10) + "-" + strconv.FormatInt(s.Until.Unix(), 10)
}

// vacationsNow is what a user has announced, after a change.
func (req request) vacationsNow(c calendar.Calendar, now time.Time, told int) []rest.Message {
	lines := req.vacations(c.Vacations(now))
	if told > 0 {
		lines = append(lines, req.Say("vacation.told", "n", told))
	}
	return page[view.Public]{text: joined(lines)}.messages()
}

// vacations is a user's own vacations, in lines.
func (req request) vacations(list []calendar.Vacation) []string {
	if len(list) == 0 {
		return []string{req.Say("vacation.none")}
	}
	lines := []string{req.Say("vacation.yours")}
	for _, v := range list {
		line := req.Say("vacation.line", "from", v.From, "until", v.Until)
		switch {
		case v.Holds.Equal(v.Until):
			line += req.Say("vacation.holds-none", "notice", calendar.Notice)
		case v.Holds.After(v.From):
			line += req.Say("vacation.holds", "holds", v.Holds, "notice", calendar.Notice)
		}
		lines = append(lines, line)
	}
	return lines
}

// vacationPage is what a user has announced, with the limits, a button for a form, and a menu to cancel.
func (req request) vacationPage(c calendar.Calendar, now time.Time) []rest.Message {
	list := c.Vacations(now)
	lines := append(req.vacations(list), req.Say("vacation.limits", "notice", calendar.Notice,
		"long", calendar.LongestDays, "year", calendar.YearsDays))
	if !c.Zoned(now) {
		lines = append(lines, req.Say("vacation.utc"))
	}
	rows := []discordgo.MessageComponent{row(button(req.Say("button.vacation"), pressVacation+":",
		discordgo.PrimaryButton))}
	if len(list) > 0 {
		rows = append(rows, row(discordgo.SelectMenu{CustomID: pressVacationCancel + ":",
			Placeholder: req.Say("vacation.cancel"), Options: req.vacationsOf(c, now)}))
	}
	return page[view.Public]{text: joined(lines), rows: rows}.messages()
}

// vacationsOf are a user's own vacations by the clock of his zone, for a menu that he alone sees.
func (loc localizer) vacationsOf(c calendar.Calendar, now time.Time) (list []discordgo.SelectMenuOption) {
	zone := c.Zone(now)
	for _, v := range c.Vacations(now) {
		label := loc.dayAndTime(v.From.In(zone)) + " – " + loc.dayAndTime(v.Until.In(zone))
		list = append(list, discordgo.SelectMenuOption{Label: wording.Clip(label, choiceText), Value: spanID(v.Span)})
	}
	return list[:min(len(list), menuLimit)]
}

// dayAndTime is a user's own date and time, for texts in which Discord's timestamps are not shown.
func (loc localizer) dayAndTime(t time.Time) string {
	day, month := "date.day-"+strconv.Itoa(int(t.Weekday())), "date.month-"+strconv.Itoa(int(t.Month()))
	return loc.Say("date.in-full", "weekday", wording.InWords(loc.Describe(day)), "day", t.Day(),
		"month", wording.InWords(loc.Describe(month)),
		"year", t.Year(), "time", t.Format("15:04"))
}

// vacationForm is a form for a vacation.
func (req request) vacationForm() []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = fieldsForm(pressVacation+":", req.Say("vacation.title"),
		field{id: "from", label: req.Say("vacation.from"), hint: req.Say("vacation.from-hint"), required: true},
		field{id: "until", label: req.Say("vacation.until"), hint: req.Say("vacation.until-hint"), required: true})
	return []rest.Message{m}
}

// datesLike is what is typed, as it is understood, or some dates to choose from.
func (req request) datesLike(option string, values map[string]string, now time.Time,
	zone *time.Location) (list []rest.Suggestion) {
	begins, err := calendar.ReadFrom(values["from"], now, zone)
	if err != nil {
		begins = now
	}
	read := func(typed string) (time.Time, error) {
		if option == "until" {
			return calendar.ReadUntil(typed, begins, now, zone)
		}
		return calendar.ReadFrom(typed, now, zone)
	}
	if typed := strings.TrimSpace(values[option]); typed != "" {
		if t, err := read(typed); err == nil {
			return []rest.Suggestion{{Name: wording.Clip(req.dayAndTime(t.In(zone)), choiceText),
				Value: wording.Clip(typed, choiceText)}}
		}
		return nil
	}
	step := 1
	if option == "until" {
		step = 2
	}
	for n := 1; n <= 10; n++ {
		typed := "+" + strconv.Itoa(n*step) + "d"
		if t, err := read(typed); err == nil {
			label := req.Say("date.in-days", "n", n*step, "date", wording.InWords(req.dayAndTime(t.In(zone))))
			list = append(list, rest.Suggestion{Name: wording.Clip(label, choiceText), Value: typed})
		}
	}
	return list
}

// tellVacation is the public page of a vacation that was announced or cancelled.
func (loc localizer) tellVacation(e referee.Notification) page[view.Public] {
	return page[view.Public]{text: loc.onVacation(*e.Vacation)}
}

// onVacation says to everybody when a player is on vacation.
func (loc localizer) onVacation(v referee.Vacationer) string {
	if len(v.Vacations) == 0 {
		return loc.Say("tell.vacation-none", "user", loc.mention(v.User), "side", v.Side)
	}
	spans := make([]string, len(v.Vacations))
	for i, span := range v.Vacations {
		spans[i] = loc.Say("vacation.span", "from", span.From, "until", span.Until)
	}
	return loc.Say("tell.vacation", "user", loc.mention(v.User), "side", v.Side,
		"spans", wording.InWords(strings.Join(spans, "; ")))
}
