// Package notices says which messages a row leads to, for whom, and which messages in the channel it edits; whom a
// game calls, and what a repeated message asks.
//
//	row := notices.NewRow{Seq: 2, By: "boris", Body: joined}
//	for _, n := range notices.Of(&game, &row) {
//		fmt.Println(n.Audience, n.Kind)
//	}
//
// It may import the rooms whose rows it tells of. It must not know what a message says, when it is sent, or what
// Discord is.
//
// Limits: only what everybody may know decides whether there is a notice. The names that Reference makes are in
// channels already, so they never change.
package notices
