package discord

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/calendar"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// The presses about a user's time.
const (
	pressZone       = "zone"        // a menu: its value is the zone
	pressZoneWrite  = "zone-write"  // opens a form
	pressNightFrom  = "night-from"  // a menu: its value is the minute of the day
	pressNightUntil = "night-until" // the same; the minute at which the night begins follows
	pressNightOff   = "night-off"
)

// calendarCommands are the commands by which a user sets his time zone, his night and his vacations.
func calendarCommands() []commandSpec {
	clock, date := completer((*bot).suggestClock), completer((*bot).suggestDate)
	return []commandSpec{
		{verb: "zone", run: (*bot).zone, anywhere: true, options: []option{
			completed("zone", (*bot).suggestZone)}},
		{verb: "night", run: (*bot).night, anywhere: true, options: []option{
			completed("from", clock), completed("until", clock)}},
		{verb: "vacation", run: (*bot).vacation, anywhere: true, options: []option{
			completed("from", date), completed("until", date),
			completed("cancel", (*bot).suggestVacation)}},
	}
}

// calendarPresses are the presses about zones, nights and vacations.
func calendarPresses() []pressSpec {
	return []pressSpec{
		{name: pressZone, noGame: true, run: func(b *bot, ctx context.Context, req request,
			d pressed) ([]rest.Message, error) {
			return b.zone(ctx, req, map[string]string{"zone": d.value()})
		}},
		{name: pressZoneWrite, noGame: true, run: opens(request.zoneForm), form: (*bot).submitZone},
		{name: pressNightFrom, noGame: true, run: func(_ *bot, _ context.Context, req request,
			d pressed) ([]rest.Message, error) {
			return req.askUntil(d.value())
		}},
		{name: pressNightUntil, noGame: true,
			run: func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
				return b.setNight(ctx, req, timeAt(d.what)+"-"+timeAt(d.value()))
			}},
		{name: pressNightOff, noGame: true, run: func(b *bot, ctx context.Context, req request,
			_ pressed) ([]rest.Message, error) {
			return b.setNight(ctx, req, calendar.Night{}.String())
		}},
		{name: pressVacation, noGame: true, run: opens(request.vacationForm), form: (*bot).submitVacation},
		{name: pressVacationCancel, noGame: true,
			run: func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
				return b.vacation(ctx, req, map[string]string{"cancel": d.value()})
			}},
	}
}

// opens is a press that opens a form.
func opens(form func(request) []rest.Message) pressHandler {
	return func(_ *bot, _ context.Context, req request, _ pressed) ([]rest.Message, error) { return form(req), nil }
}

// submitZone takes the zone that was written in a form.
func (b *bot) submitZone(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	list, err := b.zone(ctx, req, map[string]string{"zone": d.text()})
	return req.orAgain(list, err, button(req.Say("button.zone"), pressZoneWrite+":", discordgo.SecondaryButton))
}

// submitVacation takes the vacation that was written in a form.
func (b *bot) submitVacation(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	list, err := b.vacation(ctx, req, d.fields)
	return req.orAgain(list, err, button(req.Say("button.vacation"), pressVacation+":", discordgo.PrimaryButton))
}

// orAgain answers a form. A refusal is shown in place of the page from which the form was opened, with the button that
// opens it again.
func (req request) orAgain(list []rest.Message, err error, again discordgo.Button) ([]rest.Message, error) {
	if words, ok := req.refuse(err); ok {
		return page[view.Public]{text: words, rows: []discordgo.MessageComponent{row(again)}}.messages(), nil
	}
	return list, err
}

// suggestZone completes with zones, and suggestClock, suggestDate and suggestVacation with times of the day, dates and
// the vacations that can be cancelled. The labels tell times by the user's own clock; he alone sees them.
func (b *bot) suggestZone(_ context.Context, req request, t typing) ([]rest.Suggestion, error) {
	return req.zonesLike(b.zones, t.text(), b.referee.Now()), nil
}

