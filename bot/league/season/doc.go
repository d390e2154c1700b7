// Package season is a season of a league: who takes part, who plays whom, what has become of each game, and what is to
// be done next. It has a log of events and the state that they lead to, but no clock and no store. Of a game it knows
// no more than its result.
//
//	s := season.Season{}
//	event, err := season.Announce(season.DefaultTerms("Summer"))
//	err = s.Apply(season.Entry{At: now, By: "player 1", Event: event})
//	for _, task := range s.Tasks(now) {
//		fmt.Println(task.Kind) // open a game, warn a player, pair a round
//	}
//
// For each command there is a method or a function that returns its event, or a Refusal that says why there is none.
// Tasks returns what is due by the clock. Whoever runs the season carries it out and adds the events that say so; after
// a crash the tasks that are left are due again.
//
// Players have names that mean nothing outside the season, such as "player 7". What is agreed before the season starts
// is in its Terms, and is carried out to the letter.
//
// Limits: a season has one format, with a play-off after it if its terms say so. Terms cannot be changed once it has
// started.
package season
