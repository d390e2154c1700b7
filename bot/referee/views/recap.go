package views

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"grognard/bot/recall"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Recap is what happened in a channel's game since a user last looked, or since his last order if that came later;
// replies to the other side's fights don't count as orders. It has a film as he may see it, from the last phase that
// had ended by then, and what he was told since. After a game's end it shows him no more than while the game lasted.
type Recap struct {
	Film
	Sight   UserView    // the game now
	From    time.Time   // when he last looked, unless First or Ordered
	First   bool        // this is his first visit, and From is when the game was opened
	Ordered bool        // he gave an order after he last looked, and From is the time of the last one
	Again   time.Time   // when he last asked, if nothing that he is told has changed since then, else zero
	Told    []view.Line // since From
}

// Recap returns what a user has missed; the whole game on his first visit. Whether an earlier recap of the same visit
// reached him is not known: the next one tells all again. Errors: ErrNoGame, ErrNotStarted.
func (lk *Looks) Recap(ctx context.Context, channel, user string) (Recap, error) {
	return games.Within(lk.games, func() (c Recap, err error) {
		if _, err := lk.games.TableEntered(ctx, channel); err != nil { // ends the grants that are over
			return c, err
		}
		g, steps, err := lk.rowsIn(ctx, channel)
		if err != nil {
			return c, err
		}
		if c.From, err = lk.lookedAt(ctx, g.Stored.ID, user); err != nil {
			return c, err
		}
		c.First = c.From.IsZero()
		if c.First {
			c.From = g.Stored.Opened
		}
		last := uint64(1)
		for _, s := range steps {
			if s.By == user && s.Body.Started == nil && !s.Body.IsAboutTable() && s.At.After(c.From) &&
				(s.Body.Ordered != nil && !isReply(s.Body.Ordered.Asked) ||
					s.Body.Accepted != nil && !isReply(s.Body.Accepted.Asked)) {
				c.From, c.First, c.Ordered = s.At, false, true
			}
			if !c.First && !s.At.After(c.From) {
				last = s.Seq
			}
		}
		c.Film, err = filmOf(ctx, g, steps, user, last)
		if errors.Is(err, api.ErrNoPhase) && !g.Started {
			return c, api.ErrNotStarted
		}
		if err != nil && !errors.Is(err, api.ErrNoPhase) { // in the first phase a recap has no film
			return c, err
		}
		c.Sight = seenBy(g, user)
		c.Table, c.Told = c.Sight.Table, append(toldSince(c.Secret, last), toldSince(c.Public, last)...)
		_, side := c.Sight.Board()
		has := recapped{at: lk.games.Now(), lines: len(c.Told)}
		for _, l := range c.Told { // and of no row untold to him: Again would betray that there is one
			has.last = max(has.last, l.Seq)
		}
		had := lk.recaps.Swap(string(g.Stored.ID)+" "+user+" "+string(side), has)
		if had.at.After(c.From) && had.lines == has.lines && had.last == has.last {
			c.Again = had.at
		}
		return c, nil
	})
}

// isReply reports whether an order answers a fight of the other side. Its giver has not yet seen the rest of the phase.
func isReply(asked json.RawMessage) bool {
	var o struct{ Order struct{ Verb order.Verb } } // as ledger.Command encodes it
	return json.Unmarshal(asked, &o) == nil && slices.Contains([]order.Verb{"losses", "hold", "retreat"}, o.Order.Verb)
}

// Lately returns what Secret returns, with what the user's side was told in this phase: from its last own order on, or,
// if that was later, from the other side's last announced order on that is no reply. Orders that are not announced
// change nothing: nobody may see when they were given. It knows nothing of the time before the game was loaded.
func (lk *Looks) Lately(ctx context.Context, channel, user string) (v view.Secret, t api.Table, err error) {
	return lk.secret(ctx, channel, user, func(g *games.Held, side order.Side) view.Secret {
		var told []view.Account
		for _, row := range slices.Backward(g.Told) {
			if row.Result == nil {
				continue
			}
			by, err := ledger.SideOfCommand(row.Result.Asked)
			if err != nil || row.Seq <= g.Reported() {
				break
			}
			if by != side && !row.Announced {
				continue
			}
			told = append([]view.Account{row.Account}, told...)
			if !row.Result.Standing && (by == side || !isReply(row.Result.Asked)) {
				break
			}
		}
		return g.Match.View(side).After(told...)
	})
}

// toldSince returns the lines of a film that were told after row last. It skips the first frame.
func toldSince[A view.Audience](frames []A, last uint64) (lines []view.Line) {
	for i, f := range frames {
		for _, l := range f.Board().Told {
			if i > 0 && l.Seq > last {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// seenPaper is the kind of paper that stores when a user last looked at a game; its text is when his visit
// before the present one ended.
const seenPaper = "seen"

// A look within visitGap of the one before belongs to the same visit; a recap begins with the visit before the
// present one. Looks are stored at most every noteVisitEvery.
const (
	visitGap       = 30 * time.Minute
	noteVisitEvery = 5 * time.Minute
)

// recapped is when a user of a side had a recap, of how many lines, and the last row that it told of.
type recapped struct {
	at    time.Time
	lines int
	last  uint64
}

// ForgetVisits forgets whose looks were stored lately, and what recaps told.
func (lk *Looks) ForgetVisits() {
	lk.visits.Forget()
	lk.recaps.Forget()
}

// Looked notes that a user has looked at a channel's game, or acted in it. Only his own Recap depends on it.
func (lk *Looks) Looked(ctx context.Context, channel, user string) error {
	return lk.games.Gate.Enter(func() error {
		kept, err := lk.games.InChannel(ctx, channel)
		if errors.Is(err, api.ErrNoGame) {
			return nil
		}
		now := lk.games.Now().UTC().Truncate(time.Microsecond)
		if err != nil || !recall.Due(&lk.visits, string(kept.ID)+" "+user, now, noteVisitEvery) {
			return err
		}
		before, err := lk.store.Paper(ctx, kept.ID, user, seenPaper)
		if err != nil {
			return err
		}
		p := storage.Paper{Game: kept.ID, User: user, Kind: seenPaper, At: now, Text: before.Text}
		switch ago := now.Sub(before.At); {
		case before.At.IsZero():
		case ago >= 0 && ago < noteVisitEvery: // stored before the program was started
			return nil
		case ago >= visitGap:
			p.Text = before.At.Format(time.RFC3339Nano)
		}
		return lk.store.SavePaper(ctx, p)
	})
}

// lookedAt returns when a user last looked at a game before his present visit, the zero time for never.
func (lk *Looks) lookedAt(ctx context.Context, id api.GameID, user string) (time.Time, error) {
	p, err := lk.store.Paper(ctx, id, user, seenPaper)
	if err != nil {
		return time.Time{}, err
	}
	at := p.At
	if lk.games.Now().Sub(at) < visitGap {
		at, _ = time.Parse(time.RFC3339Nano, p.Text)
	}
	return at, nil
}
