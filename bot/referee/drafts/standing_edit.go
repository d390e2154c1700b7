package drafts

import (
	"context"
	"crypto/sha256"
	hexdigits "encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/plans"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// standingDraftPaper is the kind of paper that keeps an unfinished standing order.
const standingDraftPaper = "standing draft"

// StandingOrders are a user's standing orders in a game, which he alone may see.
type StandingOrders struct {
	Lines []StandingLine // in the order in which they are tried
	Mark  string         // names this version of the lines
	Off   bool           // they are switched off
	Here  bool           // they also answer what their owner's own commands lead to
	// a *standing.Problem where they cannot be read and so answer nothing; Lines are then the stored lines
	Broken   error
	Draft    string         // an unfinished standing order, "" for none
	Answered []Answering    // what they have answered, oldest first
	Owes     bool           // the side owes a decision now, which he must take himself
	Words    standing.Words // the vocabulary of standing orders in this game
	Sets     []ReadySet
	Side     order.Side
	View     view.Secret
	Table    api.Table
}

// StandingLine is one of a user's standing orders.
type StandingLine struct {
	Text string
	Says view.Text // its meaning, for the user
}

// ReadySet is a set of standing orders that a game offers ready-made.
type ReadySet struct {
	ID    string
	Name  view.Text
	About view.Text // what they are for
	lines string
}

// What cannot be done with standing orders. Mistakes in their text are a *standing.Problem.
var (
	ErrNoLine     = errors.New("your standing orders have changed since")
	ErrNoStanding = errors.New("this game has no standing orders")
)

// Standing are a user's standing orders. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotCommander,
// ErrOver, ErrNoStanding.
func (so *StandingAnswers) Standing(ctx context.Context, c api.Command) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(*standingEditor) error { return nil })
}

// AddStanding adds lines before the line of a number, or at the end for 0. Lines that cannot be added are kept
// as a draft. Errors: those of Standing, and a *standing.Problem.
func (so *StandingAnswers) AddStanding(ctx context.Context, c api.Command, text string,
	before int) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		at := len(p.lines)
		if before > 0 {
			at = min(before-1, at)
		}
		return p.write(text, at, at)
	})
}

// ChangeStanding replaces the line of a number in the version that the mark names. Lines that cannot be put
// there are kept as a draft. Errors: those of AddStanding, and ErrNoLine.
func (so *StandingAnswers) ChangeStanding(ctx context.Context, c api.Command, number int, text,
	mark string) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		if number < 1 || number > len(p.lines) || !p.marked(mark) {
			return errors.Join(ErrNoLine, p.draft(text))
		}
		return p.write(text, number-1, number)
	})
}

// DraftStanding keeps an unfinished standing order, "" for none.
func (so *StandingAnswers) DraftStanding(ctx context.Context, c api.Command, text string) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error { return p.draft(text) })
}

// RemoveStanding removes the line of a number, or all for 0, in the version that the mark names; the mark "" is
// for a typed number. ErrNoLine if the lines have changed since. Errors: those of Standing.
func (so *StandingAnswers) RemoveStanding(ctx context.Context, c api.Command, number int,
	mark string) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		if !p.marked(mark) {
			return ErrNoLine
		}
		if number == 0 {
			p.lines, p.Off, p.Here = nil, false, false
			return p.save()
		}
		if number < 1 || number > len(p.lines) {
			return ErrNoLine
		}
		if err := p.setLines(slices.Delete(slices.Clone(p.lines), number-1, number)); err != nil {
			return err
		}
		return p.save()
	})
}

// MoveStanding moves the line of a number before another one, or to the end. Errors: those of RemoveStanding,
// and a *standing.Problem.
func (so *StandingAnswers) MoveStanding(ctx context.Context, c api.Command, number, before int,
	mark string) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		if !p.marked(mark) || number < 1 || number > len(p.lines) || before < 1 || before > len(p.lines)+1 {
			return ErrNoLine
		}
		moved := slices.Insert(slices.Clone(p.lines), before-1, p.lines[number-1])
		if before <= number {
			number++
		}
		if err := p.setLines(slices.Delete(moved, number-1, number)); err != nil {
			return err
		}
		return p.save()
	})
}

