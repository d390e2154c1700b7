package invitation_test

import (
	"fmt"

	"grognard/bot/discord/invitation"
)

// A server that gave the bot what a game needs, and nothing else.
func Example() {
	for _, p := range invitation.Lacking(1<<10|1<<11|1<<15|1<<16|1<<38, invitation.Everywhere) {
		fmt.Println(p.Explained())
	}
	// Output:
	// Create Public Threads (for a thread of its own for each game; games go on without)
	// Create Private Threads (for a thread that only a game's players read; games go on without)
	// Pin Messages (to pin the post that says whose move it is; games go on without)
}
