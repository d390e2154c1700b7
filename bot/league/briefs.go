package league

import (
	"context"
	"slices"
	"time"

	"grognard/bot/league/season"
)

// Brief is what a list of seasons shows of one.
type Brief struct {
	ID, Name string
	Format   season.Format
	Since    time.Time // when its present stage began
	Over     bool      // it is closed or cancelled

	places []string // the channels of the season and of its games
}

// In reports whether a channel is the season's, or one of its games is played there.
func (b Brief) In(channel string) bool { return slices.Contains(b.places, channel) }

// mostBriefs is how many briefs of seasons that are over are cached. A large season's takes some thirty kilobytes.
const mostBriefs = 300

// Briefs returns the briefs of a server's newest seasons, the newest first. It looks at no more than most, and leaves
// out the season of agreed games. With an error some could not be read; the list has the others.
func (k *Keeper) Briefs(ctx context.Context, server string, most int) (list []Brief, err error) {
	ids, err := k.Of(ctx, server)
	slices.Reverse(ids)
	for _, id := range ids[:min(len(ids), most)] {
		b, failed := k.brief(ctx, id)
		if failed != nil {
			err = failed
			continue
		}
		if b.Format != season.Agreed {
			list = append(list, b)
		}
	}
	return list, err
}

func (k *Keeper) brief(ctx context.Context, id string) (Brief, error) {
	k.mu.Lock()
	b, known := k.briefs[id]
	isHeld := k.held[id] != nil
	k.mu.Unlock()
	if known && !isHeld {
		return b, nil
	}
	h, err := k.find(ctx, id)
	if err != nil {
		return Brief{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	b = Brief{ID: id, Name: h.now.Terms.Name, Format: h.now.Terms.Format, Since: h.now.Since,
		places: []string{h.now.Terms.Channel}}
	b.Over = h.now.Stage == season.Closed || h.now.Stage == season.Cancelled
	for _, g := range h.now.Games {
		b.places = append(b.places, g.Channel)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.briefs) >= mostBriefs {
		clear(k.briefs)
	}
	k.briefs[id] = b
	return b, nil
}
