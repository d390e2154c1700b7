// Package league runs seasons: it takes commands of players and organisers, writes what they lead to into the log of
// their season, opens the games that are due, takes their results, and has everybody told, in the order of the log.
//
//	k := league.New(league.Options{Log: seasons.New(store), Games: games, People: people, Tell: tell, Now: time.Now})
//	id, err := k.Announce(ctx, league.Command{ID: "interaction 1", User: "42"}, "900", season.DefaultTerms("Summer"))
//	err = k.Step(ctx, id) // what is due by now
//
// What is decided is package season's; what is kept is an append-only log in the database of the games. A season that
// runs is in memory. It has no goroutine, timer or query of its own while nothing happens: who runs the keeper calls
// Step when a game of it has changed (Changed) and when the next thing is due (Next).
//
// Step may be stopped at any moment, by a kill too. What it does elsewhere can be done twice: a game is opened by a
// command with the same identifier, in a place that was noted before, and what was told is noted after it was told. As
// long as somebody cannot be told, nothing is decided that he might lose by.
//
// Limits: one program per database. Users are known in the season's log by names that mean nothing elsewhere.
package league
