package table

import (
	"context"
	"strconv"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/people"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses about vacations.
const (
	pressVacation       = "vacation"        // opens a form
	pressVacationCancel = "vacation-cancel" // a menu: its value is the vacation
)

func (c Calendars) commands() []ask.CommandSpec {
	date := ask.Completer(c.suggestDate)
	return []ask.CommandSpec{{Verb: "vacation", Run: c.vacation, Anywhere: true, Aside: true, Options: []ask.Option{
		ask.CompletedOption("from", date), ask.CompletedOption("until", date),
		ask.CompletedOption("cancel", c.suggestVacation)}}}
}

func (c Calendars) presses() []ask.PressSpec {
	form := func(_ context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
		return vacationForm(req), nil
	}
	return []ask.PressSpec{
		{Name: pressVacation, NoGame: true, Run: form, Form: c.submitVacation},
		{Name: pressVacationCancel, NoGame: true,
			Run: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return c.vacation(ctx, req, map[string]string{"cancel": d.Value()})
			}},
	}
}

// submitVacation takes the vacation that was written in a form. A refusal is shown in place of the page from which the
// form was opened, with the button that opens it again.
func (c Calendars) submitVacation(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	list, err := c.vacation(ctx, req, d.Fields)
	if words, ok := tell.Refuse(req.Localizer, err); ok {
		again := page.Button(req.Say("button.vacation"), pressVacation+":", discordgo.PrimaryButton)
		return page.Page[view.Public]{Text: words, Rows: page.OneRow(again)}.Messages(), nil
	}
	return list, err
}

// suggestDate completes with dates. The labels show times in the user's own time zone; he alone sees them.
func (b Calendars) suggestDate(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	c, err := b.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	now := b.Referee.Now()
	return datesLike(req, t.Option, t.Values, now, c.Zone(now)), nil
}

// suggestVacation completes with the vacations that can be cancelled, in the user's time zone; he alone sees them.
func (b Calendars) suggestVacation(ctx context.Context, req ask.Request, _ ask.Typing) (list []rest.Suggestion,
	err error) {
	c, err := b.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	for _, o := range vacationsOf(req.Localizer, c, b.Referee.Now()) {
		list = append(list, rest.Suggestion{Name: o.Label, Value: o.Value})
	}
	return list, nil
}

// vacation answers /vacation: with dates it announces a vacation, with cancel: it cancels one, else it lists them.
func (b Calendars) vacation(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	from, until, cancel := strings.TrimSpace(values["from"]), strings.TrimSpace(values["until"]),
		strings.TrimSpace(values["cancel"])
	switch {
	case cancel != "" && (from != "" || until != ""):
		return nil, ask.Refusal("vacation.mixed")
	case cancel != "":
		return b.cancelVacation(ctx, req, cancel)
	case from != "" && until != "":
		return b.announce(ctx, req, from, until)
	case from != "" || until != "":
		return nil, ask.Refusal("vacation.half")
	}
	c, err := b.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	return vacationPage(req, c, b.Referee.Now()), nil
}

func (b Calendars) announce(ctx context.Context, req ask.Request, from, until string) ([]rest.Message, error) {
	return b.change(ctx, req, func(c calendar.Calendar, now time.Time) (ch calendar.Change, err error) {
		var span calendar.Span
		if span.From, err = calendar.ReadFrom(from, now, c.Zone(now)); err != nil {
			return ch, err
		}
		if span.Until, err = calendar.ReadUntil(until, span.From, now, c.Zone(now)); err != nil {
			return ch, err
		}
		return c.Announce(now, span)
	})
}

// cancelVacation cancels the part of a vacation that is still to come.
func (b Calendars) cancelVacation(ctx context.Context, req ask.Request, which string) ([]rest.Message, error) {
	return b.change(ctx, req, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		span, err := announcedAs(c, now, which)
		if err != nil {
			return calendar.Change{}, err
		}
		return c.Cancel(now, span)
	})
}

// announcedAs returns the vacation that which names: by its identifier, by a day in it, or by "yes" or "all" the only
// one. If a day is in none, it returns that day.
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
	meant := calendar.Span{From: begins, Until: ends.Add(time.Second)} // a second longer: a time of day has no length
	for _, v := range list {
		if v.From.Before(meant.Until) && meant.From.Before(v.Until) {
			return v.Span, nil
		}
	}
	return meant, err
}

// spanID returns the identifier of a vacation in menus.
func spanID(s calendar.Span) string {
	return strconv.FormatInt(s.From.Unix(), 10) + "-" + strconv.FormatInt(s.Until.Unix(), 10)
}

// change changes the asker's vacations, and shows those that he has then.
func (b Calendars) change(ctx context.Context, req ask.Request, how people.CalendarChange) ([]rest.Message, error) {
	c, told, err := b.Referee.ChangeCalendar(ctx, req.Cmd, how)
	if err != nil {
		return nil, err
	}
	lines := vacations(req, c.Vacations(b.Referee.Now()))
	if told > 0 {
		lines = append(lines, req.Say("vacation.told", "n", told))
	}
	return page.Page[view.Public]{Text: play.JoinLines(lines)}.Messages(), nil
}

