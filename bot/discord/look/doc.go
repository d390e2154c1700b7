// Package look answers those who look: at positions, at what happened, at dice, and at what needs no game.
package look
