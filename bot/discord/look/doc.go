// Package look answers those who look: at positions, at what happened in a game, at luck, and with Lookups at what
// needs no game, such as rules and tables.
//
// Its answers are made of views, for a player from his side's and for everybody else from the public one, by the same
// function, so that neither can show more. It may import tell and what that may. It must not know how orders are given:
// what looks changes nothing in a game.
package look
