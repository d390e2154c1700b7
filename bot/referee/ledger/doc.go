// Package ledger is the language of a game's log: what a row says (Body), the state that follows from the rows (Frame)
// beside the match that the rules keep, what a user may do in it, and which notices a row leads to. The referee
// writes rows and asks what follows from them; an export is checked with the same words.
//
//	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.SeatOf{{Side: "german"}, {Side: "soviet"}}}}
//	joined := ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.JoinedOf{Side: "soviet"}}
//	game.Follow(ledger.Step{Row: storage.Row{Seq: 2, By: "boris"}, Body: joined})
//
// It is pure: no store, no clock, no context and no goroutine. It may import the rules and the arithmetic of clocks,
// calendars and rounds; it must not know how rows are stored, when they are sent, or what Discord is.
//
// Limits: it reads bodies of every version that was ever written, but writes only BodyVersion. Its Game has the
// match, so nothing outside bot/referee may import this package: callers of the referee use package api.
package ledger
