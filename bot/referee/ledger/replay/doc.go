// Package replay makes a game of its rows: Open sets it up from a snapshot and the rows after it, Follow updates the
// frame by a row, and Apply the match.
//
//	replay.Follow(&game, ledger.Step{Row: storage.Row{Seq: 2, By: "boris"}, Body: joined})
//
// It may import each room that follows rows in the frame, and calls them in the order in which they need each other.
// It must not know notices: opening a game tells nobody.
//
// Limits: Follow takes a row as it is; whether the row should be so is package verify.
package replay
