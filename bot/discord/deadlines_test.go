package discord_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
)

// A player gets what he owes in all his games as a file for his calendar, and nothing else: not what
// his opponents owe, nor what they alone may know. What he asks for again has the same names.
func TestDeadlinesForACalendar(t *testing.T) {
	t.Parallel()
	var hours atomic.Int64
	now := func() time.Time { return time.Date(2026, 3, 2, 12+int(hours.Load()), 0, 0, 0, time.UTC) }
	h := newHouse(t, func(h *house) { h.now = now })
	if m := h.say(h.anna, "/due ics:True"); !strings.Contains(m.Content, "there is no deadline") ||
		len(m.Attachments) > 0 {
		t.Errorf("without games: %q", m.Content)
	}
	begun := func(channel string, blue, red *player.Player) api.GameID {
		t.Helper()
		n := 0
		cmd := func(p *player.Player) referee.Command {
			n++
			return referee.Command{ID: fmt.Sprint(channel, n), User: p.User().ID, Channel: channel}
		}
		table, err := h.referee.NewGame(t.Context(), cmd(blue),
			referee.Opening{Module: "drill", Side: "blue", Clock: clock.Terms{Bank: 48 * time.Hour,
				Most: 48 * time.Hour}})
		if err == nil {
			_, err = h.referee.Join(t.Context(), cmd(red), "red", "")
		}
		if err == nil {
			table, err = h.referee.Start(t.Context(), cmd(red))
		}
		if err != nil {
			t.Fatal(err)
		}
		return table.Game
	}
	other := h.opened("elsewhere")[0]
	mine, theirs := begun(h.channel, h.anna, h.boris), begun(other, h.boris, h.anna)
	for channel, p := range map[string]*player.Player{h.channel: h.boris, other: h.anna} {
		h.await(p, inChannel(channel, "The game begins"))
		h.await(p, inChannel(h.direct(p), "For your eyes"))
	}
	h.say(h.olga, "/due") // from which the bot knows the channel's server
	file := func(p *player.Player) string {
		t.Helper()
		m := h.say(p, "/due ics:True")
		h.isPrivate(m)
		return strings.ReplaceAll(h.file(p, m, "deadlines.ics"), "\r\n ", "")
	}
	got := file(h.anna)
	for _, line := range []string{
		"UID:" + string(mine) + "-blue@grognard", "DTSTART:20260304T120000Z", "DTSTAMP:20260302T120000Z", "SEQUENCE:0",
		"URL:https://discord.com/channels/" + localtable.GuildID + "/" + h.channel,
	} {
		if !strings.Contains(got, "\r\n"+line+"\r\n") {
			t.Errorf("no line %q in\n%s", line, got)
		}
	}
	if strings.Contains(got, string(theirs)) || strings.Count(got, "BEGIN:VEVENT") != 1 {
		t.Errorf("what Boris owes is in Anna's file:\n%s", got)
	}
	for _, hidden := range []string{h.boris.User().ID, "Cavalry", "`", "**"} {
		if strings.Contains(got, hidden) {
			t.Errorf("%q is in the file:\n%s", hidden, got)
		}
	}
	if his := file(h.boris); !strings.Contains(his, "UID:"+string(theirs)+"-blue@") || strings.Contains(his, string(mine)) {
		t.Errorf("Boris gets\n%s", his)
	}
	hours.Add(1)
	h.say(h.anna, "/remind hours:24, 3")
	name := regexp.MustCompile(`UID:.*`)
	again := file(h.anna)
	if strings.Count(again, "BEGIN:VALARM") != 2 || !strings.Contains(again, "\r\nTRIGGER:-PT1440M\r\n") || strings.Contains(got, "VALARM") {
		t.Errorf("with reminders:\n%s", again)
	}
	if name.FindString(again) != name.FindString(got) || !strings.Contains(again, "\r\nSEQUENCE:3600\r\n") {
		t.Errorf("asked again:\n%s", again)
	}
}