func (b *bot) suggestClock(_ context.Context, req request, t typing) ([]rest.Suggestion, error) {
	return req.timesLike(t.text(), t.option), nil
}

func (b *bot) suggestDate(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	c, err := b.referee.Calendar(ctx, req.cmd.User)
	if err != nil {
		return nil, err
	}
	now := b.referee.Now()
	return req.datesLike(t.option, t.values, now, c.Zone(now)), nil
}

func (b *bot) suggestVacation(ctx context.Context, req request, _ typing) (list []rest.Suggestion, err error) {
	c, err := b.referee.Calendar(ctx, req.cmd.User)
	if err != nil {
		return nil, err
	}
	for _, o := range req.vacationsOf(c, b.referee.Now()) {
		list = append(list, rest.Suggestion{Name: o.Label, Value: o.Value})
	}
	return list, nil
}

// zone is /zone: with a zone it sets the user's, without one it says which it is.
func (b *bot) zone(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	typed, given := values["zone"]
	if !given {
		c, err := b.referee.Calendar(ctx, req.cmd.User)
		if err != nil {
			return nil, err
		}
		return req.zonePage(req.zoneNow(c, b.referee.Now()), b.zones.Search("", b.referee.Now())), nil
	}
	c, _, err := b.referee.ChangeCalendar(ctx, req.cmd,
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetZone(now, typed, b.zones)
		})
	var m *view.Mistake
	if errors.As(err, &m) {
		if like := b.zones.Search(typed, b.referee.Now()); len(like) > 0 && strings.TrimSpace(typed) != "" {
			return req.zonePage(req.Text(m.Why), like), nil
		}
	}
	if err != nil {
		return nil, err
	}
	lines := []string{req.zoneNow(c, b.referee.Now())}
	if n := c.Night(b.referee.Now()); !n.None() {
		lines = append(lines, req.Say("zone.night", "night", n.String()))
	}
	return page[view.Public]{text: joined(lines)}.messages(), nil
}

// zoneNow is a user's zone with the time that its clocks show, so that he sees when it is the wrong one.
func (req request) zoneNow(c calendar.Calendar, now time.Time) string {
	zone := c.Zone(now)
	at := now.In(zone)
	clock := req.Say("date.clock", "time", at.Format("15:04"),
		"weekday", wording.InWords(req.Describe("date.weekday-"+strconv.Itoa(int(at.Weekday())))))
	if !c.Zoned(now) {
		return req.Say("zone.none", "clock", wording.InWords(clock), "now", now)
	}
	return req.Say("zone.is", "zone", wording.InWords(zone.String()), "clock", wording.InWords(clock), "now", now)
}

// zonePage is a text with a menu of zones, and a button to write another one.
func (req request) zonePage(text string, places []calendar.Place) []rest.Message {
	m := discordgo.SelectMenu{CustomID: pressZone + ":", Placeholder: req.Say("zone.choose")}
	for _, p := range places[:min(len(places), menuLimit)] {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: wording.Clip(p.Name, choiceText),
			Value: p.Name, Description: wording.Clip(whereIs(p), choiceText)})
	}
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{row(m),
		row(button(req.Say("button.zone"), pressZoneWrite+":", discordgo.SecondaryButton))}}.messages()
}

// whereIs is the country of a zone, and which part of the country it is for.
func whereIs(p calendar.Place) string {
	if p.Part == "" {
		return p.Country
	}
	return p.Country + ": " + p.Part
}

// zoneForm is a form for a zone.
func (req request) zoneForm() []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = fieldsForm(pressZoneWrite+":", req.Say("zone.title"),
		field{id: "text", label: req.Say("zone.label"), hint: req.Say("zone.hint"), required: true})
	return []rest.Message{m}
}

