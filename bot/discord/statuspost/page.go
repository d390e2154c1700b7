package statuspost

import (
	"fmt"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Page returns what a post says of a game that has begun: how it stands, who plays it, what it waits for and since
// when, with buttons for who has to act and who comes back. It pings nobody.
func Page(loc wording.Localizer, t api.Table, b *view.Board) page.Page[view.Public] {
	loc = loc.On(b.Map)
	lines := []string{loc.Header(b), tell.SeatsInWords(loc, t)}
	if t.Over {
		lines = append(lines, tell.EndingInWords(loc, t, b))
	} else {
		lines = append(append(append(lines, tell.WaitingInWords(loc, t, b)), tell.ClockLines(loc, t)...),
			tell.PauseLines(loc, t)...)
	}
	text := strings.Join(lines, "\n")
	p := page.Page[view.Public]{Text: wording.Clip(text, rest.ContentLimit)}
	since := page.Button(loc.Say("button.since"), page.PressID(page.PressSince, t.Game), discordgo.SecondaryButton)
	p.Rows = page.OneRow(page.OrdersButton(loc, t.Game), since)
	if t.Over {
		p.Rows = page.OneRow(since)
	}
	return p
}

// moment names what the picture of a post shows: it is drawn when a phase has ended, and stays until the next one has.
func moment(b *view.Board, t api.Table) string {
	return fmt.Sprint(b.Turn, b.Phase, t.Over)
}
