// Package tables says what people may know of a game beside the position on its map: everybody (Of), the players of a
// side (Team), and whoever looks at the dice of a row (DiceRoll).
//
//	fmt.Println(tables.Of(&game).Player("blue"))
//
// It may import what tables tell of: ledger, endings, undo and clocks. It must not know who asks, or how that is shown.
//
// Limits: a Table is a copy, and tells of the clocks as they were when the holds were read.
package tables
