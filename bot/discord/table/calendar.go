package table

import (
	"context"
	"errors"
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
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The presses about a user's time.
const (
	pressZone       = "zone"        // a menu: its value is the zone
	pressZoneWrite  = "zone-write"  // opens a form
	pressNightFrom  = "night-from"  // a menu: its value is the minute of the day
	pressNightUntil = "night-until" // the same; the minute at which the night begins follows
	pressNightOff   = "night-off"
)

// longestZone is more than the names of a zone and its country have, in characters.
const longestZone = 100

func (c Calendars) commands() []ask.CommandSpec {
	clock, date := ask.Completer(c.suggestClock), ask.Completer(c.suggestDate)
	return []ask.CommandSpec{
		{Verb: "zone", Run: c.zone, Anywhere: true, Options: []ask.Option{
			ask.CompletedOption("zone", c.suggestZone).WithLongest(longestZone)}},
		{Verb: "night", Run: c.night, Anywhere: true, Options: []ask.Option{
			ask.CompletedOption("from", clock), ask.CompletedOption("until", clock)}},
		{Verb: "vacation", Run: c.vacation, Anywhere: true, Options: []ask.Option{
			ask.CompletedOption("from", date), ask.CompletedOption("until", date),
			ask.CompletedOption("cancel", c.suggestVacation)}},
	}
}

func (c Calendars) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressZone, NoGame: true, Run: func(ctx context.Context, req ask.Request,
			d ask.Pressed) ([]rest.Message, error) {
			return c.zone(ctx, req, map[string]string{"zone": d.Value()})
		}},
		{Name: pressZoneWrite, NoGame: true, Run: opens(zoneForm), Form: c.submitZone},
		{Name: pressNightFrom, NoGame: true, Run: func(_ context.Context, req ask.Request,
			d ask.Pressed) ([]rest.Message, error) {
			return askUntil(req, d.Value())
		}},
		{Name: pressNightUntil, NoGame: true,
			Run: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return c.setNight(ctx, req, timeAt(d.What)+"-"+timeAt(d.Value()))
			}},
		{Name: pressNightOff, NoGame: true, Run: func(ctx context.Context, req ask.Request,
			_ ask.Pressed) ([]rest.Message, error) {
			return c.setNight(ctx, req, calendar.Night{}.String())
		}},
		{Name: pressVacation, NoGame: true, Run: opens(vacationForm), Form: c.submitVacation},
		{Name: pressVacationCancel, NoGame: true,
			Run: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return c.vacation(ctx, req, map[string]string{"cancel": d.Value()})
			}},
	}
}

// opens makes a handler of a function that returns a form.
func opens(form func(ask.Request) []rest.Message) ask.PressHandler {
	return func(_ context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) { return form(req), nil }
}

// submitZone takes the zone that was written in a form.
func (c Calendars) submitZone(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	list, err := c.zone(ctx, req, map[string]string{"zone": d.Text()})
	return orAgain(req, list, err, page.Button(req.Say("button.zone"), pressZoneWrite+":", discordgo.SecondaryButton))
}

// submitVacation takes the vacation that was written in a form.
func (c Calendars) submitVacation(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	list, err := c.vacation(ctx, req, d.Fields)
	return orAgain(req, list, err, page.Button(req.Say("button.vacation"), pressVacation+":", discordgo.PrimaryButton))
}

// orAgain answers a form. A refusal is shown in place of the page from which the form was opened, with the button that
// opens it again.
func orAgain(req ask.Request, list []rest.Message, err error, again discordgo.Button) ([]rest.Message, error) {
	if words, ok := tell.Refuse(req.Localizer, err); ok {
		return page.Page[view.Public]{Text: words, Rows: page.OneRow(again)}.Messages(), nil
	}
	return list, err
}

// suggestZone completes with time zones. The labels have the time there.
func (c Calendars) suggestZone(_ context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return zonesLike(req, c.Zones, t.Text(), c.Referee.Now()), nil
}

// suggestClock completes with times of the day.
func (c Calendars) suggestClock(_ context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return timesLike(req, t.Text(), t.Option), nil
}

// suggestDate completes with dates. The labels tell times by the user's own clock; he alone sees them.
func (b Calendars) suggestDate(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	c, err := b.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	now := b.Referee.Now()
	return datesLike(req, t.Option, t.Values, now, c.Zone(now)), nil
}

