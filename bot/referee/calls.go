package referee

import (
	"context"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/rules/order"
	"grognard/storage"
)

// A player is called by name when the game comes to wait for him, by one message of its own that may
// notify him. It waits in the outbox for a minute, and for the end of his night; what follows from
// an order at once, or is taken back again, calls nobody.

// grace is for how long a side must have been the one to act before its player is called.
const grace = time.Minute

// awake is for how long after he did something a player is taken to be at the table.
const awake = 10 * time.Minute

// lookAgain is after how long it is looked again whether a player is still away, at the latest: he may
// have come back from a vacation early.
const lookAgain = 24 * time.Hour

// acts is the side that a game waits for.
type acts struct {
	Side   order.Side `json:"side,omitempty"` // "" while it waits for nobody
	Row    uint64     `json:"row"`            // the one that made it so
	Since  time.Time  `json:"since"`          // the time of that row
	Before order.Side `json:"before,omitempty"`
}

// turnTo notes that another side is to act. Before is the last one that was so for long enough to be
// called: as it was called then, it is not called again when the game comes back to it at once.
func (a *acts) turnTo(side order.Side, row uint64, at time.Time) {
	before := a.Before
	if lasted := at.Sub(a.Since); lasted >= grace || lasted < 0 { // where a clock was put back nobody is forgotten
		before = a.Side
	}
	*a = acts{Side: side, Row: row, Since: at, Before: before}
}

// called is the side whose player is to be called, "" for nobody: the one that the game waits for, and
// at its end the one that has something left to say.
func (g *game) called() order.Side {
	now := g.match.Standing()
	switch {
	case g.Passing:
		return ""
	case g.over && g.Ending == "" && now.Owed != 0:
		return now.By
	}
	return g.acting()
}

// calls has the player called who is to act after a row, where it was another one before, and closes the
// message that called one who has acted, or is not to act any more. Others hear of either by the row's
// notices already.
func (g *game) calls(was order.Side, row storage.Row, said *body) (list []storage.Notice) {
	now, lasted := g.called(), row.At.Sub(g.Acting.Since)
	acted := said.heard() && row.By != "" && row.By == g.player(was)
	if now == was && !acted {
		return nil
	}
	live := []message{}
	for _, m := range g.Live {
		switch {
		case m.Kind != Called:
			live = append(live, m)
		case lasted < 0 || lasted >= grace: // else it was never sent
			list = append(list, m.edit())
		}
	}
	if now != was {
		said.Acts = &now
		g.Acting.turnTo(now, row.Seq, row.At)
		if now != "" && now != g.Acting.Before {
			list = append(list, storage.Notice{Audience: everybody, Kind: string(Called), From: row.Seq, After: row.At.Add(grace)})
			live = append(live, message{Called, row.Seq})
		}
	}
	if !slices.Equal(live, g.Live) {
		g.Live, said.Live = live, &live
	}
	return list
}

// needsCall says whether the player of the side that acts since a row must still be called: not when
// the game has come to wait for somebody else, nor when he was there.
func (g *game) needsCall(row uint64, now time.Time) bool {
	return g.Acting.Row == row && g.Acting.Side != "" && g.called() == g.Acting.Side && g.away(now)
}

// away says whether the player who is to act has done nothing since he is, nor in the last ten minutes
// by the log's times.
//
// Whether and when he is called depends on what everybody heard of at once, on his calendar and on
// nothing else. A call that depended on a silent act, such as a stack put in another order, a move that
// is told when its phase ends, or a look at the map, would tell the other side of it by coming or by
// staying away; so a player who moves in silence is called though he is at the table. Of his night a
// call shows that it was over when the call came, as it must, and no more: nothing is said or edited
// when one is held.
func (f *frame) away(now time.Time) bool {
	for _, s := range f.Seats {
		if s.Side == f.Acting.Side {
			since := now.Sub(s.Heard)
			return s.Row < f.Acting.Row && (since < 0 || since >= awake) // where a clock was put back he is called
		}
	}
	return false
}

