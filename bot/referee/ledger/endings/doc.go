// Package endings makes the rows by which players end a game that the rules have not ended: to resign, to offer a
// draw or a cancellation and to answer it, and before the game begins to cancel it or to leave it.
//
//	body, err := endings.Leave(&game, "anna")
//
// It may import package ledger alone among its rooms. It must not know seats that change hands, clocks or undos: they
// end offers by calling Lapse.
//
// Limits: a game that the rules end has no row of its own here.
package endings
