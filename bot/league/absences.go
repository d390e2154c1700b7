package league

import (
	"context"
	"errors"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/season"
)

// leastAway is the shortest time without the program, or without Discord, that does not count.
const leastAway = time.Hour

// isTimed reports whether time passes in a season: in games that count by agreement nothing is due.
func isTimed(s *season.Season) bool {
	return s.Stage == season.Running && s.Terms.Format != season.Agreed
}

// Reach notes in the seasons of a server that Discord cannot reach it, or can again. That is in their logs, as the
// program may be started anew in such a time.
func (k *Keeper) Reach(ctx context.Context, server string, can bool) (err error) {
	for _, id := range k.Held() {
		if k.Server(id) != server {
			continue
		}
		h, failed := k.find(ctx, id)
		if failed == nil {
			failed = k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
				counts := isTimed(s) || s.Stage == season.Paused
				return season.Event{Reach: &season.Reach{Can: can}}, counts && s.Lost.IsZero() != can
			})
		}
		err = errors.Join(err, failed)
		k.wake(id)
	}
	return err
}

// absences are the times since the last ones in a season's log in which its games could not be played. While there is
// one that has not ended, nothing is told or decided: ended is false.
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
		h.wakes = k.Now().Add(time.Minute)
		h.mu.Unlock()
		return nil, false, nil
	}
	return append(losses, list...), true, nil
}

// forgive counts absences for nobody, and the times in which nobody could be told. What was counted before counts no
// second time, and a pause counts by itself.
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
		silent, h.silent = h.silent, nil
		return e, e.Away > 0
	})
	if err != nil {
		h.mu.Lock()
		h.silent = append(silent, h.silent...)
		h.mu.Unlock()
	}
	return err
}

// length is how long spans are together after an instant and outside of others, without those that are too short.
func length(spans, without []calendar.Span, since time.Time) (sum time.Duration) {
	for i := range spans {
		if spans[i].From.Before(since) {
			spans[i].From = since
		}
	}
	for _, s := range calendar.Merged(spans...) {
		long := s.Length()
		for _, w := range calendar.Merged(without...) {
			from, until := s.From, s.Until
			if w.From.After(from) {
				from = w.From
			}
			if w.Until.Before(until) {
				until = w.Until
			}
			long -= max(0, until.Sub(from))
		}
		if long >= leastAway {
			sum += long
		}
	}
	return sum
}
