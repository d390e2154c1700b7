package league

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/league/season"
	"grognard/storage"
	"grognard/storage/seasons"
)

// Announce announces a season. Its identifier follows from that of the command.
func (k *Keeper) Announce(ctx context.Context, c Command, server string, t season.Terms) (id string, err error) {
	id = "s" + strings.ReplaceAll(c.ID, " ", "-")
	if _, err := k.find(ctx, id); err == nil {
		return id, nil // the command is given again
	}
	event, err := season.Announce(t)
	if err != nil {
		return "", err
	}
	return id, k.announce(ctx, c, id, server, event)
}

// announce begins the log of a season, unless it has begun.
func (k *Keeper) announce(ctx context.Context, c Command, id, server string, event season.Event) error {
	body, err := json.Marshal(event)
	if err != nil {
		return err
	}
	now := k.Now()
	_, fresh, err := k.Log.Append(ctx, seasons.Entry{Season: id, Seq: 1, Server: server, CommandID: c.ID, At: now,
		By: c.User, Body: body})
	if err != nil || !fresh { // the command was given twice at once
		return err
	}
	h, err := k.read(ctx, seasons.Info{ID: id, Server: server, Opened: now})
	if err != nil {
		return err
	}
	h.untold[0].Tried, h.mute = false, time.Time{} // the season is new: nobody tried to tell of it
	k.hold(h)
	k.wake(id)
	return nil
}

func (k *Keeper) wake(id string) {
	if k.Woken != nil {
		k.Woken(id)
	}
}

// Decide returns the event of a command. me names its user in the season, "" if he has no name yet; as returns any
// user's name there, and gives one to a user who has none.
type Decide func(s *season.Season, me string, as func(user string) (string, error)) (season.Event, error)

// Do carries out a command. A command that is given again changes nothing.
func (k *Keeper) Do(ctx context.Context, id string, c Command, decide Decide) error {
	h, err := k.find(ctx, id)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	as := func(user string) (string, error) { return k.nameIn(ctx, h, user) }
	me := nameOf(h.names, c.User) // a user without a name gets one with the row
	event, err := decide(&h.now, me, as)
	if err != nil {
		if k.isKnown(ctx, c.ID) {
			return nil // it was carried out before, which may be why it is refused now
		}
		return err
	}
	defer k.wake(id)
	if err = k.add(ctx, h, c.ID, c.User, event); err == nil && h.now.Stage == season.Closed {
		k.hold(h) // so that a ruling after the season's end is told, too
	}
	return err
}

// TakeOver makes a user the organiser of a season that has none left.
func (k *Keeper) TakeOver(ctx context.Context, id string, c Command) error {
	return k.Do(ctx, id, c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event, error) {
		name, err := as(c.User)
		if err != nil {
			return season.Event{}, err
		}
		return s.TakeOver(name)
	})
}

// isKnown reports whether a command was carried out.
func (k *Keeper) isKnown(ctx context.Context, command string) bool {
	known, err := k.Log.Has(ctx, command)
	return err == nil && known
}

// nameIn returns the name of a user in a season, a new one if he has none. The caller holds the season's lock.
func (k *Keeper) nameIn(ctx context.Context, h *held, user string) (string, error) {
	if name := nameOf(h.names, user); name != "" {
		return name, nil
	}
	name, err := k.Log.Name(ctx, h.info.ID, user)
	if err == nil {
		h.names[name] = user
	}
	return name, err
}

// note adds an event of the program, if decide returns one.
func (k *Keeper) note(ctx context.Context, h *held, decide func(*season.Season) (season.Event, bool)) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	event, ok := decide(&h.now)
	if !ok {
		return nil
	}
	return k.add(ctx, h, fmt.Sprintf("%s/%d", h.info.ID, h.last.Seq+1), "", event)
}

// add writes an event to the log, and changes the state by it. An event that does not fit the state is not written, as
// the log would become unreadable; for this trial a user without a name is "new". The caller holds the season's lock.
func (k *Keeper) add(ctx context.Context, h *held, command, user string, event season.Event) error {
	body, err := json.Marshal(event)
	if err != nil {
		return err
	}
	now := k.Now()
	trial := h.copied()
	if err := trial.Apply(season.Entry{At: now, By: cmp.Or(nameOf(h.names, user), "new"), Event: event}); err != nil {
		return err
	}
	row, fresh, err := k.Log.Append(ctx, seasons.Entry{Season: h.info.ID, Seq: h.last.Seq + 1, CommandID: command,
		At: now, By: user, Body: body})
	if err == nil && !fresh && user == "" {
		err = seasons.ErrConflict // an earlier event of the program was written after all: it must decide anew
	}
	if err != nil || !fresh { // the log may have rows that the state has not
		return errors.Join(err, k.readOn(context.WithoutCancel(ctx), h))
	}
	if user != "" {
		h.names[row.By] = user
	}
	return k.take(h, row)
}

