// Package verify decides a row anew: Expected returns the body that the referee would have written for it, so that an
// export is checked with the very functions that made it.
//
//	_, err := verify.Expected(&game, ledger.Step{Row: storage.Row{Seq: 2, By: "anna"}, Body: forged})
//
// It may import the packages that make rows. It must not know files or hashes: the caller compares the bytes, and
// checks rounds, clocks and the match after the row.
//
// Limits: it believes the row where the log can't tell, as about its round or whether a clock was held.
package verify
