package away

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/outcome"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// tryStanding answers /standing try: what the player's standing answers would decide in an attack on the hex he names,
// with the result he names or else with each that the odds allow. Without a hex it tries each fight that an enemy could
// begin next.
func (s Standing) tryStanding(ctx context.Context, p play.Player, values map[string]string) ([]rest.Message, error) {
	at, err := hex.None, error(nil)
	if typed := values["hex"]; typed != "" {
		if at, err = look.HexOf(p.View.Board().Map, standingTryVerb, "hex", typed); err != nil {
			return nil, err
		}
	}
	if at == hex.None && values["result"] != "" {
		return nil, ask.Refusal("away.try-where")
	}
	t, err := s.Referee.TryStanding(ctx, p.Request.Cmd, at, strings.TrimSpace(values["result"]))
	if err != nil {
		return nil, err
	}
	return standingTrial(ctx, p, t, 0)
}

// turnStandingTrial answers the button Try and the page buttons: it tries each fight that an enemy could begin next,
// even where the page shown was about one hex, and returns page what, counted from 0.
func (s Standing) turnStandingTrial(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(what) // 0, the first page, if what is no number
	t, err := s.Referee.TryStanding(ctx, p.Request.Cmd, hex.None, "")
	if err != nil {
		return nil, err
	}
	return standingTrial(ctx, p, t, number)
}

// standingTrial returns page number, counted from 0, of what standing answers decide: the fights at one hex, with a
// picture of its surroundings as their owner's side sees them. A number beyond the last page shows the last.
func standingTrial(ctx context.Context, p play.Player, t drafts.StandingTrial, number int) ([]rest.Message, error) {
	if len(t.Fights) == 0 {
		return standingMessage(p, p.Say("away.try-none"), page.Row(standingButton(p)))
	}
	type trialPage struct {
		at    hex.Hex
		words string
	}
	var pages []trialPage
	for i, f := range t.Fights {
		words := wording.Clip(standingResult(p, t, i), page.PageRoom)
		if last := len(pages) - 1; last >= 0 && pages[last].at == f.Hex &&
			utf8.RuneCountInString(pages[last].words+words) < page.PageRoom {
			pages[last].words += "\n" + words
		} else {
			pages = append(pages, trialPage{f.Hex, words})
		}
	}
	number = max(min(number, len(pages)-1), 0)
	shown, board, style := pages[number], t.View.Board(), p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	part := look.CloseUp(board.Map.Grid, shown.at, look.UsualZoom)
	pg := page.Page[view.Secret]{Text: p.Say("away.tried") + "\n" + shown.words}
	pg.Figures = ask.DrawFigure(p.Desk.Kit, page.CloseUpName, p.Request.Localizer.AltOf(board, part.Part),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.Desk.PainterIn(p.Request.Localizer), t.View, style, part)
		})
	pg.Rows = page.OneRow(append(page.PageButtons(p.Request.Localizer, number, len(pages), func(n int) string {
		return page.PressID(pressStandingTry, t.Table.Game, strconv.Itoa(n))
	}), standingButton(p))...)
	return p.Open(t.Table, t.View, pg)
}

// standingResult returns the lines about fight i of t. For each decision they name the standing answer that decides it,
// its outcome, and the answers that came first but could not be carried out.
func standingResult(p play.Player, t drafts.StandingTrial, i int) string {
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
		owed := wording.InWords(p.Request.Localizer.Owed(s.Due))
		what := p.Say("away.try-answer", "owed", owed, "answer", t.Say(s.Answer.By))
		switch {
		case s.Asked:
			what = p.Say("away.try-asked", "owed", owed)
		case s.Answer.By.Answer == "": // no standing answer: another side decides here, or the game itself acts
			what = string(owed)
		case t.Hours > 0:
			what = p.Say("away.try-after", "owed", owed, "answer", t.Say(s.Answer.By), "n", t.Hours)
		}
		for _, f := range s.Answer.Failed {
			what += p.Say("away.try-failed", "answer", t.Say(f.By), "why", f.Why)
		}
		if brought := outcome.Words(p.Request.Localizer, s.Told); brought != "" {
			what += ": " + brought
		}
		lines = append(lines, "• "+what)
	}
	return play.JoinLines(lines)
}
