package table

import (
	"context"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/ics"
	"grognard/bot/referee/api"
	"grognard/rules/first"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// deadlinesName is the name of the file of a player's deadlines.
const deadlinesName = "deadlines.ics"

func (c Calls) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "due", Run: c.whatIsDue, Anywhere: true,
			Options: []ask.Option{ask.YesOption("all"), ask.YesOption("ics")}},
	}
}

// whatIsDue answers /due: what this game waits for, with all: all games of the asker, with ics: his deadlines as a
// file. Where the bot plays no games, as in direct messages, it answers as with all:.
func (c Calls) whatIsDue(ctx context.Context, req ask.Request, values map[string]string) (list []rest.Message,
	err error) {
	switch {
	case values["ics"] == "true":
		list, err = c.deadlines(ctx, req)
	case values["all"] == "true" || req.Direct || req.UserInstalled:
		list, err = c.dueEverywhere(ctx, req)
	default:
		list, err = c.Games.due(ctx, req)
	}
	if err != nil {
		return nil, err
	}
	notice, err := c.zoneLost(ctx, req)
	return append(list, notice...), err
}

// zoneLostTold names the preference that stores a user's time zone once he was told that it is no longer known.
const zoneLostTold = "zone-lost"

// zoneLost returns a message that the asker's time zone is no longer known; nil if it is known, or he was told before.
func (c Calls) zoneLost(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	kept, err := c.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		c.Log.Error("a player's calendar cannot be read, and he is not told of his time zone", "error", err)
		return nil, nil // he still gets what he has asked for
	}
	now := c.Referee.Now()
	zone := kept.UnknownZone(now)
	if zone == "" {
		return nil, nil
	}
	told, err := c.Preferences.Preference(ctx, req.Cmd.User, zoneLostTold)
	if err != nil || told == zone {
		return nil, err
	}
	if err := c.Preferences.Prefer(ctx, req.Cmd.User, zoneLostTold, zone); err != nil {
		return nil, err
	}
	p := page.Page[view.Public]{Text: req.Say("due.zone-lost", "zone", wording.InWords(zone), "used",
		wording.InWords(kept.Zone(now).String())), Rows: page.OneRow(page.Button(
		req.Localizer.Describe("setting.zone"), pressSettings+":zone", discordgo.SecondaryButton))}
	return p.Messages(), nil
}

// dueEverywhere answers /due all:true: all games of the asker that wait for somebody.
func (c Calls) dueEverywhere(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	list, err := c.Referee.DueOf(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	return DuePage(req.Localizer, list, "remind").Messages(), nil
}

// DuePage lists all games of a user that wait for somebody, with a button that opens the setting of this name, and one
// for each game whose channel cannot be reached.
func DuePage(loc wording.Localizer, list []api.Due, setting string) page.Page[view.Public] {
	p := tell.DigestPage(loc, list)
	buttons := []discordgo.MessageComponent{page.Button(loc.Say("button.remind"), pressSettings+":"+setting,
		discordgo.SecondaryButton)}
	for _, d := range list {
		if d.Table.Lost != "" && len(buttons) < page.RowLimit {
			buttons = append(buttons, page.Button(loc.Say("button.lost", "title", wording.InWords(d.Table.Title)),
				page.PressID(pressLost, d.Table.Game), discordgo.PrimaryButton))
		}
	}
	p.Rows = page.OneRow(buttons...)
	return p
}

// deadlines answers /due ics:true: the asker's deadlines in all his games, as a file for his calendar. Deadlines of
// earlier files that no longer stand are cancelled in it.
func (c Calls) deadlines(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	kept, err := c.Referee.Kept(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	told, err := c.Referee.Told(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	var events []ics.Event
	var current []exportedDeadline
	now := c.Referee.Now()
	for _, s := range kept.Seats {
		v, t, err := c.Kit.Referee.Public(ctx, s.Channel)
		if err != nil {
			return nil, err
		}
		at, owes := deadlineOf(t, req.Cmd.User)
		if !owes || t.Game != s.Game { // another game may have begun in the channel
			continue
		}
		e, err := c.deadline(ctx, req, t, v, now)
		if err != nil {
			return nil, err
		}
		e.At = at
		for _, hours := range told.Hours {
			e.Alarms = append(e.Alarms, time.Duration(hours)*time.Hour)
		}
		events = append(events, e)
		current = append(current, exportedDeadline{UID: e.UID, Opened: t.Opened, At: e.At, Summary: e.Summary})
	}
	cancelled, err := c.exportDeadlines(ctx, req.Cmd.User, current, now)
	if err != nil {
		return nil, err
	}
	text := req.Say("due.deadlines", "n", len(events))
	if len(events) == 0 {
		text = req.Say("due.no-deadlines")
	}
	if len(cancelled) == 0 && len(events) == 0 {
		return page.Page[view.Public]{Text: text}.Messages(), nil
	}
	if len(cancelled) > 0 {
		text += "\n" + req.Say("due.cancelled", "n", len(cancelled))
	}
	file := page.Figure[view.Public]{Name: deadlinesName, Alt: req.Say("alt.deadlines"),
		Data: ics.Write(req.Say("due.calendar"), now, append(events, cancelled...))}
	return page.Page[view.Public]{Text: text, Figures: []page.Figure[view.Public]{file}}.Messages(), nil
}

// deadlineOf returns when a player must have acted. owes is false if nothing waits for him, or his clock sets none.
func deadlineOf(t api.Table, user string) (at time.Time, owes bool) {
	seat, plays := t.Seat(user)
	acting, owes := first.In(t.Clocks, func(c api.Clock) bool {
		return plays && c.Side == seat.ID && c.Acts && !c.Deadline.IsZero()
	})
	return acting.Deadline, owes
}

// deadline returns what the asker owes in a game, as a calendar event without its time.
func (c Calls) deadline(ctx context.Context, req ask.Request, t api.Table, v view.Public,
	now time.Time) (ics.Event, error) {
	guild, err := c.Referee.Guild(ctx, t.Channel)
	if err != nil {
		return ics.Event{}, err
	}
	loc, board := req.Localizer.On(v.Board().Map), v.Board()
	seat, _ := t.Seat(req.Cmd.User)
	owed := loc.Phase(board.Phase)
	if board.Due != nil {
		owed = loc.Asked(*board.Due)
	}
	e := ics.Event{
		UID:      strings.Join([]string{string(t.Game), string(seat.ID)}, "-") + "@grognard",
		Revision: revision(now, t.Opened),
		Summary: wording.Unmarked(loc.Say("due.event", "title", wording.InWords(t.Title), "side", seat.ID,
			"owed", wording.InWords(owed))),
		Description: wording.Unmarked(loc.Header(board)),
	}
	if guild != "" {
		e.URL = "https://discord.com/channels/" + guild + "/" + t.Channel
		e.Description += "\n" + e.URL
	}
	return e, nil
}
