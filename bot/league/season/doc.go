// Package season is a season of a league: who takes part, who plays whom, what has become of each game, and what is to
// be done next. It is a log of events and the state that they lead to; it has no clock and no store, and knows of a
// game no more than its result.
//
//	s := season.Season{}
//	event, err := season.Announce(season.DefaultTerms("Summer"))
//	err = s.Apply(season.Entry{At: now, By: "player 1", Event: event})
//	for _, task := range s.Tasks(now) {
//		fmt.Println(task.Kind) // open a game, warn a player, pair a round
//	}
//
// Each decision is a method that returns the event of a command, or a Refusal that says why there is none. Tasks are
// what is due by the clock: whoever runs the season carries them out and adds the events that say so, so that after a
// crash the tasks that are left are due again.
//
// Players are names that mean nothing outside the season, such as "player 7". What is said before the season starts is
// in its Terms, and is carried out as it stands there.
//
// Limits: a season has one format, with a play-off after it if its terms say so. Terms cannot be changed once it has
// started.
package season
