package referee

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// List is orders that a user has written down, as he may see them: what would come of
// those that are not given yet.
type List struct {
	Draft   string // what it is carried out by
	Shown   string // and by which preview of it: another one has another
	Total   int    // lines, those that are done among them
	Done    int    // lines
	Undone  []int  // numbers of lines that were done and are taken back, in part or whole; they are not given again
	Text    string // of the lines that are left
	Preview view.Preview
	Table   Table
}

// Run is what a user did with a list at once.
type Run struct {
	List                 // how it stands now, without a preview
	Lines []ExecutedLine // carried out now
	Stop  error          // why the line after them does not hold, a *view.Denial, an *order.Problem or a *NotYours
	View  view.Secret    // the position after them
	Undo  string         // names the last of them where it can be taken back at once
	Plan  *PlanLeft      // as in an Outcome
	// nothing was carried out, for the user has not seen the position as it is: List has its preview
	Stale bool
}

// ExecutedLine is a line that was carried out, with what its side was told. Of a line that stops
// in its middle it is the first part.
type ExecutedLine struct {
	Line order.Line
	Told []view.Line
}

// Preview shows what a list of orders would bring, and keeps it as the user's draft in the
// game. The command's identifier is the draft's. Errors are an *order.Problem for a list
// that cannot be read, and those of Order.
func (r *Referee) Preview(ctx context.Context, c Command, text string) (List, error) {
	var l List
	err := r.lookAsPlayer(ctx, c.Channel, c.User, func(g *game, s order.Side) error {
		d := storage.Draft{Game: g.kept.ID, User: c.User, ID: c.ID, Text: text}
		if kept, err := r.draftOf(ctx, g, c.User); err != nil {
			return err
		} else if kept != nil && kept.ID == c.ID {
			d = *kept // given twice: what was chosen in it since stays
		}
		var err error
		l, err = r.show(ctx, g, s, d)
		return err
	})
	return l, err
}

// Again shows what is left of a draft as the game stands. ErrNoList when the user has
// another one by now, or none.
func (r *Referee) Again(ctx context.Context, c Command, draft string) (List, error) {
	var l List
	err := r.lookAsPlayer(ctx, c.Channel, c.User, func(g *game, s order.Side) error {
		d, err := r.draft(ctx, g, c.User, draft)
		if err == nil {
			l, err = r.show(ctx, g, s, d)
		}
		return err
	})
	return l, err
}

// show tries what is left of a draft, and keeps it with the position that its user sees.
func (r *Referee) show(ctx context.Context, g *game, s order.Side, d storage.Draft) (List, error) {
	p, err := r.progressOf(ctx, g, s, d)
	if err != nil {
		return List{}, err
	}
	l := p.list(g)
	if l.Preview, err = g.rightsOf(d.User, s).preview(p.left); err != nil {
		return List{}, err
	}
	d.Phase = g.phase()
	if d.Seen, err = seen(g.match.View(s)); err != nil {
		return List{}, err
	}
	delete(g.drafts, d.User) // unknown, if it cannot be saved
	if err := r.store.SaveDraft(ctx, d); err != nil {
		return List{}, err
	}
	g.drafts[d.User] = &d
	l.Shown = shown(d) // now that it is known what was seen
	return l, nil
}

// Choose writes into a line of a draft which of the things is meant that it can mean, and shows
// what is left. Where that is not the preview that asked, the list is only shown: a second tap
// chooses nothing. Errors: those of Again.
func (r *Referee) Choose(ctx context.Context, c Command, draft, preview string, line int, meant string) (List, error) {
	var l List
	err := r.lookAsPlayer(ctx, c.Channel, c.User, func(g *game, s order.Side) error {
		d, err := r.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		if shown(d) != preview {
			l, err = r.show(ctx, g, s, d)
			return err
		}
		p, err := r.progressOf(ctx, g, s, d)
		if err != nil {
			return err
		}
		tried, err := g.rightsOf(c.User, s).preview(p.left)
		if err != nil {
			return err
		}
		if option, value := chosen(tried.Lines, line, meant); option != "" {
			lines, err := g.match.List(s, d.Text)
			if err != nil {
				return err
			}
			lines[line-1] = lines[line-1].With(option, value) // numbers count what is given, too
			d.Text = order.WriteList(lines)
		}
		l, err = r.show(ctx, g, s, d)
		return err
	})
	return l, err
}

