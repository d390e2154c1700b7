package referee

import (
	"context"

	"grognard/rules/view"
	"grognard/storage"
)

// Kind is what an errand is about.
type Kind string

// The kinds of errands.
const (
	Opened  Kind = "opened"  // public: a game is here and its seats are open
	Joined  Kind = "joined"  // public: somebody took a seat
	Left    Kind = "left"    // public: somebody gave his seat up before the game began
	Started Kind = "started" // public with a picture, and each side: the game begins
	News    Kind = "news"    // public: what a command brought that cannot wait, such as a fight
	Phase   Kind = "phase"   // public with a picture, and each side: a player ended a phase
	Owed    Kind = "owed"    // public: a decision that somebody owes, by name, to be taken by a button
	Ended   Kind = "ended"   // public with a picture, and each side: the game is over; one that never began has neither

	Offered  Kind = "offered"  // public: a side offers the other one to end the game
	Answered Kind = "answered" // public: the offer was declined or withdrawn

	Undone     Kind = "undone"     // public: something was taken back of which others had heard
	UndoAgreed Kind = "undoAgreed" // public: something was taken back with the other side's consent
	UndoAsked  Kind = "undoAsked"  // public: a side asks the other one to consent to an undo
	UndoDenied Kind = "undoDenied" // public: that was declined or withdrawn
)

// Errand is one thing to be said, rebuilt from the log at its sequence. Exactly
// one of Public and Side is set. Errands of a game are to be run in order.
//
// Ref names the errand within its game, the same at every rebuilding, and may be
// shown to anybody. Nothing can be counted by it before the secret of the dice is
// out: a sequence that shows would tell how many commands went unsaid, such as a
// stack put in another order.
type Errand struct {
	ID    int64
	Game  GameID
	Kind  Kind
	Seq   uint64 // for logs: it is not to be shown
	Ref   string // eight letters and digits
	Tried bool   // a send began earlier: look whether it arrived before sending again

	Table  Table
	Public *view.Public // for the channel, with what everybody was told
	Side   *view.Secret // for whoever plays its side, by direct message, with what that side was told
}

// Errands is all that is still to be said, oldest first, each as its row left
// the game. One that cannot be rebuilt is logged once and left out. It stays in
// the outbox, for a mended program to say late; the others go on meanwhile, those
// of the same game too: out of order is better than a game that falls silent.
func (r *Referee) Errands(ctx context.Context) ([]Errand, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	waiting, err := r.log.Outbox(ctx)
	if err != nil {
		return nil, err
	}
	var all []Errand
	for len(waiting) > 0 {
		n := sameRow(waiting)
		built, err := r.rebuild(ctx, waiting[:n])
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			r.lose(waiting[:n], err)
		}
		all = append(all, built...)
		waiting = waiting[n:]
	}
	return all, nil
}

// sameRow is how many deliveries at the head tell of one row: they are rebuilt
// together.
func sameRow(ds []storage.Delivery) int {
	n := 1
	for n < len(ds) && ds[n].Game == ds[0].Game && ds[n].Seq == ds[0].Seq {
		n++
	}
	return n
}

// rebuild makes the errands of one row.
func (r *Referee) rebuild(ctx context.Context, ds []storage.Delivery) ([]Errand, error) {
	first := ds[0].From
	for _, d := range ds {
		first = min(first, d.From)
	}
	kept, err := r.log.Game(ctx, ds[0].Game)
	if err != nil {
		return nil, err
	}
	g, told, err := r.recall(ctx, kept, first, ds[0].Seq)
	if err != nil {
		return nil, err
	}
	table := g.table()
	errands := make([]Errand, len(ds))
	for i, d := range ds {
		e := Errand{ID: d.ID, Game: d.Game, Kind: Kind(d.Kind), Seq: d.Seq, Ref: g.reference(d.Seq, d.Notice), Tried: d.Tried, Table: table}
		lately := accounts(told, d.From)
		if side := sideOf(d.Audience); side == "" {
			v := g.match.Public().After(lately...)
			e.Public = &v
		} else {
			v := g.match.View(side).After(lately...)
			e.Side = &v
		}
		errands[i] = e
	}
	return errands, nil
}

// lose logs, once each, errands that cannot be rebuilt.
func (r *Referee) lose(ds []storage.Delivery, err error) {
	r.lost.Lock()
	defer r.lost.Unlock()
	for _, d := range ds {
		if !r.losses[d.ID] {
			r.losses[d.ID] = true
			r.logger.Error("an errand cannot be rebuilt", "errand", d.ID, "game", d.Game, "seq", d.Seq, "error", err)
		}
	}
}

// Trying marks that an errand is about to be sent.
func (r *Referee) Trying(ctx context.Context, id int64) error { return r.log.Trying(ctx, id) }

// Delivered marks an errand as done, with the message's id where there is one.
func (r *Referee) Delivered(ctx context.Context, id int64, messageID string) error {
	return r.log.Delivered(ctx, id, messageID)
}
