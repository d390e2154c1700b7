package views

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/view"
	"grognard/storage"
)

// Film is a channel's last game from its beginning on, a view for each phase with what was told in it.
// Exactly one of Public and Secret is set. While the game lasts, a player sees in Secret what his side may see,
// and anybody else sees in Public what everybody may see. When it is over, everybody sees everything in Public.
type Film struct {
	Table  api.Table
	Public []view.Public
	Secret []view.Secret // for the players of one side
}

// Film returns a channel's last game as a user may see it; "" is anybody. Errors: ErrNoGame, ErrNoPhase.
func (lk *Looks) Film(ctx context.Context, channel, user string) (Film, error) {
	return games.Within(lk.games, func() (Film, error) {
		if _, err := lk.games.TableEntered(ctx, channel); err != nil { // ends the grants that are over
			return Film{}, err
		}
		g, steps, err := lk.rowsIn(ctx, channel)
		if err != nil {
			return Film{}, err
		}
		f, err := filmOf(ctx, g, steps, user, 0) // from the beginning
		if err == nil && g.Over {
			f.Secret = nil
			f.Public, err = rules.Film(g.Def, g.Start.Position(), entries(ctx, steps))
		}
		f.Table = tables.Of(g)
		return f, err
	})
}

// rowsIn returns a channel's last game before its first row, and all its rows.
func (lk *Looks) rowsIn(ctx context.Context, channel string) (*ledger.Game, []ledger.Step, error) {
	kept, err := lk.games.InChannel(ctx, channel)
	if err != nil {
		return nil, nil, err
	}
	return lk.rowsOf(ctx, kept)
}

// rowsOf returns a game before its first row, and all its rows.
func (lk *Looks) rowsOf(ctx context.Context, kept storage.Game) (*ledger.Game, []ledger.Step, error) {
	g, err := lk.games.Logs.Blank(ctx, kept)
	if err != nil {
		return nil, nil, err
	}
	steps, err := lk.games.Logs.Steps(ctx, kept.ID, nil, games.Latest)
	return g, steps, err
}

// filmOf replays the rows and returns what the user may see at the game's beginning, after each phase, and now. The
// film begins with the last view that was taken up to the row from.
func filmOf(ctx context.Context, g *ledger.Game, steps []ledger.Step, user string, from uint64) (f Film, err error) {
	begin := 0
	for begin < len(steps) && steps[begin].Body.Started == nil {
		begin++
	}
	if err := replay.Open(g, nil, steps[:begin]); err != nil {
		return f, err
	}
	last := ledger.Game{Stored: g.Stored, Def: g.Def}
	for _, s := range steps {
		replay.Follow(&last, s)
	}
	// his side now, "" for none: a player who has handed over his seat no longer sees what its side sees
	if side, _ := last.Side(user); side == "" {
		f.Public, err = filmViews(ctx, g, steps[begin:], from, func() view.Public { return g.Match.Public() },
			func(a view.Account) bool { return len(a.Public()) > 0 })
	} else {
		f.Secret, err = filmViews(ctx, g, steps[begin:], from, func() view.Secret { return g.Match.View(side) },
			func(a view.Account) bool { return len(a.For(side)) > 0 })
	}
	return f, err
}

// filmViews takes the views of a film; steps begin with the row that began the game. Undone rows are not in it.
func filmViews[A interface{ After(...view.Account) A }](ctx context.Context, g *ledger.Game, steps []ledger.Step,
	from uint64, look func() A, news func(view.Account) bool) ([]A, error) {
	var reel view.Reel[A]
	for _, s := range steps {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		account, err := replay.Apply(g, s.Seq, s.Body)
		if err != nil {
			return nil, fmt.Errorf("game %s, row %d: %w", g.Stored.ID, s.Seq, err)
		}
		replay.Follow(g, s)
		if u := s.Body.Undone; u != nil {
			reel.Back(u.To)
			continue
		}
		if !s.Body.IsAboutTable() { // what a game master does, and changes of who plays, are left out
			reel.Tell(s.Seq, account)
		}
		if p := s.Body.Result(); p != nil && (p.Closes || s.Body.Started != nil) {
			reel.Take(s.Seq, look())
		}
	}
	g.Over = g.Match.Standing().Over
	if !g.Started || len(steps) == 0 || g.Reported() == steps[0].Seq && !g.Over {
		return nil, api.ErrNoPhase // none has ended yet
	}
	// One more picture would show the viewer that there is a row of which he was told nothing.
	if slices.ContainsFunc(reel.Lately(), news) {
		reel.Take(games.Latest, look())
	}
	return reel.Since(from), nil
}

// entries returns a game's rows in the form that rules.Film takes.
func entries(ctx context.Context, steps []ledger.Step) iter.Seq2[rules.Entry, error] {
	return func(yield func(rules.Entry, error) bool) {
		for _, s := range steps {
			if !yield(s.Entry(), ctx.Err()) {
				return
			}
		}
	}
}

// Story returns a channel's last game with everything that was told of it from the beginning: to a player what his side
// was told, to anybody else, and for the user "", what everybody was told. Errors: ErrNoGame, ErrNotStarted.
func (lk *Looks) Story(ctx context.Context, channel, user string) (UserView, error) {
	return games.Within(lk.games, func() (UserView, error) {
		if _, err := lk.games.TableEntered(ctx, channel); err != nil { // as in Film
			return UserView{}, err
		}
		kept, err := lk.games.InChannel(ctx, channel)
		if err != nil {
			return UserView{}, err
		}
		g, told, err := lk.games.Logs.Replay(ctx, kept, 1, games.Latest)
		if err != nil {
			return UserView{}, err
		}
		if !g.Started {
			return UserView{}, api.ErrNotStarted
		}
		if told, err = lk.standing.WithStandingAnswers(ctx, g, told, user); err != nil {
			return UserView{}, err
		}
		return storyOf(g, told, user), nil
	})
}

// storyOf returns what a user was told of all rows of a game.
func storyOf(g *games.Held, told []tables.RowAccount, user string) UserView {
	var all []view.Account
	for _, t := range games.StillTold(told, nil) {
		all = append(all, t.Account)
	}
	s := seenBy(g.Game, user)
	if s.Secret != nil {
		*s.Secret = s.Secret.After(all...)
	} else {
		*s.Public = s.Public.After(all...)
	}
	return s
}

// Export is a game as lines of JSON that others can check with package proof.
type Export struct {
	Table api.Table
	Lines []byte // the whole log of a game that is over, of a running game what everybody was told
}

// Export exports a channel's last game. Errors: ErrNoGame.
func (lk *Looks) Export(ctx context.Context, channel string) (Export, error) {
	return games.Within(lk.games, func() (Export, error) {
		g, steps, err := lk.rowsIn(ctx, channel)
		if err != nil {
			return Export{}, err
		}
		module, err := lk.log.Module(ctx, g.Stored.Module)
		if err != nil {
			return Export{}, err
		}
		lines, table, err := proof.ExportGame(ctx, g.Stored, g.Def, module, steps)
		return Export{table, lines}, err
	})
}
