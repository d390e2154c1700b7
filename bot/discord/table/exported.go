package table

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"grognard/bot/ics"
)

// exportedDeadlines is the name of the preference that stores which deadlines a user's calendar may have.
const exportedDeadlines = "deadlines"

// exportedDeadline is a deadline that a user's calendar may have, because a file with its event was made for him.
type exportedDeadline struct {
	UID     string    `json:"uid"`
	Opened  time.Time `json:"opened"` // when its game was opened, from which revision counts
	At      time.Time `json:"at"`
	Summary string    `json:"summary"`
}

// cancelledFor is how long after its time an event that no longer stands is still written as cancelled, so that each of
// a user's calendars learns of it. Later it misleads nobody.
const cancelledFor = 30 * 24 * time.Hour

// revision returns the revision of an event in a file that is made now: the seconds since its game was opened. So it
// rises with each file and tells nothing of what was done in the game.
func revision(now, opened time.Time) int { return int(now.Sub(opened).Seconds()) }

// exportDeadlines stores that a user gets the current deadlines, and returns cancelled events for those that he got
// earlier and that no longer stand.
func (c Calls) exportDeadlines(ctx context.Context, user string, current []exportedDeadline,
	now time.Time) (cancelled []ics.Event, err error) {
	text, err := c.Preferences.Preference(ctx, user, exportedDeadlines)
	if err != nil {
		return nil, err
	}
	var before []exportedDeadline
	if json.Unmarshal([]byte(text), &before) != nil { // nothing is stored yet, or it is unreadable
		before = nil
	}
	kept := slices.Clone(current)
	for _, d := range before {
		if now.After(d.At.Add(cancelledFor)) ||
			slices.ContainsFunc(current, func(s exportedDeadline) bool { return s.UID == d.UID }) {
			continue
		}
		kept = append(kept, d)
		cancelled = append(cancelled, ics.Event{UID: d.UID, Revision: revision(now, d.Opened), At: d.At,
			Summary: d.Summary, Cancelled: true})
	}
	if len(kept)+len(before) == 0 { // nothing to store
		return nil, nil
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return nil, err
	}
	return cancelled, c.Preferences.Prefer(ctx, user, exportedDeadlines, string(raw))
}
