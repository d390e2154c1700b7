package play

import (
	"grognard/rules/hex"
	"grognard/rules/view"
)

// entry is a line of a menu: one pick, or several that are picked together.
type entry struct {
	picks []view.Pick
	at    hex.Hex // of several: the hex that they share, hex.None for all that can
}

// group is the entries of one kind that fill the same option; each group has a menu.
type group struct {
	kind    string
	arg     uint8
	entries []entry
}
