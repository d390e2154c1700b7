package league

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"grognard/bot/league/season"
)

// Changed notes that a game has gone on, and returns the season for which it is played, "" for none.
func (k *Keeper) Changed(game string) string {
	k.mu.Lock()
	h := k.held[k.byGame[game]]
	k.mu.Unlock()
	if h == nil {
		return ""
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changed[game] = true
	return h.info.ID
}

// Held returns the seasons that are not over.
func (k *Keeper) Held() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Sorted(maps.Keys(k.held))
}

// Next returns when Step may have something to do for a season because time has passed, the zero time for never.
func (k *Keeper) Next(id string) (at time.Time) {
	k.mu.Lock()
	h := k.held[id]
	k.mu.Unlock()
	if h == nil {
		return at
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	at = h.now.Next(k.Now())
	if !h.wakes.IsZero() && (at.IsZero() || h.wakes.Before(at)) {
		at = h.wakes
	}
	return at
}

// Step does what is due for a season: it tells what is untold, takes results, and carries out tasks until none is left.
// After an error it must be called again. One game that cannot be opened does not hold up the others.
func (k *Keeper) Step(ctx context.Context, id string) error {
	k.mu.Lock()
	h := k.held[id]
	k.mu.Unlock()
	if h == nil {
		return nil
	}
	h.step.Lock()
	defer h.step.Unlock()
	var failed []error
	tried, unread := map[int]bool{}, map[string]error{}
	for {
		if err := k.tell(ctx, h); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := k.results(ctx, h, unread); err != nil {
			return errors.Join(append(failed, err)...)
		}
		task, ok, err := k.task(ctx, h, tried)
		if err == nil && !ok && k.hasNews(h) {
			continue
		}
		if err != nil || !ok {
			k.drop(h)
			return errors.Join(append(slices.AppendSeq(failed, maps.Values(unread)), err)...)
		}
		switch err := k.carryOut(ctx, h, task); {
		case err != nil && task.Kind == season.Note:
			return err
		case err != nil:
			tried[task.Game] = true
			failed = append(failed, fmt.Errorf("season %s, game %d: %w", id, task.Game, err))
		}
	}
}

// hasNews reports whether something is to be told.
func (k *Keeper) hasNews(h *held) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.untold) > 0
}

// drop forgets a season that is over.
func (k *Keeper) drop(h *held) {
	h.mu.Lock()
	done := h.isDone()
	h.mu.Unlock()
	if done {
		k.end(h.info)
	}
}

// tell closes games that count no more and tells the rows that are untold. If nobody could be told for long, that time
// does not count.
func (k *Keeper) tell(ctx context.Context, h *held) error {
	for {
		h.mu.Lock()
		if len(h.untold) == 0 {
			h.mu.Unlock()
			break
		}
		n, seq := h.untold[0], h.last.Seq-uint64(len(h.untold)-1)
		var ends []closing
		for len(h.closing) > 0 && h.closing[0].seq <= seq {
			ends, h.closing = append(ends, h.closing[0]), h.closing[1:]
		}
		h.mu.Unlock()
		if err := k.tellOne(ctx, h, n, seq, ends); err != nil {
			h.mu.Lock()
			h.closing = slices.Concat(ends, h.closing)
			if h.mute.IsZero() {
				h.mute = k.Now()
			}
			h.mu.Unlock()
			return err
		}
	}
	h.mu.Lock()
	since := h.mute
	h.mute = time.Time{}
	h.mu.Unlock()
	return k.forgive(ctx, h, since)
}

func (k *Keeper) tellOne(ctx context.Context, h *held, n News, seq uint64, ends []closing) error {
	for _, c := range ends {
		if err := k.Games.Close(ctx, c.id, c.reason); err != nil {
			return fmt.Errorf("close game %s: %w", c.id, err)
		}
	}
	h.mu.Lock()
	v := h.view()
	h.mu.Unlock()
	if err := k.Tell(ctx, v, n); err != nil {
		return fmt.Errorf("season %s, row %d: %w", n.Season, seq, err)
	}
	if err := k.Log.Told(ctx, n.Season, seq); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.untold, h.info.Told = h.untold[1:], seq
	return nil
}

// results takes what has become of games that have gone on, but of those that could not be read before. One that cannot
// be read holds up nothing else, and is looked at again with the next Step.
func (k *Keeper) results(ctx context.Context, h *held, unread map[string]error) error {
	h.mu.Lock()
	games := slices.Sorted(maps.Keys(h.changed))
	h.mu.Unlock()
	for _, id := range games {
		if unread[id] != nil {
			continue
		}
		h.mu.Lock()
		delete(h.changed, id) // before it is read, as it may change meanwhile
		h.mu.Unlock()
		st, err := k.Games.Standing(ctx, id)
		if err != nil {
			unread[id] = fmt.Errorf("game %s: %w", id, err)
			k.Changed(id)
			continue
		}
		if err := k.result(ctx, h, id, st); err != nil {
			k.Changed(id)
			return err
		}
	}
	return nil
}

