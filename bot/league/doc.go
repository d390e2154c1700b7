// Package league runs seasons: it takes commands of players and organisers and writes what follows into the season's
// log, opens the games that are due, takes their results, and tells the players, in the order of the log.
//
//	k := league.New(league.Options{Log: seasons.New(store), Games: games, People: people, Tell: tell, Now: time.Now})
//	id, err := k.Announce(ctx, league.Command{ID: "interaction 1", User: "42"}, "900", season.DefaultTerms("Summer"))
//	err = k.Step(ctx, id) // what is due by now
//
// Package season decides what happens; an append-only log in the database of the games stores it. A running season is
// in memory. While nothing happens it has no goroutine, timer or query of its own: whoever runs the keeper calls Step
// when a game of the season has changed (Changed) and when the next thing is due (Next).
//
// Step may be stopped at any moment, even by a kill, since all that it does elsewhere can be done twice: a game is
// opened by a command with the same identifier, in a place that was noted before, and a message is noted after it was
// sent. As long as somebody cannot be told, nothing is decided to his disadvantage.
//
// Limits: one program per database. In a season's log users have names that mean nothing elsewhere.
package league
