package play

import (
	"context"
	"fmt"
	"slices"

	"grognard/bot/discord/lately"
	"grognard/bot/discord/page"
	"grognard/bot/discord/workplace"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// positionPart returns what the picture above a panel shows: where units fought by the order of which the panel tells,
// or else where its player is at work, last or in the hex begin, with as many of hexes, which its buttons offer, as
// there is room for. Where a panel tells of nothing and most of hexes would lie outside, it shows those.
func positionPart(p Player, hexes []hex.Hex, begin hex.Hex) (part render.Options) {
	board := p.View.Now().Board()
	at, from := workplace.ActedAt(board), hexes
	if at != hex.None { // well inside, with the enemies beside it
		from = slices.Concat([]hex.Hex{at}, slices.Collect(board.Map.Grid.Within(2, at)), hexes)
	} else if begin != hex.None {
		from = slices.Insert(slices.Clone(hexes), 0, begin)
	}
	fight, near := render.Focus(board)
	fought := near && p.View.Board().Closed == nil && workplace.HasFought(board.Told)
	switch part = render.Sized(workplace.Part(board, p.View.Side(), from)); {
	case fought:
		part = fight
	case part.Around == hex.None:
		return render.Options{Film: true}
	}
	isInside := func(h hex.Hex) bool { return part.Covers(board.Map.Grid, h) }
	others := slices.DeleteFunc(slices.Clone(hexes), isInside)
	if 2*len(others) > len(hexes) && !fought && at == hex.None && begin == hex.None {
		part = render.Sized(workplace.Part(board, p.View.Side(), others))
	}
	part.Bare = true // the panel's words are its banner, and a phone has little room
	return part
}

// positionPicture returns the picture above a panel. It names the phase being played, as the panel's orders are for it,
// and ends with what has just happened and what is left, or else with the news. A picture is drawn once for a position:
// a player looks at a stack and comes back more often than he gives an order. A sketch of a panel has the picture's
// words alone.
func positionPicture(ctx context.Context, p Player, hexes []hex.Hex, n News) []page.Figure[view.Secret] {
	now, loc, part := p.View.Now(), p.Request.Localizer, positionPart(p, hexes, n.Begin)
	board, style := now.Board(), p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	fig := page.Figure[view.Secret]{Name: page.MapName, Alt: loc.AltOf(board, part.Part)}
	if part.Around != hex.None {
		fig.Name = page.CloseUpName
	}
	if p.Request.Sketch {
		return []page.Figure[view.Secret]{fig}
	}
	board.Overlays = append(slices.Clip(board.Overlays), lately.Under(loc, board, n.Text, n.Left),
		lately.Guided(loc, board))
	name := fmt.Sprintf("%s %s %d %d %s %p %v %s", p.Table.Game, p.View.Side(), board.Seq, len(board.Told), style.Name,
		loc.Language, part, n.Text)
	data, err := page.Safely(func() ([]byte, error) {
		return p.Desk.pictures.Find(name, func() ([]byte, error) {
			drawn, err := render.Draw(p.Desk.PainterIn(loc), now, style, part)
			return drawn.PNG(), err
		})
	})
	if err != nil {
		p.Desk.Log.ErrorContext(ctx, "a picture cannot be drawn, and the words go without it", "picture", name,
			"error", err)
		return nil
	}
	fig.Data = data
	return []page.Figure[view.Secret]{fig}
}
