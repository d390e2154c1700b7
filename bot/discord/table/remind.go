package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/notify"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

func (c Calls) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "remind", Run: c.remind, Anywhere: true, Options: []ask.Option{
			ask.TextOption("hours"), ask.ChoiceOption("where", byMessage, inTheChannel), ask.TextOption("daily")}},
		{Verb: "due", Run: c.whatIsDue, Options: []ask.Option{ask.YesOption("all"), ask.YesOption("ics")}},
	}
}

func (c Calls) presses() []ask.PressSpec {
	return []ask.PressSpec{{Name: pressRemind, Run: c.pressedRemind, NoGame: true, Aside: true}}
}

// Where a player is reminded, and the value that turns reminders off.
const (
	byMessage    = "dm"
	inTheChannel = "channel"
	never        = "off"
)

// RefusesWords is the name of the preference that says that a user has refused a direct message that he had asked for.
// He is told when he looks at his reminders.
const RefusesWords = "refuses-dm"

// remind answers /remind: it keeps how a user wants to be reminded, as far as he says, and shows it.
func (c Calls) remind(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	list, err := c.Referee.Reminders(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	hours, hoursGiven := values["hours"]
	where, whereGiven := values["where"]
	if hoursGiven {
		if list.Hours, err = readHours(hours); err != nil {
			return nil, err
		}
	}
	if whereGiven {
		list.There = where == inTheChannel
	}
	if daily, given := values["daily"]; given {
		if daily = strings.TrimSpace(daily); strings.EqualFold(daily, never) {
			daily = ""
		}
		if len(daily) == len("9:30") && daily[1] == ':' {
			daily = "0" + daily
		}
		if err := c.Referee.SetDaily(ctx, req.Cmd.User, daily); err != nil {
			return nil, err
		}
	}
	if hoursGiven || whereGiven {
		if err := c.Referee.SetReminders(ctx, req.Cmd.User, list); err != nil {
			return nil, err
		}
	}
	return c.remindPage(ctx, req, list)
}

// readHours reads how many hours before a deadline a player is reminded, several numbers or off.
func readHours(typed string) (hours []int, err error) {
	if strings.EqualFold(strings.TrimSpace(typed), never) {
		return nil, nil
	}
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		n, err := strconv.Atoi(strings.TrimSuffix(word, "h"))
		if err != nil || n < 1 || n > notify.LongestNotice {
			return nil, ask.Refusal("remind.no-hours", "value", wording.Quoted(word), "most", notify.LongestNotice)
		}
		if !slices.Contains(hours, n) {
			hours = append(hours, n)
		}
	}
	if len(hours) == 0 || len(hours) > notify.RemindersKept {
		return nil, ask.Refusal("remind.how-many", "most", notify.RemindersKept)
	}
	return hours, nil
}

// pressRemind changes a choice in a menu, whose name follows.
const pressRemind = "remind"

// pressedRemind keeps what was chosen in a menu.
func (c Calls) pressedRemind(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	value := cmp.Or(strings.Join(d.Chosen, ","), never)
	return c.remind(ctx, req, map[string]string{d.What: value})
}

// hoursOffered are the hours of the menu.
var hoursOffered = []int{1, 2, 3, 6, 12, 24, 48, 72}

// remindPage shows what a user has chosen, with menus to change it.
func (c Calls) remindPage(ctx context.Context, req ask.Request, list notify.Reminders) ([]rest.Message, error) {
	daily, err := c.Referee.Daily(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	refuses, err := c.Preferences.Preference(ctx, req.Cmd.User, RefusesWords)
	if err != nil {
		return nil, err
	}
	var lines []string
	switch {
	case len(list.Hours) == 0:
		lines = append(lines, req.Say("remind.none"))
	case list.There:
		lines = append(lines, req.Say("remind.there", "hours", wording.InWords(hoursOf(list.Hours))))
	default:
		lines = append(lines, req.Say("remind.dm", "hours", wording.InWords(hoursOf(list.Hours))))
	}
	if daily == "" {
		lines = append(lines, req.Say("remind.no-daily"))
	} else {
		lines = append(lines, req.Say("remind.daily", "at", wording.InWords(daily)))
	}
	lines = append(lines, req.Say("remind.night"))
	if refuses != "" {
		lines = append(lines, req.Say("remind.refused"))
	}
	return page.Page[view.Public]{Text: strings.Join(lines, "\n"), Rows: []discordgo.MessageComponent{
		page.Row(hoursMenu(req, list.Hours)), page.Row(whereMenu(req, list.There)), page.Row(dailyMenu(req,
			daily))}}.Messages(), nil
}

// hoursOf returns hours as they are typed.
func hoursOf(hours []int) string {
	var list []string
	for _, n := range hours {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, ", ")
}

// hoursMenu offers hours, several of them or none. Those that were typed are added.
func hoursMenu(req ask.Request, chosen []int) discordgo.SelectMenu {
	least := 0
	m := discordgo.SelectMenu{CustomID: pressRemind + ":hours", Placeholder: req.Say("remind.choose-hours"),
		MinValues: &least, MaxValues: notify.RemindersKept}
	all := append(slices.Clone(hoursOffered), chosen...)
	slices.Sort(all)
	for _, n := range slices.Compact(all) {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: req.Say("remind.before", "n", n),
			Value:   strconv.Itoa(n),
			Default: slices.Contains(chosen, n)})
	}
	return m
}

// whereMenu offers the places where a user can be reminded.
func whereMenu(req ask.Request, there bool) discordgo.SelectMenu {
	return discordgo.SelectMenu{CustomID: pressRemind + ":where", Options: []discordgo.SelectMenuOption{
		{Label: req.Say("where.dm"), Value: byMessage, Default: !there},
		{Label: req.Say("where.channel"), Value: inTheChannel, Default: there}}}
}

// dailyMenu offers the full hours, and never.
func dailyMenu(req ask.Request, chosen string) discordgo.SelectMenu {
	m := discordgo.SelectMenu{CustomID: pressRemind + ":daily", Placeholder: req.Say("remind.choose-daily"),
		Options: []discordgo.SelectMenuOption{{Label: req.Say("remind.never"), Value: never, Default: chosen == ""}}}
	for hour := range 24 {
		at := fmt.Sprintf("%02d:00", hour)
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: req.Say("remind.at",
			"at", wording.InWords(at)), Value: at,
			Default: at == chosen})
	}
	return m
}
