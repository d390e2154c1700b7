package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// deed is what is done to a game because of a row of the log.
type deed int

const (
	closes deed = iota // the game no longer counts
	rests              // the game is adjourned
	goesOn             // the game is taken up again
	seats              // a player gets his seat back
	stops              // the game's clocks stop
	runs               // the game's clocks run again
)

// act is something that must be done to a game.
type act struct {
	kind       deed
	game       int       // its number in the season
	id, reason string    // id is the referee's, of the game
	seat       int       // of seats: 0 for the first player's
	player     string    // his name in the season
	offered    bool      // he has not asked for the seat
	request    int       // the number of the request that was decided
	command    string    // the command's identifier: the same at each try, another one for each row
	at         time.Time // when the row was written
}

// resting returns the numbers of the games that are adjourned.
func (h *held) resting() (games []int) {
	for _, g := range h.now.Games {
		if !g.Adjourned.IsZero() {
			games = append(games, g.Number)
		}
	}
	return games
}

// requestActs returns the acts that follow from an event of requests, which the season has applied already. rested are
// the games that were adjourned before.
func (h *held) requestActs(e season.Event, rested []int) (list []act) {
	if e.Request == nil {
		return nil
	}
	h.acts = slices.DeleteFunc(h.acts, func(a act) bool { return a.kind == seats && a.request == e.Request.NoSeat })
	d, reason := e.Request.Decided, "It is taken up again."
	number := e.Request.TakenUp
	if d != nil {
		number, reason = d.Request, d.Reason
	}
	r := h.now.Requests.Request(number)
	if r == nil || h.now.Game(r.Game) == nil || h.now.Game(r.Game).IsOver() || h.now.Game(r.Game).ID == "" {
		return nil
	}
	g := h.now.Game(r.Game)
	a := act{game: g.Number, id: g.ID, reason: reason, at: h.last.At, request: r.Number,
		command: fmt.Sprintf(Commands+"%s row %d", h.info.ID, h.last.Seq)}
	switch before, now := slices.Contains(rested, g.Number), !g.Adjourned.IsZero(); {
	case now && !before:
		a.kind = rests
	case before && !now:
		a.kind = goesOn
	case d != nil && r.Kind == request.Restore && (d.Grant || d.Appeal && r.Decisions[0].Grant):
		a.kind, a.player = seats, r.By
		if a.seat, _ = g.SeatOf(r.By); !d.Grant {
			a.player, a.offered = r.Holder, true // the appeal gives the seat back to its former holder
		}
		if g.Seated[a.seat] != r.Number {
			return nil // a later request has given the seat
		}
	default:
		return nil
	}
	return []act{a}
}

// act carries out h.acts, before their rows are told. An act that fails stays, with its error in undone, and is not
// tried again while it is in there. One that waits for its game to begin stays too, but is no failure.
func (k *Keeper) act(ctx context.Context, h *held, undone map[act]error) {
	h.mu.Lock()
	list, over := h.acts, h.isOver()
	h.acts = nil
	h.mu.Unlock()
	var left []act
	for _, a := range list {
		if undone[a] == nil {
			err := actOn(ctx, k, h, a)
			waits := errors.Is(err, ErrNotBegun)
			if errors.Is(err, ErrNoSeat) {
				err = noteNoSeat(ctx, k, h, a.request)
			}
			if err == nil || waits && over { // nothing need be done to a game that had not begun by the season's end
				continue
			}
			if !waits {
				undone[a] = fmt.Errorf("game %s: %w", a.id, err)
			}
		}
		left = append(left, a)
	}
	h.mu.Lock()
	h.acts = slices.Concat(left, h.acts)
	h.mu.Unlock()
}

// noteNoSeat notes that the seat of a request can never be given: this is told, and the act is not tried again.
func noteNoSeat(ctx context.Context, k *Keeper, h *held, number int) error {
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		return season.Event{Request: &request.Event{NoSeat: number}}, s.Requests.Request(number) != nil
	})
}

// actOn carries out one act, unless its game is over or something else was decided since.
func actOn(ctx context.Context, k *Keeper, h *held, a act) error {
	h.mu.Lock()
	g, user := h.now.Game(a.game), h.names[a.player]
	same := g != nil && g.ID == a.id && !g.IsOver()
	rested, paused := same && !g.Adjourned.IsZero(), h.now.Stage == season.Paused
	h.mu.Unlock()
	switch {
	case a.kind == closes:
		return k.Games.Close(ctx, a.id, a.reason)
	case !same:
		return nil
	case a.kind == stops || a.kind == runs:
		if paused == (a.kind == stops) { // otherwise the season was paused, or has gone on, since
			return k.Games.StopClocks(ctx, a.command, a.id, a.reason, paused)
		}
	case a.kind == seats && user != "":
		return k.Games.Seat(ctx, Seating{a.command, a.id, a.seat, user, a.reason, a.at, a.offered})
	case a.kind != seats && rested == (a.kind == rests): // otherwise it was taken up, or adjourned, since
		return k.Games.Rest(ctx, a.command, a.id, a.reason, rested)
	}
	return nil
}

// hear makes the thread in which the appeal of a request is heard, and notes it, unless there is one already.
func (k *Keeper) hear(ctx context.Context, h *held, number int) error {
	h.mu.Lock()
	var o Opening
	if r := h.now.Requests.Request(number); r != nil && r.Appealed != nil && r.Heard == "" {
		o = Opening{ID: fmt.Sprintf(Commands+"%s appeal %d", h.info.ID, number), Season: h.info.ID,
			Server: h.info.Server, Home: cmp.Or(r.Appealed.Channel, h.now.Terms.Channel), Name: h.now.Terms.Name,
			Game: r.Game, Appeal: number, Instead: h.now.Terms.Channel}
		if g := h.now.Game(r.Game); g != nil {
			o.Instead = cmp.Or(g.Channel, o.Instead)
			if g.Home == "" && h.now.Terms.Channel == "" { // an agreed game, which may have been moved
				o.Instead = r.Appealed.Channel
			}
		}
	}
	h.mu.Unlock()
	if o.ID == "" {
		return nil
	}
	thread, err := k.Games.Place(ctx, o)
	if err != nil {
		return err
	}
	return k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
		r := s.Requests.Request(number)
		heard := request.Hearing{Request: number, Channel: thread}
		return season.Event{Request: &request.Event{Heard: &heard}}, r != nil && r.Appealed != nil && r.Heard == ""
	})
}
