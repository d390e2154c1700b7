package places_test

import (
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/threads"
	"grognard/rules/must"
)

// A thread is archived while its game's player is on vacation, and his clock stands still. The reminder before his
// deadline wakes it, and so does the end of his clock after it has rested once more: both call him there.
func TestAwake_AfterAVacation(t *testing.T) {
	day := 24 * time.Hour
	began := time.Now().UTC().Truncate(time.Second)
	now := discordtest.ClockAt(began)
	f := lay(t, now.On)
	thread := must.Get(f.anna.Thread(f.Ctx, f.Channel, "Anna against Boris", false))(t)
	f.Channel = thread
	f.Open("module:drill side:blue clock:4d + 1d per phase, at most 4d", "red")
	f.WaitOutbox()
	f.Says(f.Anna, "/settings remind:24 where:channel", "24")
	f.Says(f.Anna, "/vacation from:in 2 days until:in 10 days", "Your vacations:")
	f.WaitOutbox()
	pass := func(d time.Duration) {
		t.Helper()
		f.clock.pass(d)
		must.Do(t, f.Table.Change(threads.Sweep))
		discordtest.Advance(f.Fixture, now, d)
		f.WaitOutbox()
	}
	pass(10 * day)
	f.Eventually("the thread is archived", func() bool { return f.archived(thread) })
	pass(3*day + time.Hour)
	f.Calls(f.AwaitPosted(f.Boris, "it is your move: Blue movement, turn 1. Last move"), f.Anna)
	f.wakes(thread)
	must.Do(t, f.anna.Archive(f.Ctx, thread, true))
	pass(day)
	f.Calls(f.AwaitPosted(f.Boris, "The Blue clock has run out"), f.Anna, f.Boris)
	f.wakes(thread)
}
