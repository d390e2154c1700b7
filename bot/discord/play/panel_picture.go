package play

import (
	"context"
	"fmt"

	"grognard/bot/discord/page"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// positionPicture returns the picture above a panel: the part of the map with some hexes, or the whole map where they
// lie too far apart or there are none. A picture is drawn once for a position: a player looks at a stack and comes back
// more often than he gives an order. A sketch of a panel has the picture's words alone.
func positionPicture(ctx context.Context, p Player, hexes []hex.Hex) []page.Figure[view.Secret] {
	board, loc := p.View.Board(), p.Request.Localizer
	part, style := render.FocusOn(board, hexes), p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	fig := page.Figure[view.Secret]{Name: page.MapName, Alt: loc.AltOf(board, part.Around, part.Radius)}
	if part.Around != hex.None {
		fig.Name = page.CloseUpName
	}
	if p.Request.Sketch {
		return []page.Figure[view.Secret]{fig}
	}
	name := fmt.Sprintf("%s %s %d %s %p %v", p.Table.Game, p.View.Side(), board.Seq, style.Name, loc.Language, part)
	data, err := page.Safely(func() ([]byte, error) {
		return p.Desk.pictures.Find(name, func() ([]byte, error) {
			drawn, err := render.Draw(p.Desk.PainterIn(loc), p.View, style, part)
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

// hexesToShow returns the hexes of the stacks in the row of a panel, or where there is none those of what is to be done.
func hexesToShow(p Player, row []movable) (hexes []hex.Hex) {
	for _, m := range row {
		hexes = append(hexes, m.at)
	}
	if len(hexes) > 0 {
		return hexes
	}
	for _, task := range duties(p) {
		hexes = append(hexes, task.Hexes...)
	}
	return hexes
}
