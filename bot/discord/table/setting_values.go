package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
	"grognard/render"

	"github.com/bwmarrin/discordgo"
)

// chosen is what a user has chosen, and what else his settings show.
type chosen struct {
	calendar calendar.Calendar
	told     notify.Told // when and where he is reminded
	style    render.Style
	passes   bool // phases in which he can do nothing pass automatically
	refused  bool // he has refused the last direct message
	runs     bool // a clock of his runs towards a deadline; looked up only if his zone or night was set within a day

	mayFeed bool     // he may choose the feeds of the channel's game
	feeds   []string // the channels in which that game is reported
}

// chosenBy reads what the asker has chosen.
func (s Settings) chosenBy(ctx context.Context, req ask.Request) (c chosen, err error) {
	if c.calendar, err = s.Referee.Calendar(ctx, req.Cmd.User); err != nil {
		return c, err
	}
	if c.told, err = s.Referee.Told(ctx, req.Cmd.User); err != nil {
		return c, err
	}
	if now := s.Referee.Now(); countsFrom(c, calendar.OfZone, now).After(now) ||
		countsFrom(c, calendar.OfNight, now).After(now) {
		due, err := s.Referee.DueOf(ctx, req.Cmd.User)
		if err != nil {
			return c, err
		}
		c.runs = slices.ContainsFunc(due, func(d api.Due) bool { return d.Mine && !d.Deadline.IsZero() })
	}
	c.refused = s.RefusesDMs(ctx, req.Cmd.User)
	c.style = s.StyleOf(ctx, req.Cmd.User)
	c.passes = ask.PassesAutomatically(s.Preferences, s.Log)(ctx, req.Cmd.User)
	list, t, err := s.Referee.Feeds(ctx, req.Cmd.Channel)
	if errors.Is(err, api.ErrNoGame) {
		return c, nil
	}
	c.feeds, c.mayFeed = list, mayFeed(req, t)
	return c, err
}

// Values of settings.
const (
	off           = "off"                // no reminders, no daily message, no feeds
	usual         = "usual"              // reminders at the usual times
	byMessage     = "dm"                 // reminders by direct message
	inTheChannel  = "channel"            // reminders in the game's channel
	mostReminders = notify.RemindersKept // the most before one deadline
)

// longestZone limits a typed zone, in characters. The names of a zone and its country together are shorter.
const longestZone = 100

// zoneInWords returns a user's zone and the time there now, so that he notices a wrong zone.
func (s Settings) zoneInWords(req ask.Request, c chosen) string {
	now := s.Referee.Now()
	zone := c.calendar.Zone(now)
	clock := req.Say("date.clock", "time", now.In(zone).Format("15:04"),
		"weekday", wording.InWords(req.Localizer.Describe("date.weekday-"+strconv.Itoa(int(now.In(zone).Weekday())))))
	words, used := wording.InWords(clock), wording.InWords(zone.String())
	switch unknown := c.calendar.UnknownZone(now); {
	case unknown != "":
		return req.Say("zone.unknown", "zone", wording.InWords(unknown), "used", used, "clock", words, "now", now)
	case !c.calendar.Zoned(now):
		return req.Say("zone.none", "clock", words, "now", now)
	}
	return req.Say("zone.is", "zone", used, "clock", words, "now", now) + s.notice(req, c, calendar.OfZone)
}

// countsFrom returns when a user's present zone or night (what) begins to put off deadlines.
func countsFrom(c chosen, what string, now time.Time) time.Time {
	return c.calendar.Since(what, now).Add(calendar.Notice)
}

// notice says from when on a newly set zone or night (what) puts off the user's deadlines. It returns "" if no clock of
// his runs, or if that time has come.
func (s Settings) notice(req ask.Request, c chosen, what string) string {
	now := s.Referee.Now()
	from := countsFrom(c, what, now)
	if !c.runs || !from.After(now) {
		return ""
	}
	return req.Say("settings.notice", "from", from)
}

// zones lists the zones that match what is typed, with the time there.
func (s Settings) zones(_ ask.Request, c chosen, typed string) (list []discordgo.SelectMenuOption) {
	now := s.Referee.Now()
	for i, p := range s.Zones.Search(typed, now) {
		where := strings.Join(slices.DeleteFunc([]string{p.Country, p.Part}, func(s string) bool { return s == "" }),
			": ")
		if i < page.ChoiceLimit { // the menu shows no others: it only says that there are more
			if zone, err := time.LoadLocation(p.Name); err == nil {
				where = strings.TrimPrefix(where+" · "+now.In(zone).Format("15:04"), " · ")
			}
		}
		list = append(list, discordgo.SelectMenuOption{Label: wording.Clip(p.Name, page.ChoiceText), Value: p.Name,
			Description: wording.Clip(where, page.ChoiceText)})
	}
	return list
}

