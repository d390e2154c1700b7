// Package rounds names the rounds of the beacon that commands wait for, finds out whether the message that names a
// round was posted in time, and follows the waiting command in the frame.
//
//	posted, err := rounds.PostedAt("1310720000000000000")
//
// It may import ledger. It must not know how a command is decided: that is package orders, once the round is known.
//
// Limits: it fetches no round and checks no signature; package beacon does.
package rounds