// chosen is the option of a line in which words can mean several things, and its value when
// they mean one of them; "" when it has no such words.
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

// shown tells previews apart: by the list that was shown and the position that it was tried on.
func shown(d storage.Draft) string {
	sum := sha256.Sum256([]byte(d.Text + "\x00" + d.Seen))
	return hex.EncodeToString(sum[:4])
}

// draft is a user's draft of this identifier in a game.
func (r *Referee) draft(ctx context.Context, g *game, user, id string) (storage.Draft, error) {
	d, err := r.draftOf(ctx, g, user)
	if err != nil {
		return storage.Draft{}, err
	}
	if d == nil || d.ID != id {
		return storage.Draft{}, ErrNoList
	}
	return *d, nil
}

// draftOf is a user's draft in a game, nil when there is none. The game remembers it, because
// each order asks for it.
func (r *Referee) draftOf(ctx context.Context, g *game, user string) (*storage.Draft, error) {
	if d, known := g.drafts[user]; known {
		return d, nil
	}
	d, err := r.store.Draft(ctx, g.kept.ID, user)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		g.drafts[user] = nil
	case err != nil:
		return nil, err
	default:
		g.drafts[user] = &d
	}
	return g.drafts[user], nil
}

// phase is the turn and the phase, with the activation in it, as drafts are marked with it.
func (g *game) phase() string {
	now := g.match.Standing()
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s", now.Turn, now.Phase.Side, now.Phase.Name, now.Phase.Group))
}

// seen tells positions apart as a side sees them. The sequence is not in it: what the enemy
// does unseen makes no list stale.
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

// CarryOut gives what is left of a draft, command by command, and stops before the first
// line that does not hold any more and where a decision is owed. A user who has not seen
// the position as it is now, or has been shown the list anew since that preview, is shown it
// again instead. Given twice, it does nothing twice. Errors are ErrNoList and those of Order.
func (r *Referee) CarryOut(ctx context.Context, c Command, draft, preview string) (Run, error) {
	var p progress
	var run Run
	err := r.lookAsPlayer(ctx, c.Channel, c.User, func(g *game, s order.Side) error {
		d, err := r.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		if p, err = r.progressOf(ctx, g, s, d); err != nil {
			return err
		}
		run.Stale = len(p.left) > 0 && shown(d) != preview
		c.Game, run.List, run.View = g.kept.ID, p.list(g), g.match.View(s)
		return nil
	})
	if err != nil {
		return run, err
	}
	if !run.Stale {
		err := r.runLines(ctx, c, &p, &run)
		if run.Stale = errors.Is(err, ErrStale); !run.Stale {
			return run, err
		}
	}
	run.List, err = r.Again(ctx, c, draft)
	return run, err
}

// runLines carries lines out until one does not hold, or a decision is owed.
func (r *Referee) runLines(ctx context.Context, c Command, p *progress, run *Run) error {
	planned := false
	for first := true; len(p.left) > 0; first = false {
		done, err := r.runLine(ctx, c, p, run, first, &planned)
		if len(done.Told) > 0 {
			run.Lines = append(run.Lines, done)
		}
		var denial *view.Denial
		var problem *order.Problem
		if errors.As(err, &denial) || errors.As(err, &problem) || errors.As(err, new(*NotYours)) {
			run.Stop = err
			return nil
		}
		if err != nil || run.View.Board().Due != nil || run.Table.Awaits != nil {
			return err
		}
	}
	return nil
}

