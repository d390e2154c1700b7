// Package verdict says in words what can be proved of the exports of games, for the command verify: what is right, what
// is wrong, and what can be neither confirmed nor refuted.
//
//	status, err := Of(os.Stdout, Question{Files: []string{"no such file"}})
//
// It may import the checks of exports (proof), the comparison with a copy of a channel (transcript) and the rules that
// decide commands anew. It must not know a store, a game in memory or Discord.
//
// Limits: it believes that the hashes, lines and copies that the reader has kept are what was posted.
package verdict
