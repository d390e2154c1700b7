// Package away gives orders for later: plans for a phase to come, and standing orders for a player who is away.
package away
