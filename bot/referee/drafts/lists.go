package drafts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/plans"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Lists keeps lists of orders that users write down, and carries them out.
type Lists struct {
	games *games.Games
	log   Log
	store storage.Drafts
	plans *Plans
}

// List is a list of orders that a user has written down, with what would come of those that are not given yet.
type List struct {
	Draft   string // its identifier, for CarryOut and the like
	Shown   string // names this preview of it
	Total   int    // all its lines
	Done    int    // lines that are done
	Undone  []int  // numbers of lines that were done and taken back, in part or whole; they are not given again
	Text    string // the lines that are left
	Preview view.Preview
	Table   api.Table
}

// Run is what CarryOut has done.
type Run struct {
	List                 // the list after it, without a preview
	Lines []ExecutedLine // carried out now
	Stop  error          // why the next line could not be carried out: a *view.Denial, an *order.Problem or a *NotYours
	View  view.Secret    // the position after the lines
	Undo  string         // as in an Outcome
	Plan  *PlanLeft      // as in an Outcome
	// nothing was carried out, because the user has not seen the present position; List has a new preview
	Stale bool
}

// ExecutedLine is a line that was carried out, in full or up to a decision, with what its side was told.
type ExecutedLine struct {
	Line order.Line
	Told []view.Line
}

// Preview shows what a list of orders would bring about, and keeps the list as the user's draft in the game,
// under the command's identifier. Errors: those of Order, and an *order.Problem for a list that cannot be read.
func (ls *Lists) Preview(ctx context.Context, c api.Command, text string) (List, error) {
	var l List
	err := ls.games.LookAsPlayer(ctx, c.Channel, c.User, func(g *games.Held, s order.Side) error {
		d := storage.Draft{Game: g.Stored.ID, User: c.User, ID: c.ID, Text: text}
		if kept, err := ls.draftOf(ctx, g, c.User); err != nil {
			return err
		} else if kept != nil && kept.ID == c.ID {
			d = *kept // the command was given twice: choices made since are kept
		}
		var err error
		l, err = ls.show(ctx, g, s, d)
		return err
	})
	return l, err
}

// Again shows what is left of a draft in the present game. ErrNoList if the user has another draft by now, or
// none.
func (ls *Lists) Again(ctx context.Context, c api.Command, draft string) (List, error) {
	var l List
	err := ls.games.LookAsPlayer(ctx, c.Channel, c.User, func(g *games.Held, s order.Side) error {
		d, err := ls.draft(ctx, g, c.User, draft)
		if err == nil {
			l, err = ls.show(ctx, g, s, d)
		}
		return err
	})
	return l, err
}

// show previews what is left of a draft, and stores the draft with the position that its user sees.
func (ls *Lists) show(ctx context.Context, g *games.Held, s order.Side, d storage.Draft) (List, error) {
	p, err := ls.progressOf(ctx, g, s, d)
	if err != nil {
		return List{}, err
	}
	l := p.list(g.Game)
	if l.Preview, err = orders.RightsOf(g.Game, d.User, s).Preview(p.left); err != nil {
		return List{}, err
	}
	d.Phase = plans.Phase(g.Game)
	if d.Seen, err = seen(g.Match.View(s)); err != nil {
		return List{}, err
	}
	delete(papersOf(g).drafts, d.User) // read again if it cannot be saved
	if err := ls.store.SaveDraft(ctx, d); err != nil {
		return List{}, err
	}
	papersOf(g).drafts[d.User] = &d
	l.Shown = shown(d) // with the new position
	return l, nil
}

// Choose settles an ambiguous line of a draft by writing the chosen meaning into it, and shows what is left. If
// preview is not the last one shown, nothing is chosen, so that a second tap does nothing. Errors: those of
// Again.
func (ls *Lists) Choose(ctx context.Context, c api.Command, draft, preview string, line int,
	meant string) (List, error) {
	var l List
	err := ls.games.LookAsPlayer(ctx, c.Channel, c.User, func(g *games.Held, s order.Side) error {
		d, err := ls.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		if shown(d) != preview {
			l, err = ls.show(ctx, g, s, d)
			return err
		}
		p, err := ls.progressOf(ctx, g, s, d)
		if err != nil {
			return err
		}
		tried, err := orders.RightsOf(g.Game, c.User, s).Preview(p.left)
		if err != nil {
			return err
		}
		if option, value := chosen(tried.Lines, line, meant); option != "" {
			lines, err := g.Match.List(s, d.Text)
			if err != nil {
				return err
			}
			lines[line-1] = lines[line-1].With(option, value) // numbers count lines that were given, too
			d.Text = order.WriteList(lines)
		}
		l, err = ls.show(ctx, g, s, d)
		return err
	})
	return l, err
}

