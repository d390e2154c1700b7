package transcript_test

import (
	"fmt"

	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
)

func Example() {
	log, err := transcript.Read([]byte(copied("edited_timestamp")))
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := log.Compare(verified()) // what proof.Verify has found in the game's export
	fmt.Println(found.Named, "messages name rounds, never edited:", found.Unedited, err)
	_, err = log.Compare(&proof.Verified{Game: "another"})
	fmt.Println(err)

	// Output:
	// 2 messages name rounds, never edited: true <nil>
	// the copy has no message of game another: it is of another channel, or of another time
}
