// Package transcript compares the export of a game with a copy of its channel that somebody made with a tool of his
// own: whether the messages that named rounds of the beacon are there as the log has them, in time and never edited,
// and which rows the posted hashes prove.
//
//	log, err := transcript.Read([]byte(copied("edited_timestamp")))
//	found, err := log.Compare(verified()) // what proof.Verify has found in the game's export
//
// It may import the checks of exports (proof) and when a message was posted (ledger/rounds). It must not know a store,
// a game in memory or Discord.
//
// Limits: it believes the copy, whose maker could have changed it. It reads texts, and no pictures or buttons. What
// does not agree is an error, an *api.Flaw.
package transcript
