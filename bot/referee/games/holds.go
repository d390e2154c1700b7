package games

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/stops"
	"grognard/storage"
)

// UnreadableCalendar means that what the store has of a user's calendar cannot be read. He counts as one who has set
// nothing, because otherwise he would never be mentioned, and nobody could go on without him.
type UnreadableCalendar struct{ error }

// CalendarOf returns a user's calendar, for callers that have entered the gate. With UnreadableCalendar it is empty.
func (hs *Holds) CalendarOf(ctx context.Context, user string) (calendar.Calendar, error) {
	text, err := hs.store.Preference(ctx, user, api.PaperOfCalendar)
	if err != nil || text == "" {
		return calendar.Calendar{}, err
	}
	var c calendar.Calendar
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return calendar.Calendar{}, UnreadableCalendar{err}
	}
	return c, nil
}

// Holds finds out what holds clocks.
type Holds struct {
	log      storage.Log
	store    storage.Store
	now      func() time.Time
	logger   *slog.Logger
	presence *presence
}

// Load reads from the store what holds the running clock.
func (hs *Holds) Load(ctx context.Context, g *Held) error {
	c := g.Clock
	if c == nil {
		return nil
	}
	h := ledger.ClockHolds{At: hs.now().UTC().Truncate(time.Microsecond)}
	g.ClockHolds = h
	if c.Side == "" {
		return nil
	}
	absences, err := hs.store.Absences(ctx, g.Stored.ID, c.From)
	if err != nil {
		return err
	}
	for _, a := range absences {
		h.Spans = append(h.Spans, ledger.ClockHold{Span: calendar.Span{From: a.From, Until: a.Until},
			Why: api.Hold(a.Why)})
	}
	since, err := hs.openHolds(ctx, g)
	if err != nil {
		return err
	}
	h.Spans = append(h.Spans, since...)
	if c.Pause.Until.After(c.From) {
		h.Spans = append(h.Spans, ledger.ClockHold{Span: c.Pause, Why: api.Agreement})
	}
	h.Spans = append(h.Spans, stops.Holds(c)...)
	h.Calendar, err = hs.CalendarOf(ctx, clocks.CalendarUser(g.Game, c.Side))
	if err != nil { // others must still be able to play
		hs.logger.Error("a player's calendar cannot be read, and his clock runs without", "game", g.Stored.ID,
			"error", err)
	}
	g.ClockHolds = h // which unheard reads
	unheard, err := hs.unheard(ctx, g)
	g.ClockHolds.Spans = append(h.Spans, unheard...)
	return err
}

// openHolds returns the holds that have not ended yet.
func (hs *Holds) openHolds(ctx context.Context, g *Held) (spans []ledger.ClockHold, err error) {
	outbox, err := hs.log.OutboxOf(ctx, g.Stored.ID, "", hs.now()) // "" for the game's own channel
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(outbox, func(d storage.Delivery) bool { return notices.TellsOfClock(g.Game, d) }) {
		spans = append(spans, ledger.ClockHold{Span: calendar.Span{From: g.Clock.From}, Why: api.Undelivered})
	}
	asleep, err := hs.log.Asleep(ctx, g.Stored.ID)
	if err != nil {
		return nil, err
	}
	if !asleep.IsZero() {
		spans = append(spans, ledger.ClockHold{Span: calendar.Span{From: asleep}, Why: api.Asleep})
	}
	away, err := hs.presence.awaySince(ctx)
	if !away.IsZero() {
		spans = append(spans, ledger.ClockHold{Span: calendar.Span{From: away}, Why: api.Away})
	}
	return spans, err
}

// PlayableFor returns when the game has been playable for a length of time since an instant. Times in which the
// program was not running or the channel could not be reached do not count, because nobody could use them.
func (hs *Holds) PlayableFor(ctx context.Context, g *Held, since time.Time, long time.Duration) (time.Time, error) {
	held, err := hs.Absences(ctx, g.Stored.ID, since)
	if last := len(held) - 1; last >= 0 && held[last].Until.IsZero() {
		held[last].Until = hs.now()
	}
	return clock.Run{From: since, Left: long, Held: held}.Due(), err
}

// Absences returns the times in which a game could not be played, or with "" none could, as far as they end after an
// instant. One that has not ended is the last, and ends with the zero time.
func (hs *Holds) Absences(ctx context.Context, id storage.GameID, after time.Time) (spans []calendar.Span, err error) {
	absences, err := hs.store.Absences(ctx, id, after)
	if err != nil {
		return nil, err
	}
	for _, a := range absences {
		spans = append(spans, calendar.Span{From: a.From, Until: a.Until})
	}
	away, err := hs.presence.awaySince(ctx)
	if !away.IsZero() {
		spans = append(spans, calendar.Span{From: away})
	}
	return spans, err
}
