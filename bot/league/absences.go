package league

import (
	"context"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/season"
)

// leastAway is the shortest time without the program, or without Discord, that does not count.
const leastAway = time.Hour

// absences are the times since a season began to run, or since the last ones in its log, in which its games could not
// be played. They are nil while there is one that has not ended: nothing is told or decided then.
func (k *Keeper) absences(ctx context.Context, h *held) ([]calendar.Span, error) {
	now := k.Now()
	h.mu.Lock()
	since, runs := h.since(), h.now.Stage == season.Running
	h.mu.Unlock()
	if !runs {
		return []calendar.Span{}, nil
	}
	list, err := k.People.Absences(ctx, h.info.Server, since)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(list, func(s calendar.Span) bool { return s.Until.IsZero() }) {
		h.mu.Lock()
		h.wakes = now.Add(time.Minute)
		h.mu.Unlock()
		return nil, nil
	}
	return append([]calendar.Span{}, list...), nil
}

// since is when the time begins of which absences are to be counted. The season's lock is held.
func (h *held) since() time.Time {
	if h.now.Since.After(h.counted) {
		return h.now.Since
	}
	return h.counted
}

// forgive counts absences for nobody, and the time in which nobody could be told. What was counted before, or lies in a
// pause, counts no second time.
func (k *Keeper) forgive(ctx context.Context, h *held, absent []calendar.Span) error {
	return k.note(ctx, h, func(s *season.Season) (e season.Event, ok bool) {
		spans := slices.Clone(absent)
		if !h.mute.IsZero() {
			spans = append(spans, calendar.Span{From: h.mute, Until: k.Now()})
			h.mute = time.Time{}
		}
		e.Away = length(spans, h.since())
		return e, e.Away > 0 && s.Stage == season.Running
	})
}

// length is how long spans are together after an instant, without those that are too short.
func length(spans []calendar.Span, since time.Time) (sum time.Duration) {
	for i := range spans {
		if spans[i].From.Before(since) {
			spans[i].From = since
		}
	}
	for _, s := range calendar.Merged(spans...) {
		if s.Length() >= leastAway {
			sum += s.Length()
		}
	}
	return sum
}
