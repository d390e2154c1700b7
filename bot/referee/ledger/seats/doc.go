// Package seats makes the rows that change who plays a side, and follows them in the frame: taking a seat before the
// game begins, and grants, by which a user may act for a side.
//
// A grant is for all units of a side or for some, from a time and until a time, and begins when the user accepts it.
// One of all units for good hands the seat over, and needs the other player's consent if one player alone has brought
// its user. The player of a seat grants; so does a game master, with a reason. If a side's clock has run out, the other
// side's player can offer its seat to those who wait for one.
//
//	body, err := seats.Grant(&game, "anna", "carla", ledger.Reseated{Side: "german"})
//
// It may import ledger and endings. It must not know orders, clocks or notices: who may order which unit is package
// orders, and whom a row is told to is package notices.
//
// Limits: a seat that is handed over keeps its word for the dice, because the word goes into them. Only the caller
// knows who is a game master.
package seats