func (s Settings) setZone(ctx context.Context, req ask.Request, value string) (string, error) {
	return "", s.changeCalendar(ctx, req, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.SetZone(now, value, s.Zones)
	})
}

func (s Settings) changeCalendar(ctx context.Context, req ask.Request,
	change func(calendar.Calendar, time.Time) (calendar.Change, error)) error {
	_, _, err := s.Referee.ChangeCalendar(ctx, req.Cmd, change)
	return err
}

// nightInWords returns a user's night by the clock of his zone.
func (s Settings) nightInWords(req ask.Request, c chosen) string {
	now := s.Referee.Now()
	n := c.calendar.Night(now)
	words := req.Say("night.is", "night", n.String())
	switch {
	case n.None():
		words = req.Say("night.none")
	case !c.calendar.Zoned(now):
		words = req.Say("night.utc", "night", n.String())
	}
	return words + s.notice(req, c, calendar.OfNight)
}

// nights lists nights of usual lengths. If a time is typed they begin then; if a night is typed it alone is listed.
func nights(req ask.Request, c chosen, typed string) (list []discordgo.SelectMenuOption) {
	add := func(n calendar.Night, label string) {
		list = append(list, discordgo.SelectMenuOption{Label: label, Value: n.String(),
			Description: req.Localizer.Length(n.Length())})
	}
	if n, err := calendar.ReadNight(typed); err == nil && !n.None() {
		add(n, n.String())
		return list
	}
	begins := []int{20 * 60, 21 * 60, 22 * 60, 23 * 60, 0, 60, 120} // minutes after midnight
	if minute, err := calendar.ReadTime(typed); err == nil {
		begins = []int{minute}
	}
	for _, minute := range begins {
		for hours := 7; hours <= 9; hours++ {
			n := calendar.Night{From: minute, Until: (minute + hours*60) % (24 * 60)}
			add(n, n.String())
		}
	}
	list = append(list, discordgo.SelectMenuOption{Label: req.Say("night.off"), Value: calendar.Night{}.String()})
	return list
}

func (s Settings) setNight(ctx context.Context, req ask.Request, value string) (string, error) {
	n, err := calendar.ReadNight(value)
	if err != nil {
		return "", err
	}
	return "", s.changeCalendar(ctx, req, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.SetNight(now, n)
	})
}

func remindInWords(req ask.Request, c chosen) string {
	switch {
	case c.told.Off:
		return req.Say("remind.none")
	case len(c.told.Hours) == 0:
		return req.Say("remind.usual")
	}
	var list []string
	for _, n := range c.told.Hours {
		list = append(list, strconv.Itoa(n))
	}
	return req.Say("remind.are", "hours", wording.InWords(strings.Join(list, ", ")))
}

// remindChoices lists the usual reminders as one choice, and single ones by their hours before a deadline.
func remindChoices(req ask.Request, c chosen, _ string) (list []discordgo.SelectMenuOption) {
	list = append(list, discordgo.SelectMenuOption{Label: req.Say("remind.choose-usual"), Value: usual,
		Default: !c.told.Off && len(c.told.Hours) == 0})
	all := append([]int{1, 2, 3, 6, 12, 24, 48, 72}, c.told.Hours...)
	slices.Sort(all)
	for _, n := range slices.Compact(all) {
		list = append(list, discordgo.SelectMenuOption{Label: req.Say("remind.before", "n", n),
			Value: strconv.Itoa(n), Default: slices.Contains(c.told.Hours, n)})
	}
	return list
}

func (s Settings) setHours(ctx context.Context, req ask.Request, value string) (string, error) {
	list, never, err := readHours(value)
	if err != nil {
		return "", err
	}
	return "", s.Referee.Tell(ctx, req.Cmd.User, func(t *notify.Told) { t.Hours, t.Off = list, never })
}

