// Package orders makes the rows of commands that the rules decide: the beginning of the game, and orders with what they
// are checked for first. It says what a user of a team may order (Rights), and follows who has given orders himself.
//
//	orders.Follow(&game, ledger.Step{Row: storage.Row{Seq: 7, By: "anna"}, Body: accepted})
//	fmt.Println("anna gave row", orders.LastOwnOrder(&game, "german", "anna"))
//
// It may import ledger. It must not know lists or standing answers, which give orders as players do, nor how a row is
// written.
//
// Limits: a command whose dice are bound to the beacon is only accepted; Resolve carries it out when the round is
// known.
package orders
