package naps_test

import (
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/naps"
)

// The game of these cases slept from noon until one o'clock, because the bot could not write in its channel.
func TestLost(t *testing.T) {
	one := noon.Add(time.Hour)
	for name, c := range map[string]struct {
		asleep, why api.Loss // why the game sleeps already, "" if it is awake; why its channel is lost now
		at          time.Time
		want        naps.Loss
	}{
		"still":                 {"", api.NoAccess, one.Add(time.Second), naps.Loss{From: noon}},
		"still, and found late": {"", api.NoAccess, one.Add(time.Hour), naps.Loss{From: one.Add(time.Hour)}},
		"for another reason":    {"", api.Crowded, one.Add(time.Second), naps.Loss{News: true, From: noon}},
		"the bot is removed":    {"", api.Removed, one.Add(time.Second), naps.Loss{News: true, From: noon}},
		"asleep already":        {api.NoAccess, api.Crowded, one, naps.Loss{From: one}},
		"asleep, removed":       {api.NoAccess, api.Removed, one, naps.Loss{News: true, Replaces: true, From: one}},
		"removed and deleted":   {api.Removed, api.Deleted, one, naps.Loss{News: true, Replaces: true, From: one}},
		"deleted and removed":   {api.Deleted, api.Removed, one, naps.Loss{From: one}},
	} {
		var known naps.Naps
		known.Woken("901", naps.Nap{Why: api.NoAccess, From: noon, Until: one})
		if got := known.Lost("901", c.asleep, c.why, c.at); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