// UseStandingSet adds a ready-made set after the user's own lines, in place of any other set. With all it
// replaces his own lines, too. Errors: those of Standing, ErrNoLine and a *standing.Problem.
func (so *StandingAnswers) UseStandingSet(ctx context.Context, c api.Command, id string,
	all bool) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		ready := map[string]bool{}
		var chosen []string
		for _, s := range p.sets() {
			lines, err := p.read(s.lines)
			if err != nil {
				return fmt.Errorf("the ready-made set %q: %w", s.ID, err)
			}
			for _, l := range lines {
				ready[l] = true
			}
			if s.ID == id {
				chosen = lines
			}
		}
		if chosen == nil {
			return ErrNoLine
		}
		own := slices.DeleteFunc(slices.Clone(p.lines), func(l string) bool { return all || ready[l] })
		if err := p.setLines(append(own, chosen...)); err != nil {
			return err
		}
		return p.save()
	})
}

// StandingTrial is what a user's standing orders would answer in possible fights.
type StandingTrial struct {
	StandingOrders
	Fights []view.TriedFight
}

// TryStanding tries a user's standing orders on an attack on a hex with a result of the combat table; the
// result "" stands for each that the odds allow, and hex.None for each fight that an enemy could begin next. It
// uses only what the user's side may know. Errors: those of Standing, and a *view.Mistake.
func (so *StandingAnswers) TryStanding(ctx context.Context, c api.Command, at hex.Hex,
	result string) (t StandingTrial, err error) {
	t.StandingOrders, err = so.withStanding(ctx, c, func(p *standingEditor) error {
		kept, err := p.standing.standingOf(p.ctx, p.g, p.user, p.side)
		if err != nil {
			return err
		}
		var set standing.Set
		if kept != nil {
			set = kept.Set
		}
		t.Fights, err = p.g.Match.TryStanding(p.side, set, at, result)
		return err
	})
	return t, err
}

// SwitchStanding sets StandingOrders.Off and Here.
func (so *StandingAnswers) SwitchStanding(ctx context.Context, c api.Command, off, here bool) (StandingOrders, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		p.Off, p.Here = off, here
		return p.save()
	})
}

// standingEditor shows or changes a user's standing orders, under the game's lock.
type standingEditor struct {
	standing *StandingAnswers
	ctx      context.Context
	g        *games.Held
	user     string
	side     order.Side
	plans.StandingText
	lines     []string
	draftText string // the draft
	err       error  // why the lines cannot be read
}

// withStanding calls do with a user's standing orders, and returns them as they are after it.
func (so *StandingAnswers) withStanding(ctx context.Context, c api.Command,
	do func(*standingEditor) error) (out StandingOrders, err error) {
	err = so.games.Look(ctx, c.Channel, func(g *games.Held) error {
		if c.Game != "" && c.Game != g.Stored.ID {
			return api.ErrOtherGame
		}
		p, err := so.standingEditorOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		if err := do(p); err != nil {
			return err
		}
		out, err = p.shown()
		return err
	})
	return out, err
}

func (so *StandingAnswers) standingEditorOf(ctx context.Context, g *games.Held, user string) (*standingEditor, error) {
	side, err := g.Side(user)
	switch m := g.Seat(side).Member(user); {
	case err != nil:
	case g.Over:
		err = api.ErrOver
	// he only acts for the commander, whose standing orders answer
	case m != nil && len(m.Formations)+len(m.Units) == 0:
		err = api.ErrNotCommander
	}
	if err != nil {
		return nil, err
	}
	if _, err := g.Match.StandingWords(side); errors.Is(err, rules.ErrNoStandingOrders) {
		return nil, ErrNoStanding
	} else if err != nil {
		return nil, err
	}
	p := &standingEditor{standing: so, ctx: ctx, g: g, user: user, side: side}
	kept, err := so.standingOf(ctx, g, user, side)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		p.StandingText, p.err = kept.StandingText, kept.Err
		p.lines = strings.FieldsFunc(kept.Text, func(r rune) bool { return r == '\n' })
	}
	draft, err := so.store.Paper(ctx, g.Stored.ID, user, standingDraftPaper)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return nil, err
	}
	p.draftText = draft.Text
	return p, nil
}

