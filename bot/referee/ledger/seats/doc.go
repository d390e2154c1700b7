// Package seats makes the rows that change who plays a side, and follows them in the frame: taking a seat, its offer
// and hand-over, deputies, the team with the units of its members, and invitations.
//
//	body, err := seats.Join(&game, "boris", "soviet", "heron")
//
// It may import ledger and endings. It must not know orders, clocks or notices: who may order which unit is package
// orders, and whom a row is told to is package notices.
//
// Limits: a seat that is handed over keeps its word for the dice, because the word goes into them.
package seats