// zonesLike are the zones that fit what is typed.
func (req request) zonesLike(zones *calendar.Zones, typed string, now time.Time) (list []rest.Suggestion) {
	places := zones.Search(typed, now)
	for _, p := range places[:min(len(places), choiceLimit)] {
		label := p.Name
		if where := whereIs(p); where != "" {
			label += " · " + where
		}
		if zone, err := time.LoadLocation(p.Name); err == nil {
			label += " · " + now.In(zone).Format("15:04")
		}
		list = append(list, rest.Suggestion{Name: wording.Clip(label, choiceText), Value: p.Name})
	}
	return list
}

// night is /night: with times it sets the user's night, without them it says when it is.
func (b *bot) night(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	from, until := values["from"], values["until"]
	if from == "" && until == "" {
		c, err := b.referee.Calendar(ctx, req.cmd.User)
		if err != nil {
			return nil, err
		}
		return req.nightPage(c, b.referee.Now()), nil
	}
	if from != "" && until != "" {
		return b.setNight(ctx, req, from+"-"+until)
	}
	if minute, err := calendar.ReadTime(from); err == nil {
		return req.askUntil(strconv.Itoa(minute))
	}
	if from == "" {
		return nil, refusal("night.half")
	}
	return b.setNight(ctx, req, from) // 22-7, or off
}

// setNight changes a user's night.
func (b *bot) setNight(ctx context.Context, req request, typed string) ([]rest.Message, error) {
	n, err := calendar.ReadNight(typed)
	if err != nil {
		return nil, err
	}
	c, _, err := b.referee.ChangeCalendar(ctx, req.cmd,
		func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetNight(now, n)
		})
	if err != nil {
		return nil, err
	}
	return page[view.Public]{text: req.nightNow(c, b.referee.Now())}.messages(), nil
}

// nightNow is a user's night by the clock of his zone.
func (req request) nightNow(c calendar.Calendar, now time.Time) string {
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

// nightPage is a user's night, with a menu for the beginning of another one.
func (req request) nightPage(c calendar.Calendar, now time.Time) []rest.Message {
	m := discordgo.SelectMenu{CustomID: pressNightFrom + ":", Placeholder: req.Say("night.choose-from")}
	for hour := range 24 {
		minute := (hour + firstBedtime) % 24 * 60
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: calendar.Clock(minute),
			Value: strconv.Itoa(minute)})
	}
	rows := []discordgo.MessageComponent{row(m)}
	if !c.Night(now).None() {
		rows = append(rows, row(button(req.Say("button.night-off"), pressNightOff+":", discordgo.SecondaryButton)))
	}
	return page[view.Public]{text: req.nightNow(c, now) + "\n" + req.Say("night.how", "awake", calendar.LeastAwake),
		rows: rows}.messages()
}

// firstBedtime is the hour with which the menu for the beginning of a night starts.
const firstBedtime = 19

// askUntil is a menu for the end of a night that begins at a minute of the day.
func (req request) askUntil(from string) ([]rest.Message, error) {
	begins, err := minuteOf(from)
	if err != nil {
		return nil, err
	}
	m := discordgo.SelectMenu{CustomID: pressNightUntil + ":" + from, Placeholder: req.Say("night.choose-until")}
	for long := time.Hour; long <= calendar.LongestNight; long += time.Hour {
		ends := (begins + int(long/time.Minute)) % (24 * 60)
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: calendar.Clock(ends),
			Value: strconv.Itoa(ends), Description: req.Length(long)})
	}
	return page[view.Public]{text: req.Say("night.until", "from", wording.InWords(calendar.Clock(begins))),
		rows: []discordgo.MessageComponent{row(m)}}.messages(), nil
}

// minuteOf reads a minute of the day from a custom ID.
func minuteOf(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n >= 24*60 {
		return 0, errStale
	}
	return n, nil
}

// timeAt is the time of the day at a minute that a custom ID names.
func timeAt(s string) string {
	minute, err := minuteOf(s)
	if err != nil {
		return s // which is no time
	}
	return calendar.Clock(minute)
}

// timesLike are the times of the day that fit what is typed.
func (req request) timesLike(typed, option string) (list []rest.Suggestion) {
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
