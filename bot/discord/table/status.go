package table

import (
	"cmp"
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/moving"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// status answers /game status: how the channel's game stands.
func (g Games) status(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	v, t, err := g.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	loc := req.Localizer.On(v.Board().Map)
	lines := []string{tell.TitleInWords(loc, t, v.Board()), tell.SeatsInWords(loc, t),
		tell.WaitingInWords(loc, t, v.Board())}
	if t.Handicap.ID != "" {
		lines = append(lines, loc.Text(t.Handicap))
	}
	lines = append(lines, tell.ClockLines(loc, t)...)
	lines = append(lines, tell.PauseLines(loc, t)...)
	away, err := g.Referee.Vacationers(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, w := range away {
		lines = append(lines, vacationInWords(loc, w))
	}
	lines = append(lines, loc.Gone(v.Board())...)
	lines = append(lines, tell.Places(loc, t, v.Board())...)
	lines = append(lines, loc.Say("table.origin", "origin", wording.InWords(tell.OriginInWords(loc, t.Origin))))
	lines = append(lines, ask.PermissionWarning(req)...)
	rows := append(tell.NextStepRow(req, t, v.Board()), page.Row(page.Button(loc.Say("button.module"),
		page.PressID(tell.PressChanges, t.Game, ""), discordgo.SecondaryButton)))
	return page.Page[view.Public]{Text: strings.Join(lines, "\n"),
		Rows: append(rows, moving.Row(req, t)...)}.Messages(), nil
}

// changes names the module, the rulings and what verifies the dice of the channel's game, and lists where the game
// differs from the module as it ships.
func (g Games) changes(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	_, t, err := g.PublicHere(ctx, req)
	if err != nil {
		return nil, err
	}
	lines := []string{tell.ModuleInWords(req.Localizer, t), req.Say("table.rulings", "now", t.Rulings),
		tell.DiceSecrets(req.Localizer, t)}
	for _, d := range t.Origin.Differences {
		if d.Component == api.ComponentSetup && !t.Over { // it may tell which units are hidden in stacks
			lines = append(lines, req.Say("origin.difference-later", "at", d.At))
			continue
		}
		lines = append(lines, req.Say("origin.difference", "at", d.At, "was", orNothing(d.Was), "is", orNothing(d.Is)))
	}
	text := strings.Join(lines, "\n")
	if clipped := wording.Clip(text, changesRoom); clipped != text {
		text = clipped + "\n" + req.Say("origin.more", "n", len(t.Origin.Differences))
	}
	return page.Page[view.Public]{Text: text}.Messages(), nil
}

// changesRoom limits a list of changes, in characters: three messages. The command verify lists all after the game.
const changesRoom = 3 * page.PageRoom

// orNothing writes a value of a module, clipped; a dash for "".
func orNothing(value string) string {
	const most = 200
	return cmp.Or(wording.Clip(strings.ReplaceAll(value, "`", "'"), most), "–")
}

// due answers /due and its button: who has to do what next, and since when.
func (g Games) due(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	v, t, err := g.PublicHere(ctx, req)
	if err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	p := page.Page[view.Public]{Text: strings.Join(append(tell.PauseLines(req.Localizer, t),
		tell.WaitingInWords(req.Localizer, t, v.Board())), "\n")}
	if t.Started {
		p.Text += tell.NotesForTurn(ctx, g.Log, g.Referee, req, v.Board().Turn)
	}
	p.Rows = tell.NextStepRow(req, t, v.Board())
	p = withOffer(req, t, p)
	lines := append(append([]string{p.Text}, clockOut(req.Localizer, t)...), tell.OpenClockOffer(req.Localizer, t)...)
	p.Text = play.JoinLines(append(lines, consentsAwaited(req.Localizer, t)...))
	if !t.Terms.None() && t.Started && !t.Over {
		p.Rows = append(p.Rows, page.Row(page.ClockButton(req.Localizer, t.Game)))
	}
	if q := t.Undo; q != nil && q.Answer == "" {
		p.Text += "\n" + req.Say("undo.due", "side", q.By)
	}
	return g.withUnfinishedList(ctx, req, t, p)
}

// withOffer adds to a page the open offer of an ending, and for a player who has a seat the buttons about it.
func withOffer(req ask.Request, t api.Table, p page.Page[view.Public]) page.Page[view.Public] {
	if o := t.Offer; o != nil && o.Answer == "" {
		p.Text += "\n" + OfferInWords(req.Localizer, *o)
		if seat, _ := t.Seat(req.Cmd.User); seat.ID != "" && t.Player(seat.ID) == req.Cmd.User {
			p.Rows = append(p.Rows, OfferButtons(req.Localizer, t, req.Cmd.User)...)
		}
	}
	return p
}

// withUnfinishedList adds to a page the asker's tasks and how far his list of orders is, if he has begun one.
func (g Games) withUnfinishedList(ctx context.Context, req ask.Request, t api.Table,
	pg page.Page[view.Public]) ([]rest.Message, error) {
	if _, seated := t.Seat(req.Cmd.User); !seated || !t.Started {
		return pg.Messages(), nil
	}
	p, err := g.Desk.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	line, rows, err := play.UnfinishedList(ctx, p)
	if err != nil {
		return nil, err
	}
	text := play.JoinLines([]string{pg.Text, play.Tasks(p), line})
	return req.Open(p.Table, p.View, page.Page[view.Secret]{Text: text, Rows: append(pg.Rows, rows...)})
}
