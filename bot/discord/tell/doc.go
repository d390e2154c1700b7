// Package tell has the sentences and buttons about games at a table that several of the folders above it say: who
// plays, what a game waits for, clocks, refusals.
//
//	fmt.Println(tell.MentionAll(loc, []string{"1150000000000000101", "1150000000000000102"}))
//
// It may import ask and what that may. It reads what the referee returned and asks it for nothing itself, except a
// reader's own notes. What needs no more than a view is said by wording.
package tell
