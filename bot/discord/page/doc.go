// Package page has what a Discord message consists of: words for an audience, buttons, menus, forms, pictures, the
// custom IDs of what can be pressed, and Discord's limits.
//
//	fmt.Println(page.PressID(page.PressJoin, "g1", "blue"))
//
// The type of a page keeps secrets apart: only a page of a view.Public becomes a message for everybody, and ShowSide
// alone makes a private page of a view.Secret. The package may import rest, wording and the words that callers of the
// referee share. It must not know what is said, nor who answers a press.
package page
