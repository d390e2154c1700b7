package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"grognard/bot/discord/lately"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// positionPart returns what the picture above a panel shows: where units fought by the order of which the panel tells,
// else the part of the map with the hexes where it moved or placed something and the first of some others, or with the
// active Formation, or the whole map if there are none.
func positionPart(p Player, hexes []hex.Hex) render.Options {
	board := p.View.Now().Board()
	shown := slices.Concat(actedAt(board), hexes)
	if len(shown) > 0 {
		shown = slices.Insert(shown, 1, ringedNear(board, p.View.Side(), shown[0])...)
	}
	part := render.FocusFirst(board, withEnemies(board, p.View.Side(), shown))
	if fight, near := render.Focus(board); near && p.View.Board().Closed == nil && tellsOfFight(board.Told) {
		part = fight
	}
	part.Bare = part.Around != hex.None // the panel's words are its banner, and a phone has little room
	return part
}

// positionPicture returns the picture above a panel. It names the phase being played, as the panel's orders are for it,
// and ends with what has just happened, or else with said. A picture is drawn once for a position: a player looks at a
// stack and comes back more often than he gives an order. A sketch of a panel has the picture's words alone.
func positionPicture(ctx context.Context, p Player, hexes []hex.Hex, said string) []page.Figure[view.Secret] {
	now, loc, part := p.View.Now(), p.Request.Localizer, positionPart(p, hexes)
	board, style := now.Board(), p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	fig := page.Figure[view.Secret]{Name: page.MapName, Alt: loc.AltOf(board, part.Part)}
	if part.Around != hex.None {
		fig.Name = page.CloseUpName
	}
	if p.Request.Sketch {
		return []page.Figure[view.Secret]{fig}
	}
	board.Overlays = append(slices.Clip(board.Overlays), lately.Under(loc, board, said))
	name := fmt.Sprintf("%s %s %d %d %s %p %v %s", p.Table.Game, p.View.Side(), board.Seq, len(board.Told), style.Name,
		loc.Language, part, said)
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

// ringedNear returns the hexes with a ring of a side, such as objectives, that lie near a hex.
func ringedNear(b *view.Board, side order.Side, at hex.Hex) (hexes []hex.Hex) {
	const near = 6
	for _, o := range b.Overlays {
		for _, f := range o.Forms {
			for _, h := range f.Hexes {
				if f.Shape == view.Ring && f.Side == side && h != at && b.Map.Grid.Distance(h, at) <= near {
					hexes = append(hexes, h)
				}
			}
		}
	}
	return hexes
}

// actedAt returns the hex to which the order that a board tells of moved units, or where it fought or did something
// else. It goes on with the hexes where those of the active Formation stand but its Trains, which are far behind, if
// no unit moved: those nearest to the enemy first, and the two stacks of his that are nearest to them; there are none
// where nobody acts.
func actedAt(b *view.Board) (hexes []hex.Hex) {
	goes := []view.MapEventKind{view.Marched, view.Placed, view.Came, view.Retreated}
	for _, l := range slices.Backward(b.Told) {
		if e := l.MapEvent; e != nil && slices.Contains(goes, e.Kind) && len(e.Path) > 0 {
			return e.Path[len(e.Path)-1:]
		}
		for _, arg := range l.Text.Args {
			if h, is := arg.(hex.Hex); is && l.MapEvent == nil && len(hexes) == 0 {
				hexes = append(hexes, h)
			}
		}
	}
	var formation []hex.Hex
	for _, u := range unitsOfGroup(b, b.Phase.Group) {
		if c, at, _ := b.Find(u); c.Symbol != trains && !slices.Contains(formation, at) {
			formation = append(formation, at)
		}
	}
	formation = FrontOf(b, b.Phase.Side).Hexes(formation)
	first := min(len(formation), 1)
	return slices.Concat(hexes, withEnemies(b, b.Phase.Side, formation[:first]), formation[first:])
}

// withEnemies adds to hexes those of the two enemy stacks nearest to the first, which are shown if there is room.
func withEnemies(b *view.Board, own order.Side, hexes []hex.Hex) []hex.Hex {
	if len(hexes) == 0 {
		return nil
	}
	var enemies []hex.Hex
	for _, st := range b.Stacks {
		if st.Side != own {
			enemies = append(enemies, st.Hex)
		}
	}
	slices.SortFunc(enemies, func(x, y hex.Hex) int {
		d := b.Map.Grid.Distance
		return cmp.Or(d(x, hexes[0])-d(y, hexes[0]), hex.Compare(x, y))
	})
	return slices.Concat(hexes, enemies[:min(len(enemies), 2)])
}

// tellsOfFight reports whether units fought, gave way or lost steps.
func tellsOfFight(told []view.Line) bool {
	return look.HasFight(told) || slices.ContainsFunc(told, func(l view.Line) bool {
		return l.MapEvent != nil && slices.Contains([]view.MapEventKind{view.Retreated, view.Advanced, view.Died,
			view.Reduced}, l.MapEvent.Kind)
	})
}
