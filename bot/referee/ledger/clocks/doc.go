// Package clocks says how long each side may still take: what a row states of the clocks, offers about them, what
// happens when one runs out, and the time that is left on the running one.
//
//	fmt.Println(clocks.Remaining(&game, noon.Add(time.Hour)), "left")
//
// It may import ledger, endings and orders, and package clock for the arithmetic. It must not know the time: the
// caller hands it in, with the holds that the log does not have.
//
// Limits: when a clock runs out depends on what held it, so an export can only be checked for whether it could have.
package clocks
