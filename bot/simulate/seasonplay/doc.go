// Package seasonplay plays a whole season of a league, with games that are played as any others: by random players, in
// zones round the world, through the referee and the store.
//
//	report, err := seasonplay.Play(ctx, few)
//	fmt.Println(report.Figures.Games, report.Figures.AtNight)
//
// Some players never show up, some are slow until their clocks run out, some go on vacation, leave in the middle or
// come late; two agree to cancel their game and quarrel about it; for a day and a half Discord cannot be reached. The
// clock is the season's own: an hour is as long as it takes to play what happens in it. The same options give the
// same report, to the byte.
//
// Limits: nobody reads what is sent. Players want nothing, and play badly.
package seasonplay