// readOn takes rows that are in the log but not in the state, as after an attempt whose answer got lost. The caller
// holds the season's lock.
func (k *Keeper) readOn(ctx context.Context, h *held) error {
	rows, err := k.Log.Rows(ctx, h.info.ID, h.last)
	if err != nil || len(rows) == 0 {
		return err
	}
	if h.names, h.gone, err = k.Log.Names(ctx, h.info.ID); err != nil {
		return err
	}
	for _, row := range rows {
		err = errors.Join(err, k.take(h, row))
	}
	return err
}

// take changes the state by a new row of the log.
func (k *Keeper) take(h *held, row seasons.Row) error {
	var event season.Event
	if err := json.Unmarshal(row.Body, &event); err != nil {
		return err
	}
	if err := h.apply(row); err != nil {
		return err
	}
	k.index(h, event)
	return nil
}

// index notes for which season an open game is played, after an event.
func (k *Keeper) index(h *held, e season.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case e.Opened != nil && e.Opened.ID != "":
		k.byGame[e.Opened.ID] = h.info.ID
	case e.Agreed != nil && gameOf(&h.now, e.Agreed.Game) != nil:
		k.byGame[e.Agreed.Game] = h.info.ID
		h.changed[e.Agreed.Game] = true // Step looks at it, as it may have gone on meanwhile
	case e.Ended != nil:
		delete(k.byGame, h.now.Game(e.Ended.Game).ID)
	case e.Ruled != nil:
		delete(k.byGame, h.now.Game(e.Ruled.Game).ID)
	}
	for _, a := range h.acts {
		if a.kind == closes {
			delete(k.byGame, a.id)
		}
	}
}

// Start sets a season's order of strength, and begins the season.
func (k *Keeper) Start(ctx context.Context, id string, c Command) error {
	v, err := k.Look(ctx, id)
	if err != nil {
		return err
	}
	order, err := k.Strength(ctx, v)
	if err != nil {
		return err
	}
	if err := k.Seed(ctx, id, Command{ID: c.ID + "/order", User: c.User}, order); err != nil {
		return err
	}
	return k.Do(ctx, id, c, func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		return s.Start(me, k.Now())
	})
}

// Seed sets the order of strength before a season starts, if order is not nil. Players who are not in it come last.
func (k *Keeper) Seed(ctx context.Context, id string, c Command, order []string) error {
	if order == nil {
		return nil
	}
	return k.Do(ctx, id, c, func(s *season.Season, me string, _ func(string) (string, error)) (season.Event, error) {
		e, err := s.Seed(me, inOrder(s.Playing(), order))
		e.Ranked = true
		return e, err
	})
}

// Strength returns the order of strength in which a season starts if no organiser has set one: first the players of the
// earlier season that the terms name, in the order in which it has left them, then all others by their ratings. It is
// nil if there is none to set.
func (k *Keeper) Strength(ctx context.Context, v View) (order []string, err error) {
	in := v.Playing()
	if v.Ordered || v.Stage != season.SignUps || len(in) == 0 {
		return nil, nil
	}
	if v.Terms.After != "" {
		before, err := k.Look(ctx, v.Terms.After)
		if err != nil && !errors.Is(err, storage.ErrBroken) { // a damaged season gives no order
			return nil, err
		}
		for _, was := range before.Promoted() {
			order = append(order, v.Of(before.Names[was])) // "" for one without a name here: inOrder leaves it out
		}
	}
	if k.Ranked != nil {
		users := make([]string, len(in))
		for i, name := range in {
			users[i] = v.Names[name]
		}
		if users, err = k.Ranked(ctx, v.Server, users); err != nil {
			return nil, err
		}
		for _, user := range users {
			if name := v.Of(user); !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
	}
	return inOrder(in, order), nil
}

// inOrder returns the players: first those whom order names, in that order, then the others.
func inOrder(players, order []string) []string {
	order = slices.DeleteFunc(slices.Clone(order), func(name string) bool { return !slices.Contains(players, name) })
	for _, name := range players {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	return order
}
