// Package master makes the rows of a game master, such as a pause, a seat that is given to another user or the undo
// of the end of a phase, and follows them in the frame.
//
//	move := api.Intervention{Measure: api.Move, Reason: "a thread of its own", Channel: "c2"}
//	body, err := master.Intervene(&game, "carla", move)
//
// It may import ledger, endings, seats and undo. It must not know who is a game master: the caller has asked Discord.
//
// Limits: whoever plays in a game, or has played in it, cannot be its game master, or get the seat of another side.
package master