// chosen is the ambiguous option of a line, and its value with a meaning; "" where no option is ambiguous or
// has that meaning.
func chosen(lines []view.Tried, number int, meant string) (option, value string) {
	i := slices.IndexFunc(lines, func(t view.Tried) bool { return t.Line.Number == number })
	var p *order.Problem
	if i < 0 || !errors.As(lines[i].Err, &p) {
		return "", ""
	}
	for _, c := range p.Means {
		if c.String() == meant {
			return p.Option, c.Value
		}
	}
	return "", ""
}

// shown names a preview by its list and the position for which it was made.
func shown(d storage.Draft) string {
	sum := sha256.Sum256([]byte(d.Text + "\x00" + d.Seen))
	return hex.EncodeToString(sum[:4])
}

// draft is a user's draft with this identifier, or ErrNoList.
func (ls *Lists) draft(ctx context.Context, g *games.Held, user, id string) (storage.Draft, error) {
	d, err := ls.draftOf(ctx, g, user)
	if err != nil {
		return storage.Draft{}, err
	}
	if d == nil || d.ID != id {
		return storage.Draft{}, api.ErrNoList
	}
	return *d, nil
}

// draftOf is a user's draft in a game, nil for none. The game caches it, because each order asks for it.
func (ls *Lists) draftOf(ctx context.Context, g *games.Held, user string) (*storage.Draft, error) {
	if d, known := papersOf(g).drafts[user]; known {
		return d, nil
	}
	d, err := ls.store.Draft(ctx, g.Stored.ID, user)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		papersOf(g).drafts[user] = nil
	case err != nil:
		return nil, err
	default:
		papersOf(g).drafts[user] = &d
	}
	return papersOf(g).drafts[user], nil
}

