package drafts

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
	"grognard/storage"
)

// Standing holds a user's standing answers in a game and what is shown with them. He alone may see it.
type Standing struct {
	standing.Answers
	Exceptions []StandingException // as the owner reads them
	Broken     bool                // what is stored cannot be read and so decides nothing
	Answered   []Answering         // the decisions that standing answers have made, oldest first
	Last       view.Text           // names the last of Answered
	Owes       bool                // the side owes a decision now, which he must take himself
	Choices    []standing.Choice
	View       view.Secret
	Table      api.Table
}

// StandingException is an exception to a user's standing answers, with its text.
type StandingException struct {
	standing.Exception
	Says view.Text
}

// Standing returns a user's standing answers. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotCommander, ErrOver.
func (so *StandingAnswers) Standing(ctx context.Context, c api.Command) (Standing, error) {
	return so.withStanding(ctx, c, func(*standingEditor) error { return nil })
}

// ChangeStanding carries out a change of a user's standing answers. What is owed now he must still answer himself.
// Errors: those of Standing and of the change, standing.ErrMany, and a *view.Mistake.
func (so *StandingAnswers) ChangeStanding(ctx context.Context, c api.Command,
	change func(*standing.Answers) error) (Standing, error) {
	return so.withStanding(ctx, c, func(p *standingEditor) error {
		changed := p.Answers
		if err := change(&changed); err != nil {
			return err
		}
		if err := p.g.Match.CheckStanding(p.side, changed); err != nil {
			return err
		}
		return p.save(changed)
	})
}

// StandingTrial is what a user's standing answers would decide in possible fights.
type StandingTrial struct {
	Standing
	Fights []standing.TriedFight
	Say    func(standing.Exception) view.Text // names an answer
}

// TryStanding tries a user's standing answers on an attack on a hex with a result of the combat table; the
// result "" stands for each that the odds allow, and hex.None for each fight that an enemy could begin next. It
// uses only what the user's side may know. Errors: those of Standing, standing.ErrMany, and a *view.Mistake.
func (so *StandingAnswers) TryStanding(ctx context.Context, c api.Command, at hex.Hex,
	result string) (t StandingTrial, err error) {
	t.Standing, err = so.withStanding(ctx, c, func(p *standingEditor) error {
		t.Say = p.g.Match.SayStanding
		t.Fights, err = p.g.Match.TryStanding(p.side, p.Answers, at, result)
		return err
	})
	return t, err
}

// standingEditor shows or changes a user's standing answers, under the game's lock.
type standingEditor struct {
	service *StandingAnswers
	ctx     context.Context
	g       *games.Held
	user    string
	side    order.Side
	standing.Answers
	broken bool
}

// withStanding calls do with a user's standing answers, and returns them as they are after it.
func (so *StandingAnswers) withStanding(ctx context.Context, c api.Command,
	do func(*standingEditor) error) (out Standing, err error) {
	err = so.games.LookFor(ctx, c, func(g *games.Held) error {
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

// standingEditorOf returns the editor of a user's answers. It refuses a user whose answers would never decide.
func (so *StandingAnswers) standingEditorOf(ctx context.Context, g *games.Held, user string) (*standingEditor, error) {
	side, err := g.Side(user)
	switch seat := g.Seat(side); {
	case err != nil:
	case g.Over:
		err = api.ErrOver
	case seat.User != user && !seat.HasUnits(user): // acts only for the commander, whose own answers decide
		err = api.ErrNotCommander
	}
	if err != nil {
		return nil, err
	}
	p := &standingEditor{service: so, ctx: ctx, g: g, user: user, side: side}
	kept, err := so.standingOf(ctx, g, user, side)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		p.Answers, p.broken = kept.Answers, kept.Err != nil
	}
	return p, nil
}

// save stores changed answers, or deletes the stored ones if there are none left, and works out anew when they are due.
func (p *standingEditor) save(changed standing.Answers) error {
	text, err := changed.Write()
	if err != nil {
		return err
	}
	delete(papersOf(p.g).standing, p.user) // now, so that they are read again even if saving fails
	papersOf(p.g).reply = foundReply{}
	if changed.IsEmpty() {
		err = p.service.store.DropPaper(p.ctx, p.g.Stored.ID, p.user, standingPaper)
	} else {
		err = p.service.store.SavePaper(p.ctx, storage.Paper{Game: p.g.Stored.ID, User: p.user, Kind: standingPaper,
			At: p.service.games.Now(), Text: text})
	}
	if err != nil {
		return err
	}
	p.Answers, p.broken = changed, false
	return p.service.games.Reschedule(p.ctx, p.g)
}

// shown returns the standing answers as they are now.
func (p *standingEditor) shown() (out Standing, err error) {
	g := p.g
	out = Standing{Answers: p.Answers, Broken: p.broken, Choices: g.Match.StandingChoices(), View: g.Match.View(p.side),
		Table: tables.Of(g.Game)}
	for _, e := range p.Answers.Exceptions {
		out.Exceptions = append(out.Exceptions, StandingException{e, g.Match.SayStanding(e)})
	}
	if out.Answered, err = p.service.answeredOf(p.ctx, g.Stored.ID, p.user); err != nil {
		return out, err
	}
	if n := len(out.Answered); n > 0 {
		out.Last = g.Match.SayStanding(out.Answered[n-1].Exception)
	}
	now := g.Match.Standing()
	out.Owes = now.Owed != 0 && now.By == p.side
	return out, nil
}
