// Package report writes the report of a game after the action: how it ended, where it turned, what each turn cost, its
// largest fights, and pictures of the map.
//
//	r := report.Of(about, frames, words)
//	files, err := r.Files(func(p report.Picture) []byte { return drawn[p.Name] })
//	for _, f := range files {
//		fmt.Println(f.Name)
//	}
//
// The frames are a film of the game as everybody may see it: of a game that is over with nothing hidden, of a running
// one as it was seen at the end of each phase. The report knows nothing else of the position, so that what is hidden in
// the frames is in none of its files.
//
// Losses are steps, each of which is counted once, however it is told: a step that a line tells of, the steps that a
// unit still had when it died, and what a unit has lost unseen, once a frame shows it. Luck is that of bot/luck: by how
// many steps a fight went better than the mean of its column. A fight that is not read in a table of step losses has
// none, and the report says so.
//
// Words are the caller's, so that the report is in his reader's language.
//
// Limits: a report names at most three turns and three fights as turning points, and ten fights as the largest. All
// files together stay within Most; pictures that do not fit are left out, the least important first, and the report
// says how many.
package report