// read parses lines, and returns each in its stored form.
func (p *standingEditor) read(text string) ([]string, error) {
	set, err := p.g.Match.ReadStanding(p.side, text)
	if err != nil {
		return nil, err
	}
	lines := make([]string, len(set.Lines))
	for i, l := range set.Lines {
		lines[i] = l.String()
	}
	return lines, nil
}

// write replaces the lines from one index to another. Text that cannot be put there is kept as a draft.
func (p *standingEditor) write(text string, from, to int) error {
	more, err := p.read(text)
	if err == nil {
		err = p.setLines(slices.Replace(slices.Clone(p.lines), from, to, more...))
	}
	if err != nil {
		return errors.Join(err, p.draft(text))
	}
	return errors.Join(p.save(), p.draft(""))
}

// setLines sets the user's lines, if they are valid together.
func (p *standingEditor) setLines(lines []string) error {
	if len(lines) > 0 {
		if _, err := p.g.Match.ReadStanding(p.side, strings.Join(lines, "\n")); err != nil {
			return err
		}
	}
	p.lines, p.err = lines, nil
	return nil
}

// mark names this version of the lines.
func (p *standingEditor) mark() string {
	sum := sha256.Sum256([]byte(p.Text))
	return hexdigits.EncodeToString(sum[:4])
}

// marked says whether a mark, or "" for any, names this version.
func (p *standingEditor) marked(mark string) bool { return mark == "" || mark == p.mark() }

// save stores the standing orders. What is owed now the user must still answer himself.
func (p *standingEditor) save() error {
	p.Text = strings.Join(p.lines, "\n")
	raw, err := json.Marshal(p.StandingText)
	if err != nil {
		return err
	}
	delete(papersOf(p.g).standing, p.user) // read again if they cannot be saved
	papersOf(p.g).reply = foundReply{}
	if err := p.keep(standingPaper, string(raw), len(p.lines) == 0 &&
		p.StandingText == plans.StandingText{}); err != nil {
		return err
	}
	return p.standing.games.Reschedule(p.ctx, p.g)
}

// draft stores an unfinished standing order.
func (p *standingEditor) draft(text string) error {
	if text == p.draftText {
		return nil
	}
	p.draftText = text
	return p.keep(standingDraftPaper, text, text == "")
}

// keep stores a paper of the user's, or deletes an empty one.
func (p *standingEditor) keep(kind, text string, empty bool) error {
	if empty {
		return p.standing.store.DropPaper(p.ctx, p.g.Stored.ID, p.user, kind)
	}
	return p.standing.store.SavePaper(p.ctx, storage.Paper{Game: p.g.Stored.ID, User: p.user, Kind: kind,
		At: p.standing.games.Now(), Text: text})
}

func (p *standingEditor) sets() (list []ReadySet) {
	for _, s := range p.g.Match.StandingSets() {
		list = append(list, ReadySet{s.ID, s.Name, s.About, s.Lines})
	}
	return list
}

// shown are the standing orders as they are now.
func (p *standingEditor) shown() (out StandingOrders, err error) {
	g := p.g
	out = StandingOrders{Mark: p.mark(), Off: p.Off, Here: p.Here, Broken: p.err, Draft: p.draftText, Sets: p.sets(),
		Side: p.side, View: g.Match.View(p.side), Table: tables.Of(g.Game)}
	if out.Words, err = g.Match.StandingWords(p.side); err != nil {
		return out, err
	}
	if out.Answered, err = p.standing.answeredOf(p.ctx, g.Stored.ID, p.user); err != nil {
		return out, err
	}
	now := g.Match.Standing()
	out.Owes = now.Owed != 0 && now.By == p.side
	kept, err := p.standing.standingOf(p.ctx, g, p.user, p.side)
	if err != nil || kept == nil {
		return out, err
	}
	said := g.Match.SayStanding(p.side, kept.Set)
	for i, l := range p.lines {
		line := StandingLine{Text: l}
		if out.Broken == nil {
			line.Says = said[i]
		}
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}
