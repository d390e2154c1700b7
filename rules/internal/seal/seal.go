// Package seal keeps forgers out. A Key is needed to make the values of
// package view, and only packages under rules/ can import this one: whoever
// holds a view.Public elsewhere knows that the rules made it.
package seal

// Key opens the constructors of package view. No other package can write a
// Key, not even as a literal: its field has no name that they could use.
type Key struct{ _ byte }
