// Package seasonplay plays a whole season of a league. Its games are played as any others, through the referee and the
// store, by random players in time zones round the world.
//
//	report, err := seasonplay.Play(ctx, few)
//	fmt.Println(report.Figures.Games, report.Figures.AtNight)
//
// Some players never show up, some are slow until their clocks run out, some go on vacation, leave in the middle or
// come late; two agree to cancel their game and quarrel about it; for a day and a half Discord cannot be reached. The
// clock is simulated: each of its hours takes only as long as playing it does. The same options give the same report,
// to the byte.
//
// Limits: nobody reads what is sent. Players choose at random, and so play badly.
package seasonplay
