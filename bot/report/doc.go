// Package report writes the report of a game after the action: how it ended, where it turned, what each turn cost, its
// largest fights, and pictures of the map.
//
//	r := report.Of(about, frames, words)
//	files, err := r.Files(func(p report.Picture) []byte { return drawn[p.Name] })
//	for _, f := range files {
//		fmt.Println(f.Name)
//	}
//
// The frames are the game's film as everybody may see it. In a game that is over they hide nothing; in one that is
// still played each shows what was public at the end of its phase. The report knows no other position, so its files
// contain nothing that the frames hide.
//
// A loss is a step, and is counted once, whichever comes first: a line reports it; the unit dies with the steps that it
// still had; a frame shows a unit with fewer steps than it had when it was last seen. Luck is that of bot/luck: by how
// many steps a fight went better than the mean of its column. A fight whose result is not read in a table of step
// losses has no luck; if no fight has any, the report says so.
//
// The caller supplies the words, so the report is in its reader's language.
//
// Limits: a report names at most three turns and three fights as turning points, and ten fights as the largest. All
// files together stay within Most; pictures that do not fit are left out, the least important first, and the report
// says how many.
package report
