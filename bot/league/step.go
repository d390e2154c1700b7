package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"grognard/bot/league/bid"
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
	if len(h.untold) > 0 {
		return k.Now()
	}
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
	tried, unread, undone := map[trial]bool{}, map[string]error{}, map[act]error{} // in this Step
	absent, ended, err := k.absences(ctx, h)
	if err != nil || !ended {
		return err
	}
	for stale := 0; ; {
		k.act(ctx, h, undone)
		if err := k.tell(ctx, h, undone); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := k.forgive(ctx, h, absent); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := k.results(ctx, h, unread); err != nil {
			return errors.Join(append(failed, err)...)
		}
		now := k.Now()
		task, ok, err := k.task(ctx, h, now, tried)
		if err == nil && !ok && k.hasNews(h) { // a row has come since tell
			continue
		}
		if err != nil || !ok {
			k.drop(h)
			failed = slices.AppendSeq(slices.AppendSeq(failed, maps.Values(unread)), maps.Values(undone))
			return errors.Join(append(failed, err)...)
		}
		if task.Kind != season.Note {
			tried[trialOf(task)] = true
			if err := k.carryOut(ctx, h, task); err != nil {
				failed = append(failed, fmt.Errorf("season %s, game %d, request %d: %w", id, task.Game, task.Request,
					err))
			}
			continue
		}
		noted, err := k.noteTask(ctx, h, now, task)
		if !noted {
			stale++
		}
		if err != nil || stale > mostStale {
			return cmp.Or(err, errors.New("season "+id+": commands come faster than what they ask for is done"))
		}
	}
}

// trial identifies a task that was tried, by its game or its request.
type trial struct{ game, request int }

func trialOf(t season.Task) trial { return trial{t.Game, t.Request} }

// mostStale is how many tasks of a Step may no longer be due when their events are to be noted.
const mostStale = 20

// hasNews reports whether something is to be told.
func (k *Keeper) hasNews(h *held) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.untold) > 0
}

// drop forgets a season that is over.
func (k *Keeper) drop(h *held) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isDone() {
		k.end(h.info)
	}
}

// tell tells the untold rows in order. It calls act before each, since the row may have come after the last act and ask
// for something in games.
func (k *Keeper) tell(ctx context.Context, h *held, undone map[act]error) error {
	for {
		h.mu.Lock()
		if len(h.untold) == 0 {
			h.mu.Unlock()
			return nil
		}
		n, seq := h.untold[0], h.last.Seq-uint64(len(h.untold)-1) // the untold rows are the log's last ones
		h.mu.Unlock()
		k.act(ctx, h, undone)
		if err := k.tellOne(ctx, h, n, seq); err != nil {
			h.mu.Lock()
			h.untold[0].Tried = true // the answer may have got lost
			if h.mute.IsZero() {
				h.mute = k.Now()
			}
			h.mu.Unlock()
			return err
		}
	}
}

// tellOne tells the first untold row, whose sequence is seq, and notes that it was told.
func (k *Keeper) tellOne(ctx context.Context, h *held, n News, seq uint64) error {
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

// results notes what has become of the changed games, except those in unread. It adds to unread each that cannot be
// read: such a game holds up nothing else and is looked at again with the next Step.
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
		st, err := k.standing(ctx, h, id)
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

// standing returns how a game of a season stands.
//
// RULING: in a game that counts by agreement both players get the result of their sides, whoever has their seats at its
// end: nobody escapes by handing over a position that he is about to lose, and there is no organiser to rule it.
func (k *Keeper) standing(ctx context.Context, h *held, id string) (Standing, error) {
	h.mu.Lock()
	var users [2]string
	if g := gameOf(&h.now, id); g != nil {
		users = [2]string{h.names[g.Pair.First], h.names[g.Pair.Second]}
	}
	agreed := h.now.Terms.Format == season.Agreed
	h.mu.Unlock()
	st, err := k.Games.Standing(ctx, id, users)
	st.Known = st.Known && (agreed || !st.Strangers)
	return st, err
}

// result notes what has become of a game: which players have acted, and its result once it is over.
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
	if st.Over && !st.Known && h.info.ID != Agreed(h.info.Server) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if g := gameOf(&h.now, id); g != nil && !g.IsOver() {
			h.stuck[g.Number] = NoResult
		}
		return nil
	}
	if !st.Over {
		return nil
	}
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		g := gameOf(s, id)
		switch {
		case g == nil:
			return season.Event{}, false
		case !st.Known || g.Met != nil && g.Met.Casual: // cancelled, or closed by a game master; or it never counts
			return season.Halved(*g), !g.IsOver()
		}
		return ended(s, g, st, st.How)
	})
}

