// Package play has the panel from which a player gives orders, and what a tap on it leads to: stacks and where they go,
// choices pick by pick, decisions, odds, lists, undo.
//
// A Desk answers presses; a Player is one of its users with the position that he sees. All that a later press needs is
// in its custom ID and in that position, so that it works after a restart, and fails as stale in another position. What
// can be picked is what the referee offers: no rule of a game is written here. The package may import look and what
// that may. It must not know what is arranged around a game: seats, clocks, or how the panel gets into direct messages.
//
// One rule says when a tap is confirmed. A button that leads to a page is a door. The tap that completes an order gives
// it at once if it can be taken back, or if its page says what it may bring: chances, costs. Any other is asked about
// once: the end of a phase that leaves something undone, and whatever destroys units of the player's own, which names
// them.
package play
