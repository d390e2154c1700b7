// Package away takes standing answers, which decide for a player who is away.
//
// It shows, changes and tries them; when they are carried out is the referee's affair. The package may import
// play and what that may. It must not know of clocks and absences, on which the referee acts by itself.
package away
