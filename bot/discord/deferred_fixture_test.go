package discord_test

import (
	"time"

	"grognard/bot/discord/discordtest"
)

// deferAnswers makes the bot defer an answer that is not ready at once.
func deferAnswers(f *discordtest.Fixture) {
	f.T.Helper()
	f.Stop()
	f.DeferAfter = time.Millisecond
	f.Start()
}