// vacations returns a user's own vacations, in lines.
func vacations(req ask.Request, list []calendar.Vacation) []string {
	if len(list) == 0 {
		return []string{req.Say("vacation.none")}
	}
	lines := []string{req.Say("vacation.yours")}
	for _, v := range list {
		line := req.Say("vacation.line", "from", v.From, "until", v.Until)
		switch {
		case v.Holds.Equal(v.Until): // it stops no clocks
			line += req.Say("vacation.holds-none", "notice", calendar.Notice)
		case v.Holds.After(v.From): // it begins to stop clocks only at Holds
			line += req.Say("vacation.holds", "holds", v.Holds, "notice", calendar.Notice)
		}
		lines = append(lines, line)
	}
	return lines
}

// vacationPage returns what a user has announced, with the limits, a button for a form, and a menu to cancel.
func vacationPage(req ask.Request, c calendar.Calendar, now time.Time) []rest.Message {
	list := c.Vacations(now)
	lines := append(vacations(req, list), req.Say("vacation.limits", "notice", calendar.Notice,
		"long", calendar.LongestDays, "year", calendar.YearsDays))
	if !c.Zoned(now) {
		lines = append(lines, req.Say("vacation.utc"))
	}
	rows := page.OneRow(page.Button(req.Say("button.vacation"), pressVacation+":", discordgo.PrimaryButton))
	if len(list) > 0 {
		cancel := discordgo.SelectMenu{CustomID: pressVacationCancel + ":", Placeholder: req.Say("vacation.cancel"),
			Options: vacationsOf(req.Localizer, c, now)}
		rows = append(rows, page.Row(page.Limited(req.Localizer, cancel)))
	}
	return page.Page[view.Public]{Text: play.JoinLines(lines), Rows: rows}.Messages()
}

// vacationsOf returns a user's own vacations in his time zone, for a menu that he alone sees.
func vacationsOf(loc wording.Localizer, c calendar.Calendar, now time.Time) (list []discordgo.SelectMenuOption) {
	zone := c.Zone(now)
	for _, v := range c.Vacations(now) {
		label := dayAndTime(loc, v.From.In(zone)) + " – " + dayAndTime(loc, v.Until.In(zone))
		list = append(list, discordgo.SelectMenuOption{Label: wording.Clip(label, page.ChoiceText),
			Value: spanID(v.Span)})
	}
	return list
}

// dayAndTime writes t, which is in a user's time zone, for texts in which Discord shows no timestamps.
func dayAndTime(loc wording.Localizer, t time.Time) string {
	day, month := "date.day-"+strconv.Itoa(int(t.Weekday())), "date.month-"+strconv.Itoa(int(t.Month()))
	return loc.Say("date.in-full", "weekday", wording.InWords(loc.Describe(day)), "day", t.Day(), "month",
		wording.InWords(loc.Describe(month)), "year", t.Year(), "time", t.Format("15:04"))
}

func vacationForm(req ask.Request) []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = page.FieldsForm(pressVacation+":", req.Say("vacation.title"),
		page.Field{ID: "from", Label: req.Say("vacation.from"), Hint: req.Say("vacation.from-hint"), Required: true},
		page.Field{ID: "until", Label: req.Say("vacation.until"), Hint: req.Say("vacation.until-hint"), Required: true})
	return []rest.Message{m}
}

// datesLike returns the date that is typed for an option, in full, or if nothing is typed some dates to choose from.
func datesLike(req ask.Request, option string, values map[string]string, now time.Time,
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
			return []rest.Suggestion{{Name: wording.Clip(dayAndTime(req.Localizer, t.In(zone)), page.ChoiceText),
				Value: wording.Clip(typed, page.ChoiceText)}}
		}
		return nil
	}
	step := 1 // days from one suggestion to the next
	if option == "until" {
		step = 2
	}
	for n := 1; n <= 10; n++ {
		typed := "+" + strconv.Itoa(n*step) + "d"
		if t, err := read(typed); err == nil {
			label := req.Say("date.in-days", "n", n*step, "date", wording.InWords(dayAndTime(req.Localizer,
				t.In(zone))))
			list = append(list, rest.Suggestion{Name: wording.Clip(label, page.ChoiceText), Value: typed})
		}
	}
	return list
}

// TellVacation returns the public page of a vacation that was announced or cancelled.
func TellVacation(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	return page.Page[view.Public]{Text: vacationInWords(loc, *e.Vacation)}
}

// vacationInWords returns a text that says to everybody when a player is on vacation.
func vacationInWords(loc wording.Localizer, v api.Vacationer) string {
	if len(v.Vacations) == 0 {
		return loc.Say("tell.vacation-none", "user", tell.Mention(loc, v.User), "side", v.Side)
	}
	spans := make([]string, len(v.Vacations))
	for i, span := range v.Vacations {
		spans[i] = loc.Say("vacation.span", "from", span.From, "until", span.Until)
	}
	return loc.Say("tell.vacation", "user", tell.Mention(loc, v.User), "side", v.Side,
		"spans", wording.InWords(strings.Join(spans, "; ")))
}