// call is the errand of a call or a reminder that is due, or of a call that is over, as the game stands
// now; nil when there is nothing to say now.
func (r *Referee) call(ctx context.Context, d due) (*Errand, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	kept, err := r.log.Game(ctx, d.Game)
	if err != nil {
		return nil, err
	}
	e := Errand{ID: d.ID, Covers: d.covers, Game: d.Game, Kind: Called, Seq: d.Seq, Edits: d.Edits != 0, Passing: d.Edits != 0, Tried: d.Tried, Heard: Heard{}}
	if e.Edits {
		if e.Sent, err = r.log.Sent(ctx, d.Delivery); err != nil {
			return nil, err
		}
	}
	b := r.games.take(kept.ID)
	defer r.games.put(b)
	if !e.Edits || e.Sent != "" || e.Tried {
		g, err := r.load(ctx, b, kept)
		if err != nil {
			return nil, err
		}
		if held, err := r.notify(ctx, g, d, &e); err != nil || held {
			return nil, err
		}
		if !e.Passing || e.Tried || e.Sent != "" {
			return &e, r.fill(ctx, g, d, &e)
		}
	}
	return nil, r.Delivered(ctx, e, "")
}

// notify finds out whether a delivery is still to notify its player, now or later.
func (r *Referee) notify(ctx context.Context, g *game, d due, e *Errand) (held bool, err error) {
	switch {
	case e.Edits:
		return false, nil
	case d.reminds():
		e.Kind, e.Passing = Reminded, !r.needsReminder(g, d.Kind)
	default:
		e.Passing = !g.needsCall(d.Seq, r.now())
	}
	if e.Passing {
		return false, nil
	}
	e.Calls, e.Deadline = g.called(), r.deadline(g, g.called())
	return r.hold(ctx, d, g.player(e.Calls))
}

// fill completes the errand of a call.
func (r *Referee) fill(ctx context.Context, g *game, d due, e *Errand) error {
	for row, err := range r.log.Rows(ctx, d.Game, d.Message()-1) {
		if err != nil {
			return r.noted(d.Game, err)
		}
		s, err := read(row)
		if err != nil {
			return err
		}
		if e.Began = s.At; e.Calls == "" && s.body.Acts != nil {
			e.Calls = *s.body.Acts
		}
		break
	}
	e.Ref, e.Table = g.reference(d.Message(), d.Notice), g.table()
	if side := sideOf(d.Audience); side != "" {
		v := g.match.View(side)
		e.Side, e.Apart = &v, &v
	} else {
		v := g.match.Public()
		e.Public = &v
	}
	if d.Message() < g.kept.Moved {
		e.Left = g.kept.Was
		e.Passing = e.Passing || e.Sent != ""
	}
	return nil
}

// hold puts a delivery off that would notify a user in his night or on his vacation, and says whether
// it did.
func (r *Referee) hold(ctx context.Context, d due, user string) (held bool, err error) {
	c, err := r.calendarOf(ctx, user)
	if err != nil {
		return false, err
	}
	now := r.now()
	wakes := c.Wakes(now, now)
	if !wakes.After(now) {
		return false, nil
	}
	if latest := now.Add(lookAgain); wakes.After(latest) {
		wakes = latest
	}
	if err := r.log.Postpone(ctx, d.ID, wakes); err != nil {
		return false, err
	}
	r.soon()
	return true, nil
}

// calendarOf is a user's calendar.
func (r *Referee) calendarOf(ctx context.Context, user string) (calendar.Calendar, error) {
	kept, err := r.store.Changes(ctx, user)
	if err != nil {
		return calendar.Calendar{}, err
	}
	changes := make([]calendar.Change, len(kept))
	for i, c := range kept {
		changes[i] = calendar.Change{At: c.At, What: c.What, Value: c.Value}
	}
	return calendar.Read(changes)
}
