// Package undo makes the rows that take a side's last order back, ask the other side to consent to it and answer
// that, and follows in the frame how far back an undo can reach.
//
//	const theOpenOne, consents = 0, false
//	body, err := undo.Answer(&game, "boris", theOpenOne, consents)
//
// It may import ledger and endings. It must not know what an order does: the rules say what can be taken back, and
// whether that takes consent.
//
// Limits: no undo passes a roll of the dice, or a seat that was handed over.
package undo