// ended returns the event with the result of a game, and with what the game's log says of its players.
func ended(s *season.Season, g *season.Game, st Standing, how string) (_ season.Event, ok bool) {
	st = withBid(g, st)
	e, ok := s.End(g.Number, how, st.Points, st.Margin, timedOutPlayer(g, st))
	if ok {
		e.Ended.Answers, e.Ended.Turn = st.Answers, st.Turn
	}
	return e, ok
}

// withBid returns st with the result that follows from a bid of points; as it is if points do not decide the game.
func withBid(g *season.Game, st Standing) Standing {
	if g.Met == nil || g.Met.Bid == nil || g.Met.Steps != [2]int{} { // a handicap has its effect in the game
		return st
	}
	v := bid.Settled(st.Score, st.Sides, *g.Met.Bid)
	switch {
	case v == nil:
	case v.Side == "":
		st.Points, st.Margin = [2]int{1, 1}, 0
	case v.Side == st.Sides[0]:
		st.Points, st.Margin = [2]int{2, 0}, v.Degree
	default:
		st.Points, st.Margin = [2]int{0, 2}, -v.Degree
	}
	return st
}

// timedOutPlayer returns the player whose clock has run out, "" for nobody.
func timedOutPlayer(g *season.Game, st Standing) string {
	return []string{"", g.Pair.First, g.Pair.Second}[st.Clock]
}

// gameOf returns the game of a season with this ID of the referee's, nil for none.
func gameOf(s *season.Season, id string) *season.Game {
	i := slices.IndexFunc(s.Games, func(g season.Game) bool { return g.ID == id })
	if i < 0 {
		return nil
	}
	return &s.Games[i]
}

