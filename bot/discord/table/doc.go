// Package table has what is arranged around a game: new games, seats, clocks, calendars, notes, calls and feeds.
package table