// runLine carries the next line out. It holds whole, or nothing of it is done.
func (r *Referee) runLine(ctx context.Context, c Command, p *progress, run *Run, first bool,
	planned *bool) (ExecutedLine, error) {
	line := p.left[0]
	done := ExecutedLine{Line: line}
	var before []order.UnitID
	for i, said := range line.Said {
		if i > 0 {
			var err error
			if before, err = r.unitsOf(ctx, p.command(p.given)); err != nil {
				return done, err
			}
		}
		c.ID = p.command(p.given + 1)
		earlier := done.Told // what follows by itself is told with the command, which is told first
		_, err := r.execute(ctx, c, func(g *game) (body, error) {
			side, err := g.sideGivingOrder(c.User)
			if err != nil {
				return body{}, err
			}
			*planned = *planned || r.ownPlan(ctx, g, side, c.User)
			if i == 0 {
				if err := p.check(g, side, line, first); err != nil {
					return body{}, err
				}
			}
			read, err := g.match.ReadSaid(side, said, before)
			if err != nil {
				return body{}, err
			}
			if err := g.rightsOf(c.User, side).check(read.Order); err != nil {
				return body{}, err
			}
			return g.decide(side, read.Order)
		}, func(g *game, told []view.Account) {
			side, _ := g.side(c.User)
			done.Told = slices.Clip(earlier)
			for _, account := range told {
				done.Told = append(done.Told, account.For(side)...)
			}
			run.View, run.Table, run.Undo = g.match.View(side), g.table(), g.undoable(c.User, side)
			if *planned {
				run.Plan = r.planLeft(ctx, g, side, c.User)
			}
		})
		if err != nil {
			return done, err
		}
		p.given++
		if rest := line.Said[i+1:]; run.Table.Awaits != nil && len(rest) > 0 { // it goes on after the dice
			err := r.goOn(ctx, p, i+1)
			run.Text = order.WriteList(p.left)
			return done, err
		}
	}
	p.left = p.left[1:]
	run.Done, run.Text = p.total-len(p.left), order.WriteList(p.left)
	return done, nil
}

// check says whether a line holds whole; of the first, whether its user has seen the
// position.
func (p progress) check(g *game, side order.Side, line order.Line, first bool) error {
	if first {
		if now, err := seen(g.match.View(side)); err != nil || now != p.draft.Seen {
			return errors.Join(ErrStale, err)
		}
	}
	tried, err := g.rightsOf(p.draft.User, side).preview([]order.Line{line})
	if err != nil {
		return err
	}
	return tried.Lines[0].Err
}

// Rest is a list that was begun in the phase that is being played, and not done. It has no
// preview. It is nil when a user has none.
func (r *Referee) Rest(ctx context.Context, channel, user string) (l *List, err error) {
	err = r.look(ctx, channel, func(g *game) error {
		l, err = r.begun(ctx, g, user)
		return err
	})
	return l, err
}

// begun is Rest in a game.
func (r *Referee) begun(ctx context.Context, g *game, user string) (*List, error) {
	d, err := r.draftOf(ctx, g, user)
	if err != nil || d == nil || d.Phase != g.phase() {
		return nil, err
	}
	s, err := g.side(user)
	if err != nil {
		return nil, err
	}
	p, err := r.progressOf(ctx, g, s, *d)
	if err != nil || p.given == 0 || len(p.left) == 0 {
		return nil, err
	}
	l := p.list(g)
	return &l, nil
}

// Left is what is left of a draft of a user's, to be written anew.
func (r *Referee) Left(ctx context.Context, c Command, draft string) (text string, err error) {
	err = r.lookAsPlayer(ctx, c.Channel, c.User, func(g *game, s order.Side) error {
		d, err := r.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		p, err := r.progressOf(ctx, g, s, d)
		text = order.WriteList(p.left)
		return err
	})
	return text, err
}

// Discard does away with a draft of a user's.
func (r *Referee) Discard(ctx context.Context, c Command, draft string) error {
	return r.look(ctx, c.Channel, func(g *game) error {
		d, err := r.draft(ctx, g, c.User, draft)
		if err != nil {
			return err
		}
		delete(g.drafts, d.User)
		return r.store.DropDraft(ctx, d)
	})
}
