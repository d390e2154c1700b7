// Package ledger has the words of a game's log: what a row says (Body), the state that follows from the rows (Frame)
// beside the match that the rules keep, and the game in memory that has both (Game). The rooms, the packages in its
// folder, are functions over a Game; a row is made, followed and told of in the room of its concern:
//
//	endings   resigning, offers to end the game     clocks    terms, offers, running out, the time that is left
//	seats     taking them, grants to act for a side master    what a game master does
//	rounds    of the beacon, for commands in wait   tables    what everybody, a side or an onlooker may know
//	orders    commands that the rules decide        notices   which messages a row leads to
//	undo      taking back, requests for it          verify    a row decided anew
//	replay    a game made of its rows
//
// A Game answers questions that all rooms ask:
//
//	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
//	side, err := game.Side("anna")
//
// It is pure, as its rooms are: no store, no clock, no context and no goroutine. It may import the rules and the
// arithmetic of clocks, calendars and rounds; it must not know its rooms, how rows are stored, when they are sent, or
// what Discord is.
//
// Limits: it reads bodies of every version that was ever written, but writes only BodyVersion. Its Game has the
// match, so nothing outside bot/referee may import this package: callers of the referee use package api.
package ledger