// seen is a hash of the position as a side sees it. The sequence is left out, so that what the enemy does
// unseen makes no preview stale.
func seen(v view.Secret) (string, error) {
	b := *v.Board()
	b.Map, b.Seq, b.Told = nil, 0, nil
	raw, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// CarryOut gives what is left of a draft, command by command. It stops before the first line that is no longer
// legal, and where a decision is owed. If the user has not seen the present position, or preview is not the
// last one shown, it shows the list again instead. A command that comes twice is carried out once. Errors:
// ErrNoList and those of Order.
func (ls *Lists) CarryOut(ctx context.Context, c api.Command, draft, preview string) (Run, error) {
	var p progress
	var run Run
	err := ls.games.LookAsPlayer(ctx, c.Channel, c.User, func(g *games.Held, s order.Side) error {
		d, err := ls.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		if p, err = ls.progressOf(ctx, g, s, d); err != nil {
			return err
		}
		run.Stale = len(p.left) > 0 && shown(d) != preview
		c.Game, run.List, run.View = g.Stored.ID, p.list(g.Game), g.Match.View(s)
		return nil
	})
	if err != nil {
		return run, err
	}
	if !run.Stale {
		err := ls.runLines(ctx, c, &p, &run)
		if run.Stale = errors.Is(err, api.ErrStale); !run.Stale {
			return run, err
		}
	}
	run.List, err = ls.Again(ctx, c, draft)
	return run, err
}

// runLines carries out lines until one is refused, or a decision is owed.
func (ls *Lists) runLines(ctx context.Context, c api.Command, p *progress, run *Run) error {
	planned := false
	for first := true; len(p.left) > 0; first = false {
		done, err := ls.runLine(ctx, c, p, run, first, &planned)
		if len(done.Told) > 0 {
			run.Lines = append(run.Lines, done)
		}
		var denial *view.Denial
		var problem *order.Problem
		if errors.As(err, &denial) || errors.As(err, &problem) || errors.As(err, new(*api.NotYours)) {
			run.Stop = err
			return nil
		}
		if err != nil || run.View.Board().Due != nil || run.Table.Awaits != nil {
			return err
		}
	}
	return nil
}

// runLine carries out the next line. If any part of it would be refused, nothing of it is done.
func (ls *Lists) runLine(ctx context.Context, c api.Command, p *progress, run *Run, first bool,
	planned *bool) (ExecutedLine, error) {
	line := p.left[0]
	done := ExecutedLine{Line: line}
	var before []order.UnitID
	for i, said := range line.Said {
		if i > 0 {
			var err error
			if before, err = ls.games.Logs.UnitsOf(ctx, p.command(p.given)); err != nil {
				return done, err
			}
		}
		c.ID = p.command(p.given + 1)
		earlier := done.Told // tell is called again, with more accounts, when something follows automatically
		_, err := ls.games.Execute(ctx, c, func(g *games.Held) (ledger.Body, error) {
			side, err := orders.SideOfGiver(g.Game, c.User)
			if err != nil {
				return ledger.Body{}, err
			}
			*planned = *planned || ls.plans.OwnPlan(ctx, g, side, c.User)
			if i == 0 {
				if err := p.check(g.Game, side, line, first); err != nil {
					return ledger.Body{}, err
				}
			}
			read, err := g.Match.ReadSaid(side, said, before)
			if err != nil {
				return ledger.Body{}, err
			}
			if err := orders.RightsOf(g.Game, c.User, side).Check(read.Order); err != nil {
				return ledger.Body{}, err
			}
			return orders.Decide(g.Game, side, read.Order)
		}, func(g *games.Held, told []view.Account) {
			side, _ := g.Side(c.User)
			done.Told = slices.Clip(earlier)
			for _, account := range told {
				done.Told = append(done.Told, account.For(side)...)
			}
			run.View, run.Table, run.Undo = g.Match.View(side), tables.Of(g.Game), undo.Available(g.Game, c.User, side)
			if *planned {
				run.Plan = ls.plans.PlanLeft(ctx, g, side, c.User)
			}
		})
		if err != nil {
			return done, err
		}
		p.given++
		if rest := line.Said[i+1:]; run.Table.Awaits != nil && len(rest) > 0 { // the rest follows after the dice
			err := ls.goOn(ctx, p, i+1)
			run.Text = order.WriteList(p.left)
			return done, err
		}
	}
	p.left = p.left[1:]
	run.Done, run.Text = p.total-len(p.left), order.WriteList(p.left)
	return done, nil
}

// check refuses a line of which a part would be refused; for the first line also where its user has not seen
// the present position.
func (p progress) check(g *ledger.Game, side order.Side, line order.Line, first bool) error {
	if first {
		if now, err := seen(g.Match.View(side)); err != nil || now != p.draft.Seen {
			return errors.Join(api.ErrStale, err)
		}
	}
	tried, err := orders.RightsOf(g, p.draft.User, side).Preview([]order.Line{line})
	if err != nil {
		return err
	}
	return tried.Lines[0].Err
}

// Rest is a user's list that was begun in the present phase and is not finished, without a preview; nil for
// none.
func (ls *Lists) Rest(ctx context.Context, channel, user string) (l *List, err error) {
	err = ls.games.Look(ctx, channel, func(g *games.Held) error {
		l, err = ls.Begun(ctx, g, user)
		return err
	})
	return l, err
}

// Begun is Rest in a loaded game.
func (ls *Lists) Begun(ctx context.Context, g *games.Held, user string) (*List, error) {
	d, err := ls.draftOf(ctx, g, user)
	if err != nil || d == nil || d.Phase != plans.Phase(g.Game) {
		return nil, err
	}
	s, err := g.Side(user)
	if err != nil {
		return nil, err
	}
	p, err := ls.progressOf(ctx, g, s, *d)
	if err != nil || p.given == 0 || len(p.left) == 0 {
		return nil, err
	}
	l := p.list(g.Game)
	return &l, nil
}

// Left is the text of what is left of a user's draft, for editing.
func (ls *Lists) Left(ctx context.Context, c api.Command, draft string) (text string, err error) {
	err = ls.games.LookAsPlayer(ctx, c.Channel, c.User, func(g *games.Held, s order.Side) error {
		d, err := ls.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		p, err := ls.progressOf(ctx, g, s, d)
		text = order.WriteList(p.left)
		return err
	})
	return text, err
}

// Discard deletes a user's draft.
func (ls *Lists) Discard(ctx context.Context, c api.Command, draft string) error {
	return ls.games.Look(ctx, c.Channel, func(g *games.Held) error {
		d, err := ls.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		delete(papersOf(g).drafts, d.User)
		return ls.store.DropDraft(ctx, d)
	})
}