// suggestVacation completes with the vacations that can be cancelled, by the user's own clock; he alone sees them.
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

// zone answers /zone: with a zone it sets the user's, without one it says which it is.
func (b Calendars) zone(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	typed, given := values["zone"]
	if !given {
		c, err := b.Referee.Calendar(ctx, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		return zonePage(req, zoneNow(req, c, b.Referee.Now()), b.Zones.Search("", b.Referee.Now())), nil
	}
	c, _, err := b.Referee.ChangeCalendar(ctx, req.Cmd,
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetZone(now, typed, b.Zones)
		})
	var m *view.Mistake
	if errors.As(err, &m) {
		if like := b.Zones.Search(typed, b.Referee.Now()); len(like) > 0 && strings.TrimSpace(typed) != "" {
			return zonePage(req, req.Localizer.Text(m.Why), like), nil
		}
	}
	if err != nil {
		return nil, err
	}
	lines := []string{zoneNow(req, c, b.Referee.Now())}
	if n := c.Night(b.Referee.Now()); !n.None() {
		lines = append(lines, req.Say("zone.night", "night", n.String()))
	}
	return page.Page[view.Public]{Text: play.JoinLines(lines)}.Messages(), nil
}

// zoneNow returns a user's zone with the time that its clocks show, so that he sees when it is the wrong one.
func zoneNow(req ask.Request, c calendar.Calendar, now time.Time) string {
	zone := c.Zone(now)
	at := now.In(zone)
	clock := req.Say("date.clock", "time", at.Format("15:04"),
		"weekday", wording.InWords(req.Localizer.Describe("date.weekday-"+strconv.Itoa(int(at.Weekday())))))
	if !c.Zoned(now) {
		return req.Say("zone.none", "clock", wording.InWords(clock), "now", now)
	}
	return req.Say("zone.is", "zone", wording.InWords(zone.String()), "clock", wording.InWords(clock), "now", now)
}

// zonePage returns a text with a menu of zones, and a button to write another one.
func zonePage(req ask.Request, text string, places []calendar.Place) []rest.Message {
	m := discordgo.SelectMenu{CustomID: pressZone + ":", Placeholder: req.Say("zone.choose")}
	for _, p := range places {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: wording.Clip(p.Name, page.ChoiceText),
			Value: p.Name, Description: wording.Clip(whereIs(p), page.ChoiceText)})
	}
	return page.Page[view.Public]{Text: text, Rows: []discordgo.MessageComponent{
		page.Row(page.Limited(req.Localizer, m)), page.Row(page.Button(req.Say("button.zone"), pressZoneWrite+":",
			discordgo.SecondaryButton))}}.Messages()
}

// whereIs returns the country of a zone, and which part of the country it is for.
func whereIs(p calendar.Place) string {
	if p.Part == "" {
		return p.Country
	}
	return p.Country + ": " + p.Part
}

// zoneForm returns a form for a zone.
func zoneForm(req ask.Request) []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = page.FieldsForm(pressZoneWrite+":", req.Say("zone.title"),
		page.Field{ID: "text", Label: req.Say("zone.label"), Hint: req.Say("zone.hint"), Required: true})
	return []rest.Message{m}
}

// zonesLike returns the zones that fit what is typed.
func zonesLike(req ask.Request, zones *calendar.Zones, typed string, now time.Time) (list []rest.Suggestion) {
	places := zones.Search(typed, now)
	for i, p := range places {
		label := p.Name
		if where := whereIs(p); where != "" {
			label += " · " + where
		}
		if i >= page.ChoiceLimit { // the others are only counted
		} else if zone, err := time.LoadLocation(p.Name); err == nil {
			label += " · " + now.In(zone).Format("15:04")
		}
		list = append(list, rest.Suggestion{Name: wording.Clip(label, page.ChoiceText), Value: p.Name})
	}
	return list
}