// readHours reads how many hours before a deadline a player is reminded: none for "usual", and never for "off".
func readHours(typed string) (hours []int, never bool, err error) {
	words := strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	chosen := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == usual })
	switch {
	case slices.Equal(words, []string{off}):
		return nil, true, nil
	case len(chosen) == 0 && len(words) > 0:
		return nil, false, nil
	}
	for _, word := range chosen {
		n, err := strconv.Atoi(strings.TrimSuffix(word, "h"))
		if err != nil || n < 1 || n > notify.LongestNotice {
			return nil, false, ask.Refusal("remind.no-hours", "value", wording.Quoted(word),
				"most", notify.LongestNotice)
		}
		if !slices.Contains(hours, n) {
			hours = append(hours, n)
		}
	}
	if len(hours) == 0 || len(hours) > notify.RemindersKept {
		return nil, false, ask.Refusal("remind.how-many", "most", notify.RemindersKept)
	}
	return hours, false, nil
}

func whereInWords(req ask.Request, c chosen) string {
	if c.told.There {
		return req.Say("where.channel")
	}
	return req.Say("where.dm")
}

func whereChoices(req ask.Request, c chosen, _ string) []discordgo.SelectMenuOption {
	return []discordgo.SelectMenuOption{
		{Label: req.Say("where.dm"), Value: byMessage, Default: !c.told.There},
		{Label: req.Say("where.channel"), Value: inTheChannel, Default: c.told.There}}
}

func (s Settings) setWhere(ctx context.Context, req ask.Request, value string) (string, error) {
	return "", s.Referee.Tell(ctx, req.Cmd.User, func(t *notify.Told) { t.There = value == inTheChannel })
}

func dailyInWords(req ask.Request, c chosen) string {
	if c.told.Daily == "" {
		return req.Say("daily.none")
	}
	return req.Say("daily.at", "at", wording.InWords(c.told.Daily))
}

// dailyChoices lists times for the daily message: the full hours, and never; or only the time that is typed.
func dailyChoices(req ask.Request, c chosen, typed string) (list []discordgo.SelectMenuOption) {
	if minute, err := calendar.ReadTime(typed); err == nil {
		at := calendar.Clock(minute)
		return []discordgo.SelectMenuOption{{Label: at, Value: at}}
	}
	for hour := range 24 {
		at := calendar.Clock((hour + firstMorning) % 24 * 60)
		list = append(list, discordgo.SelectMenuOption{Label: at, Value: at, Default: at == c.told.Daily})
	}
	return append(list, discordgo.SelectMenuOption{Label: req.Say("daily.never"), Value: off})
}

// firstMorning is the hour with which the menu for the daily message begins.
const firstMorning = 6

func (s Settings) setDaily(ctx context.Context, req ask.Request, value string) (string, error) {
	at := ""
	if !strings.EqualFold(strings.TrimSpace(value), off) {
		minute, err := calendar.ReadTime(value)
		if err != nil {
			return "", err
		}
		at = calendar.Clock(minute)
	}
	return "", s.Referee.Tell(ctx, req.Cmd.User, func(t *notify.Told) { t.Daily = at })
}

func styleInWords(req ask.Request, c chosen) string {
	return req.Say("style.is", "style", wording.InWords(req.Localizer.Describe("style."+c.style.Name, c.style.Name)))
}

func styles(req ask.Request, c chosen, _ string) (list []discordgo.SelectMenuOption) {
	for _, x := range render.Styles() {
		list = append(list, discordgo.SelectMenuOption{Label: req.Localizer.Describe("style."+x.Name, x.Name),
			Value: x.Name, Default: x.Name == c.style.Name})
	}
	return list
}

func (s Settings) setStyle(ctx context.Context, req ask.Request, value string) (string, error) {
	style, err := s.StyleFor(ctx, req, map[string]string{"style": value})
	if err != nil {
		return "", err
	}
	return "", s.Preferences.Prefer(ctx, req.Cmd.User, ask.StyleChoice, style.Name)
}

func autopassInWords(req ask.Request, c chosen) string {
	if c.passes {
		return req.Say("autopass.on")
	}
	return req.Say("autopass.off")
}

func autopassChoices(req ask.Request, c chosen, _ string) []discordgo.SelectMenuOption {
	return []discordgo.SelectMenuOption{{Label: req.Say("autopass.on"), Value: "true", Default: c.passes},
		{Label: req.Say("autopass.off"), Value: "false", Default: !c.passes}}
}

func (s Settings) setAutopass(ctx context.Context, req ask.Request, value string) (string, error) {
	return "", s.Preferences.Prefer(ctx, req.Cmd.User, ask.AutopassChoice, value)
}
