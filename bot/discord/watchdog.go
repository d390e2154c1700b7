package discord

import (
	"context"
	"errors"
	"time"
)

// The watchdog looks at the heartbeats this often, and gives up after so many
// looks without a new one: five minutes, while discordgo itself connects anew
// after three and a half. Looks are counted and not minutes, so that a machine
// that slept is given time to connect again.
const (
	watchEvery = 10 * time.Second
	watchLimit = 30
)

var errStalled = errors.New("no heartbeat has been answered for five minutes")

// watch returns nil when ctx ends, and errStalled when the heartbeats stand
// still. The last heartbeat may be hidden, as when discordgo hangs with its own
// lock held: that counts as none.
func watch(ctx context.Context, tick <-chan time.Time, last func() (time.Time, bool), beat func()) error {
	var seen time.Time
	for still := 0; still < watchLimit; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
		at, ok := last()
		if !ok || at.Equal(seen) {
			still++
			continue
		}
		seen, still = at, 0
		if beat != nil {
			beat()
		}
	}
	return errStalled
}

// heartbeat is when Discord last answered one; false when the session's lock is
// taken, as it is for good when discordgo deadlocks.
func (b *bot) heartbeat() (time.Time, bool) {
	session := b.courier.session
	if !session.TryRLock() {
		return time.Time{}, false
	}
	defer session.RUnlock()
	return session.LastHeartbeatAck, true
}
