package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"grognard/bot/discord/lately"
	"grognard/bot/discord/page"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/workplace"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// positionPart returns what the picture above a panel shows: where units fought by the order of which the panel tells;
// else where that order moved them, or begin, with what is around and as many of hexes, which the panel's buttons name,
// as there is room for. Without any of these it shows what workplace.Part returns for hexes or, if most hexes lie
// outside that, for those outside. What the step of a tutorial names is always in it.
func positionPart(p Player, hexes []hex.Hex, begin hex.Hex) render.Options {
	board := p.View.Now().Board()
	g, at := board.Map.Grid, cmp.Or(workplace.ActedAt(board), begin)
	fight, isCloseUp := render.Focus(board)
	part := fight.Part
	switch {
	case isCloseUp && p.View.Board().Closed == nil && workplace.HasFought(board.Told): // of that fight
	case at != hex.None: // which is well inside, with the enemies beside it
		around := slices.AppendSeq(slices.Collect(g.Within(2, at)), slices.Values(hexes))
		part = regions.Foremost(g, []hex.Hex{at}, around, workplace.UsualRows)
	default:
		part = workplace.Part(board, p.View.Side(), hexes)
		if part.Around == hex.None {
			return render.Options{Film: true}
		}
		others := slices.DeleteFunc(slices.Clone(hexes), func(h hex.Hex) bool { return part.Covers(g, h) })
		if 2*len(others) > len(hexes) {
			part = workplace.Part(board, p.View.Side(), others)
		}
	}
	return closeUp(board, part)
}

// closeUp returns the close-up of part of a board, and of all that the step of a tutorial names. It has no banner: the
// panel's words stand for one, and a phone has little room.
func closeUp(b *view.Board, part hex.Part) render.Options {
	outside := func(h hex.Hex) bool { return !part.Needs(b.Map.Grid, h) }
	if named := workplace.Taught(b); slices.ContainsFunc(named, outside) {
		in := slices.DeleteFunc(slices.Collect(b.Map.Grid.Within(part.Radius, part.Around)), outside)
		part = regions.Foremost(b.Map.Grid, named, in, workplace.MostRows)
	}
	near := render.Sized(part)
	near.Bare = true
	return near
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
	shown := *board
	if n.Lines { // the words below it are of the last line, whose place it shows
		last := func(l view.Line) bool { return l.Seq == board.Told[len(board.Told)-1].Seq }
		shown.Told = board.Told[max(slices.IndexFunc(board.Told, last), 0):]
	}
	board.Overlays = append(slices.Clip(board.Overlays), lately.Under(loc, &shown, n.Text, n.Left),
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
