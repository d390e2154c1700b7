package statuspost

import (
	"fmt"
	"strings"

	"grognard/bot/discord/ask"
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
	p.Rows = page.OneRow(page.OrdersButton(loc, t.Game), SinceButton(loc, t.Game))
	if t.Over {
		p.Rows = page.OneRow(SinceButton(loc, t.Game))
	}
	return p
}

// SinceButton returns the button that shows what has happened since its user looked last.
func SinceButton(loc wording.Localizer, game api.GameID) discordgo.MessageComponent {
	return page.Button(loc.Say("button.since"), page.PressID(page.PressSince, game), discordgo.SecondaryButton)
}

// moment names what the picture of a post shows: it is drawn when a phase has ended, and stays until the next one has.
func moment(b *view.Board, t api.Table) string {
	return fmt.Sprint(b.Turn, b.Phase, t.Over)
}

// figure returns the picture of the whole map as everybody may see it.
func figure(k ask.Kit, loc wording.Localizer, v view.Public) []page.Figure[view.Public] {
	return ask.MapFigure(k, loc.On(v.Board().Map), v, k.House)
}