// result takes what has become of a game.
func (k *Keeper) result(ctx context.Context, h *held, id string, st Standing) error {
	for seat, acted := range st.Acted {
		if !acted {
			continue
		}
		err := k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
			if g := gameOf(s, id); g != nil {
				return s.Show([]string{g.Pair.First, g.Pair.Second}[seat], g.Number)
			}
			return season.Event{}, false
		})
		if err != nil {
			return err
		}
	}
	if st.Over && !st.Known {
		h.mu.Lock()
		defer h.mu.Unlock()
		if g := gameOf(&h.now, id); g != nil && !g.IsOver() {
			h.stuck[g.Number] = NoResult
		}
	}
	if !st.Over || !st.Known {
		return nil
	}
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		g := gameOf(s, id)
		if g == nil {
			return season.Event{}, false
		}
		return s.End(g.Number, st.How, st.Points, st.Margin, loser(g, st))
	})
}

func loser(g *season.Game, st Standing) string {
	return []string{"", g.Pair.First, g.Pair.Second}[st.Clock]
}

// gameOf is the game of a season that the referee calls so, nil for none.
func gameOf(s *season.Season, id string) *season.Game {
	i := slices.IndexFunc(s.Games, func(g season.Game) bool { return g.ID == id })
	if i < 0 {
		return nil
	}
	return &s.Games[i]
}

// task returns what is to be done first, without games that were tried in vain. Who is asleep or away delays what must
// find him awake.
func (k *Keeper) task(ctx context.Context, h *held, tried map[int]bool) (task season.Task, ok bool, err error) {
	now := k.Now()
	h.mu.Lock()
	tasks := h.now.Tasks(now)
	names := maps.Clone(h.names)
	h.mu.Unlock()
	var wakes time.Time
	for _, t := range tasks {
		if t.Kind != season.Note && tried[t.Game] {
			continue
		}
		until := now
		for _, name := range t.Awake {
			if names[name] == "" {
				continue // he was forgotten
			}
			at, err := k.People.Wakes(ctx, names[name], now)
			if err != nil {
				return season.Task{}, false, err
			}
			if at.After(until) {
				until = at
			}
		}
		if !until.After(now) {
			task, ok = t, true
			break
		}
		if wakes.IsZero() || until.Before(wakes) {
			wakes = until
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wakes = wakes
	return task, ok, nil
}

func (k *Keeper) carryOut(ctx context.Context, h *held, t season.Task) error {
	switch t.Kind {
	case season.Open:
		return k.open(ctx, h, t.Game)
	case season.Adjudicate:
		return k.adjudicate(ctx, h, t.Game)
	}
	return k.note(ctx, h, func(*season.Season) (season.Event, bool) { return t.Event, true })
}

// open opens a game: first its place is noted, then the game.
func (k *Keeper) open(ctx context.Context, h *held, number int) error {
	h.mu.Lock()
	g := *h.now.Game(number)
	o := Opening{ID: fmt.Sprintf(Commands+"%s game %d", h.info.ID, number), Season: h.info.ID, Server: h.info.Server,
		Home: h.now.Terms.Channel, Channel: g.Channel, Name: h.now.Terms.Name, Game: number, Setting: g.Setting,
		Users: [2]string{h.names[g.Pair.First], h.names[g.Pair.Second]}}
	r := slices.IndexFunc(h.now.Rounds, func(r season.Round) bool { return r.Number == g.Round })
	paired := h.now.Rounds[r].Paired
	h.mu.Unlock()
	o.ID = fmt.Sprintf("%s of %d", o.ID, paired.UnixMicro()) // the number is another game's when a round was undone
	err := k.place(ctx, h, &o)
	var id string
	if err == nil {
		id, err = k.Games.Open(ctx, o)
	}
	h.mu.Lock()
	delete(h.stuck, number)
	if err != nil {
		h.stuck[number] = err.Error()
	}
	h.mu.Unlock()
	if err != nil {
		return err
	}
	noted, err := k.opened(ctx, h, season.Opening{Game: number, ID: id, Channel: o.Channel})
	if err == nil && !noted {
		err = k.Games.Close(ctx, id, "The season needs this game no more.")
	}
	return err
}

func (k *Keeper) place(ctx context.Context, h *held, o *Opening) (err error) {
	if o.Channel != "" {
		return nil
	}
	if o.Channel, err = k.Games.Place(ctx, *o); err != nil {
		return err
	}
	_, err = k.opened(ctx, h, season.Opening{Game: o.Game, Channel: o.Channel})
	return err
}

// opened notes what was opened, unless the game is over by now.
func (k *Keeper) opened(ctx context.Context, h *held, o season.Opening) (noted bool, err error) {
	err = k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		g := s.Game(o.Game)
		noted = g != nil && g.ID == "" && !g.IsOver()
		return season.Event{Opened: &o}, noted
	})
	return noted, err
}

// adjudicate gives a game the result that it would have if it were over now. Where that means nothing, it is drawn.
func (k *Keeper) adjudicate(ctx context.Context, h *held, number int) error {
	h.mu.Lock()
	id := h.now.Game(number).ID
	h.mu.Unlock()
	st, err := k.Games.Standing(ctx, id)
	if err != nil {
		return err
	}
	if !st.Known {
		st.Points, st.Margin = [2]int{1, 1}, 0
	}
	how := st.How
	if !st.Over {
		how = season.OutOfTime
	}
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		g := s.Game(number)
		if g == nil || g.IsOver() {
			return season.Event{}, false
		}
		return s.End(number, how, st.Points, st.Margin, loser(g, st))
	})
}
