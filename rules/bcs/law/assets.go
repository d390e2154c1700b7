package law

import (
	"cmp"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/order"
)

// Assets names what can be assigned in the game: assets of higher levels, and Independents by their identifiers.
func Assets(g *game.Game) (names []string) {
	for _, a := range g.Data.Assets {
		names = append(names, a.ID)
	}
	for i, id := range g.Def.Roster {
		if u := &g.Units[i]; u.Role == data.Combat && u.Formation == "" {
			names = append(names, string(id))
		}
	}
	return names
}

// AssetNames returns the names of what Assets lists.
func AssetNames(g *game.Game) (names []string) {
	for _, a := range g.Data.Assets {
		names = append(names, cmp.Or(a.Name, a.ID))
	}
	for _, id := range Assets(g)[len(names):] { // the Independents, which Assets lists last
		names = append(names, g.Def.Units[order.UnitID(id)].Name)
	}
	return names
}

// Borrower is the Formation that has an asset or an Independent, "" for none.
func Borrower(p *Position, asset string) order.GroupID {
	if u := p.St.Piece(order.UnitID(asset)); u != nil {
		return u.Group
	}
	return p.G.LentTo(p.St, asset)
}

// assetSide is the side of an asset or of an Independent, "" where it is neither.
func assetSide(p *Position, asset string) order.Side {
	if u := p.St.Piece(order.UnitID(asset)); u != nil {
		return u.Side
	}
	a, _ := p.G.Data.Asset(asset)
	return a.Side
}
