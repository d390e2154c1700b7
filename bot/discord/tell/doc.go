// Package tell has the sentences and buttons about games at a table that several folders of bot/discord need: who
// plays, what a game waits for, clocks, refusals.
//
//	fmt.Println(tell.MentionAll(loc, []string{"1150000000000000101", "1150000000000000102"}))
//
// It may import ask and what ask may. It reads what the referee returned, and asks the referee for nothing itself
// except a reader's own notes. Words that need no more than a view are in package wording.
package tell