// night answers /night: with times it sets the user's night, without them it says when it is.
func (b Calendars) night(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	from, until := values["from"], values["until"]
	if from == "" && until == "" {
		c, err := b.Referee.Calendar(ctx, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		return nightPage(req, c, b.Referee.Now()), nil
	}
	if from != "" && until != "" {
		return b.setNight(ctx, req, from+"-"+until)
	}
	if minute, err := calendar.ReadTime(from); err == nil {
		return askUntil(req, strconv.Itoa(minute))
	}
	if from == "" {
		return nil, ask.Refusal("night.half")
	}
	return b.setNight(ctx, req, from) // 22-7, or off
}

// setNight changes a user's night.
func (b Calendars) setNight(ctx context.Context, req ask.Request, typed string) ([]rest.Message, error) {
	n, err := calendar.ReadNight(typed)
	if err != nil {
		return nil, err
	}
	c, _, err := b.Referee.ChangeCalendar(ctx, req.Cmd,
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetNight(now, n)
		})
	if err != nil {
		return nil, err
	}
	return page.Page[view.Public]{Text: nightNow(req, c, b.Referee.Now())}.Messages(), nil
}

// nightNow returns a user's night by the clock of his zone.
func nightNow(req ask.Request, c calendar.Calendar, now time.Time) string {
	n := c.Night(now)
	if n.None() {
		return req.Say("night.none")
	}
	text := req.Say("night.is", "night", n.String(), "zone", wording.InWords(c.Zone(now).String()))
	if !c.Zoned(now) {
		text += " " + req.Say("night.utc")
	}
	return text
}

// nightPage returns a user's night, with a menu for the beginning of another one.
func nightPage(req ask.Request, c calendar.Calendar, now time.Time) []rest.Message {
	m := discordgo.SelectMenu{CustomID: pressNightFrom + ":", Placeholder: req.Say("night.choose-from")}
	for hour := range 24 {
		minute := (hour + firstBedtime) % 24 * 60
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: calendar.Clock(minute),
			Value: strconv.Itoa(minute)})
	}
	rows := page.OneRow(m)
	if !c.Night(now).None() {
		rows = append(rows, page.Row(page.Button(req.Say("button.night-off"), pressNightOff+":",
			discordgo.SecondaryButton)))
	}
	return page.Page[view.Public]{Text: nightNow(req, c, now) + "\n" + req.Say("night.how", "awake",
		calendar.LeastAwake),
		Rows: rows}.Messages()
}

// firstBedtime is the hour with which the menu for the beginning of a night starts.
const firstBedtime = 19

// askUntil returns a menu for the end of a night that begins at a minute of the day.
func askUntil(req ask.Request, from string) ([]rest.Message, error) {
	begins, err := minuteOf(from)
	if err != nil {
		return nil, err
	}
	m := discordgo.SelectMenu{CustomID: pressNightUntil + ":" + from, Placeholder: req.Say("night.choose-until")}
	for long := time.Hour; long <= calendar.LongestNight; long += time.Hour {
		ends := (begins + int(long/time.Minute)) % (24 * 60)
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: calendar.Clock(ends),
			Value: strconv.Itoa(ends), Description: req.Localizer.Length(long)})
	}
	return page.Page[view.Public]{Text: req.Say("night.until", "from", wording.InWords(calendar.Clock(begins))),
		Rows: page.OneRow(m)}.Messages(), nil
}

// minuteOf reads a minute of the day from a custom ID.
func minuteOf(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n >= 24*60 {
		return 0, page.ErrStale
	}
	return n, nil
}

// timeAt returns the time of the day at a minute that a custom ID names.
func timeAt(s string) string {
	minute, err := minuteOf(s)
	if err != nil {
		return s // which is no time
	}
	return calendar.Clock(minute)
}

// timesLike returns the times of the day that fit what is typed.
func timesLike(req ask.Request, typed, option string) (list []rest.Suggestion) {
	if option == "from" && strings.HasPrefix(calendar.Night{}.String(), strings.ToLower(strings.TrimSpace(typed))) {
		list = append(list, rest.Suggestion{Name: req.Say("night.off"), Value: calendar.Night{}.String()})
	}
	if n, err := calendar.ReadNight(typed); err == nil && !n.None() && option == "from" {
		return []rest.Suggestion{{Name: n.String(), Value: n.String()}}
	}
	if minute, err := calendar.ReadTime(typed); err == nil {
		return []rest.Suggestion{{Name: calendar.Clock(minute), Value: calendar.Clock(minute)}}
	}
	if typed != "" {
		return list
	}
	first := firstBedtime
	if option == "until" {
		first = 5
	}
	for hour := range 24 {
		clock := calendar.Clock((hour + first) % 24 * 60)
		list = append(list, rest.Suggestion{Name: clock, Value: clock})
	}
	return list
}
