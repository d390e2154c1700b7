package look

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// PressUnits turns to a page of units. Its number follows, from 0, and after a slash true if only those are listed that
// have something to do, else false.
const PressUnits = "units"

// unitList says which units are listed: those of a side, "" being all sides, and which page of them, below 0 all pages.
type unitList struct {
	side   order.Side
	idle   bool // only those that have not moved, or attacked, and could
	number int
}

// units answers /units with a page, the first without a value for it: a player's own units by place, with what they
// have done in the phase; for an onlooker, or in public, the units as everybody sees them.
func (l Looks) units(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	number, _ := strconv.Atoi(values[pageValue])
	v, t, err := l.Kit.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	m := unitList{side: v.Side(), idle: values["unmoved"] == "true", number: number} // an onlooker's side is ""
	seated := err == nil
	if seated && values["public"] != "true" {
		if err := req.CheckGame(t); err != nil {
			return nil, err
		}
		p, err := unitsPage(req.Localizer.On(v.Board().Map).InPictures(emojis.Marks), t.Game, v, m)
		if err != nil {
			return nil, err
		}
		if !t.Over {
			p.Rows = append(p.Rows, page.Row(page.OrdersButton(req.Localizer, t.Game)))
		}
		return req.Open(t, v, p)
	}
	if !seated && !errors.Is(err, api.ErrNotSeated) {
		return nil, err
	}
	all, t, err := l.PublicHere(ctx, req)
	if err != nil {
		return nil, err
	}
	if values["public"] == "true" {
		m.number = -1 // a button would show each user his own side, in a message that all read
	}
	p, err := unitsPage(req.Localizer.On(all.Board().Map).InPictures(emojis.Marks), t.Game, all, m)
	if err != nil {
		return nil, err
	}
	return l.ShowPublic(ctx, req, values, p)
}

// pressedUnits answers a press that turns to another page of units.
func (l Looks) pressedUnits(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	digits, idle, _ := strings.Cut(what, "/")
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 {
		return nil, page.ErrStale
	}
	return l.units(ctx, req, map[string]string{"unmoved": idle, pageValue: digits})
}

func unitsPage[A view.Audience](loc wording.Localizer, game api.GameID, v A, m unitList) (page.Page[A], error) {
	board := v.Board()
	if m.idle && board.Progress == nil {
		return page.Page[A]{}, ask.Refusal("error.nothing-to-do")
	}
	list := unitLines(loc, board, m)
	if len(list) == 0 {
		return page.Page[A]{Text: loc.Say("units.all-done")}, nil
	}
	text := strings.Join(list, "\n")
	if m.number < 0 {
		return page.Page[A]{Text: loc.Header(board) + "\n" + text}, nil
	}
	pages := rest.Split(text, page.PageRoom)
	number := min(m.number, len(pages)-1)
	p := page.Page[A]{Text: loc.Say("units.page", "when", wording.InWords(loc.When(board)), "page", number+1,
		"pages", len(pages)) + "\n" + pages[number]}
	turns := page.PageButtons(loc, number, len(pages), func(n int) string {
		return page.PressID(PressUnits, game, strconv.Itoa(n)+"/"+strconv.FormatBool(m.idle))
	})
	if turns != nil {
		p.Rows = page.OneRow(turns...)
	}
	return p, nil
}

// unitLines returns a line for each stack and each pile.
func unitLines(loc wording.Localizer, b *view.Board, m unitList) (lines []string) {
	for _, side := range b.Map.Sides {
		if m.side != "" && m.side != side.ID {
			continue
		}
		if m.side == "" {
			lines = append(lines, "**"+side.Name+"**")
		}
		for _, st := range b.Stacks {
			if st.Side != side.ID {
				continue
			}
			if words := loc.StackUnits(b, st, m.idle); words != "" {
				top, _ := st.At(0)
				lines = append(lines, loc.Emojis.Of(top).Before("**"+loc.Hex(st.Hex)+"** "+words))
			}
		}
		if piles := loc.Piles(b, side.ID); piles != "" && !m.idle {
			lines = append(lines, piles)
		}
	}
	return lines
}
