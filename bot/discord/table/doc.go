// Package table has what is arranged around games: it opens and ends them, gives seats, agrees on clocks, keeps
// calendars, notes and reminders, reports games in other channels, and serves the game masters and settings.
//
// Each subject has a handler with its commands and presses, and an interface of what it uses of the referee. Package
// table may import play, for the unfinished list in its answers, and what play may. It must not give orders in a game.
package table
