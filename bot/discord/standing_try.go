package discord

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// tryStanding is /standing try: what the asker's standing orders would decide in a fight that he describes by its hex
// and its result, or in each fight that an enemy could begin next.
func (b *bot) tryStanding(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	at := hex.None
	if typed := values["hex"]; typed != "" {
		if at, err = hexOf(p.view.Board().Map, standingTryVerb, "hex", typed); err != nil {
			return nil, err
		}
	}
	if at == hex.None && values["result"] != "" {
		return nil, refusal("away.try-where")
	}
	t, err := b.referee.TryStanding(ctx, p.cmd, at, strings.TrimSpace(values["result"]))
	if err != nil {
		return nil, err
	}
	return p.standingTrial(ctx, t, 0)
}

// standingTrial is a page of what standing orders decide in fights at a hex, with what their owner's side sees around
// it.
func (p player) standingTrial(ctx context.Context, t referee.StandingTrial, number int) ([]rest.Message, error) {
	if len(t.Fights) == 0 {
		return p.standingMessage(p.Say("away.try-none"), row(p.standingButton()))
	}
	type tried struct {
		at    hex.Hex
		words string
	}
	var pages []tried
	for i, f := range t.Fights {
		words := wording.Clip(p.standingResult(t, i), pageRoom)
		if last := len(pages) - 1; last >= 0 && pages[last].at == f.Hex &&
			utf8.RuneCountInString(pages[last].words+words) < pageRoom {
			pages[last].words += "\n" + words
		} else {
			pages = append(pages, tried{f.Hex, words})
		}
	}
	number = max(min(number, len(pages)-1), 0)
	shown, board, look := pages[number], t.View.Board(), p.styleOf(ctx, p.cmd.User)
	part := nearer(board.Map.Grid, shown.at, usualZoom)
	pg := page[view.Secret]{text: p.Say("away.tried") + "\n" + shown.words}
	pg.figures = drawn(p.bot, closeUpName, p.AltOf(board, part.Around, part.Radius),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.painterIn(p.localizer), t.View, look, part)
		})
	pg.rows = []discordgo.MessageComponent{row(append(p.pageButtons(number, len(pages), func(n int) string {
		return pressID(pressStandingTry, t.Table.Game, strconv.Itoa(n))
	}), p.standingButton())...)}
	return p.open(p.request, t.Table, t.View, pg)
}

// standingResult is what standing orders decide in one fight: for each decision the line that decides, and what it
// orders.
func (p player) standingResult(t referee.StandingTrial, i int) string {
	f := t.Fights[i]
	head := p.Say("away.try-fight", "hex", f.Hex, "side", f.By, "units", f.Attackers, "result", f.Result)
	if f.Throws > 0 {
		head = p.Say("away.try-throws", "hex", f.Hex, "side", f.By, "units", f.Attackers, "result", f.Result,
			"n", f.Throws)
	}
	lines := []string{head}
	if len(f.Steps) == 0 {
		lines = append(lines, p.Say("away.try-nothing"))
	}
	for _, s := range f.Steps {
		owed := wording.InWords(p.Owed(s.Due))
		var what string
		switch at := s.Answer.Line - 1; {
		case s.Asked:
			what = p.Say("away.try-asked", "owed", owed)
		case at >= 0 && at < len(t.Lines) && s.Answer.Within > 0:
			what = p.Say("away.try-after", "owed", owed, "number", s.Answer.Line,
				"text", wording.Coded(t.Lines[at].Text), "n", s.Answer.Within)
		case at >= 0 && at < len(t.Lines):
			what = p.Say("away.try-line", "owed", owed, "number", s.Answer.Line,
				"text", wording.Coded(t.Lines[at].Text))
		default: // a decision of another side, or an action of the game itself
			what = string(owed)
		}
		if brought := p.brought(s.Told); brought != "" {
			what += ": " + brought
		}
		lines = append(lines, "• "+what)
	}
	return joined(lines)
}