// task returns the first task that is due and was not tried; ok is false if there is none. A task that must find
// players awake waits until they are: h.wakes is set to when the first such task will be due.
func (k *Keeper) task(ctx context.Context, h *held, now time.Time, tried map[trial]bool) (task season.Task, ok bool,
	err error) {
	h.mu.Lock()
	tasks := h.now.Tasks(now, h.idle()...)
	names := maps.Clone(h.names)
	h.mu.Unlock()
	var wakes time.Time
	for _, t := range tasks {
		if t.Kind != season.Note && tried[trialOf(t)] {
			continue
		}
		until := now
		for _, name := range t.Awake {
			if names[name] == "" {
				continue // the player was forgotten
			}
			at, err := k.People.Wakes(ctx, names[name], now)
			if err != nil {
				return season.Task{}, false, err
			}
			if at.After(until) {
				until = at
			}
		}
		if e := t.Event.Lobby; t.Kind == season.Note && e != nil && e.Bid != nil && names[e.Bid.Player] != "" {
			at, err := passesAt(ctx, k, h, e.Bid, now)
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

// idle returns the games that cannot be opened, or have ended without a result, by number. The season's lock is held.
func (h *held) idle() []int { return slices.Sorted(maps.Keys(h.stuck)) }

func (k *Keeper) carryOut(ctx context.Context, h *held, t season.Task) error {
	switch t.Kind {
	case season.Open:
		return k.open(ctx, h, t.Game)
	case season.Hear:
		return k.hear(ctx, h, t.Request)
	}
	return k.adjudicate(ctx, h, t.Game)
}

// noteTask notes the event of a task, if the task is still due: a command may have come since.
func (k *Keeper) noteTask(ctx context.Context, h *held, now time.Time, t season.Task) (noted bool, err error) {
	event, err := k.excused(ctx, h, t.Event, now)
	if err != nil {
		return false, err
	}
	err = k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		noted = slices.ContainsFunc(s.Tasks(now, h.idle()...), func(due season.Task) bool {
			return due.Kind == t.Kind && reflect.DeepEqual(due.Event, t.Event)
		})
		return event, noted
	})
	return noted, err
}

// open opens a game: first its place is noted, then the game.
func (k *Keeper) open(ctx context.Context, h *held, number int) error {
	h.mu.Lock()
	o := Opening{ID: h.opening(&h.now, number), Season: h.info.ID, Server: h.info.Server, Home: h.now.Terms.Channel,
		Name: h.now.Terms.Name, Game: number}
	if g := h.now.Game(number); o.ID != "" {
		o.Channel, o.Setting, o.Home = g.Channel, g.Setting, cmp.Or(g.Home, o.Home)
		if g.Met != nil {
			o.Name, o.Handicap, o.Lobby = g.Setting.Module, g.Met.Handicap(), true
		}
		o.Users = [2]string{h.names[g.Pair.First], h.names[g.Pair.Second]}
	}
	h.mu.Unlock()
	if o.ID == "" || o.Users[0] == "" || o.Users[1] == "" {
		return nil // there is no such game any more, or a player was forgotten a moment ago
	}
	noted, err := k.place(ctx, h, &o)
	if err == nil && !noted {
		return nil
	}
	var id string
	if err == nil {
		id, err = k.Games.Open(ctx, o)
	}
	if errors.Is(err, ErrTaken) {
		_, failed := k.opened(ctx, h, o.ID, season.Opening{Game: number}) // without a channel: it needs a new place
		err = errors.Join(err, failed)
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
	noted, err = k.opened(ctx, h, o.ID, season.Opening{Game: number, ID: id, Channel: o.Channel})
	if err == nil && !noted {
		err = k.Games.Close(ctx, id, "The season needs this game no more.")
	}
	return err
}

// opening returns the ID of the command that opens a game, "" for a game that is not to be opened. It has all that may
// change while the command is carried out: once a round was undone, the number is another game's, and a reserve may
// have taken a player's place.
func (h *held) opening(s *season.Season, number int) string {
	g := s.Game(number)
	if g == nil || g.ID != "" || g.IsOver() {
		return ""
	}
	var paired time.Time // the zero time for one of the lobby, whose number is no other's
	if r := slices.IndexFunc(s.Rounds, func(r season.Round) bool { return r.Number == g.Round }); r >= 0 {
		paired = s.Rounds[r].Paired
	}
	return fmt.Sprintf(Commands+"%s game %d of %d %s %s", h.info.ID, number, paired.UnixMicro(), g.Pair.First,
		g.Pair.Second)
}

// place makes the place of a game and notes it. noted is false if the game is no longer to be opened.
func (k *Keeper) place(ctx context.Context, h *held, o *Opening) (noted bool, err error) {
	if o.Channel != "" {
		return true, nil
	}
	if o.Channel, err = k.Games.Place(ctx, *o); err != nil {
		return false, err
	}
	return k.opened(ctx, h, o.ID, season.Opening{Game: o.Game, Channel: o.Channel})
}

// opened notes what was opened, unless opening is no longer the ID of the game's opening.
func (k *Keeper) opened(ctx context.Context, h *held, opening string, o season.Opening) (noted bool, err error) {
	err = k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		noted = h.opening(s, o.Game) == opening
		return season.Event{Opened: &o}, noted
	})
	return noted, err
}

// adjudicate gives a game the result that it would have if it were over now, or a draw if that is unknown.
//
// RULING: a game that has not begun is drawn too, as one that was not opened: its set-up is nobody's achievement.
func (k *Keeper) adjudicate(ctx context.Context, h *held, number int) error {
	h.mu.Lock()
	id := ""
	if g := h.now.Game(number); g != nil {
		id = g.ID
	}
	h.mu.Unlock()
	if id == "" {
		return nil
	}
	st, err := k.standing(ctx, h, id)
	if err != nil {
		return err
	}
	if !st.Known {
		st.Points, st.Margin = [2]int{1, 1}, 0
	}
	how := st.How
	if !st.Over || !st.Known {
		how = season.OutOfTime
	}
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		g := gameOf(s, id)
		switch {
		case g == nil || g.IsOver():
			return season.Event{}, false
		case !st.Started:
			return season.Halved(*g), true
		}
		return ended(s, g, st, how)
	})
}
