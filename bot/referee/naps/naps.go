// Package naps remembers how games slept that were woken to try their channels. As long as nothing has reached such a
// channel, a loss of it for the same reason is no news, and the sleep goes on.
//
//	var known naps.Naps
//	known.Woken("901", naps.Nap{Why: api.NoAccess, From: noon, Until: noon.Add(time.Hour)})
//	loss := known.Lost("901", "", api.NoAccess, noon.Add(time.Hour+time.Second)) // "": it was awake
//	known.Reached("901")
//
// Limits: it forgets all when the program ends.
package naps

import (
	"sync"
	"time"

	"grognard/bot/referee/api"
)

// Nap is how long the game of a channel slept, and why.
type Nap struct {
	Why         api.Loss
	From, Until time.Time
}

// attempt is how soon after a game was woken its channel is lost again if nothing has changed. Until then its players
// could see no more of it than before, so that this counts as sleep too.
const attempt = 5 * time.Minute

// Naps are by channel. Its zero value knows of none, and it is safe for concurrent use.
type Naps struct{ byChannel sync.Map }

// Woken notes that the game of a channel was woken.
func (n *Naps) Woken(channel string, nap Nap) { n.byChannel.Store(channel, nap) }

// Reached notes that a message has reached a channel.
func (n *Naps) Reached(channel string) { n.byChannel.Delete(channel) }

// Loss is what follows from the loss of a channel.
type Loss struct {
	News     bool      // players are to be told of it
	Replaces bool      // the game sleeps already, and the reason is another one from now on
	From     time.Time // since when the game sleeps
}

// Lost returns what follows when a channel is lost at a time for the reason why. asleep is the reason for which its
// game sleeps already, "" if it is awake. If the channel is deleted, or its server has removed the bot, players are
// told whatever they were told before.
func (n *Naps) Lost(channel string, asleep, why api.Loss, at time.Time) Loss {
	known, _ := n.byChannel.Load(channel)
	last, _ := known.(Nap)
	lasting := why == api.Deleted || why == api.Removed
	switch {
	case asleep != "":
		replaces := lasting && asleep != api.Deleted && asleep != why
		return Loss{News: replaces, Replaces: replaces, From: at}
	case at.Sub(last.Until) < attempt:
		return Loss{News: lasting || last.Why != why, From: last.From}
	}
	return Loss{News: lasting || last.Why != why, From: at}
}
