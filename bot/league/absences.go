package league

import (
	"context"
	"errors"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/season"
)

// leastAway is the shortest outage, of the program or of Discord, for which the players are given time.
const leastAway = time.Hour

// isTimed reports whether outages put off what is due in a season. For agreed games present deducts them instead.
func isTimed(s *season.Season) bool {
	return s.Stage == season.Running && s.Terms.Format != season.Agreed
}

// Reach notes in the logs of a server's seasons that Discord cannot reach it, or can again, if that is not noted yet.
// The logs keep this as the program may be restarted during an outage.
func (k *Keeper) Reach(ctx context.Context, server string, can bool) (err error) {
	for _, id := range k.Held() {
		if k.Server(id) != server {
			continue
		}
		h, failed := k.find(ctx, id)
		if failed == nil {
			failed = k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
				counts := isTimed(s) || s.Stage == season.Paused // an outage may outlast a pause
				return season.Event{Reach: &season.Reach{Can: can}}, counts && can != s.Lost.IsZero()
			})
		}
		err = errors.Join(err, failed)
		k.wake(id)
	}
	return err
}

// absences returns outages in which a season's games could not be played: all of its server, and those of the program
// or of Discord that ended after h.counted. ended is false during an outage: then nothing is told or decided.
func (k *Keeper) absences(ctx context.Context, h *held) (spans []calendar.Span, ended bool, err error) {
	h.mu.Lock()
	since, timed := h.counted, isTimed(&h.now)
	lost, losses := h.now.Lost, slices.Clone(h.now.Losses)
	h.mu.Unlock()
	if !timed {
		return nil, true, nil
	}
	list, err := k.People.Absences(ctx, since)
	if err != nil {
		return nil, false, err
	}
	if !lost.IsZero() || slices.ContainsFunc(list, func(s calendar.Span) bool { return s.Until.IsZero() }) {
		h.mu.Lock()
		h.wakes = k.Now().Add(time.Minute) // when Step looks again
		h.mu.Unlock()
		return nil, false, nil
	}
	return append(losses, list...), true, nil
}

// forgive notes in a season's log that absences, and the times in which nobody could be told, count against nobody.
// Time that was noted before is not noted again, nor is that of a pause, which has its own effect.
func (k *Keeper) forgive(ctx context.Context, h *held, absent []calendar.Span) error {
	var silent []calendar.Span
	err := k.note(ctx, h, func(s *season.Season) (e season.Event, ok bool) {
		if !h.mute.IsZero() {
			h.silent = append(h.silent, calendar.Span{From: h.mute, Until: k.Now()})
			h.mute = time.Time{}
		}
		if !isTimed(s) {
			return e, false
		}
		e.Away = length(slices.Concat(absent, h.silent), s.Pauses, h.counted)
		silent, h.silent = h.silent, nil // they are noted now, or too short to count
		return e, e.Away > 0
	})
	if err != nil {
		h.mu.Lock()
		h.silent = append(silent, h.silent...)
		h.mu.Unlock()
	}
	return err
}

// length adds up merged spans, after since and outside of without. One with less than leastAway left counts nothing.
func length(spans, without []calendar.Span, since time.Time) (sum time.Duration) {
	for i := range spans {
		if spans[i].From.Before(since) {
			spans[i].From = since
		}
	}
	for _, s := range calendar.Merged(spans...) {
		left := s.Length()
		for _, w := range calendar.Merged(without...) {
			from, until := s.From, s.Until
			if w.From.After(from) {
				from = w.From
			}
			if w.Until.Before(until) {
				until = w.Until
			}
			left -= max(0, until.Sub(from))
		}
		if left >= leastAway {
			sum += left
		}
	}
	return sum
}
